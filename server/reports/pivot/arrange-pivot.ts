import { setImmediate as letOthersIn } from 'node:timers/promises';
import { sizeOfFigure } from '../../../domain/reports/arrangement';
import { figureOf, largestFirst } from '../../../domain/reports/figure';
import {
  OTHERS,
  type PivotField,
  type PivotFigure,
  type PivotHeading,
  type PivotReport,
  type PivotView,
} from '../../../domain/reports/pivot';
import type { ListContext } from '../../db/list';
import { FIELDS } from './fields';
import type { Axes, Axis, Sum } from './sums';

/** A heading while its axis is put in order. */
type Node = {
  key: string | null;
  label: string;
  isOthers: boolean;
  size: string | null;
  /** The size as a float, by which 100,000 are sorted in a third of the time; below all others without one. */
  weight: number;
  within: Map<string | null, Node>;
  at: number;
};

/** What is within a value that has none below it: most have none, and a map for each would cost more than all else. */
const NONE: Node['within'] = new Map();

const node = (key: string | null, isOthers: boolean): Node => ({
  key,
  label: '',
  isOthers,
  size: null,
  weight: Number.NEGATIVE_INFINITY,
  within: NONE,
  at: 0,
});

function setSize(of: Node, figure: PivotFigure): void {
  of.size = sizeOfFigure(figure);
  if (of.size !== null) of.weight = Number(of.size);
}

/** The heading of these keys below a total, made when it is first met. */
function under(total: Node, path: readonly (string | null)[]): Node {
  let at = total;
  path.forEach((key, depth) => {
    let next = at.within.get(key);
    if (next === undefined) {
      next = node(key, depth === 0 && key === OTHERS);
      if (at.within === NONE) at.within = new Map();
      at.within.set(key, next);
    }
    at = next;
  });
  return at;
}

/** Sums, cells or headings that are worked on before other calls get a turn. */
const AT_A_TIME = 5_000;

type Pause = (worked?: number) => Promise<void> | undefined;

/** Lets others in whenever so many were worked on. */
function pauses(): Pause {
  let left = AT_A_TIME;
  return (worked = 1) => {
    left -= worked;
    if (left > 0) return undefined;
    left = AT_A_TIME;
    return letOthersIn();
  };
}

/** Sums as a report: its headings named and in order, and the cells at their places. */
export async function arrange(
  ctx: ListContext,
  view: PivotView,
  axes: Axes,
  sums: readonly Sum[],
): Promise<PivotReport> {
  const totals = { rows: node(null, false), columns: node(null, false) };
  const cells = new Map<Node, Map<Node, Sum[]>>();
  const pause = pauses();
  for (const sum of sums) {
    await pause();
    const row = [sum.x1, sum.x2].slice(0, sum.rowDepth);
    const column = [sum.y1, sum.y2].slice(0, sum.columnDepth);
    // "Others" is one heading: its secondary values aren't told apart.
    if ((row.length > 1 && row[0] === OTHERS) || (column.length > 1 && column[0] === OTHERS)) continue;
    const [atRow, atColumn] = [under(totals.rows, row), under(totals.columns, column)];
    const filled = cells.get(atRow) ?? new Map<Node, Sum[]>();
    cells.set(atRow, filled);
    const counted = filled.get(atColumn);
    if (counted) counted.push(sum);
    else filled.set(atColumn, [sum]);
  }
  const figures = new Map<Node, { column: Node; figure: PivotFigure }[]>();
  for (const [row, filled] of cells) {
    const known: { column: Node; figure: PivotFigure }[] = [];
    for (const [column, counted] of filled) {
      await pause();
      const figure = figureOf(view, counted);
      if (figure === undefined) continue;
      known.push({ column, figure });
      if (column === totals.columns) setSize(row, figure);
      if (row === totals.rows) setSize(column, figure);
    }
    figures.set(row, known);
  }
  const [rows, columns] = await Promise.all([
    inOrder(ctx, totals.rows, axes.rows),
    inOrder(ctx, totals.columns, axes.columns),
  ]);
  const shown: PivotReport['cells'] = [];
  for (const row of rows.nodes) {
    const known = await sorted(figures.get(row) ?? [], (a, b) => a.column.at - b.column.at, pause);
    shown.push({ columns: known.map(({ column }) => column.at), figures: known.map(({ figure }) => figure) });
    await pause(1 + known.length);
  }
  return { reportType: 'PIVOT', rows: rows.headings, columns: columns.headings, cells: shown };
}

/** An axis's headings in order: the total, then each primary value followed by its secondary ones. */
async function inOrder(ctx: ListContext, total: Node, { fields }: Axis) {
  await Promise.all(
    fields.map((field, depth) => nameAll(ctx, field, depth === 0 ? [total] : [...total.within.values()])),
  );
  total.label = 'Total';
  const nodes: Node[] = [];
  const headings: PivotHeading[] = [];
  const pause = pauses();
  const add = async (added: Node, parent: number | null, depth: number) => {
    added.at = nodes.length;
    nodes.push(added);
    headings.push({ key: added.key, label: added.label, parent, isOthers: added.isOthers });
    await pause();
    const field = fields[depth];
    if (field === undefined || added.within.size === 0) return;
    for (const next of await sorted([...added.within.values()], comparing(field), pause))
      await add(next, added.at, depth + 1);
  };
  await add(total, null, 0);
  return { nodes, headings };
}

/** Sorted a run at a time, and runs merged by twos: 125,000 sorted in one hold others up for 100 ms. */
async function sorted<T>(all: readonly T[], compare: (a: T, b: T) => number, pause: Pause): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < all.length; from += AT_A_TIME) {
    const run = all.slice(from, from + AT_A_TIME).sort(compare);
    runs.push(run);
    await pause(run.length);
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const run = mergedOf(runs[at] ?? [], runs[at + 1] ?? [], compare);
      merged.push(run);
      await pause(run.length);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function mergedOf<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let at = 0;
  for (const next of one) {
    for (let before = other[at]; before !== undefined && compare(before, next) < 0; before = other[at]) {
      merged.push(before);
      at += 1;
    }
    merged.push(next);
  }
  return merged.concat(other.slice(at));
}

async function nameAll(ctx: ListContext, field: PivotField, parents: readonly Node[]): Promise<void> {
  const pause = pauses();
  const keys = new Set<string>();
  for (const { within } of parents) {
    for (const { key, isOthers } of within.values()) {
      await pause();
      if (key !== null && !isOthers) keys.add(key);
    }
  }
  const label = await FIELDS[field].label(ctx, [...keys]);
  for (const { within } of parents) {
    for (const one of within.values()) {
      await pause();
      one.label = one.isOthers ? 'Others' : one.key === null ? 'None' : label(one.key);
    }
  }
}

/** How a field's values stand beside each other: in their own order or the largest first; "None" and "Others" last. */
function comparing(field: PivotField): (a: Node, b: Node) => number {
  const { order } = FIELDS[field];
  const lateness = ({ key, isOthers }: Node) => (isOthers ? 2 : key === null ? 1 : 0);
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) => {
    const [one, other] = [a.key ?? '', b.key ?? ''];
    const late = lateness(a) - lateness(b);
    if (late !== 0) return late;
    if (order === 'key') return text(one, other);
    if (order !== undefined) return order.indexOf(one) - order.indexOf(other);
    return b.weight - a.weight || largestFirst(a.size, b.size) || text(a.label, b.label) || text(one, other);
  };
}
