import { caseInventory, describeQuantity, type QuantityProduct } from '../../catalogue/units/quantity';
import { add, compare, type Quantity, subtract } from '../../money';
import { counted } from '../../text';
import { type LineUnits, lineBaseUnits } from '../line';
import type { OrderStatus } from '../status';
import { available, holdOf, type Stock } from '../stock';

/** What an order needs of one product and what it can have, in base units. */
export type StockNeed = {
  productId: number;
  productName: string;
  /** The base unit. */
  unit: string;
  needed: Quantity;
  /** Free for anyone, and what the order itself holds; null for unlimited stock. */
  available: Quantity | null;
  /** How much is missing; 0 when there is enough. */
  short: Quantity;
};

type Line = { productId: number; productName: string; baseUnit: string; baseQuantity: Quantity; isBackorder: boolean };

/** Orders that stock is still to be found or kept for. */
const OPEN: readonly OrderStatus[] = ['DRAFT', 'SUBMITTED', 'BACKORDER', 'ACCEPTED'];
export const needsStock = (status: OrderStatus): boolean => OPEN.includes(status);

/**
 * What an order's lines need, a product at a time in the order's order, against its stock now. Backorder lines need
 * nothing until they are made ordinary ones.
 */
export function stockNeeds(
  status: OrderStatus,
  lines: readonly Line[],
  stockOf: (productId: number) => Stock,
): StockNeed[] {
  const needing = lines.filter(({ isBackorder }) => !isBackorder);
  return [...Map.groupBy(needing, ({ productId }) => productId).entries()].map(([productId, own]) => {
    const sum = (some: readonly Line[]) => some.reduce<Quantity>((total, line) => add(total, line.baseQuantity), '0');
    const stock = stockOf(productId);
    const needed = sum(own);
    const held = sum(own.filter((line) => holdOf(status, line) !== 'none'));
    const can = stock.mode === 'UNLIMITED' ? null : add(available(stock), held);
    const [first] = own;
    return {
      productId,
      productName: first?.productName ?? '',
      unit: first?.baseUnit ?? '',
      needed,
      available: can,
      short: can === null || compare(can, needed) >= 0 ? '0' : subtract(needed, compare(can, 0) > 0 ? can : '0'),
    };
  });
}

/** What to say above the lines of an order: whether it can be accepted and filled from stock. */
export function describeNeeds(needs: readonly StockNeed[]): string {
  const short = needs.filter((need) => compare(need.short, 0) > 0).length;
  if (short === 0) return 'Everything is in stock.';
  return needs.length === 1
    ? 'Not enough in stock.'
    : `Not enough in stock of ${short} of ${counted(needs.length, 'product')}.`;
}

type Stocked = Pick<QuantityProduct, 'inventoryManagement' | 'sellInUnitOfMeasure' | 'unitMultiplier'> & {
  totalEffectiveInventory: Quantity;
};

/** What there is of a product, in the unit a line of it counts in: "120 cases", "Unlimited". */
export function stockText(
  product: Stocked,
  { unitOfMeasure, unitMultiplier }: Pick<LineUnits, 'unitOfMeasure' | 'unitMultiplier'> = {
    ...product,
    unitOfMeasure: product.sellInUnitOfMeasure,
  },
): string {
  if (product.inventoryManagement === 'UNLIMITED') return 'Unlimited';
  const left = product.totalEffectiveInventory;
  return describeQuantity(unitOfMeasure === 'Case' ? caseInventory(left, unitMultiplier) : left, unitOfMeasure);
}

/** A line that may hold stock. */
export type Holding = LineUnits & { productId: number; quantity: Quantity; isBackorder: boolean };

/** Products with what an order's own lines hold counted as available to it. */
export function withHeld<P extends { id: number; totalEffectiveInventory: Quantity }>(
  products: Iterable<P>,
  status: OrderStatus,
  lines: readonly Holding[],
): Map<number, P> {
  const known = new Map([...products].map((product) => [product.id, product] as const));
  for (const line of lines) {
    const product = known.get(line.productId);
    if (product === undefined || holdOf(status, line) === 'none') continue;
    const totalEffectiveInventory = add(product.totalEffectiveInventory, lineBaseUnits(line));
    known.set(product.id, { ...product, totalEffectiveInventory });
  }
  return known;
}
