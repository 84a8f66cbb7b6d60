import { loadavg } from 'node:os';
import { verdict } from '../verdict';
import { FAST_PX, ROUNDS, SLOW_PX } from './conditions';
import { median, type Round } from './contest';
import type { ContestantName } from './page/contestant';

type Rounds = Record<ContestantName, Round[]>;

const NAMES: Record<ContestantName, string> = { verdant: 'ours', antd: 'antd virtual', ag: 'AG Grid' };

const LINES: readonly [keyof Round, string, string][] = [
  ['first', 'first cells painted', 'ms'],
  ['covered', 'viewport filled', 'ms'],
  ['heap', 'heap beside the data', 'MB'],
  ['slow', 'scrolling slowly, per frame', 'ms'],
  ['fast', 'scrolling fast, per frame', 'ms'],
  ['select', 'select a row to paint', 'ms'],
  ['selectAll', 'select all to paint', 'ms'],
  ['sortNumbers', 'sort numbers to paint', 'ms'],
  ['sortText', 'sort text to paint', 'ms'],
];

/** Prints medians over the rounds with their range, blank frames summed, and the goals. */
export function reportGrids(rounds: Rounds): void {
  const names = Object.keys(NAMES) as ContestantName[];
  const column = (text: string) => text.padStart(26);
  const of = (name: ContestantName, field: keyof Round) => rounds[name].map((round) => round[field]);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nGrids alone, 100,000 rows × 20 columns in memory, 1440 × 900, ${ROUNDS} rounds, load ${load}`);
  console.log(`  slow ${SLOW_PX} px/s, fast ${FAST_PX} px/s by wheel; per frame: main-thread CPU ms\n`);
  console.log(`    ${''.padEnd(28)}${names.map((name) => column(NAMES[name])).join('')}`);
  for (const [field, label, unit] of LINES) {
    const cells = names.map((name) => {
      const values = of(name, field);
      const range = `(${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
      return column(`${median(values).toFixed(1)} ${unit} ${range}`);
    });
    console.log(`    ${label.padEnd(28)}${cells.join('')}`);
  }
  const sum = (name: ContestantName, field: keyof Round) => of(name, field).reduce((a, b) => a + b, 0);
  const share = (part: keyof Round, whole: keyof Round) =>
    names.map((name) => column(`${sum(name, part)} of ${sum(name, whole)}`)).join('');
  console.log(`    ${'blank frames, by the page'.padEnd(28)}${share('blankFrames', 'frames')}`);
  console.log(`    ${'blank frames, by pictures'.padEnd(28)}${share('blankPictures', 'pictures')}\n`);

  const ratio = (field: keyof Round, other: ContestantName) => median(of('verdant', field)) / median(of(other, field));
  console.log(`    first cells over AG Grid’s      ${verdict(ratio('first', 'ag'), '≤', 0.6)}`);
  console.log(`    slow scrolling over antd’s      ${verdict(ratio('slow', 'antd'), '≤', 0.5)}`);
  console.log(`    fast scrolling over antd’s      ${verdict(ratio('fast', 'antd'), '≤', 0.5)}`);
  console.log(`    select to paint, ms             ${verdict(median(of('verdant', 'select')), '≤', 20)}`);
  const blank = sum('verdant', 'blankFrames') + sum('verdant', 'blankPictures');
  console.log(`    blank frames                    ${verdict(blank, '≤', 0)}\n`);
}
