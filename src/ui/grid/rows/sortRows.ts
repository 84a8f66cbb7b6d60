import { cellValue } from '../columns/columns';
import type { GridColumn, GridSort, GridValue } from '../types';
import { alphabeticRanks } from './alphabet';

const MISSING = Number.NaN;

/** A number per row. Those of texts are whole and less than the number of rows. */
type Keys = { of: Float64Array; areRanks: boolean };
type Order = { keys: Keys; sign: 1 | -1 };

/** Rows in the order of `sort`, ties in the given order; rows without a value are last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: ReadonlyMap<string, GridColumn<Row>>,
  sort: readonly GridSort[],
): readonly Row[] {
  const orders = sort.flatMap(({ id, desc }): Order[] => {
    const column = columns.get(id);
    return column?.sortable ? [{ keys: keysOf(rows, column), sign: desc ? -1 : 1 }] : [];
  });
  const [first, ...others] = orders;
  if (!first) return rows;
  const places = others.length === 0 && first.keys.areRanks ? placesByRank(first) : placesBy(orders, rows.length);
  return Array.from(places, (place) => rows[place] as Row);
}

function placesBy(orders: readonly Order[], count: number): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, place) => place);
  return places.sort((a, b) => {
    for (const { keys, sign } of orders) {
      const order = compareKeys(keys.of[a] as number, keys.of[b] as number, sign);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

/** Rank and index combine into one number per row, because arrays of numbers sort without a comparator. */
function placesByRank({ keys, sign }: Order): Float64Array {
  const count = keys.of.length;
  const both = keys.of.map((rank, place) => {
    if (Number.isNaN(rank)) return count * count + place;
    return (sign === 1 ? rank : count - 1 - rank) * count + place;
  });
  return both.sort().map((each) => each % count);
}

function compareKeys(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a - b) * sign;
}

/** A number per row, computed once so comparing needs no calls: the value itself, or a text's rank. */
function keysOf<Row>(rows: readonly Row[], column: GridColumn<Row>): Keys {
  const values = rows.map((row) => comparable(cellValue(column, row)));
  if (values.some((value) => typeof value === 'string')) {
    const texts = values.map((value) => (value === undefined ? undefined : String(value)));
    return { of: alphabeticRanks(texts), areRanks: true };
  }
  return {
    of: Float64Array.from(values, (value) => (value === undefined ? MISSING : (value as number))),
    areRanks: false,
  };
}

function comparable(value: GridValue): number | string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}
