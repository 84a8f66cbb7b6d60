import { decide } from '../../domain/access/ability';
import type { Card } from '../../domain/cards/card';
import type { cards } from '../../domain/cards/contract';
import { CARD_KINDS, type CardKind, type CardRef, refText } from '../../domain/cards/refs';
import { products as productCalls } from '../../domain/catalogue/contract';
import type { MenuProduct } from '../../domain/catalogue/product';
import type { ProductRow } from '../../domain/catalogue/product-record';
import type { Endpoint } from '../../domain/contract/endpoint';
import { offers as offerCalls } from '../../domain/deals/contract';
import type { OfferRow } from '../../domain/deals/deal';
import { directory } from '../../domain/directory/contract';
import { intakes as intakeCalls } from '../../domain/intakes/contract';
import type { IntakeRow } from '../../domain/intakes/intake';
import { inventory } from '../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../domain/inventory/packages/package';
import { compare } from '../../domain/money';
import { orders as orderCalls, purchaseOrders } from '../../domain/orders/contract';
import type { BuyerOrderRow, OrderRow } from '../../domain/orders/order';
import { readProducts } from '../catalogue/search-products';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { orders } from '../db/schema';
import { readOffers } from '../deals/find-offer';
import { getFoundProducts } from '../directory/found-products';
import type { Verb } from '../implement';
import { readIntakeRows } from '../intakes/list-intakes';
import { loadPackages } from '../inventory/packages/list-packages';
import { salesOrders } from '../orders/lists/search-orders';
import { purchases } from '../orders/lists/search-purchase-orders';

type Asked = { ctx: Ctx; ids: readonly string[]; buyerLicenseId: number | undefined };

/** What records of a kind look like to the reader; those they may not see are left out, as those that don't exist. */
const READERS: Record<CardKind, (asked: Asked) => Promise<Card[]>> = {
  order: async ({ ctx, ids }) => {
    const among = isOneOf(orders.id, ids.map(Number));
    // Their own side first: of an order between two of its companies, an organization's page is the seller's.
    const sold = may(ctx, orderCalls.get) ? await salesOrders.readAmong(ctx, among) : [];
    const bought = may(ctx, purchaseOrders.get) ? await purchases.readAmong(ctx, among) : [];
    const isSold = new Set(sold.map(({ id }) => id));
    return [...sold.map(toSale), ...bought.filter(({ id }) => !isSold.has(id)).map(toPurchase)];
  },
  deal: async ({ ctx, ids }) => (may(ctx, offerCalls.get) ? (await readOffers(ctx, ids)).map(toDeal) : []),
  package: async ({ ctx, ids }) =>
    may(ctx, inventory.get) ? (await loadPackages(ctx, ids.map(Number))).map(toPackage) : [],
  intake: async ({ ctx, ids }) =>
    may(ctx, intakeCalls.get) ? (await readIntakeRows(ctx, ids.map(Number))).map(toIntake) : [],
  product: async ({ ctx, ids, buyerLicenseId }) => {
    const own = may(ctx, productCalls.get) ? await readProducts(ctx, ids.map(Number)) : [];
    const isOwn = new Set(own.map(({ id }) => String(id)));
    const productIds = ids.filter((id) => !isOwn.has(id)).map(Number);
    const listed =
      productIds.length > 0 && may(ctx, directory.products)
        ? await getFoundProducts(ctx, { body: { productIds, buyerLicenseId } })
        : [];
    return [...own.map(toOwnProduct), ...listed.map(toListed)];
  },
};

/**
 * Records that messages link to, each as its own pages show it to the reader: a kind is read by its area, under what that
 * area's call requires.
 */
export const readCards: Verb<typeof cards.read> = async (ctx, { query: { refs, buyerLicenseId } }) =>
  cardsOf(ctx, refs, buyerLicenseId);

