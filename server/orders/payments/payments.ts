import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { shortDate } from '../../../domain/dates';
import { DomainError, notFound } from '../../../domain/errors';
import type { orders as contract } from '../../../domain/orders/contract';
import { type Payment, PaymentType } from '../../../domain/orders/order';
import { acceptsPayments, ORDER_STATUSES } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { lockRow, returnedRow } from '../../db/rows';
import { orderPayments, orders, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { findVisibleOrder, lockVisibleOrder, type OrderRecord, publishOrder, withStatus } from '../find-order';

export const listPayments: Verb<typeof contract.payments> = async (ctx, { params }) => {
  await findVisibleOrder(ctx, params.id);
  return findPayments(ctx, params.id);
};

/** An order's payments, oldest first, with the order on the other side of moved credit. */
export async function findPayments({ db, membership: { orgId } }: Ctx, orderId: number): Promise<Payment[]> {
  const other = alias(orderPayments, 'other');
  const rows = await db
    .select({
      payment: getTableColumns(orderPayments),
      by: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, 'Verdant')`,
      creditOrder: { id: orders.id, orderNumber: orders.orderNumber },
    })
    .from(orderPayments)
    .leftJoin(users, eq(users.id, orderPayments.createdByUserId))
    .leftJoin(other, and(eq(other.orgId, orgId), eq(other.id, orderPayments.creditPaymentId)))
    .leftJoin(orders, and(eq(orders.orgId, orgId), eq(orders.id, other.orderId)))
    .where(isOf({ id: orderId, orgId }))
    .orderBy(asc(orderPayments.id));
  return rows.map(({ payment, by, creditOrder }) => toPayment(payment, by, creditOrder));
}

/**
 * Records a payment, also above the balance: the money has arrived, and the order shows as overpaid. CONFLICT on an
 * order that takes no payments, such as a draft. The order's version stays, so open edits aren't outdated by a payment.
 */
export const recordPayment: Verb<typeof contract.recordPayment> = async (ctx, { params, body }) => {
  const order = await lockVisibleOrder(ctx, params.id);
  if (!acceptsPayments(order.status)) {
    const { label } = ORDER_STATUSES[order.status];
    throw new DomainError(
      'CONFLICT',
      `You can’t record a payment while order ${order.orderNumber} is ${label.toLowerCase()}`,
    );
  }
  const payment = returnedRow(
    await ctx.db
      .insert(orderPayments)
      .values({
        ...body,
        orgId: order.orgId,
        orderId: order.id,
        createdByUserId: ctx.person.userId,
        createdAt: ctx.now,
      })
      .returning(),
  );
  return refreshPaidTotal(ctx, order, null, toPayment(payment, ctx.person.displayName, null));
};

/**
 * Voids a payment: it stays on record but no longer counts. Of moved credit both halves are voided, and the money is
 * credit where it was. CONFLICT if already voided.
 */
export const voidPayment: Verb<typeof contract.voidPayment> = async (ctx, { params }) => {
  const sides = await lockSides(ctx, params);
  const voided: Payment[] = [];
  for (const { order, paymentId } of sides) {
    const payment = (await findPayments(ctx, order.id)).find(({ id }) => id === paymentId);
    if (payment === undefined) throw notFound('Payment');
    if (payment.voidedAt !== null) {
      const day = shortDate(payment.voidedAt, ctx.timeZone);
      throw new DomainError('CONFLICT', `This payment was already voided on ${day}.`);
    }
    await ctx.db
      .update(orderPayments)
      .set({ voidedAt: ctx.now })
      .where(and(isOf(order), eq(orderPayments.id, paymentId)));
    const after = { ...payment, voidedAt: ctx.now.toISOString() };
    voided.push(await refreshPaidTotal(ctx, order, payment, after));
  }
  const [result] = voided.filter(({ id }) => id === params.paymentId);
  if (result === undefined) throw notFound('Payment');
  return result;
};

type Side = { order: OrderRecord; paymentId: number };

/** The orders a payment is about, locked in the order of their ids: one, or both of moved credit. */
async function lockSides(ctx: Ctx, { id, paymentId }: { id: number; paymentId: number }): Promise<Side[]> {
  await findVisibleOrder(ctx, id);
  const { orgId } = ctx.membership;
  const [found] = await ctx.db
    .select({ otherId: orderPayments.creditPaymentId })
    .from(orderPayments)
    .where(and(isOf({ id, orgId }), eq(orderPayments.id, paymentId)));
  if (found === undefined) throw notFound('Payment');
  const [other] =
    found.otherId === null
      ? []
      : await ctx.db
          .select({ id: orderPayments.orderId })
          .from(orderPayments)
          .where(and(eq(orderPayments.orgId, orgId), eq(orderPayments.id, found.otherId)));
  const sides = [{ orderId: id, paymentId }];
  if (other && found.otherId !== null) sides.push({ orderId: other.id, paymentId: found.otherId });
  const locked: Side[] = [];
  for (const side of sides.sort((a, b) => a.orderId - b.orderId)) {
    const order = await (side.orderId === id ? lockVisibleOrder : lockOwnOrder)(ctx, side.orderId);
    locked.push({ order, paymentId: side.paymentId });
  }
  return locked;
}

/** The order on the other side, which the caller needn't see to take back what came from it. */
async function lockOwnOrder({ db, membership }: Ctx, orderId: number): Promise<OrderRecord> {
  return withStatus(
    await lockRow(db, orders, and(eq(orders.orgId, membership.orgId), eq(orders.id, orderId)), 'Order'),
  );
}

/** Updates the order's paid total, in the payment's own transaction. */
export async function refreshPaidTotal(
  ctx: Ctx,
  order: OrderRecord,
  before: Payment | null,
  after: Payment,
): Promise<Payment> {
  await ctx.db
    .update(orders)
    .set({ paidUsd: sql`${paidSoFar(ctx.db, order)}`, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
  await ctx.audit({ id: after.id, before, after: { ...after, orderId: order.id } });
  await publishOrder(ctx, order);
  return after;
}

type OrderKey = Pick<OrderRecord, 'id' | 'orgId'>;

/** The payments of an order. */
const isOf = ({ id, orgId }: OrderKey) => and(eq(orderPayments.orgId, orgId), eq(orderPayments.orderId, id));

function paidSoFar(db: Db, order: OrderKey) {
  return db
    .select({ sum: sql`coalesce(sum(${orderPayments.amount}), 0)` })
    .from(orderPayments)
    .where(and(isOf(order), isNull(orderPayments.voidedAt)));
}

function toPayment(
  row: typeof orderPayments.$inferSelect,
  createdBy: string,
  creditOrder: Payment['creditOrder'],
): Payment {
  return {
    id: row.id,
    amount: row.amount,
    paymentType: PaymentType.parse(row.paymentType),
    paymentDate: row.paymentDate,
    note: row.note,
    skipExternalPush: row.skipExternalPush,
    created: row.createdAt.toISOString(),
    createdBy,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    creditOrder,
  };
}
