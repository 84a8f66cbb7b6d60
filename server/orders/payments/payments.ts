import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayOf } from '../../../domain/dates';
import { badInput, DomainError } from '../../../domain/errors';
import type { orders as contract } from '../../../domain/orders/contract';
import { type Payment, PaymentType } from '../../../domain/orders/order';
import { CONFIRM_FIRST, paymentDoubts } from '../../../domain/orders/payments/doubts';
import { acceptsPayments, statusPhrase } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { orderPayments, orders, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { findVisibleOrder, lockVisibleOrder, type OrderRecord, publishOrder } from '../find-order';
import { tellBooks } from '../tell-books';

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
 * Records a payment, also above the balance: the money has arrived, and the order shows as overpaid. BAD_INPUT for an
 * amount far above it or a day to come that wasn't confirmed; CONFLICT on an order that takes no payments, such as a
 * draft. The order's version stays, so open edits aren't outdated by a payment.
 */
export const recordPayment: Verb<typeof contract.recordPayment> = async (ctx, { params, body }) => {
  const { confirmed, ...entered } = body;
  const order = await lockVisibleOrder(ctx, params.id);
  if (!acceptsPayments(order.status)) {
    throw new DomainError(
      'CONFLICT',
      `You can’t record a payment while order ${order.orderNumber} is ${statusPhrase(order.status)}`,
    );
  }
  const doubts = paymentDoubts(entered, order, dayOf(ctx.now, ctx.zoneOf(order.companyId)));
  if (!confirmed && Object.keys(doubts).length > 0) {
    const asked = Object.entries(doubts).map(([field, doubt]) => [field, `${doubt} ${CONFIRM_FIRST}`]);
    throw badInput(Object.fromEntries(asked));
  }
  const payment = returnedRow(
    await ctx.db
      .insert(orderPayments)
      .values({
        ...entered,
        orgId: order.orgId,
        orderId: order.id,
        createdByUserId: ctx.personOrNull?.userId ?? null,
        createdAt: ctx.now,
      })
      .returning(),
  );
  return refreshPaidTotal(ctx, order, null, toPayment(payment, ctx.personOrNull?.displayName ?? 'Verdant', null));
};

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
  await publishOrder(ctx, order, before === null ? 'payment.recorded' : 'payment.voided');
  await tellBooks(ctx, order.orgId, [order]);
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
