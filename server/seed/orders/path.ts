import type { OrderStatus } from '../../../domain/orders/status';
import type { Random } from '../random';
import { HOUR_MS } from '../world';

export type Step = { from: OrderStatus | null; to: OrderStatus; at: number };

/** A status and its delay after the previous one, in hours: least and most. */
type Leg = readonly [to: OrderStatus, least: number, most: number];

const ACCEPT: Leg = ['ACCEPTED', 1, 40];
const FULFILL: Leg = ['FULFILLED', 12, 96];
const SHIP: Leg = ['SHIPPED', 4, 48];
const DELIVER: Leg = ['DELIVERED', 4, 48];
const COMPLETE: Leg = ['COMPLETE', 24, 480];
const BACKORDER: Leg = ['BACKORDER', 2, 40];
const ENTER: Leg = ['SUBMITTED', 1, 6];

const DELIVERY = [FULFILL, SHIP, DELIVER] as const;
const WHOLE = [ACCEPT, ...DELIVERY, COMPLETE] as const;

/** What happens to submitted orders, with weights. */
const COURSES: readonly (readonly [readonly Leg[], number])[] = [
  [WHOLE, 560],
  [[ACCEPT, FULFILL, SHIP, COMPLETE], 220],
  [[ACCEPT, ...DELIVERY], 12],
  [[ACCEPT, FULFILL, SHIP], 5],
  [[['REJECTED', 2, 60]], 32],
  [[ACCEPT, ['REJECTED', 6, 90]], 12],
  [[ACCEPT, FULFILL, ['REJECTED', 4, 48]], 6],
  [[ACCEPT, FULFILL, SHIP, ['REJECTED', 8, 60]], 8],
  [[BACKORDER, ['ACCEPTED', 72, 500], ...DELIVERY, COMPLETE], 26],
  [[BACKORDER, ['REJECTED', 72, 400]], 6],
  [[ACCEPT, ['BACKORDER', 4, 40], ['ACCEPTED', 72, 400], FULFILL, SHIP, COMPLETE], 8],
];
const BUYER_COURSES: typeof COURSES = [
  [[['CANCELLED', 1, 60]], 45],
  [[BACKORDER, ['CANCELLED', 24, 300]], 6],
];
/** Recent orders more often wait for acceptance or stock; old ones are settled. */
const RECENT_MS = 20 * 24 * HOUR_MS;
const RECENT_COURSES: typeof COURSES = [
  [[['ACCEPTED', 40, 200], ...DELIVERY, COMPLETE], 250],
  [[BACKORDER, ['ACCEPTED', 300, 700], ...DELIVERY, COMPLETE], 90],
];
/** What happens to a sales team's draft. */
const DRAFT_COURSES: typeof COURSES = [
  [[['ACCEPTED', 1, 20], ...DELIVERY, COMPLETE], 60],
  [[ENTER, ...WHOLE], 26],
  [[ENTER, ['REJECTED', 4, 60]], 3],
  [[['CANCELLED', 4, 120]], 6],
  [[], 1],
];

export type Beginning = {
  createdAt: number;
  now: number;
  /** Written by the sales team, so it starts as a draft. */
  isDraft: boolean;
  /** Whether the buyer is on the platform and can cancel. */
  hasBuyer: boolean;
};

/** An order's statuses so far, each by a valid transition and at a plausible time. */
export function orderPath(random: Random, { createdAt, now, isDraft, hasBuyer }: Beginning): Step[] {
  const submitted = [
    ...COURSES,
    ...(hasBuyer ? BUYER_COURSES : []),
    ...(now - createdAt < RECENT_MS ? RECENT_COURSES : []),
  ];
  const courses = isDraft ? DRAFT_COURSES : submitted;
  const first = isDraft ? 'DRAFT' : 'SUBMITTED';
  return follow(random, { from: null, to: first, at: createdAt }, random.weigh(courses), now);
}

/** The path of a merged order: it continues like any accepted one. */
export function mergedPath(random: Random, createdAt: number, now: number): Step[] {
  return follow(random, { from: null, to: 'SUBMITTED', at: createdAt }, WHOLE, now);
}

/** The path of an order merged into another. */
export function combinedPath(createdAt: number, mergedAt: number): Step[] {
  return [
    { from: null, to: 'SUBMITTED', at: createdAt },
    { from: 'SUBMITTED', to: 'COMBINED', at: mergedAt },
  ];
}

/** How an order reached a waiting status; other statuses start an order. */
const COURSES_TO: Partial<Record<OrderStatus, readonly Leg[]>> = {
  ACCEPTED: [ACCEPT],
  BACKORDER: [BACKORDER],
  FULFILLED: [ACCEPT, FULFILL],
  SHIPPED: [ACCEPT, FULFILL, SHIP],
  DELIVERED: [ACCEPT, ...DELIVERY],
};

/** The path of an order now in this status, placed long enough ago to have reached it. */
export function standingPath(
  random: Random,
  { createdAt, now, status }: { createdAt: number; now: number; status: OrderStatus },
): Step[] {
  const legs = COURSES_TO[status] ?? [];
  const first: Step = { from: null, to: status === 'DRAFT' ? 'DRAFT' : 'SUBMITTED', at: createdAt };
  const least = legs.reduce((sum, [, hours]) => sum + hours, 0);
  const spare = Math.floor(((now - createdAt) / HOUR_MS - least - 1) / legs.length);
  const hurried = legs.map(([to, from, until]): Leg => [to, from, Math.min(until, from + spare)]);
  return follow(random, first, hurried, now);
}

function follow(random: Random, first: Step, legs: readonly Leg[], now: number): Step[] {
  const path = [first];
  let last = first;
  for (const [to, least, most] of legs) {
    const at = last.at + random.int(least * 60, most * 60) * (HOUR_MS / 60) + random.int(0, 59) * 1000;
    if (at > now) break;
    last = { from: last.to, to, at };
    path.push(last);
  }
  return path;
}
