import { describeQuantity } from '../catalogue/units/quantity';
import { figureAt, type PivotLook, pathOf, shownOf } from './arrangement';
import {
  PIVOT_FIELDS,
  type PivotFigure,
  type PivotHeading,
  type PivotReport,
  type PivotView,
  TOO_MANY_CELLS,
} from './pivot';

/** Amounts in several units stand in one cell: "12 units; 3.5 grams". */
const textOf = (figure: PivotFigure | undefined): string => {
  if (figure === undefined || typeof figure === 'string') return figure ?? '';
  return figure.map(({ unit, quantity }) => describeQuantity(quantity, unit)).join('; ');
};

/** What a heading says at a depth: its primary value, and its secondary one if it is one of those. */
function labelAt(headings: readonly PivotHeading[], at: number, depth: number): string {
  const own = pathOf(headings, at).length;
  const heading = headings[at];
  if (heading === undefined || own === 0) return depth === 0 ? (heading?.label ?? '') : '';
  if (own - 1 === depth) return heading.label;
  return own - 1 > depth ? (headings[heading.parent ?? 0]?.label ?? '') : '';
}

/** Most cells of a table. A report has few figures that may be far apart: most of its table is empty. */
const MOST_CELLS_SHOWN = 10_000_000;

/** Why a report isn't made a table, and what to change; null when it is. */
export const whyNoTable = ({ rows, columns }: Pick<PivotReport, 'rows' | 'columns'>): string | null =>
  rows.length * columns.length > MOST_CELLS_SHOWN ? TOO_MANY_CELLS : null;

/**
 * A pivot report's cells as they are seen, as text, line by line: a heading line for each field across, then a line for
 * each row, which begins with a heading for each field down.
 */
export function* pivotTable(report: PivotReport, view: PivotView, look: PivotLook): Generator<string[]> {
  const shown = shownOf(report, look);
  const down = [view.x1Field, view.x2Field].filter((field) => field !== null);
  const across = [view.y1Field, view.y2Field].filter((field) => field !== null);
  for (const depth of across.keys())
    yield [
      ...down.map((field) => (depth === 0 ? PIVOT_FIELDS[field].label : '')),
      ...shown.columns.map((column) => labelAt(report.columns, column, depth)),
    ];
  for (const row of shown.rows)
    yield [
      ...down.map((_, depth) => labelAt(report.rows, row, depth)),
      ...shown.columns.map((column) => textOf(figureAt(report, row, column))),
    ];
}
