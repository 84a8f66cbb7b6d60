import { compare, formatUsd, subtract } from '../../../../domain/money';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { percentShown } from '../../../../domain/pricing/price';
import { PaymentStatePill } from '../OrderPills';
import css from './OrderTotals.module.css';

/** The order's total, payments and balance. */
export function OrderTotals({ order }: { order: BuyerOrder }) {
  const balance = subtract(order.totalUsd, order.paidUsd);
  return (
    <dl className={css.totals}>
      <div>
        <dt>Subtotal</dt>
        <dd>{formatUsd(order.subtotalUsd)}</dd>
      </div>
      {compare(order.orderDiscountUsd, 0) > 0 && (
        <div>
          <dt>Discount{order.discountType === '%' && ` (${percentShown(order.discount)}%)`}</dt>
          <dd>−{formatUsd(order.orderDiscountUsd)}</dd>
        </div>
      )}
      <div className={css.grand}>
        <dt>Total</dt>
        <dd>{formatUsd(order.totalUsd)}</dd>
      </div>
      <div>
        <dt>Paid</dt>
        <dd>{formatUsd(order.paidUsd)}</dd>
      </div>
      {order.paymentState && (
        <div className={css.balance}>
          <dt>
            Balance <PaymentStatePill state={order.paymentState} />
          </dt>
          <dd>{formatUsd(balance)}</dd>
        </div>
      )}
    </dl>
  );
}
