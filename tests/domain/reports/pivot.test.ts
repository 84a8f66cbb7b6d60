import { expect, test } from 'vitest';
import { figureOf } from '../../../domain/reports/figure';
import {
  countsLines,
  type PivotReport,
  PivotView,
  whyNotArranged,
  whyPivotSkipped,
} from '../../../domain/reports/pivot';
import { pivotTable } from '../../../domain/reports/pivot-table';

const NOW = new Date('2026-11-02T06:30:00Z');
const view = (asked: Partial<PivotView>) => PivotView.parse(asked);

test('an arrangement needs both primary fields, each field once, and lines not beside orders across', () => {
  const needed = 'Please select both Row Primary and Column Primary fields to generate the pivot report.';
  expect(whyNotArranged(view({}))).toBe(needed);
  expect(whyNotArranged(view({ x1Field: 'CUSTOMER', x2Field: 'STATUS' }))).toBe(needed);
  expect(whyNotArranged(view({ y1Field: 'CUSTOMER' }))).toBe(needed);
  const same = 'The same field cannot be selected in both row and column dimensions.';
  expect(whyNotArranged(view({ x1Field: 'CUSTOMER', y1Field: 'CUSTOMER' }))).toBe(same);
  expect(whyNotArranged(view({ x1Field: 'CUSTOMER', x2Field: 'STATUS', y1Field: 'BRAND', y2Field: 'STATUS' }))).toBe(
    same,
  );
  const flip =
    'Line item fields cannot be used on the row axis when order fields are on the column axis. Please flip your axes.';
  expect(whyNotArranged(view({ x1Field: 'BRAND', y1Field: 'STATUS' }))).toBe(flip);
  expect(whyNotArranged(view({ x1Field: 'CUSTOMER', x2Field: 'BRAND', y1Field: 'UNIT', y2Field: 'STATUS' }))).toBe(
    flip,
  );
  expect(whyNotArranged(view({ x1Field: 'STATUS', y1Field: 'BRAND' }))).toBeNull();
  expect(whyNotArranged(view({ x1Field: 'BRAND', y1Field: 'PRODUCT' }))).toBeNull();
});

test('lines are counted once a field or figure of theirs is asked for, else whole orders', () => {
  const orders = { x1Field: 'CUSTOMER', y1Field: 'STATUS' } as const;
  expect(countsLines(view({ ...orders, value: 'revenue' }))).toBe(false);
  expect(countsLines(view({ ...orders, value: 'quantity' }))).toBe(true);
  expect(countsLines(view({ ...orders, value: 'averagePrice' }))).toBe(true);
  expect(countsLines(view({ ...orders, y2Field: 'BRAND', value: 'orders' }))).toBe(true);
});

test('a report of too long a time, or that can’t be arranged, is skipped', () => {
  const asked = view({ x1Field: 'CUSTOMER', y1Field: 'STATUS' });
  const why = (to: string) => whyPivotSkipped(asked, { createdFrom: '2026-01-01', createdTo: to }, NOW, 'UTC');
  expect(why('2026-07-02')).toBeNull();
  expect(why('2026-07-03')).toContain('at most 183 days');
  expect(whyPivotSkipped(asked, { createdRel: 'LAST_6_MONTHS' }, NOW, 'UTC')).toBeNull();
  expect(whyPivotSkipped(asked, { createdRel: 'LAST_1_YEAR' }, NOW, 'UTC')).toContain('at most 183 days');
  expect(whyPivotSkipped(view({}), { createdRel: 'LAST_6_MONTHS' }, NOW, 'UTC')).toContain('Row Primary');
});

test('sums put units together, averages keep them apart, a price of several units isn’t said', () => {
  const sums = [
    { unit: 'Gram', figure: '400', revenue: '40' },
    { unit: 'Pound', figure: '2', revenue: '60' },
  ];
  expect(figureOf({ value: 'quantity', aggregation: 'SUM' }, sums)).toEqual([{ unit: 'Gram', quantity: '1307.18474' }]);
  expect(figureOf({ value: 'quantity', aggregation: 'MAXIMUM' }, sums)).toEqual([
    { unit: 'Gram', quantity: '400' },
    { unit: 'Pound', quantity: '2' },
  ]);
  const third = [{ unit: 'Unit', figure: '3.3333333333333333', revenue: '10' }];
  expect(figureOf({ value: 'quantity', aggregation: 'AVERAGE' }, third)).toEqual([{ unit: 'Unit', quantity: '3.33' }]);
  expect(figureOf({ value: 'averagePrice', aggregation: 'SUM' }, third)).toBe('3.00');
  const mixed = [...third, { unit: 'Gram', figure: '1', revenue: '1' }];
  expect(figureOf({ value: 'averagePrice', aggregation: 'SUM' }, mixed)).toBeUndefined();
  expect(figureOf({ value: 'revenue', aggregation: 'SUM' }, [])).toBeUndefined();
});

test('a table has a heading line for each field across and a heading for each field down', () => {
  const heading = (key: string | null, label: string, parent: number | null) => ({
    key,
    label,
    parent,
    isOthers: false,
  });
  const report: PivotReport = {
    reportType: 'PIVOT',
    rows: [heading(null, 'Total', null), heading('1', 'Cedar', 0), heading('2', 'Redwood', 0)],
    columns: [heading(null, 'Total', null), heading('A', 'Jars', 0), heading('7', 'Blue', 1)],
    cells: [
      { columns: [0, 1, 2], figures: ['3.00', '3.00', '3.00'] },
      { columns: [0], figures: ['2.00'] },
      {
        columns: [0, 2],
        figures: [
          '1.00',
          [
            { unit: 'Gram', quantity: '1' },
            { unit: 'Unit', quantity: '2' },
          ],
        ],
      },
    ],
  };
  const asked = view({ x1Field: 'CUSTOMER', y1Field: 'PRODUCT_LINE', y2Field: 'PRODUCT', value: 'revenue' });
  expect(pivotTable(report, asked, { sort: { column: [], descending: false } })).toEqual([
    ['Customer', 'Total', 'Jars', 'Jars'],
    ['', '', '', 'Blue'],
    ['Total', '3.00', '3.00', '3.00'],
    ['Redwood', '1.00', '', '1 Gram; 2 Unit'],
    ['Cedar', '2.00', '', ''],
  ]);
  const folded = pivotTable(report, asked, { folded: { rows: [], columns: ['A'] } });
  expect(folded.map((line) => line.length)).toEqual([3, 3, 3, 3, 3]);
});
