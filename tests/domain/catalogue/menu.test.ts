import { expect, test } from 'vitest';
import { groupByLine, MenuRequest, menuFileName, ShownMenu } from '../../../domain/catalogue/menu';

test('a menu has its lines in the seller’s order, then what is in none, and no empty lines', () => {
  const lines = [
    { id: 2, name: 'Eighths' },
    { id: 1, name: 'Gummies' },
    { id: 3, name: 'Vapes' },
  ];
  const of = (id: number, line: number | null) => ({
    id,
    productLine: lines.find((one) => one.id === line) ?? null,
  });
  const groups = groupByLine([of(10, 1), of(11, null), of(12, 2), of(13, 1)], lines);
  expect(groups.map(({ id, name, products }) => [id, name, products.map((one) => one.id)])).toEqual([
    [2, 'Eighths', [12]],
    [1, 'Gummies', [10, 13]],
    [0, 'More products', [11]],
  ]);
  expect(groupByLine([of(11, null)], []).map(({ name }) => name)).toEqual(['Products']);
});

test('a menu that anybody sees tells whether there is some of a product, but neither its price nor how much', () => {
  const told = Object.keys(ShownMenu.shape.products.element.shape);
  expect(told).toContain('inStock');
  expect(told).not.toContain('price');
  expect(told).not.toContain('totalEffectiveInventory');
});

test('a menu can be asked for of one company in one state', () => {
  const asked = { companyId: 1, usStateAbbv: 'CA', buyerLicenseId: 2, customerId: 3 };
  expect(MenuRequest.parse(asked)).toEqual(asked);
  expect(MenuRequest.parse({})).toEqual({});
  expect(MenuRequest.safeParse({ usStateAbbv: 'California' }).success).toBe(false);
});

test('a menu on paper is named by its day', () => {
  expect(menuFileName('2026-11-25')).toBe('261125_menu.pdf');
});
