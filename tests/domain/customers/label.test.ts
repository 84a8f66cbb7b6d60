import { describe, expect, test } from 'vitest';
import { read, write } from '../../../domain/access/ability';
import { customerLabelCalls, labelInUse, labelUse, movedTo, nextPosition } from '../../../domain/customers/label';

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

test('labels at the same place stay in the order they were made', () => {
  const same = [3, 1, 2].map((id) => ({ id, position: 0 }));
  expect(movedTo(same, 9, 0)).toEqual([9, 1, 2, 3]);
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

test('a label that nothing has can go without a word', () => {
  expect(labelUse({ customerCount: 0, areaCount: 0 }, 'status')).toBeNull();
});

describe('a label is kept', () => {
  const calls = customerLabelCalls('/labels', { one: 'status', many: 'statuses', audit: 'customerStatus' });
  const problems = (change: object) => {
    const read = calls.update.body.safeParse({ name: 'Gold', position: 0, version: 1, ...change });
    return (read.error?.issues ?? []).map(({ message }) => message);
  };

  test('with a name that fits, without blanks around it', () => {
    expect(calls.create.body.parse({ orgId: 1, companyId: 2, name: ' Gold ' }).name).toBe('Gold');
    expect(problems({ name: 'x'.repeat(60) })).toEqual([]);
    expect(problems({ name: 'x'.repeat(61) })).toEqual(['Must be 60 characters or fewer']);
    expect(problems({ name: ' ' })).toEqual(['Name is required']);
  });

  test('at a place from the first to the thousandth', () => {
    expect([0, 1000].flatMap((position) => problems({ position }))).toEqual([]);
    expect([-1, 1001, 0.5].map((position) => problems({ position }).length)).toEqual([1, 1, 1]);
  });

  test('until its customers are moved to another one or to none', () => {
    const moveTo = (to: unknown) => {
      const read = calls.remove.query.safeParse({ orgId: 1, companyId: 2, moveTo: to });
      return read.success ? read.data.moveTo : read.error.issues[0]?.message;
    };
    expect(['none', '7', undefined].map(moveTo)).toEqual(['none', 7, undefined]);
    expect(moveTo('other')).toBe('Choose what to move its customers to');
  });

  test('and changed by those alone who may change customers', () => {
    const { list, ...changes } = calls;
    expect(list.requires).toEqual(read('CUSTOMERS'));
    for (const call of Object.values(changes)) {
      expect(call.requires).toEqual(write('CUSTOMERS'));
      expect(call.audit).toBe('customerStatus');
    }
  });
});
