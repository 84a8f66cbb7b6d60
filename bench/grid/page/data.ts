/** One row of twenty fields, alike for every contestant. */
export type BenchRow = Readonly<Record<string, string | number>> & { readonly id: string };

type Kind = 'text' | 'number' | 'money' | 'date';
export type BenchColumn = { id: string; header: string; kind: Kind; text: (row: BenchRow) => string };

export const ROWS = 100_000;
export const COLUMN_WIDTH = 140;
export const ROW_HEIGHT = 40;

const NAMES = ['High Desert', 'Green Cross', 'Mesa Verde', 'Sunset Supply', 'North Fork', 'Cedar and Sage', 'Bluebird'];
const CITIES = ['Oakland', 'Denver', 'Boston', 'Detroit', 'Chicago', 'Santa Fe', 'Portland', 'Seattle'];
const STATUSES = ['DRAFT', 'SUBMITTED', 'ACCEPTED', 'FULFILLED', 'SHIPPED', 'COMPLETE'];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 0, 1);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

const FORMAT: Record<Kind, (value: string | number) => string> = {
  text: String,
  number: String,
  money: (value) => dollars.format(value as number),
  date: (value) => day.format(value as number),
};

const column = (id: string, header: string, kind: Kind = 'text'): BenchColumn => ({
  id,
  header,
  kind,
  text: (row) => FORMAT[kind](row[id] ?? ''),
});

export const COLUMNS: readonly BenchColumn[] = [
  column('reference', 'Reference'),
  column('total', 'Total', 'money'),
  column('customer', 'Customer'),
  column('license', 'License'),
  column('city', 'City'),
  column('status', 'Status'),
  column('created', 'Created', 'date'),
  column('due', 'Due', 'date'),
  column('subtotal', 'Subtotal', 'money'),
  column('discount', 'Discount', 'money'),
  column('paid', 'Paid', 'money'),
  column('balance', 'Balance', 'money'),
  column('lines', 'Lines', 'number'),
  column('cases', 'Cases', 'number'),
  column('units', 'Units', 'number'),
  column('brand', 'Brand'),
  column('rep', 'Sales rep'),
  column('terms', 'Terms'),
  column('manifest', 'Manifest'),
  column('notes', 'Notes'),
];

/** Spreads 0, 1, 2 … over all 32 bits, each result once. */
const scatter = (index: number) => Math.imul(index + 1, 0x9e3779b1) >>> 0;

function makeRow(index: number): BenchRow {
  const seed = scatter(index);
  const pick = (list: readonly string[], shift: number) => list[(seed >>> shift) % list.length] ?? '';
  const subtotal = seed / 100_000;
  const discount = (seed % 50) * 10;
  const total = subtotal + index / 1_000_000;
  const paid = (seed & 3) === 0 ? total : 0;
  const created = FIRST_DAY + (seed % 700) * DAY_MS;
  return {
    id: String(index),
    reference: `PO-${seed.toString(36).toUpperCase().padStart(7, '0')}`,
    total,
    customer: `${pick(NAMES, 3)} ${seed % 997}`,
    license: `C11-${String(seed % 10_000_000).padStart(7, '0')}-LIC`,
    city: pick(CITIES, 5),
    status: pick(STATUSES, 7),
    created,
    due: created + 30 * DAY_MS,
    subtotal,
    discount,
    paid,
    balance: total - paid,
    lines: 1 + (seed % 23),
    cases: 1 + (seed % 211),
    units: 12 + (seed % 2311),
    brand: `${pick(NAMES, 11)} Farms`,
    rep: `Rep ${seed % 41}`,
    terms: `Net ${15 * (1 + (seed % 4))}`,
    manifest: String(seed).padStart(10, '0'),
    notes: (seed & 7) === 0 ? 'Call before delivery, use the dock at the back' : 'None',
  };
}

export const makeRows = (): BenchRow[] => Array.from({ length: ROWS }, (_, index) => makeRow(index));

/** The id of the row that comes first in ascending order. */
export function firstBy(rows: readonly BenchRow[], field: string): string {
  const value = (row: BenchRow) => row[field] ?? '';
  return rows.reduce((first, row) => (value(row) < value(first) ? row : first)).id;
}
