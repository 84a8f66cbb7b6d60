import { expect, test } from 'vitest';
import { seriesOf } from '../../../domain/reports/series';
import { addUp, averagePrice, rankBy, shareOf } from '../../../domain/reports/sold';

test('several units of one measure become its own unit, one alone stays, and measures stay apart', () => {
  expect(addUp([{ unit: 'Pound', quantity: '2' }])).toEqual([{ unit: 'Pound', quantity: '2' }]);
  expect(
    addUp([
      { unit: 'Pound', quantity: '1' },
      { unit: 'Gram', quantity: '0.5' },
      { unit: 'Unit', quantity: '12' },
    ]),
  ).toEqual([
    { unit: 'Gram', quantity: '454.09237' },
    { unit: 'Unit', quantity: '12' },
  ]);
});

test('amounts that stay apart are told the largest first, equal ones by the name of their unit', () => {
  const added = addUp([
    { unit: 'Unit', quantity: '5' },
    { unit: 'Liter', quantity: '0.02' },
    { unit: 'Milliliter', quantity: '30' },
    { unit: 'Gram', quantity: '5' },
  ]);
  expect(added).toEqual([
    { unit: 'Milliliter', quantity: '50' },
    { unit: 'Gram', quantity: '5' },
    { unit: 'Unit', quantity: '5' },
  ]);
  expect(addUp([...added].reverse())).toEqual(added);
});

test('cases, which hold different numbers, and units nobody knows aren’t added to others', () => {
  expect(
    addUp([
      { unit: 'Case', quantity: '3' },
      { unit: 'Unit', quantity: '2' },
      { unit: 'Bushel', quantity: '1' },
    ]).map(({ unit }) => unit),
  ).toEqual(['Case', 'Unit', 'Bushel']);
});

test.each([
  ['25.00', '100.00', 0.25],
  ['0.00', '0.00', 0],
  ['-5.00', '100.00', 0],
  ['105.00', '100.00', 1],
])('a part of %s of %s is %f', (revenue, all, share) => {
  expect(shareOf(revenue, all)).toBe(share);
});

test('an average price is said for one unit only, and never of nothing', () => {
  const quantities = [{ unit: 'Unit', quantity: '3' }];
  expect(averagePrice({ quantities, revenue: '10.00' })).toBe('3.33');
  expect(averagePrice({ quantities: [...quantities, { unit: 'Gram', quantity: '1' }], revenue: '10.00' })).toBeNull();
  expect(averagePrice({ quantities: [{ unit: 'Unit', quantity: '0' }], revenue: '10.00' })).toBeNull();
  expect(averagePrice({ quantities: [], revenue: '10.00' })).toBeNull();
});

test('equals share a rank, and the next one counts them', () => {
  const row = (id: number, revenue: string) => ({ id, revenue, quantities: [], orders: 1, customers: 1 });
  const ranked = rankBy([row(3, '5.00'), row(2, '9.00'), row(1, '9.00')], 'revenue');
  expect(ranked.map(({ id, rank }) => [id, rank])).toEqual([
    [1, 1],
    [2, 1],
    [3, 3],
  ]);
});

test.each([
  ['quantity', [4, 1, 2, 3]],
  ['averagePrice', [2, 1, 3, 4]],
  ['orders', [1, 2, 3, 4]],
  ['customers', [4, 3, 2, 1]],
] as const)('what was sold is ranked by its %s, and what has none comes last', (value, ids) => {
  const units = (...quantities: string[]) => quantities.map((quantity, at) => ({ unit: `u${at}`, quantity }));
  const rows = [
    { id: 1, revenue: '30.00', quantities: units('10'), orders: 4, customers: 1 },
    { id: 2, revenue: '40.00', quantities: units('9'), orders: 3, customers: 2 },
    { id: 3, revenue: '10.00', quantities: [], orders: 2, customers: 3 },
    { id: 4, revenue: '20.00', quantities: units('100', '1'), orders: 1, customers: 4 },
  ];
  expect(rankBy(rows, value).map(({ id }) => id)).toEqual(ids);
});

test('series are told the largest first, equal ones by their key, and all of them unless several are left over', () => {
  const part = (key: string, revenue: string) => ({ key, label: key, period: 0, revenue });
  const parts = [part('b', '2.00'), part('a', '2.00'), part('c', '9.00'), part('c', '1.00'), part('d', '1.00')];
  expect(seriesOf(parts.toReversed(), 1, 3)).toEqual(seriesOf(parts, 1, 3));
  expect(seriesOf(parts, 1, 3).map(({ key, total }) => [key, total])).toEqual([
    ['c', '10.00'],
    ['a', '2.00'],
    ['b', '2.00'],
    ['d', '1.00'],
  ]);
});

test('what lessens revenue is told and isn’t among the Others, what brings none is', () => {
  const part = (key: string, revenue: string) => ({ key, label: key, period: 0, revenue });
  const parts = [part('a', '9.00'), part('b', '2.00'), part('c', '1.00'), part('d', '0.00'), part('e', '-3.00')];
  expect(seriesOf(parts, 2, 1).map(({ key, revenue }) => [key, ...revenue])).toEqual([
    ['a', '9.00', '0.00'],
    ['e', '-3.00', '0.00'],
    ['others', '3.00', '0.00'],
  ]);
});

test('what is beyond the most series goes to Others, so that series still add up', () => {
  const parts = ['9.10', '5.00', '3.03', '1.01'].map((revenue, at) => ({
    key: `${at}`,
    label: `Customer ${at}`,
    period: at % 2,
    revenue,
  }));
  const series = seriesOf(parts, 2, 2);
  expect(series.map(({ label, total }) => [label, total])).toEqual([
    ['Customer 0', '9.10'],
    ['Customer 1', '5.00'],
    ['Others', '4.04'],
  ]);
  expect(series[2]?.revenue).toEqual(['3.03', '1.01']);
});
