import { and, eq, sql } from 'drizzle-orm';
import type { intakes as contract } from '../../domain/intakes/contract';
import {
  type BoughtOrder,
  ITEM_MATCH_DAYS,
  matchOrders,
  SENT_STATUSES,
  type SentPackage,
} from '../../domain/intakes/order-match';
import type { OrderStatus } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { buyerLicenses, orderLineItems, orders } from '../db/schema';
import { visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { findTransfer, readPackages, senderOf, type Transfer } from './read-intakes';

/**
 * Which purchase orders of its license an intake belongs to, of those the reader sees; nothing where the sender sells
 * nothing here. NOT_FOUND for the intake.
 */
export const matchIntakeOrders: Verb<typeof contract.orders> = async (ctx, { params }) => {
  const transfer = await findTransfer(ctx, params);
  const sellerOrgId = (await senderOf(ctx.db, transfer))?.orgId ?? null;
  const packages = await readPackages(ctx, transfer);
  if (sellerOrgId === null) return matchOrders([], [], () => undefined);
  const labels = packages.map(({ label }) => label);
  const sent = await readSent(ctx.db, sellerOrgId, labels);
  const bought = await readBought(
    ctx,
    transfer,
    sellerOrgId,
    [...sent.values()].flatMap(({ orderIds }) => orderIds),
  );
  if (bought.length === 0) return matchOrders([], [], () => undefined);
  return matchOrders(packages, bought, (label) => sent.get(label));
};

/** What the seller’s books say of packages, by tag: their products, and the orders they left for. */
async function readSent(db: Db, orgId: number, labels: readonly string[]): Promise<Map<string, SentPackage>> {
  const { rows } = await db.execute<{ label: string; orderIds: (string | number)[]; productId: number | null }>(sql`
    select pack.label, coalesce(array_agg(distinct gone.order_id) filter (where gone.order_id is not null), '{}') as "orderIds",
           coalesce(min(gone.product_id), min(mapped.product_id)) as "productId"
      from packages pack
      left join package_departures gone on gone.org_id = ${orgId} and gone.package_id = pack.id
      left join product_items mapped on mapped.org_id = ${orgId} and mapped.item_id = pack.item_id
     where pack.org_id = ${orgId} and ${isOneOf(sql`pack.label`, labels)}
     group by pack.label`);
  return new Map(
    rows.map(({ label, orderIds, productId }) => [
      label,
      { productId: productId === null ? null : Number(productId), orderIds: orderIds.map(Number) },
    ]),
  );
}

/** The license’s orders with a seller that the reader sees: those named, and those placed shortly before it left. */
async function readBought(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  { licenseId, departedAt, createdAt }: Transfer,
  orgId: number,
  named: readonly number[],
): Promise<BoughtOrder[]> {
  const left = (departedAt ?? createdAt).toISOString();
  const recent = sql`${orders.createdAt} between ${left}::timestamptz - make_interval(days => ${ITEM_MATCH_DAYS}) and ${left}::timestamptz`;
  const own = db.select({ id: buyerLicenses.id }).from(buyerLicenses).where(eq(buyerLicenses.licenseId, licenseId));
  const found = await db
    .select({ id: orders.id, orderNumber: orders.orderNumber, status: sql<OrderStatus>`${orders.status}` })
    .from(orders)
    .where(
      and(
        visiblePurchaseOrders(membership),
        eq(orders.orgId, orgId),
        sql`${orders.buyerLicenseId} in ${own}`,
        isOneOf(orders.status, SENT_STATUSES),
        sql`(${recent} or ${isOneOf(orders.id, [...new Set(named)])})`,
      ),
    )
    .orderBy(orders.createdAt, orders.id);
  const lines = await db
    .select({
      orderId: orderLineItems.orderId,
      productId: orderLineItems.productId,
      productName: orderLineItems.productName,
      unit: orderLineItems.baseUnit,
      quantity: orderLineItems.baseQuantity,
      totalUsd: orderLineItems.totalUsd,
    })
    .from(orderLineItems)
    .where(
      and(
        eq(orderLineItems.orgId, orgId),
        eq(orderLineItems.isBackorder, false),
        isOneOf(
          orderLineItems.orderId,
          found.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(orderLineItems.position);
  const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return found.map((order) => ({
    ...order,
    lines: (ofOrder.get(order.id) ?? []).map(({ orderId: _, ...line }) => line),
  }));
}
