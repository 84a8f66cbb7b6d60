import {
  BaseUnitSchema,
  type Product,
  type ProductEdit,
  type ProductFields,
} from '../../../../domain/catalogue/product-record';
import { PRODUCT_SUBCATEGORIES } from '../../../../domain/catalogue/subcategories';
import { INVENTORY_MODES, PRODUCT_STATUSES } from '../../../../domain/catalogue/vocabulary';
import { compare, formatNumber, isEqual } from '../../../../domain/money';
import { readTyped, typedAmount, typedOrNull } from '../../../../domain/typed';

export const PRODUCTS = '/inventory/products';
export const LINES = '/inventory/product-lines';

/** The messages of a product's writes. */
export const SAID = { success: 'Product saved.', failure: 'The product wasn’t saved.' } as const;

/** What each section of a product's page takes. */
export type ProductSection = {
  product: Product;
  /** Why the reader may not change it; null when they may. */
  whyNot: string | null;
  refresh: () => unknown;
};

/** How it is sold: by its unit, by the case, or by the unit at a price per case. */
export type SoldBy = 'unit' | 'case' | 'case-by-unit';

type Typed = 'wholesalePrice' | 'salePrice' | 'unitMultiplier' | 'minimumOrder' | 'maximumOrder';
type Chosen = 'brandId' | 'category';
type Sold = 'sellInBulk' | 'sellInUnitOfMeasure';

/** A product's fields as the form has them: amounts as typed, and one choice of how it is sold. */
export type ProductValues = Omit<ProductFields, Typed | Chosen | Sold> &
  Record<Typed, string> & { brandId: number | null; category: string; soldBy: SoldBy };

/** The platform's names of the form's fields. */
export const FORM_NAMES = { sellInUnitOfMeasure: 'soldBy', sellInBulk: 'soldBy' } as const;

const typed = (amount: string | null) => amount ?? '';

const soldByOf = ({ sellInBulk, sellInUnitOfMeasure }: Pick<Product, Sold>): SoldBy => {
  if (sellInUnitOfMeasure === 'Case') return 'case';
  return sellInBulk ? 'case-by-unit' : 'unit';
};

/** A product as its form begins. */
export function valuesOf(product: Product): ProductValues {
  return {
    brandId: product.brandId,
    name: product.name,
    sku: product.sku,
    description: product.description,
    category: product.category,
    subcategoryId: product.subcategoryId,
    productLineId: product.productLineId,
    strainId: product.strainId,
    parentId: product.parentId,
    isParent: product.isParent,
    soldBy: soldByOf(product),
    unitOfMeasure: BaseUnitSchema.catch('Unit').parse(product.unitOfMeasure),
    unitMultiplier: product.unitMultiplier,
    wholesalePrice: product.wholesalePrice,
    salePrice: typed(product.salePrice),
    minimumOrder: typed(product.minimumOrder),
    maximumOrder: typed(product.maximumOrder),
    allowFractionalQuantities: product.allowFractionalQuantities,
    showQuantity: product.showQuantity,
    inventoryManagement: product.inventoryManagement,
    listingState: product.listingState,
  };
}

/** A new product's form; the brand is known when there is only one. */
export const blankValues = (brandId: number | null): ProductValues => ({
  brandId,
  name: '',
  sku: '',
  description: '',
  category: '',
  subcategoryId: null,
  productLineId: null,
  strainId: null,
  parentId: null,
  isParent: false,
  soldBy: 'unit',
  unitOfMeasure: 'Unit',
  unitMultiplier: '',
  wholesalePrice: '',
  salePrice: '',
  minimumOrder: '',
  maximumOrder: '',
  allowFractionalQuantities: false,
  showQuantity: true,
  inventoryManagement: 'MANUAL',
  listingState: 'INTERNAL',
});

const isPositive = (text: string) => compare(readTyped('money', text).amount || 0, 0) > 0;

/** A form's values as the platform takes them. Fields that the form doesn't show are sent as if nothing were typed. */
export function fieldsOf({ soldBy, ...values }: ProductValues) {
  const { isParent, unitMultiplier } = values;
  const sellInBulk = soldBy !== 'unit' && !isParent;
  const shown = <T>(value: T, otherwise: T): T => (isParent ? otherwise : value);
  return {
    ...values,
    brandId: values.brandId ?? undefined,
    category: values.category || undefined,
    parentId: shown(values.parentId, null),
    sellInBulk,
    sellInUnitOfMeasure: soldBy === 'case' && sellInBulk ? ('Case' as const) : values.unitOfMeasure,
    unitMultiplier: sellInBulk ? typedAmount('quantity', unitMultiplier) : '1',
    wholesalePrice:
      isParent && !isPositive(values.wholesalePrice) ? '0.00' : typedAmount('money', values.wholesalePrice),
    salePrice: shown(typedOrNull('money', values.salePrice), null),
    minimumOrder: shown(typedOrNull('quantity', values.minimumOrder), null),
    maximumOrder: shown(typedOrNull('quantity', values.maximumOrder), null),
  };
}

/** A product's update that changes only these fields. */
export function editOf(product: Product, changed: Partial<ProductFields>): ProductEdit {
  const fields = fieldsOf(valuesOf(product)) as ProductFields;
  return { ...fields, ...changed, version: product.version };
}

/** "4,321 units", "1 pound", "0 grams". */
export const unitsShown = (amount: string, unit: string): string =>
  `${formatNumber(amount)} ${unit.toLowerCase()}${isEqual(amount, 1) ? '' : 's'}`;

/** Another person's value of a field, as text. */
export function shownValue(name: keyof ProductValues, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (name === 'listingState') return PRODUCT_STATUSES[value as Product['listingState']].label;
  if (name === 'inventoryManagement') return INVENTORY_MODES[value as Product['inventoryManagement']].label;
  if (name === 'subcategoryId') return PRODUCT_SUBCATEGORIES.find(({ id }) => id === value)?.name ?? '';
  if (name === 'soldBy')
    return { unit: 'Unit', case: 'Case', 'case-by-unit': 'Unit, priced by the case' }[value as SoldBy];
  return String(value);
}
