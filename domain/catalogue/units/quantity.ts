import {
  compare,
  decimal,
  divide,
  floor,
  formatNumber,
  greater,
  isEqual,
  money,
  multiply,
  type Numeric,
  type Quantity,
  subtract,
} from '../../money';
import { readTyped } from '../../typed';
import type { InventoryMode, ProductStatus } from '../vocabulary';
import type { QuantityRules } from './quantity-rules';

/**
 * What the quantity rules need from a product. Inventory, minimum and maximum are in base units, also when sold by the
 * case.
 */
export type QuantityProduct = {
  listingState: ProductStatus;
  inventoryManagement: InventoryMode;
  /** Stock minus reservations; null when there is some but the seller hides how much. */
  totalEffectiveInventory: Quantity | null;
  /** The unit a quantity is entered in; 'Case' counts cases of `unitMultiplier` base units. */
  sellInUnitOfMeasure: string;
  /** Priced by the case, whatever the unit of entry. */
  sellInBulk: boolean;
  /** Base units per case. */
  unitMultiplier: Numeric;
  minimumOrder: Quantity | null;
  maximumOrder: Quantity | null;
  allowFractionalQuantities: boolean;
  showQuantity: boolean;
};

export const DEFAULT_MAXIMUM_ORDER = '100000';
const DEFAULT_DECIMALS = 2;
/** The most base units of a line, however much there is: sums of lines keep to what amounts can hold. */
export const MOST_BASE_UNITS = '100000000';

export type QuantityEntry<P = QuantityProduct> = {
  product: P;
  /** As typed or as stored, in the unit of entry. */
  quantity: string | number | null;
  /** What other lines of the cart have of the product, in the unit of entry. */
  inCart?: Numeric;
  /** What the order already has on this line, in the unit of entry. */
  existingQuantity?: Numeric;
  /** A line of a saved sales order: minimum and maximum aren't checked again. */
  editingExisting?: boolean;
  /** The unit of entry, if not the product's own. */
  unitOverride?: string | null;
  /** On backorder, so not checked against stock. */
  isBackorder?: boolean;
};

export type QuantityCheck = { error?: string; hint?: string; outOfStock: boolean };

const unitOf = (product: Pick<QuantityProduct, 'sellInUnitOfMeasure'>, override?: string | null): string =>
  override ?? product.sellInUnitOfMeasure;

/** '1 case', '31,968 units', '2.5 pounds', '0 units'. */
export function describeQuantity(quantity: Numeric, unit: string): string {
  return `${formatNumber(money(quantity))} ${unitOfQuantity(quantity, unit)}`;
}

/** The unit of an amount that is shown apart: 'unit' of 1, 'units' of 31,968. */
export function unitOfQuantity(quantity: Numeric, unit: string): string {
  const isOne = compare(quantity, 0) > 0 && compare(quantity, 1) <= 0;
  return `${unit.toLowerCase()}${isOne ? '' : 's'}`;
}

/** Whole cases in a number of base units. */
export function caseInventory(total: Numeric, unitMultiplier: Numeric): Quantity {
  return floor(divide(total, unitMultiplier));
}

/** Cases to base units; other units already are base units. */
export function toBaseUnits(
  product: Pick<QuantityProduct, 'sellInUnitOfMeasure' | 'unitMultiplier'>,
  quantity: Numeric,
  unitOverride?: string | null,
): Quantity {
  return unitOf(product, unitOverride) === 'Case' ? multiply(quantity, product.unitMultiplier) : money(quantity);
}

type StockView = Pick<
  QuantityProduct,
  'inventoryManagement' | 'totalEffectiveInventory' | 'sellInBulk' | 'sellInUnitOfMeasure' | 'unitMultiplier'
>;

/** Nothing left or, sold in bulk, less than one full case. Unlimited inventory is never out of stock. */
export function isOutOfStock(product: StockView): boolean {
  const left = product.totalEffectiveInventory;
  if (product.inventoryManagement === 'UNLIMITED' || left === null) return false;
  const needsFullCase = product.sellInBulk || product.sellInUnitOfMeasure === 'Case';
  return compare(left, 0) <= 0 || (needsFullCase && compare(left, product.unitMultiplier) < 0);
}

