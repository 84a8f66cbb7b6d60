import { addDays } from '../../../domain/dates';
import { lineAmount, markFirsts } from '../../../domain/orders/line';
import { TRANSITIONS } from '../../../domain/orders/status';
import { orderTotals } from '../../../domain/orders/totals';
import type * as schema from '../../db/schema';
import type { SeededProduct } from '../catalogue/products';
import type { Row } from '../copy';
import { orgIdOf } from '../parties/organizations';
import { type Buyer, openShops, type Shop } from '../parties/shops';
import { type Random, randomFrom, randomOf } from '../random';
import { DAY_MS, dayOf, type World } from '../world';
import { orderTimes } from './calendar';
import { commentsOf } from './comments';
import type { Movement } from './ledger';
import { orderLines, type SeededLine } from './lines';
import { orderDiscount, paymentsOf } from './money';
import { combinedPath, mergedPath, orderPath, type Step, standingPath } from './path';
import { type Standing, standingOrders } from './standing';
import { movementsOf } from './stock';

export const FIRST_ORDER_NUMBER = 100_000;
const SEED = 1996;

/** Everything one order adds to the database, except stock movements. */
export type SeededOrder = {
  order: Row<typeof schema.orders>;
  lines: Row<typeof schema.orderLineItems>[];
  salesReps: Row<typeof schema.orderSalesReps>[];
  transitions: Row<typeof schema.orderTransitions>[];
  payments: Row<typeof schema.orderPayments>[];
  comments: Row<typeof schema.orderComments>[];
  movements: Movement[];
};

type Source = 'MARKETPLACE' | 'MANUAL' | 'WHOLESALE_MARKETPLACE';

type Draft = {
  shop: Shop;
  buyer: Buyer;
  source: Source;
  path: Step[];
  lines: readonly SeededLine[];
  originalOrderIds?: number[];
};

const MERGE_SHARE = 0.012;
const MERGE_WITHIN_MS = 3 * DAY_MS;

const SELLER_NOTES = [
  'Check credit before accepting.',
  'Deliver together with their next order.',
  'Hold until the new batch is tested.',
];
const BUYER_NOTES = [
  'Please deliver before noon.',
  'Call us if anything is short.',
  'We reopen this week. Please rush.',
  'Same as last time, thanks.',
];
const DELIVERY = ['Rear dock, ring twice', 'Deliver Tuesday to Thursday', 'Ask for the inventory manager'];
const SHIPPING = [
  'Van 2, cold box for edibles',
  'Two totes, one pallet',
  'Route 7, second stop',
  'Third-party carrier, two-person team',
];

/**
 * Two years of orders in the order placed, exactly as many as requested. Prices, totals, stock and status changes all
 * follow the rules of `domain/`. Each order is drawn by itself, so the demo of another day has the same orders but for
 * their times and what depends on those.
 */
export function* generateOrders(
  world: World,
  products: readonly SeededProduct[],
  count: number,
): Generator<SeededOrder> {
  const now = world.now.getTime();
  const shops = openShops(world, products, randomFrom(SEED));
  const times = orderTimes(randomFrom(SEED), count, world.now);
  const write = orderWriter(now);
  const standing = standingOrders(times, now);
  for (let index = 0; index < count; index++) {
    const random = randomOf(SEED, index);
    const [createdAt = 0, secondAt = 0, mergedAt = 0] = times.subarray(index, index + 3);
    const stands = standing.get(index);
    if (stands) {
      yield write(random, standingDraft(random, shops, stands, { createdAt, now }));
      continue;
    }
    const shop = random.weigh(shops);
    const buyer = random.pickFront(shop.buyers);
    const source = sourceOf(random, buyer);
    const isMerged = random.chance(MERGE_SHARE) && !standing.has(index + 1) && !standing.has(index + 2);
    if (isMerged && mergedAt && mergedAt - createdAt < MERGE_WITHIN_MS) {
      yield* mergedOrders(random, write, { shop, buyer, source, now, createdAt, secondAt, mergedAt });
      index += 2;
      continue;
    }
    const isManual = source === 'MANUAL';
    const lines = orderLines(random, shop, buyer, { age: now - createdAt, takesSamples: isManual });
    const path = orderPath(random, { createdAt, now, isDraft: isManual, hasBuyer: buyer.account !== null });
    yield write(random, { shop, buyer, source, path, lines });
  }
}

