import { z } from 'zod';
import { Id } from '../contract/endpoint';
import { isMoney, type Money, MoneySchema } from '../money';
import type { OrderFilters } from '../orders/filters';
import type { SoldQuantity } from './report';
import { LINE_SALES, REVENUE } from './report-types';
import { whyTooLong } from './view';

/** The fields a pivot report is arranged by, each of a whole order or of its lines; times are the reader's. */
export const PIVOT_FIELDS = {
  CUSTOMER: { label: 'Customer', of: 'order' },
  CUSTOMER_STATUS: { label: 'Customer status', of: 'order' },
  CUSTOMER_LICENSE: { label: 'Customer license', of: 'order' },
  SERVICE_ZONE: { label: 'Service zone', of: 'order' },
  SALES_REP: { label: 'Sales reps', of: 'order' },
  COMPANY: { label: 'Company', of: 'order' },
  STATUS: { label: 'Status', of: 'order' },
  ORDER_SOURCE: { label: 'Source', of: 'order' },
  PAYMENT_STATE: { label: 'Payment', of: 'order' },
  PAYMENT_OPTION: { label: 'Payment terms', of: 'order' },
  ORDER: { label: 'Order', of: 'order' },
  CREATED_DAY: { label: 'Created by day', of: 'order' },
  CREATED_WEEK: { label: 'Created by week', of: 'order' },
  CREATED_MONTH: { label: 'Created by month', of: 'order' },
  CREATED_QUARTER: { label: 'Created by quarter', of: 'order' },
  CREATED_WEEKDAY: { label: 'Created by day of the week', of: 'order' },
  SHIP_MONTH: { label: 'Ship date by month', of: 'order' },
  DUE_MONTH: { label: 'Due date by month', of: 'order' },
  PRODUCT: { label: 'Product', of: 'line' },
  BRAND: { label: 'Brand', of: 'line' },
  PRODUCT_LINE: { label: 'Product line', of: 'line' },
  PRODUCT_CATEGORY: { label: 'Category', of: 'line' },
  STRAIN: { label: 'Strain', of: 'line' },
  UNIT: { label: 'Unit', of: 'line' },
  SAMPLE: { label: 'Sample', of: 'line' },
  BACKORDER: { label: 'Backorder', of: 'line' },
} as const satisfies Record<string, { label: string; of: 'order' | 'line' }>;
export type PivotField = keyof typeof PIVOT_FIELDS;
export const PivotFieldSchema = z.enum(Object.keys(PIVOT_FIELDS) as [PivotField, ...PivotField[]]);

/** What a pivot report's cells count. */
export const PIVOT_VALUES = {
  quantity: 'Quantity',
  /** Of whole orders what they come to; of lines what those come to, before discounts on whole orders. */
  revenue: REVENUE,
  orders: 'Orders',
  lines: 'Lines',
  customers: 'Customers',
  averagePrice: 'Average price',
} as const;
export type PivotValue = keyof typeof PIVOT_VALUES;

/** How revenue and quantities of several orders (or lines, once a line's field is used) become one figure. */
export const AGGREGATIONS = { SUM: 'Sum', AVERAGE: 'Average', MINIMUM: 'Smallest', MAXIMUM: 'Largest' } as const;
export type Aggregation = keyof typeof AGGREGATIONS;

/** Whether an aggregation can be chosen for a value; the others have only one way. */
export const isAggregated = (value: PivotValue): boolean => value === 'revenue' || value === 'quantity';

/** Most values shown of a primary field; the rest together are "Others". Zero shows all. */
export const TOPS = [0, 5, 10, 25, 50, 100] as const;
const Top = z.literal(TOPS);

const field = PivotFieldSchema.nullable().default(null);
const values = Object.keys(PIVOT_VALUES) as [PivotValue, ...PivotValue[]];
const aggregations = Object.keys(AGGREGATIONS) as [Aggregation, ...Aggregation[]];

/** How a pivot report is arranged: rows by x1 and within by x2, columns by y1 and within by y2. */
export const PivotView = z.object({
  x1Field: field,
  x2Field: field,
  y1Field: field,
  y2Field: field,
  value: z.enum(values).default('quantity'),
  aggregation: z.enum(aggregations).default('SUM'),
  rowTop: Top.default(0),
  columnTop: Top.default(0),
});
export type PivotView = z.output<typeof PivotView>;

/** Most days a pivot report may cover. */
export const MOST_DAYS_PIVOT = 183;

/** Why a pivot report can't be arranged so; null when it can. The messages are documented. */
export function whyNotArranged({ x1Field, x2Field, y1Field, y2Field }: PivotView): string | null {
  if (x1Field === null || y1Field === null) {
    return 'Please select both Row Primary and Column Primary fields to generate the pivot report.';
  }
  const rows = [x1Field, x2Field].filter((one) => one !== null);
  const columns = [y1Field, y2Field].filter((one) => one !== null);
  if (new Set([...rows, ...columns]).size < rows.length + columns.length) {
    return 'The same field cannot be selected in both row and column dimensions.';
  }
  const has = (fields: PivotField[], of: 'order' | 'line') => fields.some((one) => PIVOT_FIELDS[one].of === of);
  return has(rows, 'line') && has(columns, 'order')
    ? 'Line item fields cannot be used on the row axis when order fields are on the column axis. Please flip your axes.'
    : null;
}

