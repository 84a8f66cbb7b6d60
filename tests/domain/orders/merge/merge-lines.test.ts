import { expect, test } from 'vitest';
import { mergeLines } from '../../../../domain/orders/merge/merge-lines';

const line = (id: number | null, quantity: string, notes = '') => ({ id, quantity, notes });
const base = [line(1, '1'), line(2, '2'), line(3, '3')];

test('different lines and different fields of one line merge', () => {
  const mine = [line(1, '5'), line(2, '2', 'Fragile'), line(3, '3'), line(null, '9')];
  const theirs = [line(1, '1'), line(2, '7'), line(3, '3'), line(4, '4')];
  expect(mergeLines(mine, theirs, base)).toEqual([
    line(1, '5'),
    line(2, '7', 'Fragile'),
    line(3, '3'),
    line(4, '4'),
    line(null, '9'),
  ]);
});

test('a line removed by one and left alone by the other is gone', () => {
  expect(mergeLines([line(1, '1'), line(2, '2')], [line(2, '2'), line(3, '3')], base)).toEqual([line(2, '2')]);
});

test('the order of whoever moved lines is kept', () => {
  const moved = [line(3, '3'), line(1, '1'), line(2, '2')];
  expect(mergeLines(moved, [line(1, '4'), line(2, '2'), line(3, '3')], base)?.map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(mergeLines([line(1, '4'), line(2, '2'), line(3, '3')], moved, base)?.map(({ id }) => id)).toEqual([3, 1, 2]);
});

test.each([
  ['the same field', [line(1, '5'), line(2, '2'), line(3, '3')], [line(1, '6'), line(2, '2'), line(3, '3')]],
  ['a line the other removed', [line(1, '5'), line(2, '2'), line(3, '3')], [line(2, '2'), line(3, '3')]],
  ['a line they changed, which I removed', [line(2, '2'), line(3, '3')], [line(1, '6'), line(2, '2'), line(3, '3')]],
])('%s can’t be merged', (_what, mine, theirs) => {
  expect(mergeLines(mine, theirs, base)).toBeNull();
});
