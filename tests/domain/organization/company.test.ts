import { describe, expect, test } from 'vitest';
import { whyLicenseStays } from '../../../domain/organization/buyer-company';
import { AddressDraft, CompanyEdit, inDisplayOrder, numberInOrder } from '../../../domain/organization/company';

const named = (name: string) => ({ name, title: '', email: '', phone: '' });

describe('key people', () => {
  test('are in display order, and without one in the order given', () => {
    const names = (orders: (number | undefined)[]) =>
      inDisplayOrder(orders.map((displayOrder, at) => ({ at, displayOrder }))).map(({ at }) => at);
    expect(names([2, 0, 1])).toEqual([1, 2, 0]);
    expect(names([undefined, undefined])).toEqual([0, 1]);
    expect(names([1, 1, 0])).toEqual([2, 0, 1]);
  });

  test('keep their ids, and new ones get ids nobody had', () => {
    const before = [{ id: 1 }, { id: 4 }];
    const drafts: (ReturnType<typeof named> & { id?: number })[] = [
      named('New'),
      { ...named('Kept'), id: 4 },
      { ...named('Unknown'), id: 9 },
    ];
    expect(numberInOrder(drafts, before).map(({ id, name }) => [id, name])).toEqual([
      [5, 'New'],
      [4, 'Kept'],
      [6, 'Unknown'],
    ]);
  });

  test('never share an id, even if the request repeats one', () => {
    const twice = [
      { ...named('A'), id: 1 },
      { ...named('B'), id: 1 },
    ];
    expect(numberInOrder(twice, [{ id: 1 }]).map(({ id }) => id)).toEqual([1, 2]);
  });
});

test('an address needs a street, a city, a state and a ZIP code', () => {
  const address = {
    name: 'Dock',
    lineOne: '1 Main Street',
    city: 'Oakland',
    state: { ansiAbbrevation: 'CA' },
    postalCode: '94612',
  };
  expect(AddressDraft.safeParse(address).success).toBe(true);
  expect(AddressDraft.safeParse({ ...address, postalCode: '94612-1234' }).success).toBe(true);
  for (const wrong of [{ postalCode: '9461' }, { lineOne: ' ' }, { city: '' }, { state: { ansiAbbrevation: 'ZZ' } }]) {
    expect(AddressDraft.safeParse({ ...address, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('a company keeps at least one payment option, each with its own name', () => {
  const edit = (paymentOptions: unknown) =>
    CompanyEdit.safeParse({ name: 'A', companyType: 'PROCESSOR', paymentOptions, version: 0 }).success;
  expect(edit(undefined)).toBe(true);
  expect(edit([])).toBe(false);
  expect(edit([{ name: 'Net 30', dueDays: 30 }])).toBe(true);
  expect(
    edit([
      { name: 'Net 30', dueDays: 30 },
      { name: 'net 30', dueDays: 31 },
    ]),
  ).toBe(false);
  expect(edit([{ name: 'Net 30', dueDays: 1.5 }])).toBe(false);
});

test('a license stays on a buyer company while a cart holds items, or once it has orders', () => {
  expect(whyLicenseStays('CA 1', { carts: 0, orders: 0 })).toBeNull();
  expect(whyLicenseStays('CA 1', { carts: 1, orders: 0 })).toBe('CA 1 has items in a cart. Empty the cart first.');
  expect(whyLicenseStays('CA 1', { carts: 2, orders: 1 })).toContain('2 carts');
  expect(whyLicenseStays('CA 1', { carts: 0, orders: 1 })).toContain('has orders');
});
