import { beforeEach, describe, expect, it } from 'vitest';
import { forgetColumns, preferencesOf } from '../../../../src/kit/list/grid/grid-preferences';

beforeEach(() => localStorage.clear());

describe('the columns a person has hidden', () => {
  it.each([
    ['purchase-orders', 'BUYER_ORDERS_UNSELECTED_HEADERS'],
    ['customers', 'CUSTOMERS_UNSELECTED_HEADERS'],
  ])('of %s are kept as %s', (grid, name) => {
    const own = preferencesOf('olive');
    own.save(`grid.${grid}`, { order: ['b', 'a'], hidden: { zone: true, name: false } });
    expect(JSON.parse(localStorage.getItem(name) ?? '')).toEqual(['zone']);
    localStorage.setItem(name, '["license"]');
    expect(own.load(`grid.${grid}`)).toEqual({ order: ['b', 'a'], hidden: { name: false, license: true } });
    forgetColumns('olive', grid);
    expect(localStorage.getItem(name)).toBeNull();
    expect(own.load(`grid.${grid}`)).toBeNull();
  });

  it('of another list stay with its layout', () => {
    const own = preferencesOf('olive');
    own.save('grid.orders', { hidden: { zone: true } });
    expect(own.load('grid.orders')).toEqual({ hidden: { zone: true } });
  });

  it('that are damaged hide nothing', () => {
    localStorage.setItem('CUSTOMERS_UNSELECTED_HEADERS', '{"a":1}');
    expect(preferencesOf('olive').load('grid.customers')).toEqual({ hidden: {} });
  });
});
