import { describe, expect, test } from 'vitest';
import { createSchema } from 'zod-openapi';
import { figureOf, largestFirst } from '../../../domain/reports/figure';
import {
  countsLines,
  isAggregated,
  PIVOT_FIELDS,
  PIVOT_VALUES,
  type PivotField,
  PivotPlace,
  PivotReport,
  type PivotValue,
  PivotView,
  pivotValueLabel,
  whyNotArranged,
  whyPivotSkipped,
} from '../../../domain/reports/pivot';
import { pivotTable, whyNoTable } from '../../../domain/reports/pivot-table';
import { REPORT_VALUES } from '../../../domain/reports/view';

const NOW = new Date('2026-11-02T06:30:00Z');
const view = (asked: Partial<PivotView>) => PivotView.parse(asked);
const tableOf = (...asked: Parameters<typeof pivotTable>) => [...pivotTable(...asked)];

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
  expect(countsLines(view({ ...orders, value: 'lines' }))).toBe(true);
  expect(countsLines(view({ ...orders, value: 'customers' }))).toBe(false);
  expect(countsLines(view({ ...orders, y2Field: 'BRAND', value: 'orders' }))).toBe(true);
});

test('dollars of orders and of lines have a name each', () => {
  const orders = { x1Field: 'CUSTOMER', y1Field: 'STATUS', value: 'revenue' } as const;
  expect(pivotValueLabel(view(orders))).toBe('Revenue');
  expect(pivotValueLabel(view({ ...orders, y1Field: 'BRAND' }))).toBe('Line sales');
  expect(pivotValueLabel(view({ ...orders, value: 'lines' }))).toBe('Lines');
  expect(REPORT_VALUES.revenue).toBe('Line sales');
});

