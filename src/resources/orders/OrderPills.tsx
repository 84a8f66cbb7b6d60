import { ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { PAYMENT_STATES, type PaymentState } from '../../../domain/orders/totals';
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

/** Less prominent than the order status beside it. */
export function PaymentStatePill({ state }: { state: PaymentState }) {
  return (
    <Pill {...PAYMENTS[state]} isQuiet>
      {PAYMENT_STATES[state]}
    </Pill>
  );
}
