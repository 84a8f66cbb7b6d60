import { z } from 'zod';
import { MOST_BULK_ROWS } from '../bulk/bulk-act';
import { selectionOf } from '../bulk/bulk-call';
import { Id, Version } from '../contract/endpoint';
import { add, compare, isEqual, multiply, PriceSchema, QuantitySchema, roundCents } from '../money';
import { keptPriceErrors } from '../pricing/own-prices';
import { counted } from '../text';
import { productFilters } from './product-filters';
import { describeField } from './product-log';
import { type ProductFields, productErrors } from './product-record';
import { mappedErrors } from './units/convert-units';
import type { TrackingUnit } from './units/tracking-units';
import { INVENTORY_MODES, PRODUCT_STATUSES, ProductStatusSchema } from './vocabulary';

/** What can be changed from the list, by field; absent fields stay. `quantity` is the stock on hand, in base units. */
export const ProductPatch = z.strictObject({
  wholesalePrice: PriceSchema.optional(),
  salePrice: PriceSchema.nullable().optional(),
  quantity: QuantitySchema.optional(),
  listingState: ProductStatusSchema.optional(),
  productLineId: Id.nullable().optional(),
});
export type ProductPatch = z.output<typeof ProductPatch>;

/** How a price is changed: to so many dollars, by so many, or by a percentage ('10' is 10%). */
export const PriceStep = z.enum(['SET', 'AMOUNT', 'PERCENT']);
export type PriceStep = z.infer<typeof PriceStep>;

const NUMBER = 'Enter a number with at most 2 decimals';
const stepped = (pattern: RegExp, example: string) =>
  z.string(`${NUMBER}, such as ${example}`).trim().regex(pattern, `${NUMBER}, such as ${example}`);
const Signed = stepped(/^-?\d{1,9}(\.\d{1,2})?$/, '-5 or 2.50');
const Unsigned = stepped(/^\d{1,9}(\.\d{1,2})?$/, '5 or 2.50');

/**
 * A change of many products. `changePrice` is of the wholesale price and may lower it; `putOnSale` sets the sale price,
 * or takes dollars or a percentage off the wholesale price.
 */
export const ProductAction = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('setListingState'), listingState: ProductStatusSchema }),
  z.strictObject({ name: z.literal('setProductLine'), productLineId: Id.nullable() }),
  z.strictObject({ name: z.literal('changePrice'), step: PriceStep, value: Signed }),
  z.strictObject({ name: z.literal('putOnSale'), step: PriceStep, value: Unsigned }),
  z.strictObject({ name: z.literal('endSale') }),
]);
export type ProductAction = z.output<typeof ProductAction>;

/** What each does, as the audit log says it. */
export const PRODUCT_ACT_TITLES: Readonly<Record<ProductAction['name'], string>> = {
  setListingState: 'Set status',
  setProductLine: 'Set product line',
  changePrice: 'Change price',
  putOnSale: 'Put on sale',
  endSale: 'End sale',
};

/** Products and what to change: one by one, or the same for all selected. */
export const ProductChanging = z.object({
  orgId: Id,
  companyId: Id.optional(),
  change: z.union([
    z.strictObject({
      patches: z
        .array(z.strictObject({ id: Id, version: Version.optional(), patch: ProductPatch }))
        .min(1, 'Nothing to change')
        .max(MOST_BULK_ROWS, 'At most 10,000 products at a time'),
    }),
    z.strictObject({ selection: selectionOf(productFilters.schema), act: ProductAction }),
  ]),
});
export type ProductChanging = z.output<typeof ProductChanging>;

/** A product as it is: its fields, and its stock on hand in base units. */
export type ChangedProduct = ProductFields & { quantity: string };
/** The same, with the units of its mapped items and whether its prices are kept elsewhere, where they are known. */
type WithItems = ChangedProduct & { itemUnits?: readonly TrackingUnit[]; isMarketplaceLinked?: boolean };

/** What a change sets of a product, by field; all that an import can set. */
export type FieldPatch = { [F in keyof Omit<ChangedProduct, 'brandId' | 'sku'>]?: ChangedProduct[F] | undefined };
type Field = keyof FieldPatch;

/** The lines of brands: which line belongs to which brand, and its name. */
export type KnownLines = ReadonlyMap<number, { name: string; brandId: number }>;
type Named = ReadonlyMap<number, { name: string }>;
/** Names of what products refer to by id. */
export type KnownNames = { lines: KnownLines; strains?: Named; parents?: Named };

export type ProductDifference = { label: string; from: string; to: string };

/** A product after a change: what differs, or why it is refused, by field. */
export type JudgedChange = {
  patch: FieldPatch;
  changes: ProductDifference[];
  errors: Partial<Record<Field, string>>;
  reasons: string[];
};

/** What an act makes of one product. */
export function patchOf(act: ProductAction, { wholesalePrice }: Pick<ChangedProduct, 'wholesalePrice'>): ProductPatch {
  switch (act.name) {
    case 'setListingState':
      return { listingState: act.listingState };
    case 'setProductLine':
      return { productLineId: act.productLineId };
    case 'endSale':
      return { salePrice: null };
    case 'changePrice':
      return { wholesalePrice: priceAfter(wholesalePrice, act.step, act.value) };
    case 'putOnSale':
      return { salePrice: priceAfter(wholesalePrice, act.step, act.step === 'SET' ? act.value : `-${act.value}`) };
  }
}

