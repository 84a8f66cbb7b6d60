import { z } from 'zod';

/** Order statuses with their fixed ids; inactive ones don't count as revenue. */
export const ORDER_STATUSES = {
  DRAFT: { id: 1, label: 'Draft', isActive: false },
  SUBMITTED: { id: 2, label: 'Submitted', isActive: true },
  ACCEPTED: { id: 3, label: 'Accepted', isActive: true },
  FULFILLED: { id: 4, label: 'Fulfilled', isActive: true },
  SHIPPED: { id: 5, label: 'Shipped', isActive: true },
  DELIVERED: { id: 6, label: 'Delivered', isActive: true },
  COMPLETE: { id: 7, label: 'Complete', isActive: true },
  CANCELLED: { id: 8, label: 'Cancelled', isActive: false },
  REJECTED: { id: 9, label: 'Rejected', isActive: false },
  COMBINED: { id: 10, label: 'Combined', isActive: false },
  BACKORDER: { id: 11, label: 'Backorder', isActive: false },
} as const;

export type OrderStatus = keyof typeof ORDER_STATUSES;

/** What an order is, after “is”: 'accepted', 'a draft', 'on backorder'. */
export function statusPhrase(status: OrderStatus): string {
  if (status === 'DRAFT') return 'a draft';
  return status === 'BACKORDER' ? 'on backorder' : ORDER_STATUSES[status].label.toLowerCase();
}

export const ORDER_STATUS_IDS = Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]];
export const OrderStatusSchema = z.enum(ORDER_STATUS_IDS);

export type OrderSide = 'seller' | 'buyer';

export type Transition = {
  from: OrderStatus;
  to: OrderStatus;
  /** Who may do it; a merge is a separate action without a button. */
  by: OrderSide | 'merge';
  /** Takes write on EDIT_FROZEN_ORDERS in addition to write on orders. */
  needsFrozenEdit: boolean;
  /** Its button label. */
  verb: string;
  /** The confirmation question; null when none is asked. */
  question: string | null;
};

const VERBS: Record<OrderStatus, string> = {
  DRAFT: 'Draft',
  SUBMITTED: 'Submit',
  ACCEPTED: 'Accept',
  FULFILLED: 'Fulfill',
  SHIPPED: 'Ship',
  DELIVERED: 'Mark delivered',
  COMPLETE: 'Complete',
  CANCELLED: 'Cancel',
  REJECTED: 'Reject',
  COMBINED: 'Merge',
  BACKORDER: 'Backorder',
};

const QUESTIONS: Partial<Record<OrderStatus, string>> = {
  REJECTED: 'Reject this order? Its stock is released. You can’t undo this.',
  CANCELLED: 'Cancel this order? Its stock is released. You can’t undo this.',
};

const move = (
  by: Transition['by'],
  from: OrderStatus,
  to: OrderStatus,
  special: Partial<Pick<Transition, 'needsFrozenEdit' | 'verb' | 'question'>> = {},
): Transition => ({
  by,
  from,
  to,
  needsFrozenEdit: false,
  verb: VERBS[to],
  question: QUESTIONS[to] ?? null,
  ...special,
});

const holdBack = { question: 'Move this order to backorder? Its stock is released.' };

