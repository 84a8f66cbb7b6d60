import type { z } from 'zod';
import { undefused } from '../../csv';
import { roundCents } from '../../money';
import { readTyped, type TypedKind } from '../../typed';
import type { FieldPatch, KnownLines } from '../product-change';
import { ProductDraft } from '../product-record';
import { PRODUCT_SUBCATEGORIES } from '../subcategories';
import { INVENTORY_MODES, PRODUCT_CATEGORIES, PRODUCT_STATUSES, UNITS } from '../vocabulary';
import { PRODUCT_IMPORT_FIELDS, type ProductImportField, type ProductImportRow } from './product-import';

type Named = { id: number; name: string };
/** What cells refer to by name. */
export type Referred = {
  lines: KnownLines;
  strains: readonly Named[];
  parents: readonly (Named & { sku: string; brandId: number })[];
};

/** Ids by the names a file has, found at once for any number of rows. */
export type Names = { lines: Index; strains: Index; parents: Index };
type Index = ReadonlyMap<string, readonly number[]>;

export const plain = (text: string) => text.trim().toLowerCase();
const ofBrand = (brandId: number, name: string) => `${brandId} ${plain(name)}`;

/** Prepares the names of what cells refer to. A parent is found by its SKU, and by its name if no other has it. */
export function indexNames({ lines, strains, parents }: Referred): Names {
  return {
    lines: indexed([...lines].map(([id, { name, brandId }]) => [ofBrand(brandId, name), id])),
    strains: indexed(strains.map(({ id, name }) => [plain(name), id])),
    parents: indexed(
      parents.flatMap(({ id, name, sku, brandId }): [string, number][] => [
        [ofBrand(brandId, name), id],
        [ofBrand(brandId, `sku ${sku}`), id],
      ]),
    ),
  };
}

function indexed(entries: readonly (readonly [string, number])[]): Index {
  const index = new Map<string, number[]>();
  for (const [key, id] of entries) index.set(key, [...(index.get(key) ?? []), id]);
  return index;
}

/** A cell's value, or why it has none. */
type Read<T> = { value: T } | { reason: string };
type Reader<T> = (text: string) => Read<T>;

/**
 * What a row sets of a product of a brand, and what is wrong in its cells, each reason with its column. Blank cells set
 * nothing; “none” takes a value away.
 */
export function readProductRow(
  row: ProductImportRow,
  brandId: number,
  names: Names,
): { patch: FieldPatch; reasons: string[] } {
  const { shape } = ProductDraft;
  const reasons: string[] = [];
  const read = <T>(column: ProductImportField, reader: Reader<T>): T | undefined => {
    const cell = row[column];
    if (cell === undefined) return undefined;
    const found = reader(cell);
    if ('value' in found) return found.value;
    reasons.push(`${PRODUCT_IMPORT_FIELDS[column].label}: ${found.reason}`);
    return undefined;
  };
  const named = (index: Index, key: (text: string) => string, what: string): Reader<number> => {
    return (text) => {
      const [found, second] = index.get(key(text)) ?? [];
      if (second !== undefined) return { reason: `there are several ${what}s called “${text}”` };
      return found === undefined ? { reason: `no ${what} called “${text}”. Add it first.` } : { value: found };
    };
  };
  const line = named(names.lines, (text) => ofBrand(brandId, text), 'product line');
  const parentBySku = named(names.parents, (text) => ofBrand(brandId, `sku ${text}`), 'parent product');
  const parentByName = named(names.parents, (text) => ofBrand(brandId, text), 'parent product');
  const parent: Reader<number> = (text) => {
    const bySku = parentBySku(text);
    return 'value' in bySku ? bySku : parentByName(text);
  };
  const set: { [F in keyof FieldPatch]: unknown } = {
    name: read('name', parsed(shape.name, undefused)),
    description: read('description', orNone('', parsed(shape.description, undefused))),
    category: read('category', oneOf(CATEGORIES, 'category')),
    subcategoryId: read('subcategory', orNone(null, oneOf(SUBCATEGORIES, 'subcategory'))),
    productLineId: read('productLine', orNone(null, line)),
    strainId: read('strain', orNone(null, named(names.strains, plain, 'strain'))),
    parentId: read('parent', orNone(null, parent)),
    wholesalePrice: read('wholesalePrice', price),
    salePrice: read('salePrice', orNone(null, price)),
    unitOfMeasure: read('unitOfMeasure', oneOf(BASE_UNITS, 'unit of stock')),
    sellInUnitOfMeasure: read('sellInUnitOfMeasure', oneOf(SELL_UNITS, 'unit')),
    sellInBulk: read('sellInBulk', yesOrNo),
    unitMultiplier: read('unitMultiplier', amount(shape.unitMultiplier)),
    minimumOrder: read('minimumOrder', orNone(null, amount(shape.minimumOrder))),
    maximumOrder: read('maximumOrder', orNone(null, amount(shape.maximumOrder))),
    allowFractionalQuantities: read('allowFractionalQuantities', yesOrNo),
    showQuantity: read('showQuantity', yesOrNo),
    inventoryManagement: read('inventoryManagement', oneOf(MODES, 'source of stock')),
    quantity: read('quantity', amount(shape.quantity)),
    listingState: read('listingState', oneOf(STATUSES, 'status')),
  };
  return { patch: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)), reasons };
}

