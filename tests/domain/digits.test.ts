import { expect, test } from 'vitest';
import { Id, readId } from '../../domain/contract/endpoint';
import { defineFilters, ids } from '../../domain/filters';

const NONE = ['1e0', '0x1', ' 1 ', '01', '+1', '1.0', '-1', '0', '', '9007199254740993', 'one', null, undefined];

test.each(NONE)('%j is no id', (text) => {
  expect(Id.safeParse(text).success).toBe(false);
  expect(readId(text)).toBeNull();
});

test.each([true, [5], {}, 0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1])('neither is %j', (value) =>
  expect(Id.safeParse(value).success).toBe(false),
);

test('an id is a whole number, or its digits', () => {
  expect(Id.parse(5)).toBe(5);
  expect(readId('1204')).toBe(1204);
});

test('lists of ids in an address are read the same', () => {
  const filters = defineFilters({ brandIds: ids('Brands') });
  const read = (text: string) => filters.query.brandIds.safeParse(text);
  expect(read('12,7')).toMatchObject({ success: true, data: [12, 7] });
  for (const text of ['12,1e0', '0x1', '12, 7']) expect(read(text)).toMatchObject({ success: false });
});
