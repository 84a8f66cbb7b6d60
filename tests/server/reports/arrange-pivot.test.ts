import { expect, test } from 'vitest';
import { figureAt } from '../../../domain/reports/arrangement';
import { MOST_CELLS, type PivotReport, PivotView } from '../../../domain/reports/pivot';
import type { ListContext } from '../../../server/db/list';
import { arrange } from '../../../server/reports/pivot/arrange-pivot';
import type { Axes, Sum } from '../../../server/reports/pivot/sums';
import { longestStretch, measureOfWork } from '../../support/work';

/** Fields whose values are their own names, so that nothing is looked up. */
const FIELDS = { x1Field: 'PRODUCT_CATEGORY', y1Field: 'UNIT' } as const;
const axes: Axes = {
  rows: { fields: [FIELDS.x1Field], kept: null },
  columns: { fields: [FIELDS.y1Field], kept: null },
};

/** What is counted of so many rows and columns with every cell filled, totals included; no two rows alike. */
function* sumsOf(rows: number, columns: number): Generator<Sum> {
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [x1, y1] = [row === 0 ? null : `row ${row}`, column === 0 ? null : `column ${column}`];
      const figure = (((row * 7919 + column * 104_729) % 900_001) / 100 + 1).toFixed(2);
      const depths = { rowDepth: Math.sign(row), columnDepth: Math.sign(column) };
      yield { x1, x2: null, y1, y2: null, ...depths, unit: null, figure, revenue: null };
    }
  }
}

test.each([
  ['as tall as can be', MOST_CELLS / 2 - 1, 1],
  ['as wide as can be', 1, MOST_CELLS / 2 - 1],
  ['square', 499, 499],
])('the largest pivot report, %s, is arranged without holding others up', async (_shape, rows, columns) => {
  const sums = [...sumsOf(rows, columns)];
  const view = PivotView.parse({ ...FIELDS, value: 'revenue' });
  const make = () => arrange({} as ListContext, view, axes, sums);
  // What is compiled on first use isn't the report's doing.
  await make();
  let report: PivotReport | undefined;
  const share = measureOfWork();
  const stretch = await longestStretch(async () => {
    report = await make();
  }, share);
  if (report === undefined) return expect.fail('No report was made');
  expect([report.rows.length, report.columns.length]).toEqual([rows + 1, columns + 1]);
  const totals = report.rows.map((_, at) => Number(figureAt(report as PivotReport, at, 0)));
  expect(totals.slice(1)).toEqual(totals.slice(1).toSorted((a, b) => b - a));
  expect(stretch).toBeLessThan(share);
});
