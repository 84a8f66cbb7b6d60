import { z } from 'zod';
import { RowId } from '../../contract/endpoint';
import { StockLevelSchema } from '../../money';
import { OrderStatusSchema } from '../../orders/status';
import { TrackingUnitSchema } from '../items/tracking-item';
import { TrackingDifference } from '../reconciliation/difference';
import { InventoryPackage } from './package';
import { PackageTransfer } from './transfer';

/** Most orders, packages and differences a story names. */
export const MOST_ORDERS_TOLD = 20;

/** An order that some of a product's stock is kept for. */
export const ReservingOrder = z.strictObject({
  id: RowId,
  orderNumber: z.string(),
  customerName: z.string(),
  status: OrderStatusSchema,
  /** In the product's unit. */
  quantity: StockLevelSchema,
});

/**
 * A package, and why what it holds can be sold or not: the product it counts for, the other packages that count for it
 * too, and the orders that keep some of it. Orders the reader can't see are counted, not named.
 */
export const PackageStory = z.strictObject({
  package: InventoryPackage,
  /** The packages it was made of, by tag. */
  sources: z.array(z.string()),
  /** Packages made of it. */
  madeOfIt: z.array(
    z.strictObject({ verdantId: RowId, label: z.string(), quantity: StockLevelSchema, unit: TrackingUnitSchema }),
  ),
  /** Splits the tracking system hasn't heard of yet, by the tag they make, and why not if it was tried. */
  unsent: z.array(z.strictObject({ label: z.string(), problem: z.string().nullable() })),
  /** The transfers it was part of, newest first. */
  transfers: z.array(PackageTransfer),
  /** Where the tracking system says something else, open ones first. */
  differences: z.array(TrackingDifference),
  stock: z
    .strictObject({
      productId: RowId,
      name: z.string(),
      unitOfMeasure: z.string(),
      /** Whether its stock is the sum of its packages. */
      isSummed: z.boolean(),
      packageCount: z.number().int().nonnegative(),
      quantity: StockLevelSchema,
      reserved: StockLevelSchema,
      available: StockLevelSchema,
      orders: z.array(ReservingOrder),
      orderCount: z.number().int().nonnegative(),
    })
    .nullable(),
});
export type PackageStory = z.infer<typeof PackageStory>;