/** An order waiting in its status: a draft from sales, anything else from the marketplace. */
function standingDraft(
  random: Random,
  shops: readonly (readonly [Shop, number])[],
  { seller, buyer: wanted, status }: Standing,
  { createdAt, now }: { createdAt: number; now: number },
): Draft {
  const known = (shop: Shop) =>
    wanted === undefined ? shop.buyers : shop.buyers.filter(({ account }) => account?.orgId === orgIdOf(wanted));
  const shop = random.weigh(shops.filter(([one]) => one.orgId === orgIdOf(seller) && known(one).length > 0));
  const buyer = random.pickFront(known(shop));
  const isManual = status === 'DRAFT';
  const source = isManual ? 'MANUAL' : buyer.account === null ? 'WHOLESALE_MARKETPLACE' : 'MARKETPLACE';
  const lines = orderLines(random, shop, buyer, { age: now - createdAt, takesSamples: isManual });
  return { shop, buyer, source, lines, path: standingPath(random, { createdAt, now, status }) };
}

function sourceOf(random: Random, { account }: Buyer): Source {
  if (account !== null) return random.chance(0.85) ? 'MARKETPLACE' : 'MANUAL';
  return random.chance(0.8) ? 'MANUAL' : 'WHOLESALE_MARKETPLACE';
}

type Merge = Pick<Draft, 'shop' | 'buyer' | 'source'> & {
  now: number;
  createdAt: number;
  secondAt: number;
  mergedAt: number;
};

/** Two consecutive orders of a customer, and the order they were merged into. */
function* mergedOrders(random: Random, write: WriteOrder, merge: Merge): Generator<SeededOrder> {
  const { shop, buyer, now, createdAt, secondAt, mergedAt } = merge;
  const source = merge.source === 'MANUAL' ? 'WHOLESALE_MARKETPLACE' : merge.source;
  const taken = new Set<number>();
  const wish = { age: now - createdAt, takesSamples: false, taken };
  const first = orderLines(random, shop, buyer, wish);
  const second = orderLines(random, shop, buyer, wish);
  const a = write(random, { shop, buyer, source, path: combinedPath(createdAt, mergedAt), lines: first });
  const b = write(random, { shop, buyer, source, path: combinedPath(secondAt, mergedAt), lines: second });
  yield a;
  yield b;
  yield write(random, {
    shop,
    buyer,
    source,
    path: mergedPath(random, mergedAt, now),
    lines: [...first, ...second],
    originalOrderIds: [a.order.id, b.order.id],
  });
}

type WriteOrder = (random: Random, draft: Draft) => SeededOrder;