/** Every status change, and who may make it. */
export const TRANSITIONS: readonly Transition[] = [
  move('seller', 'DRAFT', 'SUBMITTED'),
  move('seller', 'DRAFT', 'ACCEPTED'),
  move('seller', 'DRAFT', 'CANCELLED'),
  move('seller', 'SUBMITTED', 'ACCEPTED'),
  move('seller', 'SUBMITTED', 'REJECTED'),
  move('seller', 'SUBMITTED', 'BACKORDER', holdBack),
  move('buyer', 'SUBMITTED', 'CANCELLED'),
  move('merge', 'SUBMITTED', 'COMBINED'),
  move('seller', 'BACKORDER', 'ACCEPTED'),
  move('seller', 'BACKORDER', 'REJECTED'),
  move('buyer', 'BACKORDER', 'CANCELLED'),
  move('seller', 'ACCEPTED', 'FULFILLED'),
  move('seller', 'ACCEPTED', 'REJECTED'),
  move('seller', 'ACCEPTED', 'BACKORDER', holdBack),
  move('merge', 'ACCEPTED', 'COMBINED'),
  move('seller', 'FULFILLED', 'SHIPPED'),
  move('seller', 'FULFILLED', 'REJECTED'),
  move('seller', 'FULFILLED', 'ACCEPTED', {
    needsFrozenEdit: true,
    verb: 'Reopen',
    question: 'Reopen this order? Its stock is reserved again.',
  }),
  move('seller', 'SHIPPED', 'DELIVERED'),
  move('seller', 'SHIPPED', 'COMPLETE'),
  move('seller', 'SHIPPED', 'REJECTED'),
  move('seller', 'DELIVERED', 'COMPLETE'),
];

export type TransitionActor = {
  side: OrderSide;
  /** Write on orders: BROWSE_ORDERS, or BROWSE_MY_ORDERS for own orders; for a buyer PURCHASE_ORDERS. */
  canEdit: boolean;
  /** Write on EDIT_FROZEN_ORDERS. */
  canEditFrozen: boolean;
};

/** The table row of a status change, or undefined if it isn't possible. */
export function findTransition(from: OrderStatus, to: OrderStatus): Transition | undefined {
  return TRANSITIONS.find((transition) => transition.from === from && transition.to === to);
}

/** What this actor may do with an order in this status, in button order. */
export function transitionsFor({
  status,
  side,
  canEdit,
  canEditFrozen,
}: { status: OrderStatus } & TransitionActor): Transition[] {
  if (!canEdit) return [];
  return TRANSITIONS.filter(
    (transition) =>
      transition.from === status && transition.by === side && (canEditFrozen || !transition.needsFrozenEdit),
  );
}

/** Statuses this actor may move to now. */
export function availableTransitions(order: { status: OrderStatus } & TransitionActor): OrderStatus[] {
  return transitionsFor(order).map((transition) => transition.to);
}

const FROZEN: readonly OrderStatus[] = ['FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'];
/** Cancelled, rejected or merged. */
export const CLOSED_STATUSES: readonly OrderStatus[] = ['CANCELLED', 'REJECTED', 'COMBINED'];

/** Waiting for the seller. */
export const WAITING_STATUSES = ['SUBMITTED'] as const satisfies readonly OrderStatus[];
/** Visible only to the seller until submitted. */
export const SELLERS_OWN_STATUSES = ['DRAFT'] as const satisfies readonly OrderStatus[];

/** Fulfilled or later: changing line items takes write on EDIT_FROZEN_ORDERS. */
export function isFrozen(status: OrderStatus): boolean {
  return FROZEN.includes(status);
}

/** Cancelled, rejected or merged: lines can no longer change. */
export function isClosed(status: OrderStatus): boolean {
  return CLOSED_STATUSES.includes(status);
}

/** Whether payments can be recorded: on submitted orders that aren't closed. */
export function acceptsPayments(status: OrderStatus): boolean {
  return status !== 'DRAFT' && !isClosed(status);
}

/** Whether this actor may change line items in this status. Buyers can't after checkout. */
export function canEditLines({
  status,
  side,
  canEdit,
  canEditFrozen,
}: { status: OrderStatus } & TransitionActor): boolean {
  return side === 'seller' && canEdit && !isClosed(status) && (canEditFrozen || !isFrozen(status));
}

/** Orders that aren't finished: something can still happen to them. */
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUS_IDS.filter((status) =>
  TRANSITIONS.some(({ from }) => from === status),
);

/** Orders that count: as revenue, and as what a customer spends. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ORDER_STATUS_IDS.filter(
  (status) => ORDER_STATUSES[status].isActive,
);