/**
 * The most that can be entered, in the unit of entry: available stock minus what is in the cart, but at least what the
 * order already has. Null when unlimited.
 */
export function availableQuantity(entry: Omit<QuantityEntry, 'quantity'>): Quantity | null {
  const { product, inCart = 0, existingQuantity = 0, unitOverride, isBackorder = false } = entry;
  const total = product.totalEffectiveInventory;
  if (product.inventoryManagement === 'UNLIMITED' || total === null || isBackorder) return null;
  const stock = unitOf(product, unitOverride) === 'Case' ? caseInventory(total, product.unitMultiplier) : total;
  return greater(subtract(stock, inCart), existingQuantity);
}

type Limits = Pick<QuantityProduct, 'sellInUnitOfMeasure' | 'unitMultiplier' | 'minimumOrder' | 'maximumOrder'>;

/** The minimum order, in the unit of entry: 1 for cases; none with a unit override or when not set. */
export function minimumOrder(product: Limits, unitOverride?: string | null): Quantity | null {
  if (unitOverride) return null;
  if (product.sellInUnitOfMeasure === 'Case') return '1';
  return product.minimumOrder !== null && compare(product.minimumOrder, 0) > 0 ? money(product.minimumOrder) : null;
}

/** The maximum order, in the unit of entry: for cases, whole cases of the maximum, at least 1. */
export function maximumOrder(product: Limits, unitOverride?: string | null): Quantity {
  const most = product.maximumOrder ?? DEFAULT_MAXIMUM_ORDER;
  if (unitOf(product, unitOverride) !== 'Case') return money(most);
  return greater(caseInventory(most, product.unitMultiplier), 1);
}

/** Decimals allowed: 2, or as many as the available quantity has if that is more than 3. */
export function allowedDecimals(available: Quantity | null): number {
  const shown = available === null ? 0 : decimal(available).decimalPlaces();
  return shown > 3 ? shown : DEFAULT_DECIMALS;
}

/** The rules `checkQuantity` holds a quantity to, for those who enter it elsewhere. */
export function quantityRules(entry: Omit<QuantityEntry, 'quantity'>): QuantityRules {
  const { product, unitOverride, editingExisting = false } = entry;
  const unit = unitOf(product, unitOverride);
  const most = mostOf(product, unit);
  const available = availableQuantity(entry);
  const maximum = editingExisting ? most : maximumOrder(product, unitOverride);
  return {
    unitOfMeasure: unit,
    minimum: editingExisting ? null : minimumOrder(product, unitOverride),
    maximum: compare(maximum, most) > 0 ? most : maximum,
    available: available && money(available),
    decimals: product.allowFractionalQuantities
      ? allowedDecimals(availableQuantity({ ...entry, isBackorder: false }))
      : 0,
    isFixed: product.listingState === 'ARCHIVED',
  };
}

/** The most of a line in its unit, however much there is. */
const mostOf = ({ unitMultiplier }: Pick<QuantityProduct, 'unitMultiplier'>, unit: string): Quantity =>
  floor(divide(MOST_BASE_UNITS, unit === 'Case' ? unitMultiplier : 1));

/** Every rule of quantity entry in carts and orders: the error, and the hint beside the field. */
export function checkQuantity(entry: QuantityEntry<QuantityProduct | null>): QuantityCheck {
  const { product } = entry;
  const { quantity, problem } = readEntry(entry.quantity);
  if (quantity === null) {
    return {
      error: problem,
      ...(product ? advise({ ...entry, product }, null) : { outOfStock: false }),
    };
  }
  if (product === null) {
    return { error: compare(quantity, 0) <= 0 ? 'Must be greater than 0' : 'Product not found', outOfStock: false };
  }
  const known = { ...entry, product };
  const error = findError(known, quantity);
  return { ...(error === null ? {} : { error }), ...advise(known, quantity) };
}