function orderWriter(now: number): WriteOrder {
  const ids = { order: 0, line: 0, transition: 0, payment: 0, comment: 0 };
  return (random, draft) => {
    const { shop, buyer, path, source } = draft;
    const orderId = ++ids.order;
    const orgId = shop.orgId;
    const first = path[0] as Step;
    const last = path.at(-1) as Step;
    const acceptedAt = path.find((step) => step.to === 'ACCEPTED')?.at;
    const shippedAt = path.find((step) => step.to === 'SHIPPED')?.at;
    // Checkout fixes the due date immediately; otherwise acceptance does.
    const dueFrom = source === 'MARKETPLACE' ? first.at : acceptedAt;
    const rep = repOf(random, shop, buyer);
    const author = source === 'MARKETPLACE' ? random.pick(buyer.account?.userIds ?? []) : rep.userId;
    const option = random.pick(shop.paymentOptions);
    const discount = draft.originalOrderIds ? { discountType: '$' as const, discount: '0' } : orderDiscount(random);
    const { lineTotals: _, ...totals } = orderTotals({
      lines: draft.lines.map(({ values }) => ({
        isBackorder: values.isBackorder ?? false,
        ...lineAmount({ ...values, unitPrice: values.orderedUnitPrice }),
      })),
      ...discount,
    });
    const { payments, paidUsd } = paymentsOf(random, {
      status: last.to,
      ...totals,
      acceptedAt: acceptedAt ?? first.at,
      dueDays: option.dueDays,
      delinquent: buyer.customer.delinquent ?? false,
      now,
    });
    const actors = path.map((step) => actorOf(random, step, { shop, rep: rep.userId, author }));
    const changedAt = Math.max(last.at, ...payments.map((payment) => payment.voidedAt ?? payment.paidAt));

    return {
      order: {
        id: orderId,
        orgId,
        companyId: shop.companyId,
        buyerOrgId: buyer.account?.orgId ?? null,
        buyerCompanyId: buyer.account?.companyId ?? null,
        buyerLicenseId: buyer.account?.licenseId ?? null,
        customerId: buyer.customer.id,
        customerName: buyer.customer.name,
        orderNumber: String(FIRST_ORDER_NUMBER + orderId - 1),
        status: last.to,
        orderSource: source,
        ...discount,
        ...totals,
        paidUsd,
        lineItemCount: draft.lines.length,
        notes: random.chance(0.08) ? random.pick(SELLER_NOTES) : '',
        buyerNotes: source === 'MARKETPLACE' && random.chance(0.2) ? random.pick(BUYER_NOTES) : '',
        deliveryPreferences: random.chance(0.15) ? random.pick(DELIVERY) : '',
        paymentOptionId: option.id,
        ...dueOf(dueFrom === undefined ? null : addDays(dayOf(dueFrom), option.dueDays)),
        shipDate: shipDay(random, { acceptedAt, shippedAt }),
        shippingDetails: shippedAt !== undefined && random.chance(0.6) ? random.pick(SHIPPING) : '',
        printed: acceptedAt !== undefined && random.chance(0.7),
        externalId: source === 'WHOLESALE_MARKETPLACE' ? `WM-${700_000 + orderId}` : null,
        originalOrderIds: draft.originalOrderIds ?? [],
        createdByUserId: author,
        createdAt: new Date(first.at),
        updatedAt: new Date(Math.min(changedAt, now)),
        version: path.length - 1 + payments.length,
      },
      lines: markFirsts(draft.lines.map(({ values }) => values)).map((values, position) => ({
        id: ++ids.line,
        orgId,
        orderId,
        position,
        ...values,
      })),
      salesReps: random.chance(0.92) ? [{ orgId, orderId, orgUserId: rep.orgUserId }] : [],
      transitions: path.map((step, at) => ({
        id: ++ids.transition,
        orgId,
        orderId,
        fromStatus: step.from,
        toStatus: step.to,
        actorUserId: actors[at] ?? null,
        createdAt: new Date(step.at),
      })),
      payments: payments.map(({ paidAt, voidedAt, ...payment }) => ({
        id: ++ids.payment,
        orgId,
        orderId,
        ...payment,
        paymentDate: dayOf(paidAt),
        skipExternalPush: false,
        createdByUserId: random.pick(shop.staff),
        createdAt: new Date(paidAt),
        voidedAt: voidedAt === null ? null : new Date(voidedAt),
      })),
      comments: commentsOf(random, { shop, path, now }).map((comment) => ({
        id: ++ids.comment,
        orgId,
        orderId,
        ...comment,
      })),
      movements: movementsOf(draft.lines, { orderId, path, actors }),
    };
  };
}

function repOf(random: Random, { reps }: Shop, { managerIds }: Buyer) {
  return reps.find((rep) => managerIds.includes(rep.orgUserId)) ?? random.pick(reps);
}

type People = { shop: Shop; rep: string; author: string };

/** Buyers submit and cancel their own orders; the seller's people do the rest. */
function actorOf(random: Random, { from, to }: Step, { shop, rep, author }: People): string {
  if (from === null) return author;
  const isBuyers = TRANSITIONS.some((one) => one.from === from && one.to === to && one.by === 'buyer');
  if (isBuyers) return author;
  return random.chance(0.5) ? rep : random.pick(shop.staff);
}

function shipDay(
  random: Random,
  { acceptedAt, shippedAt }: { acceptedAt: number | undefined; shippedAt: number | undefined },
) {
  if (shippedAt !== undefined) return dayOf(shippedAt);
  return acceptedAt !== undefined && random.chance(0.8) ? dayOf(acceptedAt + random.int(2, 7) * DAY_MS) : null;
}

/** A due date as accepting counts it. */
const dueOf = (day: string | null) => ({ paymentDueDate: day, countedDueDate: day });
