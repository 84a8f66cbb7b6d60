import { z } from 'zod';
import { RowId } from '../../contract/endpoint';
import { compare, formatUsd, type Money, MoneySchema, sum } from '../../money';
import { listed } from '../../text';
import { isClosed, type OrderStatus } from '../status';

/** A payment that counts, of an order; `otherId` is its other half if it moved credit. */
export type LedgerPayment = { id: number; orderId: number; amount: Money; otherId: number | null };
export type LedgerOrder = { id: number; status: OrderStatus; invoicedUsd: Money };

/**
 * The payments that are voided together with one of these: with moved credit its other half, and of each order left with
 * less than it costs the credit it gave away since, newest first, until that is made up. `payments` are those that count,
 * oldest first, of every order credit went to from here. No order is left paid with money that isn't there.
 */
export function voidedTogether(
  paymentId: number,
  orders: readonly LedgerOrder[],
  payments: readonly LedgerPayment[],
): LedgerPayment[] {
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const voided = new Map<number, LedgerPayment>();
  const add = (id: number | null) => {
    const payment = id === null ? undefined : byId.get(id);
    if (payment === undefined || voided.has(payment.id)) return;
    voided.set(payment.id, payment);
    add(payment.otherId);
    makeUp(payment);
  };
  const makeUp = (lost: LedgerPayment) => {
    const order = orders.find(({ id }) => id === lost.orderId);
    if (order === undefined) return;
    const own = payments.filter(({ orderId }) => orderId === order.id);
    const given = own.filter(({ id, amount }) => id > lost.id && compare(amount, 0) < 0).reverse();
    for (const half of given) {
      const left = sum(own.filter(({ id }) => !voided.has(id)).map(({ amount }) => amount));
      if (compare(left, neededUsd(order)) >= 0) return;
      add(half.id);
    }
  };
  add(paymentId);
  return [...voided.values()];
}

/** What an order must hold before it can give credit away, in dollars. */
const neededUsd = ({ status, invoicedUsd }: LedgerOrder): Money => (isClosed(status) ? '0' : invoicedUsd);

/** A payment of another order that was made with a payment's money, as the refusal to void that one names it. */
const MovedCredit = z.object({
  paymentId: RowId,
  orderId: RowId,
  orderNumber: z.string(),
  amount: MoneySchema,
});
export type MovedCredit = z.infer<typeof MovedCredit>;
/** The refusal's object. */
export const MovedRefusal = z.object({ moved: z.array(MovedCredit) });

/** Why a payment isn't voided without naming what moved. */
export function describeMoved(amount: Money, moved: readonly MovedCredit[]): string {
  const each = moved.map((one) => `${formatUsd(one.amount)} to order ${one.orderNumber}`);
  return `Part of this ${formatUsd(amount)} was moved on as credit: ${listed(each)}. Void that with it.`;
}
