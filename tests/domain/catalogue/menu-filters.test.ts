import { describe, expect, test } from 'vitest';
import { isChoice, isNarrowed, type MenuNarrowing, menuChoices, narrow } from '../../../domain/catalogue/menu-filters';
import type { MenuProduct } from '../../../domain/catalogue/product';
import type { StrainType } from '../../../domain/catalogue/vocabulary';

const product = (id: number, unitPrice: string, strain: StrainType | null, inStock = true) =>
  ({
    id,
    name: `Product ${id}`,
    sku: `P-${id}`,
    category: id === 4 ? 'Infused Edible (each)' : 'Buds',
    strain: strain && { name: 'Any', strainClassification: strain },
    productLine: null,
    price: { unitPrice },
    inStock,
    listingState: 'AVAILABLE',
  }) as unknown as MenuProduct;

const menu = [
  product(1, '8.00', 'INDICA'),
  product(2, '25.00', 'SATIVA'),
  product(3, '90.00', 'INDICA', false),
  product(4, '400.00', null),
];
const THC: Readonly<Record<number, string>> = { 1: '14.9', 2: '20', 3: '27.5' };
const thcOf = ({ id }: MenuProduct) => THC[id] ?? null;
const none: MenuNarrowing = { q: '', category: '', strain: '', thc: '', price: '', isInStock: false };
const left = (filters: Partial<MenuNarrowing>) => narrow(menu, filters, thcOf).map(({ id }) => id);
const choices = (filters: Partial<MenuNarrowing>) => menuChoices(menu, { ...none, ...filters }, thcOf);
const counts = (found: readonly { value: string; count: number }[]) => found.map(({ value, count }) => [value, count]);

describe('a menu', () => {
  test('is narrowed by THC of which a lab found so much, and by price, both bounds included', () => {
    expect(left({ thc: '20' })).toEqual([2, 3]);
    expect(left({ thc: '10' })).toEqual([1, 2, 3]);
    expect(left({ price: '25' })).toEqual([1, 2]);
    expect(left({ thc: '20', price: '25' })).toEqual([2]);
    expect(left({ strain: 'INDICA', isInStock: true })).toEqual([1]);
    expect(left({})).toEqual([1, 2, 3, 4]);
  });

  test('counts each choice among what the other filters leave, and not by its own', () => {
    expect(counts(choices({}).strain)).toEqual([
      ['SATIVA', 1],
      ['INDICA', 2],
    ]);
    expect(counts(choices({ strain: 'INDICA' }).strain)).toEqual([
      ['SATIVA', 1],
      ['INDICA', 2],
    ]);
    expect(counts(choices({ isInStock: true }).strain)).toEqual([
      ['SATIVA', 1],
      ['INDICA', 1],
    ]);
    expect(counts(choices({ price: '10' }).strain)).toEqual([['INDICA', 1]]);
    expect(counts(choices({ q: 'P-2' }).category)).toEqual([['Buds', 1]]);
  });

  test('keeps a choice that leaves nothing while it is chosen, to be taken back', () => {
    expect(counts(choices({ strain: 'HYBRID' }).strain)).toContainEqual(['HYBRID', 0]);
  });

  test('offers steps of THC and price only where each leaves other products', () => {
    expect(counts(choices({}).price)).toEqual([
      ['10', 1],
      ['25', 2],
      ['100', 3],
    ]);
    expect(counts(choices({}).thc)).toEqual([
      ['10', 3],
      ['20', 2],
      ['25', 1],
    ]);
  });

  test('is narrowed by what an address says only if it can be chosen', () => {
    expect(isChoice('thc', '20')).toBe(true);
    expect(isChoice('thc', '21')).toBe(false);
    expect(isChoice('strain', 'toString')).toBe(false);
    expect(isNarrowed(none)).toBe(false);
    expect(isNarrowed({ ...none, price: '25' })).toBe(true);
    expect(isNarrowed({ ...none, q: '  ' })).toBe(false);
  });
});
