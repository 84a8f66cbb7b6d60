import { z } from 'zod';
import { InventoryModeSchema, ProductStatusSchema } from '../catalogue/vocabulary';
import { OfferRow } from '../deals/deal';
import { IntakeRow } from '../intakes/intake';
import { InventoryPackage } from '../inventory/packages/package';
import { MoneySchema, StockLevelSchema } from '../money';
import { OrderRow } from '../orders/order';

const id = z.string();

/** An order as the reader's side has it; only a seller changes its status from here. */
const OrderCard = OrderRow.pick({
  orderNumber: true,
  status: true,
  totalUsd: true,
  shipDate: true,
  availableTransitions: true,
}).extend({
  kind: z.literal('order'),
  id,
  side: z.enum(['seller', 'buyer']),
  /** The other side's name. */
  other: z.string(),
  /** What a change is based on; null for a buyer. */
  version: OrderRow.shape.version.nullable(),
});
export type OrderCard = z.infer<typeof OrderCard>;

const DealCard = OfferRow.pick({
  unitOfMeasure: true,
  left: true,
  askingPrice: true,
  endsAt: true,
  status: true,
  isOurs: true,
}).extend({
  kind: z.literal('deal'),
  id,
  sellerName: z.string(),
  productName: z.string(),
  brandName: z.string(),
  imageUri: z.string().nullable(),
});

const PackageCard = InventoryPackage.pick({
  label: true,
  itemName: true,
  quantity: true,
  unitOfMeasureAbbreviation: true,
  status: true,
  currentLabTestState: true,
}).extend({ kind: z.literal('package'), id });

const IntakeCard = IntakeRow.pick({
  licenseId: true,
  manifestNumber: true,
  senderName: true,
  departed: true,
  received: true,
  isVoided: true,
  packageCount: true,
  confirmedCount: true,
  expectedCount: true,
}).extend({ kind: z.literal('intake'), id });

/** A product as its seller's team has it, or as the marketplace shows it to a buyer. */
const ProductCard = z.strictObject({
  kind: z.literal('product'),
  id,
  side: z.enum(['seller', 'buyer']),
  name: z.string(),
  brandId: OfferRow.shape.product.shape.brandId,
  imageUri: z.string().nullable(),
  /** What the reader pays, or asks. */
  price: MoneySchema,
  unitOfMeasure: z.string(),
  sellInUnitOfMeasure: z.string(),
  sellInBulk: z.boolean(),
  unitMultiplier: StockLevelSchema,
  inventoryManagement: InventoryModeSchema,
  /** In base units; null where its seller doesn't say. */
  available: StockLevelSchema.nullable(),
  inStock: z.boolean(),
  listingState: ProductStatusSchema,
});
export type ProductCard = z.infer<typeof ProductCard>;

/** What a card shows: what its reader may see of a record, as the record's own pages show it to them. */
export const Card = z.discriminatedUnion('kind', [OrderCard, DealCard, PackageCard, IntakeCard, ProductCard]);
export type Card = z.infer<typeof Card>;

/** The page of a card's record for its reader. */
export function cardPath(card: Card): string {
  switch (card.kind) {
    case 'order':
      return card.side === 'seller' ? `/orders/${card.id}` : `/orders/purchases/${card.id}`;
    case 'deal':
      return `/deals/${card.id}`;
    case 'package':
      return `/inventory?edit=${card.id}`;
    case 'intake':
      return `/fulfillment/intakes/${card.id}?licenseId=${card.licenseId}`;
    case 'product':
      return card.side === 'seller'
        ? `/inventory/products/${card.id}`
        : `/marketplace/brands/${card.brandId}?product=${card.id}`;
  }
}

/** A card's record in a word, with what tells it apart: "Order #12". */
export function cardName(card: Card): string {
  switch (card.kind) {
    case 'order':
      return `Order ${card.orderNumber}`;
    case 'deal':
      return `Offer of ${card.productName}`;
    case 'package':
      return `Package ${card.label}`;
    case 'intake':
      return `Manifest ${card.manifestNumber}`;
    case 'product':
      return card.name;
  }
}