/** A reader whose cells may say “none”. */
const orNone =
  <T, N>(none: N, reader: Reader<T>): Reader<T | N> =>
  (text) =>
    plain(text) === 'none' ? { value: none } : reader(text);

const parsed =
  <T>(schema: z.ZodType<T>, from: (text: string) => unknown): Reader<T> =>
  (text) => {
    const { data, error } = schema.safeParse(from(text));
    return error ? { reason: lowered(error.issues[0]?.message ?? 'can’t be read') } : { value: data };
  };

/** A message as it goes on after a column's name. */
export const lowered = (message: string) => message.charAt(0).toLowerCase() + message.slice(1);

/** An amount as people and spreadsheets write it: "1,200.5". */
const amount =
  <T>(schema: z.ZodType<T>): Reader<T> =>
  (text) => {
    const read = typed('quantity', text, `enter a number, not “${text}”`);
    return 'reason' in read ? read : parsed(schema, () => read.value)(text);
  };

const price: Reader<string> = (text) => {
  const read = typed('money', text, `enter an amount such as 352.00, not “${text}”`);
  return 'reason' in read ? read : parsed(ProductDraft.shape.wholesalePrice, () => roundCents(read.value))(text);
};

/** A number as it was typed in a cell; `otherwise` says what it should be where no more is known. */
function typed(kind: TypedKind, text: string, otherwise: string): Read<string> {
  const { amount, problem, fault } = readTyped(kind, text);
  if (amount !== null && amount !== '') return { value: amount };
  return { reason: fault === null || fault === 'unreadable' || fault === 'negative' ? otherwise : lowered(problem) };
}

const yesOrNo: Reader<boolean> = (text) => {
  if (/^(yes|y|true|1|x)$/i.test(text.trim())) return { value: true };
  if (/^(no|n|false|0)$/i.test(text.trim())) return { value: false };
  return { reason: `enter yes or no, not “${text}”` };
};

const oneOf =
  <T>(choices: ReadonlyMap<string, T>, what: string): Reader<T> =>
  (text) => {
    const found = choices.get(plain(text));
    return found === undefined ? { reason: `no ${what} called “${text}”` } : { value: found };
  };

/** Choices by label and by name. */
const labeled = (choices: Readonly<Record<string, { label: string }>>) =>
  new Map(Object.entries(choices).flatMap(([name, { label }]) => [name, label].map((text) => [plain(text), name])));

const STATUSES = labeled(PRODUCT_STATUSES);
const MODES = labeled(INVENTORY_MODES);
const CATEGORIES = new Map(PRODUCT_CATEGORIES.map(({ name }) => [plain(name), name]));
const SUBCATEGORIES = new Map<string, number>(PRODUCT_SUBCATEGORIES.map(({ id, name }) => [plain(name), id]));

/** Units by name, plural and abbreviation: "Pound", "pounds", "lb". */
const SELL_UNITS = new Map(
  Object.entries(UNITS)
    .toReversed()
    .flatMap(([unit, { trackingUnit }]) => [plain(unit), `${plain(unit)}s`, trackingUnit].map((text) => [text, unit]))
    .concat([['each', 'Unit']]) as [string, string][],
);
const BASE_UNITS = new Map([...SELL_UNITS].filter(([, unit]) => unit !== 'Case'));