/** A price after a step, to the cent. */
export function priceAfter(price: string, step: PriceStep, value: string): string {
  if (step === 'SET') return roundCents(value);
  return roundCents(add(price, step === 'AMOUNT' ? value : multiply(price, multiply(value, '0.01'))));
}

/**
 * What a patch changes of a product, and why it can't be applied. Archived products keep their stock; only managed
 * stock is entered by hand; a product line belongs to the product's brand; prices a linked company has in the wholesale
 * marketplace aren't changed here.
 */
export function judgeChange(product: WithItems, asked: FieldPatch, names: KnownNames): JudgedChange {
  const patch = Object.fromEntries(
    (Object.entries(asked) as [Field, never][]).filter(
      ([field, value]) => value !== undefined && !isSame(field, product[field], value),
    ),
  ) as FieldPatch;
  const errors = Object.keys(patch).length === 0 ? {} : errorsOf(product, patch, names);
  return { patch, changes: differencesOf(product, patch, names), errors, reasons: Object.values(errors) };
}

function errorsOf(product: WithItems, patch: FieldPatch, { lines }: KnownNames): JudgedChange['errors'] {
  const after: ChangedProduct = { ...product, ...(patch as Partial<ChangedProduct>) };
  const errors: JudgedChange['errors'] = {};
  for (const field of ['wholesalePrice', 'salePrice'] as const)
    if (patch[field] && compare(patch[field], 0) < 0) errors[field] = 'The price would be below $0.00';
  if (Object.keys(errors).length === 0) Object.assign(errors, productErrors(after));
  if (patch.quantity !== undefined) {
    if (after.listingState === 'ARCHIVED') errors.quantity = 'The stock of an archived product can’t be changed';
    else if (after.inventoryManagement !== 'MANUAL')
      errors.quantity = `Stock is ${INVENTORY_MODES[after.inventoryManagement].label.toLowerCase()}, not entered by hand`;
  }
  if (product.isMarketplaceLinked) Object.assign(errors, keptPriceErrors(patch));
  if (patch.unitOfMeasure !== undefined || patch.isParent !== undefined)
    Object.assign(errors, mappedErrors(after, product.itemUnits ?? []));
  const line = patch.productLineId;
  if (line != null && lines.get(line)?.brandId !== product.brandId)
    errors.productLineId = 'The product line belongs to another brand';
  return errors;
}

/**
 * Whether a product still has the values a change gave it, so that undoing it takes nobody's work back. Stock that comes
 * from elsewhere since isn't what the change gave it, even if it is as much.
 */
export const stillHas = (product: ChangedProduct, after: FieldPatch): boolean =>
  (after.quantity === undefined || product.inventoryManagement === (after.inventoryManagement ?? 'MANUAL')) &&
  (Object.entries(after) as [Field, never][]).every(([field, value]) => isSame(field, product[field], value));

const DECIMALS: ReadonlySet<Field> = new Set([
  'wholesalePrice',
  'salePrice',
  'quantity',
  'unitMultiplier',
  'minimumOrder',
  'maximumOrder',
]);

function isSame<F extends Field>(field: F, before: ChangedProduct[F], after: ChangedProduct[F]): boolean {
  if (before === null || after === null || !DECIMALS.has(field)) return before === after;
  return isEqual(String(before), String(after));
}

/** What each of a patch's fields was, and what it becomes, in words. */
export function differencesOf(before: FieldPatch, after: FieldPatch, names: KnownNames): ProductDifference[] {
  return (Object.keys(after) as Field[]).map((field) => {
    const [name, was] = logged(field, before[field], names);
    const [, is] = logged(field, after[field], names);
    const from = describeField(name, was);
    return { label: from.label, from: clipped(from.text), to: clipped(describeField(name, is).text) };
  });
}

const MOST_SHOWN = 200;
const clipped = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** Values as the log keeps them: what is referred to by id, with its name. */
export function loggedValues(patch: FieldPatch, names: KnownNames): Record<string, unknown> {
  return Object.fromEntries((Object.keys(patch) as Field[]).map((field) => logged(field, patch[field], names)));
}

function logged(field: Field, value: unknown, names: KnownNames): [name: string, value: unknown] {
  const reference = REFERENCES[field];
  if (reference === undefined) return [field, value];
  const { as, among } = reference;
  return [as, value == null ? null : { id: value, name: names[among]?.get(Number(value))?.name ?? '' }];
}

const REFERENCES: Partial<Record<Field, { as: string; among: keyof KnownNames }>> = {
  productLineId: { as: 'productLine', among: 'lines' },
  strainId: { as: 'strain', among: 'strains' },
  parentId: { as: 'parent', among: 'parents' },
};

/** How many products, in words. */
export const countedProducts = (count: number) => counted(count, 'product');

/** A change in a few words, as the log and the offer to undo it say. */
export function summaryOf(change: ProductChanging['change'], count: number): string {
  const products = countedProducts(count);
  if ('patches' in change) return `Changed ${products}`;
  const { act } = change;
  switch (act.name) {
    case 'setListingState':
      return `Set ${products} to ${PRODUCT_STATUSES[act.listingState].label}`;
    case 'setProductLine':
      return `Moved ${products} to ${act.productLineId === null ? 'no product line' : 'a product line'}`;
    case 'changePrice':
      return `Changed the price of ${products}`;
    case 'putOnSale':
      return `Put ${products} on sale`;
    case 'endSale':
      return `Ended the sale of ${products}`;
  }
}
