import { compare, formatUsd } from '../../../../domain/money';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { isClosed } from '../../../../domain/orders/status';
import { backorderLabel, backorderUsd, balanceUsd } from '../../../../domain/orders/totals';
import { percentShown } from '../../../../domain/pricing/price';
import { PaymentPill } from '../OrderPills';
import css from './OrderTotals.module.css';

/** The order's total, what of it isn't owed yet, payments and balance. */
export function OrderTotals({ order }: { order: BuyerOrder }) {
  const later = backorderUsd(order);
  return (
    <dl className={css.totals}>
      <div>
        <dt>Subtotal</dt>
        <dd>{formatUsd(order.subtotalUsd)}</dd>
      </div>
      {compare(order.orderDiscountUsd, 0) > 0 && (
        <div>
          <dt>Discount{order.discountType === '%' && ` (${percentShown(order.discount)}%)`}</dt>
          <dd>-{formatUsd(order.orderDiscountUsd)}</dd>
        </div>
      )}
      <div className={css.grand}>
        <dt>Total</dt>
        <dd>{formatUsd(order.totalUsd)}</dd>
      </div>
      {!isClosed(order.status) && compare(later, 0) > 0 && (
        <div>
          <dt>{backorderLabel(order.status)}</dt>
          <dd>-{formatUsd(later)}</dd>
        </div>
      )}
      <div>
        <dt>Paid</dt>
        <dd>{formatUsd(order.paidUsd)}</dd>
      </div>
      {!isClosed(order.status) && (
        <div className={css.balance}>
          <dt>
            Balance <PaymentPill order={order} />
          </dt>
          <dd>{formatUsd(balanceUsd(order))}</dd>
        </div>
      )}
    </dl>
  );
}
