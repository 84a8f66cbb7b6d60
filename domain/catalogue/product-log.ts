import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { formatNumber, formatUsd } from '../money';
import { PRODUCT_SUBCATEGORIES } from './subcategories';
import { INVENTORY_MODES, PRODUCT_STATUSES } from './vocabulary';

type Shown = (value: unknown) => string;
type Described = { label: string; show: Shown };

const text: Shown = (value) => String(value);
const number: Shown = (value) => formatNumber(String(value));
const dollars: Shown = (value) => formatUsd(String(value));
const yesOrNo: Shown = (value) => (value ? 'Yes' : 'No');
const named: Shown = (value) => String((value as { name?: unknown }).name ?? '');
const labelIn =
  (labels: Readonly<Record<string, { label: string }>>): Shown =>
  (value) =>
    labels[String(value)]?.label ?? String(value);

/** A product's fields as its log names and shows them, in order. */
const FIELDS: Readonly<Record<string, Described>> = {
  name: { label: 'Name', show: text },
  sku: { label: 'SKU', show: text },
  brand: { label: 'Brand', show: named },
  productLine: { label: 'Product line', show: named },
  category: { label: 'Category', show: text },
  subcategoryId: {
    label: 'Subcategory',
    show: (value) => PRODUCT_SUBCATEGORIES.find(({ id }) => id === value)?.name ?? '',
  },
  strain: { label: 'Strain', show: named },
  parent: { label: 'Parent', show: named },
  isParent: { label: 'Parent product', show: yesOrNo },
  description: { label: 'Description', show: text },
  wholesalePrice: { label: 'Wholesale price', show: dollars },
  salePrice: { label: 'Sale price', show: dollars },
  unitOfMeasure: { label: 'Unit', show: text },
  sellInUnitOfMeasure: { label: 'Sold by', show: text },
  sellInBulk: { label: 'Priced by the case', show: yesOrNo },
  unitMultiplier: { label: 'Per case', show: number },
  minimumOrder: { label: 'Minimum order', show: number },
  maximumOrder: { label: 'Maximum order', show: number },
  allowFractionalQuantities: { label: 'Fractions', show: yesOrNo },
  showQuantity: { label: 'Quantity shown to buyers', show: yesOrNo },
  inventoryManagement: { label: 'Stock from', show: labelIn(INVENTORY_MODES) },
  listingState: { label: 'Status', show: labelIn(PRODUCT_STATUSES) },
  quantity: { label: 'On hand', show: number },
  mappedItems: { label: 'Mapped items', show: (value) => (value as string[]).join(', ') },
  images: { label: 'Pictures', show: (value) => String((value as unknown[]).length) },
};

/** A field's name and value in words, as the log has them. */
export function describeField(field: string, value: unknown): { label: string; text: string } {
  const described = FIELDS[field];
  return described ? { label: described.label, text: shown(described, value) } : { label: field, text: String(value) };
}

/** A product's values as the log stores them: all of them, or those that changed. */
export type LoggedValues = Readonly<Record<string, unknown>> | null;

export const FieldChange = z.strictObject({ label: z.string(), from: z.string(), to: z.string() });
export type FieldChange = z.infer<typeof FieldChange>;

const shown = ({ show }: Described, value: unknown) =>
  value === null || value === undefined || value === '' ? 'None' : show(value) || 'None';
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a change did, field by field in words; nothing for a new product, whose values are all new. */
export function describeChanges(before: LoggedValues, after: LoggedValues): FieldChange[] {
  if (before === null || after === null) return [];
  return Object.entries(FIELDS).flatMap(([field, described]) => {
    const [from, to] = [before[field], after[field]];
    if (!(field in after) || isSame(from, to)) return [];
    return [{ label: described.label, from: shown(described, from), to: shown(described, to) }];
  });
}

/** A product's values before each of these changes, newest first, were made; null when it didn't exist yet. */
export function valuesBefore(current: LoggedValues, changes: readonly { before: LoggedValues }[]): LoggedValues {
  const befores = changes.map(({ before }) => before);
  return current === null || befores.includes(null) ? null : Object.assign({}, current, ...befores);
}

/** A product's values in words, without those it has none of. */
export function describeValues(values: NonNullable<LoggedValues>): { label: string; value: string }[] {
  return Object.entries(FIELDS).flatMap(([field, described]) => {
    const value = shown(described, values[field]);
    return value === 'None' ? [] : [{ label: described.label, value }];
  });
}

const Author = z.strictObject({ id: z.uuid(), name: z.string() });

/** One change of a product. */
export const ProductLogEntry = z.strictObject({
  id: Id,
  created: Instant,
  /** Null for automatic changes. */
  person: Author.nullable(),
  /** The support person acting for them. */
  impersonatedBy: Author.nullable(),
  action: z.string(),
  changes: z.array(FieldChange),
});
export type ProductLogEntry = z.infer<typeof ProductLogEntry>;

/** A product as it was; null before it was added. */
export const ProductAsOf = z.strictObject({
  at: Instant,
  values: z.array(z.strictObject({ label: z.string(), value: z.string() })).nullable(),
});
