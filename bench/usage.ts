import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright';
import { RECORDING_COST } from '../domain/usage/recording';
import { signInAt } from '../tests/support/browser';
import { withBuiltServer } from './built-server';
import { middle, verdict } from './verdict';

const ORDERS = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SELLER = 'owner@fernhollow.example';
const SCROLLS = 60;
const GOALS = { percent: 100 * RECORDING_COST.share, kilobytes: RECORDING_COST.bytesPerMinute / 1000 };

/**
 * The list of orders, scrolled without a pause with and without a recording in turn: how much of the main thread's time the
 * recording takes, and what is sent a minute.
 */
export async function benchUsage(): Promise<void> {
  await withBuiltServer(
    ORDERS,
    async ({ url, browser }) => {
      const [plain, recorded] = [await open(browser, url, 'OFF'), await open(browser, url, 'RECORDINGS')];
      await recorded.page.getByRole('region', { name: 'Recording', exact: true }).waitFor();
      const times = { plain: [] as number[], recorded: [] as number[], taken: [] as number[] };
      for (let round = -1; round < ROUNDS; round++) {
        const [without, within] = [await scroll(plain.page), await scroll(recorded.page)];
        // The first is for warming up.
        if (round < 0) continue;
        times.plain.push(without.busyMs);
        times.recorded.push(within.busyMs);
        times.taken.push(within.tookMs);
      }
      const [without, within] = [middle(times.plain), middle(times.recorded)];
      console.log(`\nThe list of orders, scrolled ${SCROLLS} times, the middle of ${ROUNDS}`);
      console.log(`  main thread, not recorded  ${without.toFixed(0)} ms`);
      console.log(`  main thread, recorded      ${within.toFixed(0)} ms`);
      const percent = (100 * (within - without)) / middle(times.taken);
      console.log(`  more, % of the time taken  ${verdict(percent, '≤', GOALS.percent)}`);
      console.log(`  sent a minute, kB          ${verdict(recorded.perMinute(), '≤', GOALS.kilobytes)}`);
      console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
    },
    'copy',
    { USAGE: 'true' },
  );
}

type Level = 'OFF' | 'RECORDINGS';

/** A window on the list of orders, where both agreed to the level. */
async function open(browser: Browser, url: string, level: Level) {
  const page = await signInAt(browser, url, SELLER, '/account/manage');
  if (level !== 'OFF') {
    await choose(page, 'Our people may allow', level);
    await page.goto(`${url}/profile/settings`);
    await choose(page, 'Let Verdant measure', level);
  } else await blockRecording(page);
  let bytes = 0;
  const begun = Date.now();
  page.on('request', (request) => {
    if (request.url().includes('/chunks')) bytes += (JSON.parse(request.postData() ?? '{}').events?.length ?? 0) * 0.75;
  });
  await page.goto(`${url}/orders`);
  await page.getByRole('row').nth(5).waitFor();
  return { page, perMinute: () => bytes / 1000 / Math.max(1, (Date.now() - begun) / 60_000) };
}

async function choose(page: Page, label: string, level: Level): Promise<void> {
  const section = page.getByRole('region', { name: 'Recording and use' });
  await section.getByLabel(label).selectOption(level);
  await section.getByRole('button', { name: 'Save choice' }).click();
  await page.getByText('Saved.').waitFor();
}

/** The same person's window beside it that isn't recorded: its browser asks for that. */
const blockRecording = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }));

/** Scrolls the list down and up: milliseconds it took, and those the main thread was busy. */
async function scroll(page: Page): Promise<{ busyMs: number; tookMs: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.getByRole('grid').first().hover();
  const [before, begun] = [await busy(), performance.now()];
  for (let at = 0; at < SCROLLS; at++) {
    await page.mouse.wheel(0, at < SCROLLS / 2 ? 400 : -400);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const [after, ended] = [await busy(), performance.now()];
  await session.detach();
  return { busyMs: after - before, tookMs: ended - begun };
}
