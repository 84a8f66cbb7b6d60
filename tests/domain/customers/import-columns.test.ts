import { describe, expect, test } from 'vitest';
import { IMPORT_FIELDS } from '../../../domain/customers/import';
import { judgeRows } from '../../../domain/customers/judge-import';
import { importRows } from '../../../domain/import';
import { guessMapping, mapRows, withRead, worstFirst } from '../../../domain/import-rows';
import { known } from '../../support/customers/known';

const linesOf = (...rows: string[][]) => rows.map((cells, at) => ({ row: at + 2, cells, problem: null, note: null }));

describe('columns', () => {
  test('are recognized by their own names first, ignoring case and punctuation, each once', () => {
    expect(guessMapping(IMPORT_FIELDS, ['Customer Name', 'LICENSE #', 'E-Mail', 'Name', 'Terms', 'Fax', ''])).toEqual({
      name: 3,
      email: 2,
      licenseNumber: 1,
      paymentTermsDays: 4,
    });
    expect(guessMapping(IMPORT_FIELDS, ['Customer', 'License number'])).toEqual({ name: 0, licenseNumber: 1 });
    expect(guessMapping(IMPORT_FIELDS, ['', ' '])).toEqual({});
  });

  test('are found by any name they may have, each of one field alone', () => {
    const named = Object.entries(IMPORT_FIELDS).flatMap(([field, { label, aliases }]) => {
      expect(aliases.length).toBeGreaterThan(0);
      return [label, ...aliases].map((name): [string, string] => [field, name]);
    });
    for (const [field, name] of named) expect(guessMapping(IMPORT_FIELDS, [name])).toEqual({ [field]: 0 });
  });

  test('become rows by field and number; blank cells change nothing and blank rows are skipped', () => {
    const lines = linesOf(['Cedar', ' ', 'x'], ['', '', 'y'], ['Birch', '510', ''], ["'+1 510", "'=A1", '']);
    expect(mapRows(lines, { name: 0, phone: 1 }, IMPORT_FIELDS)).toEqual({
      rows: [
        { row: 2, name: 'Cedar' },
        { row: 4, name: 'Birch', phone: '510' },
        { row: 5, name: '+1 510', phone: '=A1' },
      ],
      unread: [],
      notes: new Map(),
    });
  });

  test('of a row that can’t be read are told by its number, and those to look at come before the rest', () => {
    const lines = [
      ...linesOf(['Pine', '1'], ['Bir\ufffdch', '2'], ['Fir', '3'.repeat(4001)], ['Elm', '\ud800'], ['Oak', '\0']),
      { row: 9, cells: ['Yew', '5', '6'], problem: 'The row has 3 cells, the header has 2.', note: null },
      { row: 11, cells: ['Ash'], problem: null, note: 'The row has 1 cell, the header has 2.' },
    ];
    const mapped = mapRows(lines, { name: 0, phone: 1 }, IMPORT_FIELDS);
    expect(mapped.rows.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Pine'],
      [11, 'Ash'],
    ]);
    const lost = 'has a letter that was lost or can’t be read. Enter it again.';
    const verdicts = judgeRows(mapped.rows, known);
    expect(
      worstFirst(withRead(verdicts, mapped)).map(({ row, verdict, reasons }) => [row, verdict, ...reasons]),
    ).toEqual([
      [3, 'refused', `Name: ${lost}`],
      [4, 'refused', 'Phone: must be 4,000 characters or fewer'],
      [5, 'refused', `Phone: ${lost}`],
      [6, 'refused', `Phone: ${lost}`],
      [9, 'refused', 'The row has 3 cells, the header has 2.'],
      [11, 'create', 'The row has 1 cell, the header has 2.'],
      [2, 'create'],
    ]);
  });

  test.each<[string, object[], boolean]>([
    [
      'in the file’s order',
      [
        { row: 3, name: 'A' },
        { row: 7, name: 'B' },
      ],
      true,
    ],
    ['without numbers', [{ name: 'A' }, { name: 'B' }], true],
    [
      'with a number twice',
      [
        { row: 3, name: 'A' },
        { row: 3, name: 'B' },
      ],
      false,
    ],
    ['out of order', [{ row: 3, name: 'A' }, { name: 'B' }], false],
    ['with a letter that was lost', [{ name: 'Bir\ufffdch' }], false],
    ['with a field no file has', [{ title: 'A' }], false],
  ])('are sent %s: %o', (_, rows, isTaken) => {
    expect(importRows(IMPORT_FIELDS).safeParse(rows).success).toBe(isTaken);
  });
});
