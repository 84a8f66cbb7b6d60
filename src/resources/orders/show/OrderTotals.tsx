import { compare, formatUsd } from '../../../../domain/money';
import type { BuyerOrder, BuyerOrderRow } from '../../../../domain/orders/order';
import { isClosed } from '../../../../domain/orders/status';
import { backorderLabel, backorderUsd, balanceUsd } from '../../../../domain/orders/totals';
import { percentShown } from '../../../../domain/pricing/price';
import { Skeleton } from '../../../ui/states';
import { PaymentPill } from '../OrderPills';
import css from './OrderTotals.module.css';

/** In full, or as far as its row says. */
type KnownOrder = Pick<BuyerOrderRow, 'status' | 'totalUsd' | 'invoicedUsd' | 'paidUsd' | 'paymentState'> &
  Partial<Pick<BuyerOrder, 'subtotalUsd' | 'orderDiscountUsd' | 'discountType' | 'discount'>>;

/** The order's total, what of it isn't owed yet, payments and balance. */
export function OrderTotals({ order }: { order: KnownOrder }) {
  const { subtotalUsd, orderDiscountUsd = '0', discount = '0' } = order;
  const later = backorderUsd(order);
  return (
    <dl className={css.totals}>
      <div>
        <dt>Subtotal</dt>
        <dd>{subtotalUsd === undefined ? <Skeleton width="72px" height="1.5em" /> : formatUsd(subtotalUsd)}</dd>
      </div>
      {compare(orderDiscountUsd, 0) > 0 && (
        <div>
          <dt>Discount{order.discountType === '%' && ` (${percentShown(discount)}%)`}</dt>
          <dd>-{formatUsd(orderDiscountUsd)}</dd>
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
