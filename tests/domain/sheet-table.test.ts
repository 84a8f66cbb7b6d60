import { expect, test } from 'vitest';
import { tableOfSheet } from '../../domain/sheet-table';

const sheet = (...rows: string[][]) => tableOfSheet(rows.map((cells, at) => ({ row: at + 1, cells })));

test('a sheet’s headings are below its titles, and blank rows are left out', () => {
  const table = sheet(
    ['Licensed businesses', '', '', ''],
    ['As of', '11/20/2026', '', ''],
    [],
    ['License', 'Name', 'City', 'Status', 'Expires'],
    ['1', 'Oak', 'Reno'],
    ['', ' ', ''],
    ['2', 'Elm', 'Elko', '', '', 'moved'],
  );
  expect(table).toEqual({
    headers: ['License', 'Name', 'City', 'Status', 'Expires', ''],
    lines: [
      { row: 5, cells: ['1', 'Oak', 'Reno'], problem: null, note: null },
      { row: 7, cells: ['2', 'Elm', 'Elko', '', '', 'moved'], problem: null, note: null },
    ],
  });
});

test('two columns are enough for a table; one isn’t, and neither is an empty sheet', () => {
  expect(sheet(['License', 'Name'], ['1', 'Oak'])?.headers).toEqual(['License', 'Name']);
  expect(sheet(['Notes'], ['See the next sheet'])).toBeNull();
  expect(sheet()).toBeNull();
});

test('a row with a formula that failed says so', () => {
  expect(sheet(['License', 'Name'], ['#REF!', 'Oak'])?.lines[0]?.problem).toBe(
    'A cell’s formula failed (#REF!). Enter its value.',
  );
});