/** What a report counts: whole orders, or lines once a line's field or figure is asked for. */
export function countsLines({ x1Field, x2Field, y1Field, y2Field, value }: PivotView): boolean {
  if (value === 'quantity' || value === 'lines' || value === 'averagePrice') return true;
  return [x1Field, x2Field, y1Field, y2Field].some((one) => one !== null && PIVOT_FIELDS[one].of === 'line');
}

/** What a view's figure is called: dollars of orders and of lines differ by the orders' discounts. */
export const pivotValueLabel = (view: PivotView): string =>
  view.value === 'revenue' && countsLines(view) ? LINE_SALES : PIVOT_VALUES[view.value];

/** Why a pivot report isn't made, and what to change; null when it is. Never refused, as of every report. */
export function whyPivotSkipped(view: PivotView, filters: OrderFilters, now: Date, timeZone: string): string | null {
  return whyNotArranged(view) ?? whyTooLong('A pivot report', MOST_DAYS_PIVOT, { filters, now, timeZone });
}

/** The key of everything beyond the chosen most; no value is kept under it. */
export const OTHERS = '~others';

/** A row's or column's heading. The first of an axis is its total, without a parent. */
export const PivotHeading = z.strictObject({
  /**
   * The field's value as sent back to ask what is behind a cell, different from every other of the same parent, that of
   * "Others" too; null without one ("None"), and of the total.
   */
  key: z.string().nullable(),
  label: z.string(),
  /** Place in its axis of what it belongs to: the total's for a primary value; null of the total. */
  parent: z.number().int().min(0).nullable(),
  /** Everything beyond the chosen most. */
  isOthers: z.boolean(),
});
export type PivotHeading = z.infer<typeof PivotHeading>;

/** A figure as counted: dollars or a count; quantities one per unit of measure that can't be added to another. */
export type PivotFigure = Money | SoldQuantity[];

const isText = (given: unknown): given is string => typeof given === 'string';
const isPlace = (given: unknown): given is number => Number.isInteger(given) && (given as number) >= 0;
const isQuantity = (given: unknown): given is SoldQuantity =>
  typeof given === 'object' &&
  given !== null &&
  'unit' in given &&
  'quantity' in given &&
  isText(given.unit) &&
  isText(given.quantity);
const isFigure = (given: unknown): given is PivotFigure =>
  Array.isArray(given) ? given.every(isQuantity) : isText(given) && isMoney(given);

/** A list checked in one go: a schema for each of 40,000 figures takes as long as drawing the report. `items` describe one. */
function manyOf<T>(isOne: (given: unknown) => given is T, items: object) {
  const list = z.custom<T[]>((given) => Array.isArray(given) && given.every(isOne));
  return list.meta({ override: { type: 'array', items } });
}

const text = { type: 'string' };
const Places = manyOf(isPlace, { type: 'integer', minimum: 0 });
const Figures = manyOf(isFigure, {
  anyOf: [
    text,
    {
      type: 'array',
      items: { type: 'object', properties: { unit: text, quantity: text }, required: ['unit', 'quantity'] },
    },
  ],
});

/**
 * Active orders of a search, or their lines, arranged in two directions. Subtotals and totals are cells like others,
 * counted and not added up: an order in two cells is one order in their total.
 */
export const PivotReport = z.strictObject({
  reportType: z.literal('PIVOT'),
  /** Total first, then each primary value followed by its secondary ones. */
  rows: z.array(PivotHeading),
  columns: z.array(PivotHeading),
  /** Per row its columns with a figure, in order, and those figures; empty cells are left out. */
  cells: z.array(z.strictObject({ columns: Places, figures: Figures })),
});
export type PivotReport = z.infer<typeof PivotReport>;

/** Most figures of a pivot report, those of subtotals and of each unit included; beyond, it is skipped with a hint. */
export const MOST_CELLS = 250_000;

/** What to change when a pivot report has more. */
export const TOO_MANY_CELLS =
  'This pivot report has too many cells. Show only the most of its rows or columns, choose other fields, or a shorter time.';

/** Where a cell is: the keys of its row and column from primary to secondary; none of a total. */
export const PivotPlace = z.object({
  row: z.array(z.string().nullable()).max(2),
  column: z.array(z.string().nullable()).max(2),
});

/** An order behind a cell, or one of its lines. */
export const PivotSource = z.strictObject({
  orderId: Id,
  orderNumber: z.string(),
  created: z.iso.datetime(),
  customerName: z.string(),
  /** Null when whole orders are counted. */
  line: z.strictObject({ id: Id, productName: z.string(), quantity: z.string(), unit: z.string() }).nullable(),
  /** The order's total, or the line's before discounts on the whole order. */
  revenue: MoneySchema,
});
export type PivotSource = z.infer<typeof PivotSource>;
