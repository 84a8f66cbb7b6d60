import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { root } from '../server/config';
import { freePort } from '../server/free-port';
import { launchChromium } from '../tests/support/browser';
import { withSeeded } from './seeded';
import { startProcess } from './server-process';

export type BuiltServer = { url: string; browser: Browser; database: string };

/**
 * Does some work with Chromium and the product as it is shipped, over a database with this many orders of the demo, or a
 * copy of it to write to.
 */
export async function withBuiltServer(
  orders: number,
  work: (at: BuiltServer) => Promise<void>,
  use?: 'copy',
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit', cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const browser = await launchChromium();
  try {
    await withSeeded(async (seeded) => {
      const port = await freePort();
      const database = await seeded(orders, use);
      const env = { DATABASE_URL: database, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', ...environment };
      const server = await startProcess('dist/server/main.js', { port, env: { ...env, DATA_DIR: folder } });
      try {
        await work({ url: server.url, browser, database });
      } finally {
        await server.stop();
      }
    });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
