import { and, eq, ne, sql } from 'drizzle-orm';
import { holdOf, stockChange } from '../../domain/inventory/stock';
import { lineAmount, lineBaseUnits } from '../../domain/orders/line';
import { type OrderTotals, orderTotals } from '../../domain/orders/totals';
import type { PaymentOption } from '../../domain/organization/organization';
import type { LinePrice } from '../../domain/pricing/price';
import type { ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import {
  customerManagers,
  orderLineItems,
  orderNumbers,
  orderSalesReps,
  orders,
  orderTransitions,
  orgUsers,
} from '../db/schema';
import { moveStock } from '../inventory/stock';

export interface OrderDraft {
  seller: { orgId: number; companyId: number };
  buyer: { orgId: number; companyId: number; licenseId: number };
  customer: { id: number; name: string };
  paymentOption: PaymentOption;
  lines: readonly DraftLine[];
  buyerNotes: string;
  deliveryPreferences: string;
}

/** A line as the buyer ordered it; `quantity` is in the product's unit of entry. */
interface DraftLine {
  product: ProductRow;
  price: LinePrice;
  quantity: string;
  notes: string;
}

type LineValues = ReturnType<typeof toLine>;

/**
 * Places a buyer's order, SUBMITTED, and reserves its stock; the customer's managers who are still on the team become its sales reps. Raises
 * SHORT_OF_STOCK. Payment falls due some days after acceptance, so there is no due date yet.
 */
export async function placeOrder(
  ctx: Ctx,
  draft: OrderDraft,
): Promise<{ id: number; orderNumber: string; totalUsd: string }> {
  const lines = draft.lines.map(toLine);
  const totals = orderTotals({
    lines: lines.map((line) => lineAmount({ ...line, unitPrice: line.orderedUnitPrice })),
    discountType: '$',
    discount: '0',
  });
  const order = await insertOrder(ctx, draft, totals);
  const of = { orgId: draft.seller.orgId, orderId: order.id };
  await ctx.db.insert(orderLineItems).values(lines.map((line) => ({ ...of, ...line })));
  await ctx.db
    .insert(orderTransitions)
    .values({ ...of, fromStatus: null, toStatus: 'SUBMITTED', actorUserId: ctx.person.userId });
  await addSalesReps(ctx, of, draft.customer.id);
  await moveStock(ctx, { orderId: order.id, changes: lines.map(reservation) });

  const orgIds = [...new Set([draft.seller.orgId, draft.buyer.orgId])];
  await ctx.publish({ topic: 'orders', kind: 'created', id: order.id, orgIds });
  await ctx.enqueue({ name: 'order-placed', data: { orderId: order.id } });
  await ctx.audit({
    entity: 'order',
    id: order.id,
    before: null,
    after: {
      ...order,
      lines: lines.map(({ productId, quantity, orderedUnitPrice }) => ({ productId, quantity, orderedUnitPrice })),
    },
  });
  return order;
}

function toLine({ product, price, quantity, notes }: DraftLine, position: number) {
  return {
    position,
    productId: product.id,
    brandId: product.brandId,
    productName: product.name,
    brandName: product.brand.name,
    unitOfMeasure: product.sellInUnitOfMeasure,
    soldInBulk: product.sellInBulk,
    unitMultiplier: product.unitMultiplier,
    quantity,
    orderedUnitPrice: price.unitPrice,
    wholesalePrice: price.wholesalePrice,
    salePrice: price.salePrice,
    isSample: product.listingState === 'SAMPLE',
    isBackorder: product.listingState === 'BACKORDER',
    notes,
    priceWhy: price.why,
  };
}

function reservation(line: LineValues) {
  const quantity = lineBaseUnits(line);
  const change = stockChange({ hold: 'none', quantity }, { hold: holdOf('SUBMITTED', line), quantity });
  return { productId: line.productId, ...change };
}

async function insertOrder(ctx: Ctx, draft: OrderDraft, totals: OrderTotals) {
  const { seller, buyer, customer, paymentOption, buyerNotes, deliveryPreferences } = draft;
  const [order] = await ctx.db
    .insert(orders)
    .values({
      orgId: seller.orgId,
      companyId: seller.companyId,
      buyerOrgId: buyer.orgId,
      buyerCompanyId: buyer.companyId,
      buyerLicenseId: buyer.licenseId,
      customerId: customer.id,
      customerName: customer.name,
      orderNumber: sql`nextval(${orderNumbers.seqName}::regclass)::text`,
      status: 'SUBMITTED',
      orderSource: 'MARKETPLACE',
      subtotalUsd: totals.subtotalUsd,
      orderDiscountUsd: totals.orderDiscountUsd,
      totalUsd: totals.totalUsd,
      buyerNotes,
      deliveryPreferences,
      paymentOptionId: paymentOption.id,
      createdByUserId: ctx.person.userId,
    })
    .returning({ id: orders.id, orderNumber: orders.orderNumber, totalUsd: orders.totalUsd });
  if (!order) throw new Error('An inserted order comes back');
  return order;
}

async function addSalesReps({ db }: Ctx, of: { orgId: number; orderId: number }, customerId: number): Promise<void> {
  const managers = await db
    .select({ orgUserId: customerManagers.orgUserId })
    .from(customerManagers)
    .innerJoin(orgUsers, eq(orgUsers.id, customerManagers.orgUserId))
    .where(and(eq(customerManagers.customerId, customerId), ne(orgUsers.status, 'REMOVED')));
  if (managers.length === 0) return;
  await db.insert(orderSalesReps).values(managers.map(({ orgUserId }) => ({ ...of, orgUserId })));
}
