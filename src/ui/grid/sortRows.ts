import { cellValue } from './columns';
import type { GridColumn, GridSort, GridValue } from './types';

const alphabet = new Intl.Collator('en');
const MISSING = Number.NaN;

/** Rows in the order of `sort`, equal ones as they were given; those without a value are last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: ReadonlyMap<string, GridColumn<Row>>,
  sort: readonly GridSort[],
): readonly Row[] {
  const orders = sort.flatMap(({ id, desc }) => {
    const column = columns.get(id);
    return column?.sortable ? [{ keys: keysOf(rows, column), sign: desc ? -1 : 1 }] : [];
  });
  if (!orders.length) return rows;
  const places = Uint32Array.from(rows, (_, place) => place);
  places.sort((a, b) => {
    for (const { keys, sign } of orders) {
      const order = compareKeys(keys[a] as number, keys[b] as number, sign);
      if (order !== 0) return order;
    }
    return a - b;
  });
  return Array.from(places, (place) => rows[place] as Row);
}

function compareKeys(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a - b) * sign;
}

/** One number a row, read once, so that comparing costs no call: the value itself, or a text's place in the alphabet. */
function keysOf<Row>(rows: readonly Row[], column: GridColumn<Row>): Float64Array {
  const values = rows.map((row) => comparable(cellValue(column, row)));
  const hasText = values.some((value) => typeof value === 'string');
  const ranks = hasText ? alphabeticRanks(values) : undefined;
  return Float64Array.from(values, (value) => {
    if (value === undefined) return MISSING;
    return ranks ? (ranks.get(String(value)) ?? MISSING) : (value as number);
  });
}

function alphabeticRanks(values: readonly (number | string | undefined)[]): Map<string, number> {
  const texts = [...new Set(values.flatMap((value) => (value === undefined ? [] : String(value))))];
  texts.sort(alphabet.compare);
  const ranks = new Map<string, number>();
  let rank = 0;
  texts.forEach((text, place) => {
    const before = texts[place - 1];
    if (before !== undefined && alphabet.compare(before, text) !== 0) rank = place;
    ranks.set(text, rank);
  });
  return ranks;
}

function comparable(value: GridValue): number | string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}
