import { expect, test } from 'vitest';
import { labelInUse, movedTo, nextPosition } from '../../../domain/customers/label';

const labels = [
  { id: 7, position: 2 },
  { id: 5, position: 0 },
  { id: 6, position: 1 },
];

test('a new label’s position is one above the highest, even with gaps', () => {
  expect(nextPosition(labels)).toBe(3);
  expect(nextPosition([{ position: 8 }])).toBe(9);
  expect(nextPosition([])).toBe(0);
});

test.each([
  [7, 0, [7, 5, 6]],
  [5, 1, [6, 5, 7]],
  [5, 2, [6, 7, 5]],
  [6, 1, [5, 6, 7]],
  [5, 99, [6, 7, 5]],
])('label %i moved to place %i makes %o', (id, place, order) => {
  expect(movedTo(labels, id, place)).toEqual(order);
});

test('says how many customers have it, and what it covers', () => {
  const use = (customerCount: number, areaCount = 0) => ({ customerCount, areaCount });
  expect(labelInUse(use(1), 'status')).toBe('1 customer has this status. Choose what to move it to.');
  expect(labelInUse(use(1200), 'service zone')).toBe(
    '1,200 customers have this service zone. Choose what to move them to.',
  );
  expect(labelInUse(use(2, 14), 'service zone')).toBe(
    'It covers 14 counties and ZIP codes. 2 customers have this service zone. Choose what to move them to.',
  );
  expect(labelInUse(use(0, 1), 'service zone')).toBe('It covers 1 county or ZIP code. Choose what to move it to.');
});
