import type { Browser, CDPSession, Page } from 'playwright';
import { CLICKS, FAST_PX, SCROLL_SECONDS, SLOW_PX, VIEWPORT } from './conditions';
import type { ContestantName } from './page/contestant';
import type {} from './page/main';
import { screencast } from './screencast';

/** What one contestant did in one round; times in ms, heap in MB. */
export type Round = {
  first: number;
  covered: number;
  heap: number;
  select: number;
  selectAll: number;
  sortNumbers: number;
  sortText: number;
  slow: number;
  fast: number;
  frames: number;
  blankFrames: number;
  pictures: number;
  blankPictures: number;
};

/** One contestant on a fresh page: drawn, clicked, sorted, scrolled. */
export async function contest(browser: Browser, url: string, name: ContestantName): Promise<Round> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    const devtools = await page.context().newCDPSession(page);
    await page.goto(url);
    await page.waitForFunction(() => window.bench !== undefined);
    const dataAlone = await heapAfterGc(devtools);
    await page.evaluate((one) => window.bench.load(one), name);
    const drawn = await page.evaluate(() => window.bench.mount());
    await page.waitForTimeout(300);
    const heap = (await heapAfterGc(devtools)) - dataAlone;
    const acts = await clickThrough(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const slow = await scroll(page, devtools, SLOW_PX, false);
    const fast = await scroll(page, devtools, FAST_PX, false);
    const stopCast = await screencast(page, devtools);
    const checked = await scroll(page, devtools, FAST_PX, true);
    const cast = await stopCast();
    return {
      ...drawn,
      heap: heap / 1e6,
      ...acts,
      slow: slow.msPerFrame,
      fast: fast.msPerFrame,
      frames: checked.frames,
      blankFrames: checked.blank,
      ...cast,
    };
  } finally {
    await page.close();
  }
}

export async function heapAfterGc(devtools: CDPSession): Promise<number> {
  for (let sweep = 0; sweep < 2; sweep += 1) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

async function clickThrough(page: Page) {
  const click = async ({ x, y }: { x: number; y: number }) => {
    await page.mouse.click(x, y);
    const ms = await page.evaluate(() => window.bench.act());
    await page.waitForTimeout(100);
    return ms;
  };
  const selects: number[] = [];
  for (let place = 1; place <= CLICKS; place += 1) {
    selects.push(await click(await page.evaluate((row) => window.bench.aimAtRow(row), place)));
  }
  const selectAll = await click(await page.evaluate(() => window.bench.aimAtAll(true)));
  await click(await page.evaluate(() => window.bench.aimAtAll(false)));
  const sortNumbers = await click(await page.evaluate(() => window.bench.aimAtHeader('Total')));
  const sortText = await click(await page.evaluate(() => window.bench.aimAtHeader('Reference')));
  return { select: median(selects), selectAll, sortNumbers, sortText };
}

/** Scrolls with the wheel at a speed in pixels a second. Thread time of the page's main thread, so that others on the machine do not count. */
async function scroll(page: Page, devtools: CDPSession, speed: number, checking: boolean) {
  const { x, y, width, height } = await page.evaluate(() => window.bench.viewport());
  await page.evaluate((on) => window.bench.watch(on), checking);
  const before = checking ? 0 : await mainThreadMs(devtools);
  await devtools.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -speed * SCROLL_SECONDS,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const after = checking ? 0 : await mainThreadMs(devtools);
  const seen = await page.evaluate(() => window.bench.seen());
  return { ...seen, msPerFrame: (after - before) / seen.frames };
}

async function mainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
