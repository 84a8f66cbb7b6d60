import { ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { PAYMENT_STATES, type PaymentState } from '../../../domain/orders/totals';
import { Pill, type PillTone } from '../../ui/Pill';

const STATUS_TONES: Record<OrderStatus, PillTone> = {
  DRAFT: 'neutral',
  SUBMITTED: 'info',
  ACCEPTED: 'positive',
  FULFILLED: 'positive',
  SHIPPED: 'positive',
  DELIVERED: 'positive',
  COMPLETE: 'neutral',
  CANCELLED: 'negative',
  REJECTED: 'negative',
  COMBINED: 'neutral',
  BACKORDER: 'warning',
};

const PAYMENT_TONES: Record<PaymentState, PillTone> = {
  UNPAID: 'neutral',
  PARTIAL: 'warning',
  PAID: 'positive',
  OVERPAID: 'info',
};

export function OrderStatusPill({ status }: { status: OrderStatus }) {
  return <Pill tone={STATUS_TONES[status]}>{ORDER_STATUSES[status].label}</Pill>;
}

export function PaymentStatePill({ state }: { state: PaymentState }) {
  return <Pill tone={PAYMENT_TONES[state]}>{PAYMENT_STATES[state]}</Pill>;
}
