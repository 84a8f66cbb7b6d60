import { sql } from 'drizzle-orm';
import { subjectOf } from '../../domain/notifications/subjects';
import { lineAmount, lineBaseUnits, lineFigures, markFirsts } from '../../domain/orders/line';
import { holdOf, stockChange } from '../../domain/orders/stock';
import { type OrderTotals, orderTotals } from '../../domain/orders/totals';
import type { PaymentOption } from '../../domain/organization/organization';
import type { LinePrice } from '../../domain/pricing/price';
import type { ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { recordset } from '../db/recordset';
import { returnedRow } from '../db/rows';
import {
  customerManagers,
  orderLineItems,
  orderNumbers,
  orderSalesReps,
  orders,
  orderTransitions,
  orgUsers,
  roles,
} from '../db/schema';
import { fitToStock } from '../inventory/stock/stock';
import {
  assertKept,
  type LockedStock,
  type Moved,
  publishStockOuts,
  type StockCtx,
  writeStock,
} from '../inventory/stock/write-stock';
import { noticeOf } from '../notices/notices';
import { auditOrder, tellOrder } from './find-order';
import { insertSoldLines } from './sold-lines';
import { tellBooks } from './tell-books';

type Customer = { id: number; name: string };
type Placed = { id: number; orderNumber: string; totalUsd: string };

/** What a buyer orders. */
export interface OrderDraft {
  seller: { orgId: number; companyId: number };
  buyer: { orgId: number; companyId: number; licenseId: number };
  paymentOption: PaymentOption;
  lines: readonly DraftLine[];
  /** The products' stock by id, as locked by the transaction. */
  stock: ReadonlyMap<number, LockedStock>;
  /** The same before a bid gave up what it held for this order. */
  since?: ReadonlyMap<number, LockedStock>;
  buyerNotes: string;
  deliveryPreferences: string;
}

/** A line as ordered; `quantity` is in the product's unit of entry. */
interface DraftLine {
  product: ProductRow;
  price: LinePrice;
  quantity: string;
  notes: string;
}

type LineValues = ReturnType<typeof markFirsts<ReturnType<typeof toLine>>>[number];

/** An order to place, whose stock there is. */
export type PreparedOrder = OrderDraft & {
  values: readonly LineValues[];
  totals: OrderTotals;
  moved: readonly Moved[];
};

/** Prices an order and checks its stock; writes nothing. Raises SHORT_OF_STOCK. */
export function prepareOrder(ctx: StockCtx, draft: OrderDraft): PreparedOrder {
  const values = markFirsts(draft.lines.map(toLine));
  const totals = orderTotals({
    lines: values.map((line) => ({ ...line, ...lineAmount({ ...line, unitPrice: line.orderedUnitPrice }) })),
    discountType: '$',
    discount: '0',
  });
  return { ...draft, values, totals, moved: fitToStock(ctx, draft.stock, values.map(reservation), draft.since) };
}

/**
 * Places a prepared order of a buyer as SUBMITTED and reserves its stock; the customer's managers still on the team
 * become its sales reps. Payment is due some days after acceptance, so there is no due date yet.
 */
export async function placeOrder(ctx: Ctx, prepared: PreparedOrder, customer: Customer): Promise<Placed> {
  const { seller, buyer, values, moved } = prepared;
  const order = await insertOrder(ctx, prepared, customer);
  await publishStockOuts(ctx, moved);
  const orgIds = [...new Set([seller.orgId, buyer.orgId])];
  await ctx.publish({ topic: 'orders', kind: 'created', id: order.id, orgIds });
  await tellOrder(ctx.db, { id: order.id, orgId: seller.orgId, buyerOrgId: buyer.orgId }, 'SUBMITTED', 'order.created');
  await ctx.enqueue({ name: 'order-placed', data: { orgId: seller.orgId, orderId: order.id } });
  await tellBooks(ctx, seller.orgId, [{ id: order.id, companyId: seller.companyId }]);
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'NEW_BUYER_ORDER',
      orgId: seller.orgId,
      subject: subjectOf.order(order.id),
      payload: { orderId: order.id, companyId: seller.companyId },
    }),
  );
  await auditOrder(ctx, seller.orgId, {
    entity: 'order',
    id: order.id,
    before: null,
    after: {
      ...order,
      lines: values.map(({ productId, quantity, orderedUnitPrice }) => ({ productId, quantity, orderedUnitPrice })),
    },
  });
  return order;
}

function toLine({ product, price, quantity, notes }: DraftLine, position: number) {
  const line = {
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
    baseUnit: product.unitOfMeasure,
    isSample: product.listingState === 'SAMPLE',
    isBackorder: product.listingState === 'BACKORDER',
    notes,
    priceWhy: price.why,
  };
  return { ...line, ...lineFigures(line) };
}

function reservation(line: LineValues) {
  const quantity = lineBaseUnits(line);
  const change = stockChange({ hold: 'none', quantity }, { hold: holdOf('SUBMITTED', line), quantity });
  return { productId: line.productId, ...change };
}

/** Inserts the order, its lines, first status, sales reps and stock in one statement, referencing each other. */
async function insertOrder(ctx: Ctx, prepared: PreparedOrder, customer: Customer): Promise<Placed> {
  const { db, person } = ctx;
  const { seller, buyer, paymentOption, buyerNotes, deliveryPreferences, totals, values, moved } = prepared;
  const order = db
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
      invoicedUsd: totals.invoicedUsd,
      lineItemCount: values.length,
      buyerNotes,
      deliveryPreferences,
      paymentOptionId: paymentOption.id,
      createdByUserId: person.userId,
    })
    .returning();
  const orgId = sql`${seller.orgId}::bigint`;
  const line = recordset('line', orderLineItems, values);
  const items = sql`
    insert into ${orderLineItems} (org_id, order_id, ${line.columns})
    select ${orgId}, placed.id, ${line.values} from placed, ${line.source} returning *`;
  const sold = insertSoldLines(orgId, sql`placed cross join items line`);
  const transition = sql`
    insert into ${orderTransitions} (org_id, order_id, to_status, actor_user_id)
    select ${orgId}, placed.id, 'SUBMITTED', ${person.userId}::uuid from placed`;
  const reps = sql`
    insert into ${orderSalesReps} (org_id, order_id, org_user_id)
    select ${orgId}, placed.id, manager.org_user_id
    from placed, ${customerManagers} manager join ${orgUsers} member on member.id = manager.org_user_id
    where manager.org_id = ${seller.orgId} and manager.customer_id = ${customer.id} and member.status = 'ACTIVE'
      and exists (select from ${roles} role where role.id = member.role_id
        and (role.default_role_id is not null or ${seller.companyId}::bigint = any (member.company_ids)))`;
  const from = { orgId: seller.orgId, orderId: sql`placed.id`, from: sql`placed` };
  const [stock, kept] =
    moved.length > 0 ? [sql`, ${writeStock(ctx, moved, from)}`, sql`(select count(*) from kept)`] : [sql``, sql`0`];
  const { rows } = await db.execute<Placed & { kept: number }>(sql`
    with placed as ${order}, items as (${items}), sold as (${sold}), transition as (${transition}), reps as (${reps})${stock}
    select id, order_number as "orderNumber", total_usd as "totalUsd", ${kept} as kept from placed`);
  const placed = returnedRow(rows);
  assertKept(moved, placed.kept);
  const { id, orderNumber, totalUsd } = placed;
  return { id, orderNumber, totalUsd };
}