test('a report of too long a time, or that can’t be arranged, is skipped', () => {
  const asked = view({ x1Field: 'CUSTOMER', y1Field: 'STATUS' });
  const why = (to: string) => whyPivotSkipped(asked, { createdFrom: '2026-01-01', createdTo: to }, NOW, 'UTC');
  expect(why('2026-07-02')).toBeNull();
  expect(why('2026-07-03')).toBe(
    'A pivot report covers at most 183 days. Choose a shorter time in which orders were created.',
  );
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

const heading = (key: string | null, label: string, parent: number | null) => ({ key, label, parent, isOthers: false });

test('a table has a heading line for each field across and a heading for each field down', () => {
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
  expect(tableOf(report, asked, { sort: { column: [], descending: false } })).toEqual([
    ['Customer', 'Total', 'Jars', 'Jars'],
    ['', '', '', 'Blue'],
    ['Total', '3.00', '3.00', '3.00'],
    ['Redwood', '1.00', '', '1 gram; 2 units'],
    ['Cedar', '2.00', '', ''],
  ]);
  const oneAcross = tableOf(report, { ...asked, y2Field: null }, {});
  expect(oneAcross.map(([first]) => first)).toEqual(['Customer', 'Total', 'Cedar', 'Redwood']);
  const folded = tableOf(report, asked, { folded: { rows: [], columns: ['A'] } });
  expect(folded.map((line) => line.length)).toEqual([3, 3, 3, 3, 3]);
});

test('few figures far apart, whose table would be almost all empty, are no table', () => {
  const axis = (headings: number) => Array.from({ length: headings }, () => ({ ...heading('1', 'Cedar', 0) }));
  expect(whyNoTable({ rows: axis(20_000), columns: axis(500) })).toBeNull();
  expect(whyNoTable({ rows: axis(20_000), columns: axis(501) })).toContain('too many cells');
});

test('a figure of quantities that stay apart tells the largest first, equal ones by their unit', () => {
  const sums = ['Pound', 'Gram', 'Unit'].map((unit, at) => ({
    unit,
    figure: ['2', '2', '3.125'][at] ?? '',
    revenue: null,
  }));
  const largest = figureOf({ value: 'quantity', aggregation: 'MAXIMUM' }, sums);
  expect(largest).toEqual([
    { unit: 'Unit', quantity: '3.125' },
    { unit: 'Gram', quantity: '2' },
    { unit: 'Pound', quantity: '2' },
  ]);
  expect(figureOf({ value: 'quantity', aggregation: 'MAXIMUM' }, sums.toReversed())).toEqual(largest);
  expect(figureOf({ value: 'quantity', aggregation: 'AVERAGE' }, sums)).toContainEqual({
    unit: 'Unit',
    quantity: '3.13',
  });
});

test.each([
  ['revenue', '12.5', '12.50'],
  ['orders', '12', '12'],
  ['customers', '3', '3'],
] as const)('a figure of %s is what was counted', (value, figure, told) => {
  expect(figureOf({ value, aggregation: 'SUM' }, [{ unit: null, figure, revenue: null }])).toBe(told);
});

test('figures are sorted the largest first, and none last', () => {
  expect([null, '2.00', '10.00', null, '-1.00'].sort(largestFirst)).toEqual(['10.00', '2.00', '-1.00', null, null]);
  // As floats these are the same.
  const close = ['9007199254740992.5', '9007199254740993.25'];
  expect(close.toSorted(largestFirst)).toEqual(close.toReversed());
  expect(largestFirst('1.5', '1.50')).toBe(0);
});

test('only revenue and quantities can be an average, a smallest or a largest', () => {
  const values = Object.keys(PIVOT_VALUES) as PivotValue[];
  expect(values.filter(isAggregated)).toEqual(['quantity', 'revenue']);
});

test('a report is of sums of quantities, and of everything, unless it says otherwise', () => {
  expect(view({})).toMatchObject({ value: 'quantity', aggregation: 'SUM', rowTop: 0, columnTop: 0, x1Field: null });
  expect(PivotView.safeParse({ rowTop: 7 }).success).toBe(false);
});

test('each field has a name of its own, and is of orders or of their lines', () => {
  const fields = Object.entries(PIVOT_FIELDS) as [PivotField, { label: string; of: string }][];
  expect(new Set(fields.map(([, { label }]) => label)).size).toBe(fields.length);
  expect(fields.filter(([, { label }]) => label === '')).toEqual([]);
  expect(fields.flatMap(([field, { of }]) => (of === 'order' ? [] : [`${field} of ${of}`]))).toEqual([
    'PRODUCT of line',
    'BRAND of line',
    'PRODUCT_LINE of line',
    'PRODUCT_CATEGORY of line',
    'STRAIN of line',
    'UNIT of line',
    'SAMPLE of line',
    'BACKORDER of line',
  ]);
});

describe('a report as it is sent', () => {
  const total = { key: null, label: 'Total', parent: null, isOthers: false };
  const sent = (cells: unknown) => ({ reportType: 'PIVOT', rows: [total], columns: [total], cells });
  const gram = { unit: 'Gram', quantity: '1.5' };

  test('has places and figures for them', () => {
    const report = sent([{ columns: [0, 2, 3], figures: ['1.00', [gram, { unit: 'Unit', quantity: '2' }], []] }]);
    expect(PivotReport.parse(report)).toEqual(report);
  });

  test.each([
    ['places between others', { columns: [0, 0.5], figures: [] }],
    ['places before the first', { columns: [0, -1], figures: [] }],
    ['places in words', { columns: [0, '1'], figures: [] }],
    ['no places', { columns: null, figures: [] }],
    ['figures that aren’t amounts', { columns: [0], figures: ['1.00', 'many'] }],
    ['figures that aren’t text', { columns: [0], figures: ['1.00', 1] }],
    ['no figures', { columns: [0], figures: {} }],
    ['quantities without a unit', { columns: [0], figures: [[gram, { quantity: '1' }]] }],
    ['quantities without an amount', { columns: [0], figures: [[gram, { unit: 'Gram' }]] }],
    ['quantities of an unnamed unit', { columns: [0], figures: [[gram, { ...gram, unit: 1 }]] }],
    ['quantities as numbers', { columns: [0], figures: [[gram, { ...gram, quantity: 1 }]] }],
    ['quantities that are nothing', { columns: [0], figures: [[gram, null]] }],
    ['quantities that are text', { columns: [0], figures: [[gram, 'Gram']] }],
  ])('never has %s', (_, cells) => {
    expect(PivotReport.safeParse(sent([cells])).success).toBe(false);
  });

  test('is described to those who read it by program', () => {
    const { schema } = createSchema(PivotReport) as unknown as { schema: { properties: { cells: { items: object } } } };
    const text = { type: 'string' };
    const quantity = { type: 'object', properties: { unit: text, quantity: text }, required: ['unit', 'quantity'] };
    expect(schema.properties.cells.items).toMatchObject({
      properties: {
        columns: { type: 'array', items: { type: 'integer', minimum: 0 } },
        figures: { type: 'array', items: { anyOf: [text, { type: 'array', items: quantity }] } },
      },
    });
  });
});

test('a place in a report is named by up to two keys each way', () => {
  const isPlace = (row: unknown[], column: unknown[]) => PivotPlace.safeParse({ row, column }).success;
  expect([isPlace([], []), isPlace(['a', null], ['b', 'c'])]).toEqual([true, true]);
  expect([isPlace(['a', 'b', 'c'], []), isPlace([], ['a', 'b', 'c']), isPlace([1], [])]).toEqual([false, false, false]);
});
