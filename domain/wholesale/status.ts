import {
  findTransition,
  isClosed,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../orders/status';

/*
 * An order's status on both sides. They have no Delivered; a seller can't say Backorder there; and whatever ended an order
 * ends it on both sides. What two statuses mean the other is one rule, so that neither side is told what it already has.
 */

/** How far an order is; of two sides that both moved, the one further on is right. */
const RANK: Record<OrderStatus, number> = {
  DRAFT: 0,
  SUBMITTED: 1,
  BACKORDER: 2,
  ACCEPTED: 3,
  FULFILLED: 4,
  SHIPPED: 5,
  DELIVERED: 5,
  COMPLETE: 6,
  CANCELLED: 7,
  REJECTED: 7,
  COMBINED: 7,
};

/** Our word for a status of theirs; null for one we don't know. */
export function statusOfTheirs(label: string): OrderStatus | null {
  const asked = label.trim().toLowerCase();
  const found = ORDER_STATUS_IDS.find((status) => ORDER_STATUSES[status].label.toLowerCase() === asked);
  return found === 'DELIVERED' ? null : (found ?? null);
}

/** Whether a status of ours and one of theirs say the same. */
export function isAlike(ours: OrderStatus, theirs: OrderStatus): boolean {
  if (ours === theirs) return true;
  if (isClosed(ours) && isClosed(theirs)) return true;
  if (ours === 'DELIVERED') return theirs === 'SHIPPED';
  return ours === 'BACKORDER' && (theirs === 'SUBMITTED' || theirs === 'ACCEPTED');
}

/** Whether they already say what a status of ours would tell them. */
export function isThere(ours: OrderStatus, label: string): boolean {
  const theirs = statusOfTheirs(label);
  return theirs !== null && ours !== 'BACKORDER' && isAlike(ours, theirs);
}

/** The statuses an order here passes to become what it is there; null when no way leads there. */
export function wayTo(from: OrderStatus, to: OrderStatus): OrderStatus[] | null {
  if (isAlike(from, to)) return [];
  // They merged it: here it ends, as the merged order brings its lines.
  if (to === 'COMBINED') return findTransition(from, 'COMBINED') ? ['COMBINED'] : wayTo(from, 'REJECTED');
  // A buyer there cancels whenever they may there; here that may only be a rejection.
  if (to === 'CANCELLED' && !findTransition(from, to)) return shortestWay(from, 'REJECTED') ?? shortestWay(from, to);
  return shortestWay(from, to);
}

function shortestWay(from: OrderStatus, to: OrderStatus): OrderStatus[] | null {
  const ways: OrderStatus[][] = [[from]];
  const seen = new Set<OrderStatus>([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    const nexts = TRANSITIONS.filter((one) => one.from === last && one.by !== 'merge').map((one) => one.to);
    if (nexts.includes(to)) return [...way.slice(1), to];
    for (const next of nexts) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (!isClosed(next)) ways.push([...way, next]);
    }
  }
  return null;
}

export type StatusVerdict =
  /** Nothing to do; what both agree on. */
  | { act: 'none'; agreed: OrderStatus | null }
  /** Ours follows. */
  | { act: 'take'; way: OrderStatus[] }
  /** Theirs is told. */
  | { act: 'send' }
  | { act: 'problem'; problem: string };

/**
 * What becomes of an order's status: a side that moved since both agreed is followed; of two that moved, an end wins, then
 * whoever is further on, so that both sides come to the same whatever is read first.
 */
export function settleStatus({
  ours,
  agreed,
  theirs,
}: {
  ours: OrderStatus;
  agreed: OrderStatus | null;
  theirs: OrderStatus;
}): StatusVerdict {
  if (isAlike(ours, theirs)) return { act: 'none', agreed: theirs };
  const weMoved = agreed === null || !isAlike(ours, agreed);
  const theyMoved = agreed === null || theirs !== agreed;
  const isOurs = weMoved && (!theyMoved || RANK[ours] >= RANK[theirs]);
  if (isOurs && !isClosed(theirs)) return { act: 'send' };
  if (!theyMoved) return { act: 'none', agreed };
  const way = wayTo(ours, theirs);
  const label = (status: OrderStatus) => ORDER_STATUSES[status].label.toLowerCase();
  if (way === null)
    return {
      act: 'problem',
      problem: `It is ${label(theirs)} there, and ${label(ours)} here, which can’t become that.`,
    };
  return { act: 'take', way };
}
