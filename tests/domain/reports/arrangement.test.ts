import { describe, expect, it } from 'vitest';
import { figureAt, pathOf, placeOf, shownOf } from '../../../domain/reports/arrangement';
import type { PivotFigure, PivotHeading, PivotReport } from '../../../domain/reports/pivot';

const heading = (key: string | null, parent: number | null, isOthers = false): PivotHeading => ({
  key,
  label: key ?? 'None',
  parent,
  isOthers,
});
const rows = [
  heading(null, null),
  heading('a', 0),
  heading('x', 1),
  heading('y', 1),
  heading(null, 0),
  heading('x', 4),
  heading('rest', 0, true),
];
const columns = [heading(null, null), heading('may', 0), heading('june', 0)];
const units = (...quantities: string[]): PivotFigure =>
  quantities.map((quantity, at) => ({ unit: `u${at}`, quantity }));

/** Figures of the columns may and june by row; null where there is none. */
const report = (figures: readonly (readonly [PivotFigure | null, PivotFigure | null])[]): PivotReport => ({
  reportType: 'PIVOT',
  rows,
  columns,
  cells: figures.map((pair) => ({
    columns: pair.flatMap((figure, at) => (figure === null ? [] : at + 1)),
    figures: pair.filter((figure) => figure !== null),
  })),
});
const money = report([
  ['100.00', '90.00'],
  ['9.00', '40.00'],
  ['2.00', '30.00'],
  ['7.00', null],
  ['11.00', '40.00'],
  ['11.00', '40.00'],
  ['80.00', '10.00'],
]);
const named = (of: PivotReport, places: readonly number[]) => places.map((at) => pathOf(of.rows, at).join('/'));
const order = (of: PivotReport, column: string, descending: boolean) =>
  named(of, shownOf(of, { sort: { column: [column], descending } }).rows);

describe('what of a pivot report is shown', () => {
  it('is all of it, in its own order, unless something is folded or sorted', () => {
    expect(shownOf(money, {})).toEqual({ rows: [0, 1, 2, 3, 4, 5, 6], columns: [0, 1, 2] });
  });

  it('leaves out what is within folded values, the value “None” too', () => {
    expect(shownOf(money, { folded: { rows: ['a'], columns: [] } }).rows).toEqual([0, 1, 4, 5, 6]);
    expect(shownOf(money, { folded: { rows: [null], columns: ['may'] } })).toEqual({
      rows: [0, 1, 2, 3, 4, 6],
      columns: [0, 1, 2],
    });
  });

  it('is sorted by a column as numbers, values with those within them, the total first and “Others” last', () => {
    expect(order(money, 'may', true)).toEqual(['', '', '/x', 'a', 'a/y', 'a/x', 'rest']);
    expect(order(money, 'may', false)).toEqual(['', 'a', 'a/x', 'a/y', '', '/x', 'rest']);
  });

  it('has rows without a figure behind the others either way, and keeps the order of equals', () => {
    expect(order(money, 'june', true)).toEqual(['', 'a', 'a/x', 'a/y', '', '/x', 'rest']);
    expect(order(money, 'june', false)).toEqual(['', 'a', 'a/x', 'a/y', '', '/x', 'rest']);
  });

  it('is sorted by the largest number of mixed units', () => {
    const mixed = report([
      [units('9'), null],
      [units('3', '1'), null],
      [units('1'), null],
      [units('2'), null],
      [units('12'), null],
      [units('12'), null],
      [units('5'), null],
    ]);
    expect(order(mixed, 'may', true)).toEqual(['', '', '/x', 'a', 'a/y', 'a/x', 'rest']);
  });

  it('has what has no figure last whatever order it came in, and “Others” after that', () => {
    const some = report([
      ['1.00', null],
      [null, null],
      ['2.00', null],
      [null, null],
      ['5.00', null],
      ['1.00', null],
      ['80.00', null],
    ]);
    expect(order(some, 'may', true)).toEqual(['', '', '/x', 'a', 'a/x', 'a/y', 'rest']);
    expect(order(some, 'may', false)).toEqual(['', '', '/x', 'a', 'a/x', 'a/y', 'rest']);
  });

  it('is in its own order when the column it was sorted by is gone', () => {
    expect(order(money, 'july', true)).toEqual(named(money, [0, 1, 2, 3, 4, 5, 6]));
  });

  it('is nothing of an empty report', () => {
    const nothing: PivotReport = { reportType: 'PIVOT', rows: [], columns: [], cells: [] };
    expect(shownOf(nothing, {})).toEqual({ rows: [], columns: [] });
  });
});

describe('a place in a pivot report', () => {
  it('is found by its keys, and its keys by it', () => {
    expect(rows.map((_, at) => placeOf(rows, pathOf(rows, at)))).toEqual(rows.map((_, at) => at));
    expect(pathOf(rows, 5)).toEqual([null, 'x']);
    expect(placeOf(rows, ['a', 'z'])).toBeUndefined();
    expect(placeOf([], [])).toBeUndefined();
  });

  it('has a figure unless it is empty', () => {
    expect(figureAt(money, 3, 1)).toBe('7.00');
    expect(figureAt(money, 3, 2)).toBeUndefined();
    expect(figureAt(money, 3, 0)).toBeUndefined();
    expect(figureAt(money, 99, 0)).toBeUndefined();
  });
});
