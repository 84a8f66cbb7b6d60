import { z } from 'zod';
import { type Measured, measureOf, sumInUnit, trackingUnitOf } from '../catalogue/units/convert-units';
import { describeQuantity } from '../catalogue/units/quantity';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { type InventoryMode, InventoryModeSchema } from '../catalogue/vocabulary';
import { RowId } from '../contract/endpoint';
import { compare, type Quantity, StockLevelSchema, subtract } from '../money';
import { counted } from '../text';
import { TrackingItem } from './items/tracking-item';

const Packages = {
  /** Active packages of the item. */
  packageCount: z.number().int().nonnegative(),
  /** What they hold, in the item's unit. */
  quantity: StockLevelSchema,
};

/** An item that can be mapped, with the product it is mapped to, if any. */
export const FoundItem = TrackingItem.extend({
  ...Packages,
  mappedTo: z.strictObject({ id: RowId, name: z.string() }).nullable(),
});
export type FoundItem = z.infer<typeof FoundItem>;

/** A product's item; `converted` is what its packages hold in the product's unit. */
export const MappedItem = TrackingItem.extend({ productItemId: RowId, ...Packages, converted: StockLevelSchema });
export type MappedItem = z.infer<typeof MappedItem>;

/** A product's items, and what their active packages hold together beside the product's own figures, in its unit. */
export const ProductMapping = z.strictObject({
  mode: InventoryModeSchema,
  unitOfMeasure: z.string(),
  quantity: StockLevelSchema,
  reserved: StockLevelSchema,
  mapped: StockLevelSchema,
  items: z.array(MappedItem),
});
export type ProductMapping = z.infer<typeof ProductMapping>;

type MappedProduct = { unitOfMeasure: string; isParent: boolean };
type MappableItem = { unitOfMeasure: TrackingUnit; isClosed?: boolean; mappedTo?: { id: number; name: string } | null };

const MEASURED = { count: 'counted', weight: 'sold by weight', volume: 'sold by volume' } as const;
const UNIT_HINTS = { count: 'ea', weight: 'g, oz or lb', volume: 'ml or l' } as const;

/**
 * Why an item can't be mapped to a product; null when it can. Items are measured as the product is, and belong to one
 * product alone, so that no package is sold twice.
 */
export function mappingRefusal(product: MappedProduct & { id: number }, item: MappableItem): string | null {
  if (product.isParent) return 'A parent product isn’t sold itself. Map items to its child products.';
  if (item.mappedTo && item.mappedTo.id !== product.id)
    return `Mapped to ${item.mappedTo.name}. Remove it there first.`;
  if (item.isClosed && !item.mappedTo)
    return 'This item is no longer in use in the tracking system. Choose another one.';
  const [own, its] = [measureOf(trackingUnitOf(product.unitOfMeasure)), measureOf(item.unitOfMeasure)];
  if (own === its) return null;
  return `Measured in ${item.unitOfMeasure}, but this product is ${MEASURED[own]}. Choose an item measured in ${UNIT_HINTS[own]}.`;
}

/** What a product's active packages hold together, in its base unit. */
export const mappedQuantity = (packages: Iterable<Measured>, unitOfMeasure: string): Quantity =>
  sumInUnit(packages, trackingUnitOf(unitOfMeasure));

type Counted = Pick<FoundItem, 'id' | 'quantity' | 'unitOfMeasure'>;
type Mapped = { unitOfMeasure: string; items: readonly Counted[] };

const sumOf = (items: readonly Counted[], unitOfMeasure: string) =>
  mappedQuantity(
    items.map(({ quantity, unitOfMeasure: unit }) => ({ quantity, unit })),
    unitOfMeasure,
  );

/** What the packages of a product's items hold with these items too. */
export function mappedWith({ unitOfMeasure, items }: Mapped, added: readonly Counted[]): Quantity {
  const others = added.filter(({ id }) => !items.some((item) => item.id === id));
  return sumOf([...items, ...others], unitOfMeasure);
}

/** What the packages of a product's items hold without this one. */
export const mappedWithout = ({ unitOfMeasure, items }: Mapped, { id }: { id: number }): Quantity =>
  sumOf(
    items.filter((item) => item.id !== id),
    unitOfMeasure,
  );

type Synced = { quantity: Quantity; reserved: Quantity; packages: number; unitOfMeasure: string };

/** How a synced figure came about, for the ledger: why now, how many packages, and how much is missing. */
export function syncNote(why: string, { quantity, reserved, packages, unitOfMeasure }: Synced): string {
  const sum = packages === 0 ? 'No active packages' : `Sum of ${counted(packages, 'package')}`;
  const short = shortBy({ quantity, reserved });
  const missing = short === null ? '' : `. ${describeQuantity(short, unitOfMeasure)} short of what is reserved`;
  return `${why}. ${sum}${missing}`;
}

/** How much more is reserved than is there; null when there is enough. */
export function shortBy({ quantity, reserved }: { quantity: Quantity; reserved: Quantity }): Quantity | null {
  return compare(reserved, quantity) > 0 ? subtract(reserved, quantity) : null;
}

/** What mapping items does to a product's stock in each mode, as the page says it. */
export const MAPPING_EFFECTS: Record<InventoryMode, string> = {
  METRC: 'The stock on hand is the sum of the active packages of these items. It changes with them.',
  MANUAL:
    'The stock is entered by hand, so these items don’t change it. They count once its source is the tracking system.',
  UNLIMITED:
    'The stock is unlimited, so these items don’t change it. They count once its source is the tracking system.',
  INHERITED:
    'The stock comes from the wholesale marketplace, so these items don’t change it. They count once its source is the tracking system.',
};
