import { expect, test } from 'vitest';
import { groupByLine, menuFileName } from '../../../domain/catalogue/menu';

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

test('a menu on paper is named by its day', () => {
  expect(menuFileName('2026-11-25')).toBe('261125_menu.pdf');
});
