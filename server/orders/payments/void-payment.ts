import { and, asc, eq, isNull } from 'drizzle-orm';
import { shortDate } from '../../../domain/dates';
import { DomainError, notFound } from '../../../domain/errors';
import { compare } from '../../../domain/money';
import type { orders as contract } from '../../../domain/orders/contract';
import type { Payment } from '../../../domain/orders/order';
import {
  describeMoved,
  type LedgerPayment,
  type MovedCredit,
  voidedTogether,
} from '../../../domain/orders/payments/moved-credit';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { lockRows } from '../../db/rows';
import { orderPayments, orders } from '../../db/schema';
import type { Verb } from '../../implement';
import { findVisibleOrder, type OrderRecord, withStatus } from '../find-order';
import { findPayments, refreshPaidTotal } from './payments';

/**
 * Voids a payment: it stays on record but no longer counts. Of moved credit both halves are voided, and the money is
 * credit where it was. A payment whose money went on to other orders as credit is voided with what moved, once the caller
 * names those payments: CONFLICT otherwise, with what they are; also if it is already voided.
 */
export const voidPayment: Verb<typeof contract.voidPayment> = async (ctx, { params, query }) => {
  const { companyId } = await findVisibleOrder(ctx, params.id);
  const ahead = await readLedger(ctx, params.id);
  await lockRows(
    ctx.db,
    orders,
    and(eq(orders.orgId, ctx.membership.orgId), isOneOf(orders.id, [...ahead.orders.keys()])),
  );
  const ledger = await readLedger(ctx, params.id);
  if ([...ledger.orders.keys()].some((id) => !ahead.orders.has(id)))
    throw new DomainError('CONFLICT', 'The customer’s credit was just moved. Try again.');
  const payment = (await findPayments(ctx, params.id)).find(({ id }) => id === params.paymentId);
  if (payment === undefined) throw notFound('Payment');
  if (payment.voidedAt !== null) {
    const day = shortDate(payment.voidedAt, ctx.zoneOf(companyId));
    throw new DomainError('CONFLICT', `This payment was already voided on ${day}.`);
  }
  const together = voidedTogether(payment.id, [...ledger.orders.values()], ledger.payments);
  assertNamed(together, ledger, payment, query.alsoVoid);
  const result = await voidEach(ctx, together, ledger.orders);
  const own = result.find(({ id }) => id === payment.id);
  if (own === undefined) throw notFound('Payment');
  return own;
};

type Ledger = { orders: Map<number, OrderRecord>; payments: LedgerPayment[] };

/** An order and all that credit went to from it, directly and further on, with the payments that count. */
async function readLedger({ db, membership }: Ctx, orderId: number): Promise<Ledger> {
  const { orgId } = membership;
  const found = new Map<number, LedgerPayment[]>();
  let asked = [orderId];
  while (asked.length > 0) {
    const rows = await db
      .select({
        id: orderPayments.id,
        orderId: orderPayments.orderId,
        amount: orderPayments.amount,
        otherId: orderPayments.creditPaymentId,
      })
      .from(orderPayments)
      .where(and(eq(orderPayments.orgId, orgId), isOneOf(orderPayments.orderId, asked), isNull(orderPayments.voidedAt)))
      .orderBy(asc(orderPayments.id));
    for (const id of asked)
      found.set(
        id,
        rows.filter((row) => row.orderId === id),
      );
    const others = rows.flatMap(({ otherId }) => otherId ?? []);
    const sides = await db
      .selectDistinct({ orderId: orderPayments.orderId })
      .from(orderPayments)
      .where(and(eq(orderPayments.orgId, orgId), isOneOf(orderPayments.id, others)));
    asked = sides.map((side) => side.orderId).filter((id) => !found.has(id));
  }
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, [...found.keys()])));
  const payments = [...found.values()].flat().sort((a, b) => a.id - b.id);
  return { orders: new Map(rows.map((row) => [row.id, withStatus(row)])), payments };
}

/** CONFLICT unless the caller named each payment of other moves that is voided too. */
function assertNamed(
  together: readonly LedgerPayment[],
  ledger: Ledger,
  payment: Payment,
  named: readonly number[],
): void {
  const own = together.find(({ id }) => id === payment.id);
  const moved: MovedCredit[] = together
    .filter(({ id, amount }) => compare(amount, 0) > 0 && id !== payment.id && id !== own?.otherId)
    .map(({ id, orderId, amount }) => ({
      paymentId: id,
      amount,
      orderId,
      orderNumber: ledger.orders.get(orderId)?.orderNumber ?? '',
    }));
  if (moved.every(({ paymentId }) => named.includes(paymentId))) return;
  throw new DomainError('CONFLICT', describeMoved(payment.amount, moved), { object: { moved } });
}

async function voidEach(ctx: Ctx, together: readonly LedgerPayment[], known: Ledger['orders']): Promise<Payment[]> {
  const voided: Payment[] = [];
  for (const [orderId, own] of Map.groupBy(together, (payment) => payment.orderId)) {
    const order = known.get(orderId);
    if (order === undefined) throw notFound('Order');
    const ids = own.map(({ id }) => id);
    const before = (await findPayments(ctx, orderId)).filter(({ id }) => ids.includes(id));
    await ctx.db
      .update(orderPayments)
      .set({ voidedAt: ctx.now })
      .where(
        and(eq(orderPayments.orgId, order.orgId), eq(orderPayments.orderId, orderId), isOneOf(orderPayments.id, ids)),
      );
    for (const payment of before)
      voided.push(await refreshPaidTotal(ctx, order, payment, { ...payment, voidedAt: ctx.now.toISOString() }));
  }
  return voided;
}