/** A quantity as typed or stored; without any, why there is none. */
function readEntry(
  entry: string | number | null,
): { quantity: Numeric; problem: null } | { quantity: null; problem: string } {
  const required = { quantity: null, problem: 'Quantity is required' } as const;
  if (entry === null || Number.isNaN(entry)) return required;
  if (typeof entry === 'number') return { quantity: entry, problem: null };
  // What is too exact, too much or too little breaks a rule of its own below.
  const { amount, problem, fault } = readTyped('quantity', entry, { signed: true, unlimited: true });
  if (amount === '' || fault === 'unreadable') return required;
  return amount === null ? { quantity: null, problem } : { quantity: amount, problem: null };
}

function findError(entry: QuantityEntry, quantity: Numeric): string | null {
  const { product, unitOverride, existingQuantity } = entry;
  if (compare(quantity, 0) <= 0) return 'Must be greater than 0';
  const isEdited = existingQuantity === undefined || !isEqual(quantity, existingQuantity);
  if (product.listingState === 'ARCHIVED' && isEdited) return "Qty can't be edited on archived products";
  const available = availableQuantity(entry);
  const places = decimal(quantity).decimalPlaces();
  if (places > 0 && !product.allowFractionalQuantities) return 'Must be whole units';
  // What is on backorder or a draft isn't held against stock, but is sold out in the same steps.
  const allowed = allowedDecimals(availableQuantity({ ...entry, isBackorder: false }));
  if (isEdited && places > allowed) return `Maximum ${allowed} decimal places allowed`;
  const unit = unitOf(product, unitOverride);
  if (available !== null && compare(quantity, available) > 0) return shortage(product, available, unit);
  const limited = entry.editingExisting ? null : limitProblem(product, quantity, unitOverride);
  if (limited !== null) return limited;
  const most = mostOf(product, unit);
  return compare(quantity, most) > 0 ? `Maximum quantity is ${describeQuantity(most, unit)}` : null;
}

/**
 * The message when someone wants more than is available; `available` in `unit`. Hides the number if the seller does.
 */
export function shortage(product: Pick<QuantityProduct, 'showQuantity'>, available: Quantity, unit: string): string {
  if (compare(available, 0) <= 0) return '0 units available';
  return product.showQuantity ? `Only ${describeQuantity(available, unit)} available` : 'Qty too high';
}

/** Why a quantity is outside a product's minimum or maximum order; null if it isn't. */
export function limitProblem(product: Limits, quantity: Numeric, unitOverride?: string | null): string | null {
  const unit = unitOf(product, unitOverride);
  const least = minimumOrder(product, unitOverride);
  if (least !== null && compare(quantity, least) < 0) return `Minimum order is ${describeQuantity(least, unit)}`;
  const most = maximumOrder(product, unitOverride);
  return compare(quantity, most) > 0 ? `Maximum order is ${describeQuantity(most, unit)}` : null;
}

function advise(entry: QuantityEntry, quantity: Numeric | null): Omit<QuantityCheck, 'error'> {
  const { product, unitOverride, inCart = 0, editingExisting = false } = entry;
  const available = availableQuantity(entry);
  if (available === null) return { outOfStock: false };
  const outOfStock = isOutOfStock(product);
  if (compare(available, 0) <= 0) {
    if (outOfStock || compare(inCart, 0) <= 0) return { hint: 'Out of stock!', outOfStock };
    return { hint: `No more available (${formatNumber(money(inCart))} in your cart)`, outOfStock };
  }
  const least = editingExisting ? null : minimumOrder(product, unitOverride);
  if (least !== null && compare(available, least) < 0) return { hint: 'Not enough available', outOfStock };
  if (product.showQuantity) {
    return { hint: `${describeQuantity(available, unitOf(product, unitOverride))} available`, outOfStock };
  }
  const isShort = quantity !== null && compare(quantity, available) > 0;
  return isShort ? { hint: 'Not enough available', outOfStock } : { outOfStock };
}
