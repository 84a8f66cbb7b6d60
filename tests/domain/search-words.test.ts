import { expect, test } from 'vitest';
import { menuFileName } from '../../domain/catalogue/menu';
import { searchWords } from '../../domain/search-words';

test('a search’s words count once each, whatever their case, and only the first few', () => {
  expect(searchWords('  Blue  DREAM blue ')).toEqual(['blue', 'dream']);
  expect(searchWords('a b c d e f g h')).toHaveLength(6);
  expect(searchWords('x'.repeat(90))[0]).toHaveLength(40);
  expect(searchWords('   ')).toEqual([]);
});

test('a menu on paper is named by its day', () => {
  expect(menuFileName('2026-11-25')).toBe('261125_menu.pdf');
});
