import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright';
import { pivotReports } from '../domain/reports/contract';
import type { PivotHeading, PivotReport } from '../domain/reports/pivot';
import { signInAt } from '../tests/support/browser';
import { withBuiltServer } from './built-server';
import { FAST_PX, SCROLL_SECONDS } from './grid/conditions';
import { heapAfterGc, median } from './grid/contest';
import { verdict } from './verdict';

/** Rows and columns, beside their totals. */
const SIDE = 200;
const ORDERS = 10_000;
const ROUNDS = 5;
const GOALS = { firstPaint: 150, heap: 2, blank: 0 };
const SELLER = 'owner@fernhollow.example';
const LIST = '/orders?itemsPerPage=250';
const REPORT = '/orders?report=PIVOT&createdRel=LAST_30_DAYS&value=revenue';

type Round = { firstPaint: number; list: number; pivot: number; frames: number; blank: number };

/**
 * A pivot report of 200 × 200 cells in the real page, beside its list of orders: how long from the end of the reply to
 * the first cells on screen, how much memory both take, and whether cells are missing while it is scrolled both ways.
 */
export async function benchPivot(): Promise<void> {
  await withBuiltServer(ORDERS, async ({ url, browser }) => {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(browser, url));
    report(rounds);
  });
}

async function measure(browser: Browser, url: string): Promise<Round> {
  const page = await signInAt(browser, url, SELLER, LIST);
  try {
    const devtools = await page.context().newCDPSession(page);
    await page.locator('[data-part=body] [role=gridcell]').first().waitFor();
    await page.waitForTimeout(1000);
    const list = await heapAfterGc(devtools);
    const reply = JSON.stringify(reportOf(SIDE));
    await page.route(`**/api${pivotReports.make.path}`, (route) =>
      route.fulfill({ body: reply, contentType: 'application/json' }),
    );
    // The name tsx gives to functions within functions, which pages don't know.
    await page.addInitScript('globalThis.__name = (given) => given');
    await page.addInitScript(watchFirstCell);
    await page.goto(REPORT);
    const firstPaint = await page.evaluate(sinceReply, pivotReports.make.path);
    await page.waitForTimeout(1000);
    const pivot = await heapAfterGc(devtools);
    return { firstPaint, list, pivot, ...(await scroll(page)) };
  } finally {
    await page.context().close();
  }
}

/** A report as the platform makes it: every cell filled, totals first. */
function reportOf(side: number): PivotReport {
  const axis = (name: string): PivotHeading[] => [
    { key: null, label: 'Total', parent: null, isOthers: false },
    ...Array.from({ length: side }, (_, at) => ({
      key: String(at + 1),
      label: `${name} ${at + 1}`,
      parent: 0,
      isOthers: false,
    })),
  ];
  const columns = axis('Month');
  const places = columns.map((_, at) => at);
  const rows = axis('Customer');
  const cells = rows.map((_, row) => ({
    columns: places,
    figures: places.map((column) => (((row * 7919 + column * 104_729) % 900_000) / 100 + 1).toFixed(2)),
  }));
  return { reportType: 'PIVOT', rows, columns, cells };
}

declare global {
  interface Window {
    /** The clock when the first cell of the report was painted. */
    firstCell: Promise<number>;
    missing: { frames: number; blank: number };
  }
}

function watchFirstCell(): void {
  window.firstCell = new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    requestAnimationFrame(function look() {
      // The message arrives when the frame has been painted.
      if (document.querySelector('[role=grid][aria-label^=Pivot] [role=gridcell]')) port2.postMessage(null);
      else requestAnimationFrame(look);
    });
  });
}

/** Milliseconds from the last byte of the reply to the first cell on screen. */
async function sinceReply(path: string): Promise<number> {
  const painted = await window.firstCell;
  const [reply] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path));
  return painted - (reply as PerformanceResourceTiming).responseEnd;
}

/** Scrolls down and sideways with the wheel, counting frames in which a cell is missing at any of 64 points. */
async function scroll(page: Page): Promise<{ frames: number; blank: number }> {
  const devtools = await page.context().newCDPSession(page);
  const box = await page.getByRole('grid').boundingBox();
  if (!box) throw new Error('There is no report to scroll');
  await page.evaluate(watchCells);
  const distance = -FAST_PX * SCROLL_SECONDS;
  const gestures = [
    { yDistance: distance },
    { xDistance: distance },
    { yDistance: -distance },
    { xDistance: -distance },
  ];
  for (const gesture of gestures) {
    await devtools.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      ...gesture,
      speed: FAST_PX,
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  }
  return page.evaluate(() => window.missing);
}

function watchCells(): void {
  const grid = document.querySelector('[role=grid]') as HTMLElement;
  const { left, top } = grid.getBoundingClientRect();
  const bottom = Math.min(grid.clientHeight, window.innerHeight - top);
  const steps = Array.from({ length: 8 }, (_, at) => (at + 0.5) / 8);
  const points = steps.flatMap((x) => steps.map((y) => [left + x * grid.clientWidth, top + y * bottom] as const));
  const isCovered = () =>
    points.every(([x, y]) => (document.elementFromPoint(x, y)?.closest('[data-c]')?.textContent ?? '') !== '');
  window.missing = { frames: 0, blank: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!isCovered()) window.missing.blank += 1;
  };
  requestAnimationFrame(function count() {
    window.missing.frames += 1;
    port2.postMessage(null);
    requestAnimationFrame(count);
  });
}

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const sum = (pick: (round: Round) => number) => rounds.reduce((total, round) => total + pick(round), 0);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nPivot report of ${SIDE} × ${SIDE} cells in Chromium, the middle of ${ROUNDS} rounds, load ${load}`);
  const megabytes = (pick: (round: Round) => number) => `${(of(pick) / 1e6).toFixed(1)} MB`;
  console.log(
    `  heap: ${megabytes(({ list }) => list)} with 250 orders listed, ${megabytes(({ pivot }) => pivot)} with the report`,
  );
  console.log(
    `    reply to first cells, ms   ${verdict(
      of(({ firstPaint }) => firstPaint),
      '≤',
      GOALS.firstPaint,
    )}`,
  );
  console.log(
    `    heap over the list’s       ${verdict(
      of(({ pivot, list }) => pivot / list),
      '≤',
      GOALS.heap,
    )}`,
  );
  console.log(
    `    blank of ${sum(({ frames }) => frames)} frames       ${verdict(
      sum(({ blank }) => blank),
      '≤',
      GOALS.blank,
    )}\n`,
  );
}
