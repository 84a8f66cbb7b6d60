import { z } from 'zod';
import { compareBounds, dayOf, EARLIEST_DATE, RelativeRangeSchema, shortDay } from './dates';
import { compare, PriceSchema } from './money';
import { OrderSource } from './orders/order';
import { OrderStatusSchema } from './orders/status';

const MAX_CHOICES = 1000;
const ids = z
  .array(z.number('Must be an id').int('Must be an id').positive('Must be an id'))
  .max(MAX_CHOICES, 'Too many chosen')
  .optional();
const flag = z.boolean('Must be true or false').optional();
const text = z.string().trim().max(200, 'Must be 200 characters or fewer').optional();
const amount = PriceSchema.optional();
const bound = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Must be a date')
  .refine((value) => compareBounds(value, EARLIEST_DATE) >= 0, `Must be on or after ${shortDay(EARLIEST_DATE)}`)
  .optional();
const relative = RelativeRangeSchema.optional();

const fields = {
  paid: flag,
  /** True for orders entered by sales, false for orders placed by buyers. */
  manual: flag,
  hasShipDate: flag,
  hasExternalId: flag,
  printed: flag,
  sellerOrderNumber: text,
  customerSearch: text,
  productNameSearch: text,
  totalFrom: amount,
  totalTo: amount,
  createdFrom: bound,
  createdTo: bound,
  createdRel: relative,
  paymentDueDateFrom: bound,
  paymentDueDateTo: bound,
  paymentDueDateRel: relative,
  shippedFrom: bound,
  shippedTo: bound,
  shippedRel: relative,
  paidDateFrom: bound,
  paidDateTo: bound,
  paidDateRel: relative,
  salesRepIds: ids,
  brandIds: ids,
  productLineIds: ids,
  productCategoryIds: ids,
  statuses: z.array(OrderStatusSchema).max(MAX_CHOICES).optional(),
  serviceZoneIds: ids,
  orderSources: z.array(OrderSource).max(MAX_CHOICES).optional(),
  customerLicenseIds: ids,
};

type Field = keyof typeof fields;

/** Fields with a From and a To, by the order their values are compared in and the words they are shown in. */
const asDate = (value: string) => shortDay(value.length > 10 ? dayOf(value, 'UTC') : value);
const RANGES = [
  { from: 'totalFrom', to: 'totalTo', compare, show: (value: string) => value },
  { from: 'createdFrom', to: 'createdTo', compare: compareBounds, show: asDate },
  { from: 'paymentDueDateFrom', to: 'paymentDueDateTo', compare: compareBounds, show: asDate },
  { from: 'shippedFrom', to: 'shippedTo', compare: compareBounds, show: asDate },
  { from: 'paidDateFrom', to: 'paidDateTo', compare: compareBounds, show: asDate },
] as const satisfies readonly { from: Field; to: Field; compare: unknown; show: unknown }[];

/** What orders can be narrowed by, the same for sales and purchase orders; a field left out narrows nothing. */
export const OrderFiltersSchema = z.strictObject(fields).superRefine((filters, context) => {
  for (const { from, to, compare: order, show } of RANGES) {
    const [low, high] = [filters[from], filters[to]];
    if (low === undefined || high === undefined || order(low, high) <= 0) continue;
    context.addIssue({ code: 'custom', path: [from], message: `Must be less than or equal to ${show(high)}` });
    context.addIssue({ code: 'custom', path: [to], message: `Must be greater than or equal to ${show(low)}` });
  }
});
export type OrderFilters = z.infer<typeof OrderFiltersSchema>;

const FLAGS: readonly string[] = ['paid', 'manual', 'hasShipDate', 'hasExternalId', 'printed'] satisfies Field[];
const LISTS: readonly string[] = ['statuses', 'orderSources'] satisfies Field[];

/** Filters as an address carries them: one text per field, lists joined by commas. Blank fields are left out. */
export function formatOrderFilters(filters: OrderFilters): Record<string, string> {
  const entries = Object.entries(filters).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.join(',') : String(value ?? ''),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/**
 * Filters from an address. What the address says wrongly comes back by field in `errors` and narrows nothing, so that
 * a damaged link still shows a list; names that are no filter are somebody else's and ignored.
 */
export function parseOrderFilters(params: Iterable<readonly [string, string]>): {
  filters: OrderFilters;
  errors: Partial<Record<Field, string>>;
} {
  const known = [...params].filter(([field, value]) => Object.hasOwn(fields, field) && value !== '');
  const raw = Object.fromEntries(known.map(([field, value]) => [field, readParam(field, value)]));
  const errors: Partial<Record<Field, string>> = {};
  const first = OrderFiltersSchema.safeParse(raw);
  if (first.success) return { filters: first.data, errors };
  collect(first.error, errors);
  const rest = OrderFiltersSchema.safeParse(without(raw, errors));
  if (rest.success) return { filters: rest.data, errors };
  collect(rest.error, errors);
  return { filters: OrderFiltersSchema.parse(without(raw, errors)), errors };
}

function readParam(field: string, value: string): unknown {
  if (FLAGS.includes(field)) return value === 'true' ? true : value === 'false' ? false : value;
  if (LISTS.includes(field)) return value.split(',');
  return field.endsWith('Ids') ? value.split(',').map(Number) : value;
}

function collect(error: z.ZodError, errors: Partial<Record<Field, string>>): void {
  for (const { path, message } of error.issues) errors[path[0] as Field] ??= message;
}

function without(raw: Record<string, unknown>, errors: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !(field in errors)));
}

/** How many filters narrow the list; a From, a To and a relative range of one field count as one. */
export function countOrderFilters(filters: OrderFilters): number {
  const used = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return new Set(used.map(([field]) => field.replace(/(From|To|Rel)$/, ''))).size;
}
