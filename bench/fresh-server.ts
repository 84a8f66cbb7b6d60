import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../server/config';
import { type Database, openDatabase } from '../server/db/client';
import { launchPostgres } from '../server/db/embedded';
import { migrateDatabase } from '../server/db/migrate';
import { freePort } from '../server/free-port';
import { startProcess } from './server-process';

export type FreshServer = { url: string; pid: number; database: Database; config: Config };

/** Does some work with a server process of its own, with these settings, over an empty database of its own, and removes both. */
export async function withFreshServer(
  connections: number,
  work: (server: FreshServer) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  await chmod(folder, 0o755);
  const log = { info: () => {}, error: console.error };
  const postgres = await launchPostgres({ dataDir: join(folder, 'data'), log });
  try {
    await migrateDatabase(postgres.socketUrl);
    const port = await freePort();
    const environment = {
      DATABASE_URL: postgres.socketUrl,
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      ...settings,
    };
    const database = openDatabase(postgres.socketUrl, { max: connections });
    const server = await startProcess('server/main.ts', { port, env: environment });
    try {
      await work({
        url: server.url,
        pid: server.pid,
        database,
        config: readConfig({ ...environment, NODE_ENV: 'development' }),
      });
    } finally {
      await server.stop();
      await database.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
