import { expect, test } from 'vitest';
import { seriesOf } from '../../../domain/reports/series';
import { addUp, averagePrice, rankBy } from '../../../domain/reports/sold';

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

test('an average price is said for one unit only, and never of nothing', () => {
  const quantities = [{ unit: 'Unit', quantity: '3' }];
  expect(averagePrice({ quantities, revenue: '10.00' })).toBe('3.33');
  expect(averagePrice({ quantities: [...quantities, { unit: 'Gram', quantity: '1' }], revenue: '10.00' })).toBeNull();
  expect(averagePrice({ quantities: [{ unit: 'Unit', quantity: '0' }], revenue: '10.00' })).toBeNull();
});

test('equals share a rank, and the next one counts them', () => {
  const row = (id: number, revenue: string) => ({ id, revenue, quantities: [], orders: 1, customers: 1 });
  const ranked = rankBy([row(3, '5.00'), row(1, '9.00'), row(2, '9.00')], 'revenue');
  expect(ranked.map(({ id, rank }) => [id, rank])).toEqual([
    [1, 1],
    [2, 1],
    [3, 3],
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
