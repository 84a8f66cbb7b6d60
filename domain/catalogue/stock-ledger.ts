import { z } from 'zod';
import { Instant, page, RowId } from '../contract/endpoint';
import { QuantitySchema, StockLevelSchema } from '../money';
import { type InventoryMode, InventoryModeSchema } from './vocabulary';

/** Movements of stock by kind, as its ledger names them. */
export const MOVEMENTS = {
  opening: 'Opening stock',
  reserve: 'Reserved',
  release: 'Released',
  take: 'Fulfilled',
  return: 'Returned',
  adjust: 'Counted',
  sync: 'Synced',
  leave: 'Left',
  back: 'Came back',
} as const;
export type Movement = keyof typeof MOVEMENTS;
const MovementSchema = z.enum(Object.keys(MOVEMENTS) as [Movement, ...Movement[]]);

/** A line of a product's ledger: what changed, and the figures after it. In base units. */
export const StockMovement = z.strictObject({
  id: RowId,
  created: Instant,
  kind: MovementSchema,
  person: z.string().nullable(),
  order: z.strictObject({ id: RowId, orderNumber: z.string() }).nullable(),
  note: z.string(),
  quantityDelta: StockLevelSchema,
  reservedDelta: StockLevelSchema,
  quantity: StockLevelSchema,
  reserved: StockLevelSchema,
});
export type StockMovement = z.infer<typeof StockMovement>;

/** A product's stock with a page of its ledger, newest first. */
export const ProductStock = page(StockMovement).extend({
  mode: InventoryModeSchema,
  quantity: StockLevelSchema,
  reserved: StockLevelSchema,
  available: StockLevelSchema,
});
export type ProductStock = z.infer<typeof ProductStock>;

/** The stock counted by hand: places where it lies, added up. */
export const CountedStock = z.object({
  inventoryItems: z
    .array(
      z.strictObject({
        /** As a product names what isn't counted by an item of the tracking system. */
        verdantItemId: z.null().optional(),
        quantity: QuantitySchema,
        note: z.string().trim().max(200, 'Must be 200 characters or fewer').default(''),
      }),
    )
    .min(1, 'Enter the stock on hand')
    .max(50, 'At most 50 places'),
});

/** Where a mode's figure comes from, as the page says it. */
export const MODE_SOURCES: Record<InventoryMode, string> = {
  MANUAL: 'You count it and enter it here. Orders take from it.',
  UNLIMITED: 'It never runs out. Orders are still counted as reserved.',
  INHERITED: 'It comes from the wholesale marketplace, once the product is matched there. Orders take from it.',
  METRC:
    'It’s the sum of the packages mapped to this product in the tracking system. What a fulfilled order took stays reserved until it leaves them.',
};

/**
 * What choosing another mode does to the figure, before it is saved; `shown` is the stock on hand with its unit,
 * `mapped` what the mapped packages hold, if items are mapped.
 */
export function modeChange(
  from: InventoryMode,
  to: InventoryMode,
  shown: string,
  mapped: string | null = null,
): string | null {
  if (from === to) return null;
  switch (to) {
    case 'MANUAL':
      return `The stock starts at ${shown}. From then on you enter it here.`;
    case 'UNLIMITED':
      return `Buyers can order any quantity. The ${shown} on hand are kept, and count again if you choose another source.`;
    case 'INHERITED':
      return `The stock stays at ${shown} until the next sync with the wholesale marketplace replaces it.`;
    case 'METRC':
      return mapped === null
        ? `The stock stays at ${shown} until you map items. Then it’s the sum of their packages.`
        : `The stock becomes ${mapped}, the sum of the mapped packages, and changes with them.`;
  }
}
