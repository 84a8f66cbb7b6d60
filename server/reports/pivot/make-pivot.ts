import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { z } from 'zod';
import { sizeOfFigure } from '../../../domain/reports/arrangement';
import type { pivotReports as contract } from '../../../domain/reports/contract';
import { figureOf, largestFirst } from '../../../domain/reports/figure';
import {
  MOST_CELLS,
  OTHERS,
  type PivotField,
  type PivotFigure,
  type PivotHeading,
  type PivotReport,
  type PivotView,
  TOO_MANY_CELLS,
  whyPivotSkipped,
} from '../../../domain/reports/pivot';
import type { Skipped } from '../../../domain/reports/report';
import type { ListContext } from '../../db/list';
import type { Verb } from '../../implement';
import { salesOrders } from '../../orders/lists/search-orders';
import { FIELDS } from './fields';
import { type Arranged, type Axes, type Axis, countCells, type Sum } from './sums';

const present = (...fields: (PivotField | null)[]): PivotField[] => fields.filter((field) => field !== null);

/** The axes of an arrangement; where only the most are shown, those are read first. */
export async function axesOf(ctx: ListContext, asked: Arranged): Promise<Axes> {
  const { x1Field, x2Field, y1Field, y2Field, rowTop, columnTop } = asked.viewOptions;
  const [rows, columns] = await Promise.all([
    axisOf(ctx, asked, present(x1Field, x2Field), rowTop),
    axisOf(ctx, asked, present(y1Field, y2Field), columnTop),
  ]);
  return { rows, columns };
}

async function axisOf(
  ctx: ListContext,
  asked: Arranged,
  fields: PivotField[],
  top: PivotView['rowTop'],
): Promise<Axis> {
  if (top === 0) return { fields, kept: null };
  const alone: Axes = { rows: { fields: fields.slice(0, 1), kept: null }, columns: { fields: [], kept: null } };
  const sums = await countCells(ctx, asked, alone, MOST_CELLS + 1);
  const byKey = new Map<string, Sum[]>();
  for (const sum of sums) {
    if (sum.rowDepth === 0 || sum.x1 === null) continue;
    byKey.set(sum.x1, [...(byKey.get(sum.x1) ?? []), sum]);
  }
  if (byKey.size <= top) return { fields, kept: null };
  const sized = [...byKey].map(([key, of]) => ({ key, size: sizeOfFigure(figureOf(asked.viewOptions, of)) }));
  sized.sort((a, b) => largestFirst(a.size, b.size) || (a.key < b.key ? -1 : 1));
  return { fields, kept: sized.slice(0, top).map(({ key }) => key) };
}

/** A pivot report on a search's orders; SKIPPED when it can't be arranged so. NOT_FOUND for another organization's company. */
export async function pivotOn(ctx: ListContext, asked: Arranged): Promise<PivotReport | z.infer<typeof Skipped>> {
  await salesOrders.assertOwnCompany(ctx, asked.companyId);
  const hint = whyPivotSkipped(asked.viewOptions, asked.filters, ctx.now, ctx.timeZone);
  if (hint !== null) return { reportType: 'SKIPPED', hint };
  const axes = await axesOf(ctx, asked);
  const sums = await countCells(ctx, asked, axes, MOST_CELLS + 1);
  if (sums.length > MOST_CELLS) return { reportType: 'SKIPPED', hint: TOO_MANY_CELLS };
  return arrange(ctx, asked.viewOptions, axes, sums);
}

export const makePivot: Verb<typeof contract.make> = (ctx, { body }) => pivotOn(ctx, body);

/** A heading while its axis is put in order. */
type Node = {
  key: string | null;
  label: string;
  isOthers: boolean;
  size: string | null;
  within: Map<string | null, Node>;
  at: number;
};

const node = (key: string | null, isOthers: boolean): Node => ({
  key,
  label: '',
  isOthers,
  size: null,
  within: new Map(),
  at: 0,
});

/** The heading of these keys below a total, made when it is first met. */
function under(total: Node, path: readonly (string | null)[]): Node {
  let at = total;
  path.forEach((key, depth) => {
    let next = at.within.get(key);
    if (next === undefined) {
      next = node(key, depth === 0 && key === OTHERS);
      at.within.set(key, next);
    }
    at = next;
  });
  return at;
}

/** Sums put in their places before other calls get a turn. */
const AT_A_TIME = 5_000;

/** Sums as a report: its headings named and in order, and the cells at their places. */
async function arrange(ctx: ListContext, view: PivotView, axes: Axes, sums: readonly Sum[]): Promise<PivotReport> {
  const totals = { rows: node(null, false), columns: node(null, false) };
  const cells = new Map<Node, Map<Node, Sum[]>>();
  for (const [at, sum] of sums.entries()) {
    if (at % AT_A_TIME === AT_A_TIME - 1) await letOthersIn();
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
  let placed = 0;
  for (const [row, filled] of cells) {
    placed += filled.size;
    if (placed >= AT_A_TIME) {
      placed = 0;
      await letOthersIn();
    }
    const known: { column: Node; figure: PivotFigure }[] = [];
    for (const [column, counted] of filled) {
      const figure = figureOf(view, counted);
      if (figure === undefined) continue;
      known.push({ column, figure });
      if (column === totals.columns) row.size = sizeOfFigure(figure);
      if (row === totals.rows) column.size = sizeOfFigure(figure);
    }
    figures.set(row, known);
  }
  const [rows, columns] = await Promise.all([
    inOrder(ctx, totals.rows, axes.rows),
    inOrder(ctx, totals.columns, axes.columns),
  ]);
  return {
    reportType: 'PIVOT',
    rows: rows.headings,
    columns: columns.headings,
    cells: rows.nodes.map((row) => {
      const known = (figures.get(row) ?? []).sort((a, b) => a.column.at - b.column.at);
      return { columns: known.map(({ column }) => column.at), figures: known.map(({ figure }) => figure) };
    }),
  };
}

/** An axis's headings in order: the total, then each primary value followed by its secondary ones. */
async function inOrder(ctx: ListContext, total: Node, { fields }: Axis) {
  await Promise.all(
    fields.map((field, depth) => nameAll(ctx, field, depth === 0 ? [total] : [...total.within.values()])),
  );
  total.label = 'Total';
  const nodes: Node[] = [];
  const headings: PivotHeading[] = [];
  const add = (added: Node, parent: number | null, depth: number) => {
    added.at = nodes.length;
    nodes.push(added);
    headings.push({ key: added.key, label: added.label, parent, isOthers: added.isOthers });
    const field = fields[depth];
    if (field === undefined) return;
    for (const next of [...added.within.values()].sort(comparing(field))) add(next, added.at, depth + 1);
  };
  add(total, null, 0);
  return { nodes, headings };
}

async function nameAll(ctx: ListContext, field: PivotField, parents: readonly Node[]): Promise<void> {
  const nodes = parents.flatMap(({ within }) => [...within.values()]);
  const keys = new Set(nodes.flatMap(({ key, isOthers }) => (key === null || isOthers ? [] : [key])));
  const label = await FIELDS[field].label(ctx, [...keys]);
  for (const one of nodes) one.label = one.isOthers ? 'Others' : one.key === null ? 'None' : label(one.key);
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
    return largestFirst(a.size, b.size) || text(a.label, b.label) || text(one, other);
  };
}
