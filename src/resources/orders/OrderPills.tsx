import type { OrderRow } from '../../../domain/orders/order';
import { ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { type PaymentState, paymentText } from '../../../domain/orders/totals';
import { Pill, type PillMark, type PillTone } from '../../ui/Pill';

type Look = { tone: PillTone; mark: PillMark };

const STATUSES: Record<OrderStatus, Look> = {
  DRAFT: { tone: 'neutral', mark: 'dashes' },
  SUBMITTED: { tone: 'info', mark: 'ring' },
  ACCEPTED: { tone: 'progress', mark: 'quarter' },
  FULFILLED: { tone: 'progress', mark: 'half' },
  SHIPPED: { tone: 'progress', mark: 'most' },
  DELIVERED: { tone: 'positive', mark: 'check' },
  COMPLETE: { tone: 'positive', mark: 'done' },
  CANCELLED: { tone: 'negative', mark: 'cross' },
  REJECTED: { tone: 'negative', mark: 'slash' },
  COMBINED: { tone: 'neutral', mark: 'merge' },
  BACKORDER: { tone: 'warning', mark: 'clock' },
};

const PAYMENTS: Record<PaymentState, Look> = {
  UNPAID: { tone: 'neutral', mark: 'dashes' },
  PARTIAL: { tone: 'warning', mark: 'half' },
  PAID: { tone: 'positive', mark: 'done' },
  OVERPAID: { tone: 'info', mark: 'plus' },
};

export function OrderStatusPill({ status }: { status: OrderStatus }) {
  return <Pill {...STATUSES[status]}>{ORDER_STATUSES[status].label}</Pill>;
}

type Paid = Pick<OrderRow, 'status' | 'paymentState'>;

/** How much of an order is paid, less prominent than the status beside it; nothing of one that is closed. */
export function PaymentPill({ order }: { order: Paid }) {
  const text = paymentText(order);
  if (text === '') return null;
  return (
    <Pill {...(order.paymentState === null ? STATUSES.BACKORDER : PAYMENTS[order.paymentState])} isQuiet>
      {text}
    </Pill>
  );
}
