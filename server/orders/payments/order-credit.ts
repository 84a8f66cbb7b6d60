import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { dayOf } from '../../../domain/dates';
import { badInput, DomainError } from '../../../domain/errors';
import { compare, formatUsd, lesser, roundCents, subtract, sum } from '../../../domain/money';
import type { Payment } from '../../../domain/orders/order';
import type { orderCredit as contract } from '../../../domain/orders/payments/contract';
import { CREDITED_WHOLE, orderCreditUsd, unpaidUsd } from '../../../domain/orders/payments/credit';
import { acceptsPayments, statusPhrase } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { orderPayments, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findVisibleOrder, lockVisibleOrder, type OrderRecord, withStatus } from '../find-order';
import { findPayments, refreshPaidTotal } from './payments';

/** The credit on the other orders of an order's customer, as far as the caller sees those. */
export const readOrderCredit: Verb<typeof contract.get> = async (ctx, { params: { id } }) => {
  await findVisibleOrder(ctx, id);
  const [order] = await ctx.db
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(and(eq(orders.orgId, ctx.membership.orgId), eq(orders.id, id)));
  const sources = await ofCustomer(ctx, { id, customerId: order?.customerId ?? 0 });
  const credits = sources.flatMap((source) => creditOf(withStatus(source)) ?? []);
  return { creditUsd: roundCents(sum(credits.map(({ creditUsd }) => creditUsd))), sources: credits };
};

/**
 * Moves credit to an order: on each side a row of its ledger, negative where the money leaves, so that nothing is made or
 * lost. CONFLICT for an order that takes no payments; BAD_INPUT for more than it is short of, or than there is.
 */
export const applyCredit: Verb<typeof contract.apply> = async (ctx, { params: { id }, body }) => {
  const locked = await lockCustomersOrders(ctx, id);
  const order = await lockVisibleOrder(ctx, id);
  if (!acceptsPayments(order.status)) {
    throw new DomainError(
      'CONFLICT',
      `Order ${order.orderNumber} is ${statusPhrase(order.status)} and takes no payments`,
    );
  }
  const due = unpaidUsd(order);
  if (compare(body.amount, due) > 0) throw badInput({ amount: `The order’s balance is ${formatUsd(due)}` });
  const found = await ofCustomer(ctx, order);
  const sources = found.filter((source) => locked.has(source.id)).map(withStatus);
  const credit = roundCents(sum(sources.map(orderCreditUsd)));
  if (compare(body.amount, credit) > 0) throw badInput({ amount: `The customer’s credit is ${formatUsd(credit)}` });
  let left = body.amount;
  const made: number[] = [];
  for (const source of sources) {
    const amount = roundCents(lesser(left, orderCreditUsd(source)));
    if (compare(amount, 0) <= 0) continue;
    made.push(await move(ctx, { from: source, to: order, amount }));
    left = subtract(left, amount);
  }
  const payments = await findPayments(ctx, order.id);
  return payments.filter((payment) => made.includes(payment.id));
};

/** Locks all orders of an order's customer that can be part of this, in the order of their ids, as all do. */
async function lockCustomersOrders(ctx: Ctx, id: number): Promise<ReadonlySet<number>> {
  await findVisibleOrder(ctx, id);
  const { db, membership } = ctx;
  const customer = sql`(select own.customer_id from ${orders} own where own.org_id = ${membership.orgId} and own.id = ${id})`;
  const locked = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.orgId, membership.orgId),
        sql`${orders.customerId} = ${customer}`,
        sql`(${orders.id} = ${id} or ${MAY_HAVE})`,
      ),
    )
    .orderBy(asc(orders.id))
    .for('no key update');
  return new Set(locked.map((one) => one.id));
}

/** Orders that can have credit; `orderCreditUsd` says how much. */
const MAY_HAVE = sql`(${orders.paidUsd} > ${orders.invoicedUsd} or (${orders.paidUsd} > 0 and ${orders.status} = any (${sql.param([...CREDITED_WHOLE])})))`;

/** A customer's other orders that may have credit and the caller sees, oldest first. */
function ofCustomer({ db, membership }: Ctx, { id, customerId }: Pick<OrderRecord, 'id' | 'customerId'>) {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.orgId, membership.orgId),
        eq(orders.customerId, customerId),
        ne(orders.id, id),
        MAY_HAVE,
        visibleOrders(membership),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id));
}

function creditOf(order: OrderRecord) {
  const creditUsd = orderCreditUsd(order);
  return compare(creditUsd, 0) > 0 ? [{ id: order.id, orderNumber: order.orderNumber, creditUsd }] : null;
}

type Move = { from: OrderRecord; to: OrderRecord; amount: string };

/** Returns the id of the payment of the order the credit went to. */
async function move(ctx: Ctx, { from, to, amount }: Move): Promise<number> {
  const [{ left, right } = { left: 0, right: 0 }] = (
    await ctx.db.execute<{ left: number; right: number }>(
      sql`select nextval(pg_get_serial_sequence('order_payments', 'id'))::bigint as "left", nextval(pg_get_serial_sequence('order_payments', 'id'))::bigint as "right"`,
    )
  ).rows;
  const half = (order: OrderRecord, id: number, other: number, signed: string) => ({
    id: Number(id),
    creditPaymentId: Number(other),
    orgId: order.orgId,
    orderId: order.id,
    amount: signed,
    paymentType: 'CREDIT' satisfies Payment['paymentType'],
    paymentDate: dayOf(ctx.now, ctx.zoneOf(order.companyId)),
    // The money itself arrived before, and was told of then.
    skipExternalPush: true,
    createdByUserId: ctx.person.userId,
    createdAt: ctx.now,
  });
  await ctx.db
    .insert(orderPayments)
    .overridingSystemValue()
    .values([half(from, left, right, subtract('0', amount)), half(to, right, left, amount)]);
  for (const [order, id] of [
    [from, Number(left)],
    [to, Number(right)],
  ] as const) {
    const after = (await findPayments(ctx, order.id)).find((payment) => payment.id === id);
    if (!after) throw new Error('The saved payment is gone');
    await refreshPaidTotal(ctx, order, null, after);
  }
  return Number(right);
}
