import { formatNumber, formatUsd } from '../../../domain/money';
import { figureAt, sizeOfFigure } from '../../../domain/reports/arrangement';
import type { PivotFigure, PivotHeading, PivotReport, PivotValue } from '../../../domain/reports/pivot';
import { quantityText } from '../../../domain/reports/sold';
import type { PivotLine } from '../../ui/pivot';

const DOLLARS: readonly PivotValue[] = ['revenue', 'averagePrice'];

/** A figure as it is read. */
export function figureText(figure: PivotFigure | undefined, value: PivotValue): string {
  if (figure === undefined) return '';
  if (typeof figure !== 'string') return quantityText(figure);
  return DOLLARS.includes(value) ? formatUsd(figure) : formatNumber(figure);
}

const levelOf = ({ parent }: PivotHeading) => (parent === null ? 0 : parent === 0 ? 1 : 2);

/** An axis as shown: which of its lines, in order, and which of them are folded. */
export function linesOf(
  headings: readonly PivotHeading[],
  shown: readonly number[],
  folded: readonly PivotHeading['key'][],
): PivotLine[] {
  const parents = new Set(headings.map(({ parent }) => parent));
  const isFolded = new Set(folded);
  return shown.flatMap((id) => {
    const heading = headings[id];
    if (!heading) return [];
    const level = levelOf(heading);
    const hasOthers = level === 1 && parents.has(id);
    return { id, label: heading.label, level, isFolded: hasOthers ? isFolded.has(heading.key) : undefined };
  });
}

/** The keys of an axis' values that have others within them. */
export function foldable(headings: readonly PivotHeading[]): PivotHeading['key'][] {
  const parents = new Set(headings.map(({ parent }) => parent));
  return headings.flatMap((heading, at) => (levelOf(heading) === 1 && parents.has(at) ? [heading.key] : []));
}

const SHADES = 5;

/**
 * How strongly cells are shaded, from 0 to 5: each beside others of the same levels and unit, totals and mixed units
 * never.
 */
export function heatOf(report: PivotReport): (row: number, column: number) => number {
  const rows = report.rows.map(levelOf);
  const columns = report.columns.map(levelOf);
  const kindOf = (row: number, column: number, figure: PivotFigure): number | string | null => {
    const down = rows[row] ?? 0;
    const across = columns[column] ?? 0;
    if (down === 0 || across === 0) return null;
    const levels = down * 3 + across;
    if (typeof figure === 'string') return levels;
    return figure.length === 1 ? `${levels} ${figure[0]?.unit}` : null;
  };
  const largest = new Map<number | string | null, number>();
  report.cells.forEach(({ columns: filled, figures }, row) => {
    filled.forEach((column, at) => {
      const figure = figures[at];
      const kind = figure === undefined ? null : kindOf(row, column, figure);
      if (kind === null) return;
      const size = Number(sizeOfFigure(figure));
      if (size > (largest.get(kind) ?? 0)) largest.set(kind, size);
    });
  });
  return (row, column) => {
    const figure = figureAt(report, row, column);
    const most = figure === undefined ? undefined : largest.get(kindOf(row, column, figure));
    return most ? Math.max(0, Math.ceil((Number(sizeOfFigure(figure)) / most) * SHADES)) : 0;
  };
}