/** The cards of references, in their order; none for what the reader may not see. */
export async function cardsOf(ctx: Ctx, refs: readonly CardRef[], buyerLicenseId?: number): Promise<Card[]> {
  const read = CARD_KINDS.map((kind) => {
    const ids = [...new Set(refs.filter((ref) => ref.kind === kind).map(({ id }) => id))];
    return ids.length === 0 ? [] : READERS[kind]({ ctx, ids, buyerLicenseId });
  });
  const cards = new Map((await Promise.all(read)).flat().map((card) => [refText(card), card]));
  return [...new Set(refs.map(refText))].flatMap((ref) => cards.get(ref) ?? []);
}

/** Whether the reader could make the call that shows a record. */
function may({ person, membership, services }: Ctx, { requires, part }: Endpoint): boolean {
  return (!part || services.config.parts[part]) && decide({ ...person, membership }, requires).allowed;
}

const toSale = (row: OrderRow): Card => ({
  kind: 'order',
  id: String(row.id),
  side: 'seller',
  orderNumber: row.orderNumber,
  other: row.customer.name,
  status: row.status,
  totalUsd: row.totalUsd,
  shipDate: row.shipDate,
  availableTransitions: row.availableTransitions,
  version: row.version,
});

const toPurchase = (row: BuyerOrderRow): Card => ({
  kind: 'order',
  id: String(row.id),
  side: 'buyer',
  orderNumber: row.orderNumber,
  other: row.sellerCompany.name,
  status: row.status,
  totalUsd: row.totalUsd,
  shipDate: row.shipDate,
  availableTransitions: [],
  version: null,
});

const toDeal = (row: OfferRow): Card => ({
  kind: 'deal',
  id: row.uuid,
  isOurs: row.isOurs,
  sellerName: row.seller.name,
  productName: row.product.name,
  brandName: row.product.brandName,
  imageUri: row.product.imageUri,
  unitOfMeasure: row.unitOfMeasure,
  left: row.left,
  askingPrice: row.askingPrice,
  endsAt: row.endsAt,
  status: row.status,
});

const toPackage = (row: InventoryPackage): Card => ({
  kind: 'package',
  id: String(row.verdantId),
  label: row.label,
  itemName: row.itemName,
  quantity: row.quantity,
  unitOfMeasureAbbreviation: row.unitOfMeasureAbbreviation,
  status: row.status,
  currentLabTestState: row.currentLabTestState,
});

const toIntake = (row: IntakeRow): Card => ({
  kind: 'intake',
  id: String(row.id),
  licenseId: row.licenseId,
  manifestNumber: row.manifestNumber,
  senderName: row.senderName,
  departed: row.departed,
  received: row.received,
  isVoided: row.isVoided,
  packageCount: row.packageCount,
  confirmedCount: row.confirmedCount,
  expectedCount: row.expectedCount,
});

const unitsOf = (row: ProductRow | MenuProduct) => ({
  unitOfMeasure: row.unitOfMeasure,
  sellInUnitOfMeasure: row.sellInUnitOfMeasure,
  sellInBulk: row.sellInBulk,
  unitMultiplier: row.unitMultiplier,
  inventoryManagement: row.inventoryManagement,
  listingState: row.listingState,
});

const toOwnProduct = (row: ProductRow): Card => ({
  kind: 'product',
  id: String(row.id),
  side: 'seller',
  name: row.name,
  brandId: row.brand.id,
  imageUri: row.imageUri,
  price: row.salePrice ?? row.wholesalePrice,
  ...unitsOf(row),
  available: row.totalEffectiveInventory,
  inStock: row.inventoryManagement === 'UNLIMITED' || compare(row.totalEffectiveInventory, 0) > 0,
});

const toListed = (row: MenuProduct): Card => ({
  kind: 'product',
  id: String(row.id),
  side: 'buyer',
  name: row.name,
  brandId: row.brandId,
  imageUri: row.images[0]?.imageUri ?? null,
  price: row.price.unitPrice,
  ...unitsOf(row),
  available: row.totalEffectiveInventory,
  inStock: row.inStock,
});
