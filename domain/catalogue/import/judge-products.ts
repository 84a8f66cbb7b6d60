import { undefused } from '../../csv';
import { numberOf } from '../../import';
import { isEqual } from '../../money';
import { isShortened, whyShortened } from '../../typed';
import {
  type ChangedProduct,
  differencesOf,
  type FieldPatch,
  judgeChange,
  type KnownNames,
  type ProductDifference,
} from '../product-change';
import { newProductErrors, ProductFields, productErrors } from '../product-record';
import { skuKey } from '../sku';
import { PRODUCT_CATEGORIES } from '../vocabulary';
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductImportField,
  type ProductImportRow,
  type ProductVerdict,
} from './product-import';
import { indexNames, lowered, type Names, plain, type Referred, readProductRow } from './read-product-row';

/** A product that has a SKU of the file; others of the organization have theirs too, and are refused. */
export type KnownProduct = ChangedProduct & { id: number; isOpen: boolean };

/** What rows are checked against: what the caller may see of the company's catalogue, its products by SKU. */
export type KnownCatalogue = Referred & {
  brands: readonly { id: number; name: string }[];
  products: ReadonlyMap<string, KnownProduct>;
  /** SKUs of digits that begin with zeros, by what is left without these. */
  skusWithZeros: ReadonlyMap<string, string>;
};

/** A new product as the import adds it. */
export type NewProduct = ProductFields & { quantity: string };

/** A row's result with what to write: a new product, or what differs of one there is. */
export type JudgedProduct = ProductVerdict & { patch: FieldPatch; draft: NewProduct | null };

type Outcome = { patch: FieldPatch; draft: NewProduct | null; changes: ProductDifference[]; reasons: string[] };

/**
 * Decides each row's result. A row matches the product with its SKU; blank cells change nothing, and a new product
 * takes what the file leaves out from its category. The rules are those of a product edited by hand.
 */
export function judgeProducts(rows: readonly ProductImportRow[], known: KnownCatalogue): JudgedProduct[] {
  const names = indexNames(known);
  const shown = namesOf(known);
  const brands = new Map<string, number[]>();
  for (const { id, name } of known.brands) brands.set(plain(name), [...(brands.get(plain(name)) ?? []), id]);
  const bySku = new Map([...known.products].map(([sku, product]) => [skuKey(sku), product]));
  const seen = new Map<string, number>();
  return rows.map((row, at) => {
    const number = numberOf(row, at);
    const sku = undefused(row.sku ?? '').trim();
    const key = skuKey(sku);
    const product = bySku.get(key);
    const first = seen.get(key);
    if (sku !== '' && first === undefined) seen.set(key, number);
    const { patch, draft, changes, reasons } =
      sku === ''
        ? refused('SKU is required')
        : first !== undefined
          ? refused(`SKU: same as row ${first}`)
          : product && !product.isOpen
            ? refused('SKU: a product you can’t change already has it')
            : product
              ? judgeKnown(row, product, { known, brands, names, shown })
              : judgeNew(row, sku, { known, brands, names, shown });
    const verdict =
      reasons.length > 0 ? 'refused' : product === undefined ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
    const isMine = product?.isOpen === true;
    return {
      row: number,
      sku,
      name: undefused(row.name ?? '') || (isMine ? product.name : ''),
      productId: isMine ? product.id : null,
      verdict,
      changes: verdict === 'refused' ? [] : changes,
      reasons: verdict === 'create' ? zerosLost(sku, known) : reasons,
      patch,
      draft,
    };
  });
}

type Asked = { known: KnownCatalogue; brands: ReadonlyMap<string, readonly number[]>; names: Names; shown: KnownNames };

const refused = (reason: string): Outcome => ({ patch: {}, draft: null, changes: [], reasons: [reason] });

/** Names by id, for differences in words. */
export function namesOf({ lines, strains, parents }: Referred): KnownNames {
  const byId = (named: readonly { id: number; name: string }[]) => new Map(named.map((one) => [one.id, one]));
  return { lines, strains: byId(strains), parents: byId(parents) };
}

function judgeKnown(row: ProductImportRow, product: KnownProduct, { known, brands, names, shown }: Asked): Outcome {
  if (row.brand !== undefined && !brands.get(plain(row.brand))?.includes(product.brandId)) {
    const brand = known.brands.find(({ id }) => id === product.brandId);
    return refused(`Brand: this SKU is a product of ${brand?.name ?? 'another brand'}`);
  }
  const { patch: asked, reasons } = readProductRow(withoutKept(row, product, shown), product.brandId, names);
  if (reasons.length > 0) return { patch: {}, draft: null, changes: [], reasons };
  const { sellInUnitOfMeasure: unit } = asked;
  if (unit !== undefined && unit !== product.sellInUnitOfMeasure) asked.sellInBulk ??= unit === 'Case';
  const { patch, changes, errors } = judgeChange(product, asked, shown);
  return { patch, draft: null, changes, reasons: labeled(errors) };
}

