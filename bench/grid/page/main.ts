import './page.css';
import { createRoot } from 'react-dom/client';
import type { Contestant, ContestantName } from './contestant';
import { firstBy, makeRows } from './data';
import { type FramesSeen, isCovered, topOf, watchFrames } from './frames';
import { widestGap } from './picture';

const LOAD: Record<ContestantName, () => Promise<{ contestant: Contestant }>> = {
  verdant: () => import('./verdant'),
  antd: () => import('./antd'),
  ag: () => import('./ag'),
};

const rows = makeRows();
const leaders = { Total: firstBy(rows, 'total'), Reference: firstBy(rows, 'reference') };
const referenceOf = new Map(rows.map((row) => [row.id, String(row.reference)]));
let grid: Contestant;
let clicked: Promise<number>;
let stop: () => FramesSeen;

/** Resolves with the clock when the frame being made now is on its way to the screen. */
const painted = () =>
  new Promise<number>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  });

/** The time from `start` until a frame in which `isDone` holds was painted, in ms. */
function paintedSince(start: number, isDone: () => boolean): Promise<number> {
  return new Promise((done) => {
    const look = () => {
      if (isDone()) painted().then((end) => done(end - start));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const all = (selector: string) => [...document.querySelectorAll(selector)];
const visibleRow = (place: number) => {
  const top = topOf(grid);
  const shown = all(grid.row).map((row) => ({ row, top: row.getBoundingClientRect().top }));
  return shown.filter((one) => one.top >= top).sort((a, b) => a.top - b.top)[place]?.row;
};
const center = (element: Element | null | undefined) => {
  if (!element) throw new Error('Nothing there to click');
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

const bench = {
  /** The contestant's code, and the typefaces it declares: in the app the shell has drawn with them before any list. */
  async load(name: ContestantName): Promise<void> {
    grid = (await LOAD[name]()).contestant;
    await Promise.all([...document.fonts].map((font) => font.load().catch(() => undefined)));
  },
  /** Draws the grid; ms until its first cells, and until rows with text cover the viewport, were painted. */
  async mount(): Promise<{ first: number; covered: number }> {
    const root = createRoot(document.getElementById('root') as HTMLElement);
    const start = performance.now();
    const first = paintedSince(start, () => all(grid.row).some((row) => row.textContent !== ''));
    const covered = paintedSince(start, () => isCovered(grid));
    root.render(grid.draw(rows));
    return { first: await first, covered: await covered };
  },
  /** Counts frames until `seen`; when `checking`, also those with part of the viewport uncovered. */
  watch(checking: boolean): void {
    stop = watchFrames(grid, checking);
  },
  seen: () => stop(),
  viewport() {
    const { x, y, width, height } = (document.querySelector(grid.viewport) as Element).getBoundingClientRect();
    return { x, y, width, height };
  },
  /** Where to click to select the nth row in sight. */
  aimAtRow(place: number) {
    clicked = afterClick(() => {
      const row = visibleRow(place);
      return row !== undefined && grid.isSelected(row);
    });
    return center(visibleRow(place)?.querySelector(grid.box));
  },
  /** Where to click to select every row, or none again. */
  aimAtAll(selects: boolean) {
    clicked = afterClick(() => all(grid.row).every((row) => grid.isSelected(row) === selects));
    return center(document.querySelector(grid.allBox));
  },
  /** Where to click to sort by a column, ascending. */
  aimAtHeader(header: keyof typeof leaders) {
    const leader = referenceOf.get(leaders[header]) ?? '';
    clicked = afterClick(() => document.querySelector(grid.firstRow)?.textContent?.includes(leader) === true);
    return center(all(grid.header).find((one) => one.textContent === header));
  },
  /** The highest band without dark pixels in a picture of the window (base64), where rows are, in CSS pixels. */
  widestGap: (picture: string) => widestGap(picture, grid),
  /** Milliseconds from the click last aimed until what it does was painted. */
  act: () => clicked,
};

/** The time from the next click until a frame in which `isDone` holds was painted, in ms. */
function afterClick(isDone: () => boolean): Promise<number> {
  return new Promise((done) => {
    const measure = () => void paintedSince(performance.now(), isDone).then(done);
    window.addEventListener('click', measure, { capture: true, once: true });
  });
}

export type Bench = typeof bench;
declare global {
  interface Window {
    bench: Bench;
  }
}
window.bench = bench;
