import type { z } from 'zod';
import { sizeOfFigure } from '../../../domain/reports/arrangement';
import type { pivotReports as contract } from '../../../domain/reports/contract';
import { figureOf, largestFirst } from '../../../domain/reports/figure';
import {
  MOST_CELLS,
  type PivotField,
  type PivotReport,
  type PivotView,
  TOO_MANY_CELLS,
  whyPivotSkipped,
} from '../../../domain/reports/pivot';
import type { Skipped } from '../../../domain/reports/report';
import type { ListContext } from '../../db/list';
import type { Verb } from '../../implement';
import { salesOrders } from '../../orders/lists/search-orders';
import { arrange } from './arrange-pivot';
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