/** A row without what the product has already but nobody could enter, as a tracked figure or one of two namesakes. */
function withoutKept(row: ProductImportRow, product: KnownProduct, { parents }: KnownNames): ProductImportRow {
  const { quantity, parent, ...rest } = row;
  const isKept = quantity !== undefined && /^-?\d+(\.\d+)?$/.test(quantity) && isEqual(quantity, product.quantity);
  const isKin = parent !== undefined && parents?.get(product.parentId ?? 0)?.name === undefused(parent);
  return {
    ...rest,
    ...(quantity !== undefined && !isKept && { quantity }),
    ...(parent !== undefined && !isKin && { parent }),
  };
}

/** That a new SKU may be one there is, whose zeros a spreadsheet left out; none if it isn't. */
function zerosLost(sku: string, { skusWithZeros }: KnownCatalogue): string[] {
  const whole = skusWithZeros.get(sku);
  if (whole === undefined) return [];
  return [`SKU: there is a product ${whole}. If a spreadsheet left out its zeros, format the column as text`];
}

function judgeNew(row: ProductImportRow, sku: string, { known, brands, names, shown }: Asked): Outcome {
  if (isShortened(sku)) return refused(`SKU: ${whyShortened(sku)}`);
  const found = row.brand === undefined ? known.brands.map(({ id }) => id) : (brands.get(plain(row.brand)) ?? []);
  const [brandId] = found;
  if (brandId === undefined)
    return refused(row.brand === undefined ? 'Brand: add one first' : `Brand: you have no brand called “${row.brand}”`);
  if (found.length > 1)
    return refused(row.brand === undefined ? 'Brand is required' : `Brand: several are called “${row.brand}”`);
  const { patch, reasons } = readProductRow(row, brandId, names);
  for (const column of REQUIRED)
    if (row[column] === undefined) reasons.push(`${PRODUCT_IMPORT_FIELDS[column].label} is required`);
  const { quantity = '0', ...given } = { ...defaultsOf(patch), ...patch };
  if (given.unitOfMeasure === undefined && row.unitOfMeasure === undefined) reasons.push('Unit is required');
  if (reasons.length > 0) return { patch: {}, draft: null, changes: [], reasons };
  const read = ProductFields.safeParse({ ...given, sku, brandId });
  if (!read.success)
    return refused(read.error.issues.map(({ path, message }) => `${labelOf(path[0])}: ${lowered(message)}`).join('. '));
  const draft = { ...read.data, quantity };
  const errors = { ...productErrors(draft), ...newProductErrors(draft) };
  const { category, wholesalePrice } = draft;
  const brand = known.brands.find(({ id }) => id === brandId)?.name ?? '';
  const changes = [
    { label: 'Brand', from: '', to: brand },
    ...differencesOf({}, { category, wholesalePrice }, shown).map((one) => ({ ...one, from: '' })),
  ];
  return { patch: {}, draft, changes, reasons: labeled(errors) };
}

const REQUIRED = ['name', 'category', 'wholesalePrice'] as const satisfies readonly ProductImportField[];

/** What a new product has unless the file says otherwise: units counted by the piece, and sold as they are counted. */
function defaultsOf({ category, unitOfMeasure, sellInUnitOfMeasure }: FieldPatch): FieldPatch {
  const measures = PRODUCT_CATEGORIES.find(({ name }) => name === category)?.measures;
  const unit = unitOfMeasure ?? (measures === 'count' ? 'Unit' : undefined);
  return {
    ...(unit !== undefined && { unitOfMeasure: unit, sellInUnitOfMeasure: unit }),
    sellInBulk: sellInUnitOfMeasure === 'Case',
  };
}

const COLUMNS: Partial<Record<string, ProductImportField>> = {
  productLineId: 'productLine',
  strainId: 'strain',
  parentId: 'parent',
  subcategoryId: 'subcategory',
  brandId: 'brand',
};

const labelOf = (field: unknown) =>
  PRODUCT_IMPORT_FIELDS[COLUMNS[String(field)] ?? (String(field) as ProductImportField)]?.label ?? String(field);

const labeled = (errors: Partial<Record<string, string>>) =>
  Object.entries(errors).map(([field, message]) => `${labelOf(field)}: ${lowered(message ?? '')}`);
