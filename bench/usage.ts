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
/** What the main thread takes to scroll the list while it is recorded, over the same without. */
const GOALS = { over: 1 + 5 * RECORDING_COST.share, kilobytes: RECORDING_COST.bytesPerMinute / 1000 };

/** The list of orders, scrolled with and without a recording in turn: the main thread's time, and what is sent a minute. */
export async function benchUsage(): Promise<void> {
  await withBuiltServer(
    ORDERS,
    async ({ url, browser }) => {
      const [plain, recorded] = [await open(browser, url, 'OFF'), await open(browser, url, 'RECORDINGS')];
      await recorded.page.getByRole('region', { name: 'Recording', exact: true }).waitFor();
      const times = { plain: [] as number[], recorded: [] as number[] };
      for (let round = -1; round < ROUNDS; round++) {
        const [without, within] = [await busyWhileScrolling(plain.page), await busyWhileScrolling(recorded.page)];
        // The first is for warming up.
        if (round < 0) continue;
        times.plain.push(without);
        times.recorded.push(within);
      }
      const [without, within] = [middle(times.plain), middle(times.recorded)];
      console.log(`\nThe list of orders, scrolled ${SCROLLS} times, the middle of ${ROUNDS}`);
      console.log(`  main thread, not recorded  ${without.toFixed(0)} ms`);
      console.log(`  main thread, recorded      ${within.toFixed(0)} ms`);
      console.log(`  one over the other         ${verdict(within / without, '≤', GOALS.over)}`);
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

/** Milliseconds of the main thread to scroll the list down and up. */
async function busyWhileScrolling(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await busy();
  await page.getByRole('grid').first().hover();
  for (let at = 0; at < SCROLLS; at++) {
    await page.mouse.wheel(0, at < SCROLLS / 2 ? 400 : -400);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const after = await busy();
  await session.detach();
  return after - before;
}
