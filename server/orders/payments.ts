import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { shortDate } from '../../domain/dates';
import { DomainError, notFound } from '../../domain/errors';
import type { orders as contract } from '../../domain/orders/contract';
import { type Payment, PaymentType } from '../../domain/orders/order';
import { acceptsPayments, ORDER_STATUSES } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { orderPayments, orders, users } from '../db/schema';
import type { Verb } from '../implement';
import { findVisibleOrder, lockVisibleOrder, type OrderRecord, publishOrder } from './find-order';

export const listPayments: Verb<typeof contract.payments> = async (ctx, { params }) => {
  await findVisibleOrder(ctx, params.id);
  const rows = await ctx.db
    .select()
    .from(orderPayments)
    .leftJoin(users, eq(users.id, orderPayments.createdByUserId))
    .where(isOf({ id: params.id, orgId: ctx.membership.orgId }))
    .orderBy(asc(orderPayments.id));
  return rows.map(({ order_payments: payment, users: person }) =>
    toPayment(payment, person === null ? 'Verdant' : `${person.firstName} ${person.lastName}`),
  );
};

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
  const [payment] = await ctx.db
    .insert(orderPayments)
    .values({
      ...body,
      orgId: order.orgId,
      orderId: order.id,
      createdByUserId: ctx.person.userId,
      createdAt: ctx.now,
    })
    .returning();
  if (payment === undefined) throw new Error('Saving the payment returned no row');
  return refreshPaidTotal(ctx, order, null, toPayment(payment, ctx.person.displayName));
};

/** Voids a payment: it stays on record but no longer counts. CONFLICT if already voided. */
export const voidPayment: Verb<typeof contract.voidPayment> = async (ctx, { params }) => {
  const order = await lockVisibleOrder(ctx, params.id);
  const [found] = await ctx.db
    .select()
    .from(orderPayments)
    .leftJoin(users, eq(users.id, orderPayments.createdByUserId))
    .where(and(isOf(order), eq(orderPayments.id, params.paymentId)));
  if (found === undefined) throw notFound('Payment');
  const { order_payments: payment, users: person } = found;
  if (payment.voidedAt !== null) {
    const day = shortDate(payment.voidedAt, ctx.timeZone);
    throw new DomainError('CONFLICT', `This payment was already voided on ${day}.`);
  }
  await ctx.db
    .update(orderPayments)
    .set({ voidedAt: ctx.now })
    .where(and(isOf(order), eq(orderPayments.id, payment.id)));
  const author = person === null ? 'Verdant' : `${person.firstName} ${person.lastName}`;
  return refreshPaidTotal(ctx, order, toPayment(payment, author), toPayment({ ...payment, voidedAt: ctx.now }, author));
};

/** Updates the order's paid total, in the payment's own transaction. */
async function refreshPaidTotal(
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

function toPayment(row: typeof orderPayments.$inferSelect, createdBy: string): Payment {
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
  };
}
