import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumPath } from '../scripts/chromium.mjs';
import { ROUNDS } from './grid/conditions';
import { contest, type Round } from './grid/contest';
import type { ContestantName } from './grid/page/contestant';
import { reportGrids } from './grid/report';
import { servePage } from './grid/serve-page';

const CONTESTANTS: readonly ContestantName[] = ['verdant', 'antd', 'ag'];

/** Our grid alone over 100,000 rows in memory, beside two others in the same browser, taking turns. */
export async function benchGrid(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-grid-'));
  await chmod(folder, 0o755);
  const page = await servePage(folder);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const rounds: Record<ContestantName, Round[]> = { verdant: [], antd: [], ag: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < CONTESTANTS.length; turn += 1) {
        const name = CONTESTANTS[(round + turn) % CONTESTANTS.length] as ContestantName;
        rounds[name].push(await contest(browser, page.url, name));
      }
    }
    reportGrids(rounds);
  } finally {
    await browser.close();
    await page.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
