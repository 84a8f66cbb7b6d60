import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GridColumn, GridValue } from '../../../../src/ui/grid';
import { sortRows } from '../../../../src/ui/grid/rows/sortRows';

type Row = { id: number; a: GridValue; b?: GridValue };
const column = (id: 'a' | 'b', sortable = true): GridColumn<Row> => ({
  id,
  header: id,
  cell: () => '',
  value: (row) => row[id],
  sortable,
});
const both = new Map([
  ['a', column('a')],
  ['b', column('b')],
]);
const rows = (...values: GridValue[]): Row[] => values.map((a, id) => ({ id, a }));
const ids = (sorted: readonly Row[]) => sorted.map(({ id }) => id);
const by = (given: readonly Row[], desc = false) => ids(sortRows(given, both, [{ id: 'a', desc }]));

describe('rows in memory are sorted', () => {
  it.each<[string, GridValue[], number[]]>([
    ['numbers by size', [10, 9, -1], [2, 1, 0]],
    ['dates by instant', [new Date(2), new Date(1)], [1, 0]],
    ['text by the alphabet, whatever its case', ['pear', 'Apple', 'banana'], [1, 2, 0]],
    ['text with accents beside its letter', ['zebra', 'éclair', 'egg'], [1, 2, 0]],
    ['no before yes', [true, false], [1, 0]],
    ['numbers among text as text', ['b', 10, 'a'], [1, 2, 0]],
  ])('%s', (_, values, expected) => {
    expect(by(rows(...values))).toEqual(expected);
    expect(by(rows(...values), true)).toEqual(expected.toReversed());
  });

  it('with those without a value last in both directions', () => {
    const given = rows(null, 2, undefined, 1, '');
    expect(by(given)).toEqual([3, 1, 0, 2, 4]);
    expect(by(given, true)).toEqual([1, 3, 0, 2, 4]);
  });

  it('equal ones as they were given, in both directions', () => {
    expect(by(rows('x', 'a', 'x', 'x'), true)).toEqual([0, 2, 3, 1]);
  });

  it('any texts as the alphabet has them, however long, accented or capitalized', () => {
    const alphabet = new Intl.Collator('en');
    const letter = fc.constantFrom(...' -./09AaBbZz', 'é', 'É', 'ñ', '_', '#', '(', 'e\u0301');
    const text = fc.oneof(
      fc.string({ unit: letter, maxLength: 4 }),
      fc.string({ unit: letter, maxLength: 4 }).map((end) => 'a'.repeat(64) + end),
    );
    fc.assert(
      fc.property(fc.array(text), fc.boolean(), (texts, desc) => {
        const given = rows(...texts);
        const textOf = ({ a }: Row) => String(a);
        const inOrder = given
          .filter((row) => textOf(row) !== '')
          .sort((a, b) => (desc ? alphabet.compare(textOf(b), textOf(a)) : alphabet.compare(textOf(a), textOf(b))));
        expect(by(given, desc)).toEqual(ids([...inOrder, ...given.filter((row) => textOf(row) === '')]));
      }),
    );
  });

  it('by a second column where the first is equal', () => {
    const given = [
      { id: 0, a: 1, b: 'y' },
      { id: 1, a: 0, b: 'z' },
      { id: 2, a: 1, b: 'x' },
    ];
    const order = [
      { id: 'a', desc: true },
      { id: 'b', desc: false },
    ];
    expect(ids(sortRows(given, both, order))).toEqual([2, 0, 1]);
  });

  it('not at all by a column that cannot be sorted', () => {
    const given = rows(2, 1);
    expect(sortRows(given, new Map([['a', column('a', false)]]), [{ id: 'a', desc: false }])).toBe(given);
  });
});
