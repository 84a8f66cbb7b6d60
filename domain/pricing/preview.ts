import { compare, type Money } from '../money';
import {
  chargedPrice,
  compareOffers,
  type Offer,
  type PricedProduct,
  type PriceSchedule,
  type PriceWhy,
  rulebook,
} from './price';

type Price = { price: Money; why: PriceWhy };

/** A product's price that becomes another for some customers. */
export type PriceChange = {
  productId: number;
  before: Price;
  after: Price;
  customerCount: number;
  isFor: (customerId: number) => boolean;
};

export type PriceComparison = {
  /** By product, in their order. */
  changes: readonly PriceChange[];
  /** The customers with any change. */
  customerIds: readonly number[];
};

type Compared = {
  before: PriceSchedule;
  after: PriceSchedule;
  /** The customers' other enabled schedules. */
  others: readonly PriceSchedule[];
  products: readonly PricedProduct[];
};

/** Customers with the same schedules: their prices are the same. */
type Group = {
  wasIn: boolean;
  willBeIn: boolean;
  /** Whether they have each of the other schedules. */
  has: readonly boolean[];
  customerIds: number[];
  isChanged: boolean;
};

/**
 * Every price that differs once a schedule has changed, for whom, and why before and after. Customers with the same
 * schedules are compared as one, and a product's offers are worked out once, so that thousands of products for hundreds
 * of customers take milliseconds.
 */
export function comparePrices({ before, after, others, products }: Compared): PriceComparison {
  const rivals = others.filter(({ id, enabled }) => enabled && id !== before.id);
  const groups = groupsOf(before, after, rivals);
  const groupOf = new Map(groups.flatMap((group) => group.customerIds.map((id) => [id, group] as const)));
  const own = { was: rulebook(before), willBe: rulebook(after) };
  const books = rivals.map((rival) => rulebook(rival));
  const changes: PriceChange[] = [];
  for (const product of products) {
    const [was, willBe] = [own.was(product), own.willBe(product)];
    if (was === null && willBe === null) continue;
    const offers = books
      .flatMap((offerFor, at) => {
        const offer = offerFor(product);
        return offer ? [{ at, offer }] : [];
      })
      .sort((a, b) => compareOffers(a.offer, b.offer));
    for (const { groups: changed, ...row } of rowsOf(product, { was, willBe }, offers, groups)) {
      const isFor = (customerId: number) => changed.has(groupOf.get(customerId) as Group);
      changes.push({ productId: product.id, ...row, isFor });
    }
  }
  return { changes, customerIds: groups.flatMap((group) => (group.isChanged ? group.customerIds : [])) };
}

type Row = { before: Price; after: Price; customerCount: number; groups: Set<Group> };
type Rival = { at: number; offer: Offer };

/** One product's changes, each with the groups it is for. */
function rowsOf(
  product: PricedProduct,
  own: { was: Offer | null; willBe: Offer | null },
  offers: readonly Rival[],
  groups: readonly Group[],
): Row[] {
  const byCase: (Row | null | undefined)[] = [];
  const byResult = new Map<string, Row | null>();
  for (const group of groups) {
    let lowest = 0;
    while (lowest < offers.length && !group.has[offers[lowest]?.at ?? 0]) lowest += 1;
    const inCase = lowest * 4 + (group.wasIn ? 2 : 0) + (group.willBeIn ? 1 : 0);
    let row = byCase[inCase];
    if (row === undefined) {
      const rival = offers[lowest]?.offer ?? null;
      const before = winnerOf(rival, group.wasIn ? own.was : null);
      const after = winnerOf(rival, group.willBeIn ? own.willBe : null);
      const result = `${before?.why.scheduleId} ${after?.why.scheduleId}`;
      row = byResult.get(result);
      if (row === undefined) row = rowOf(product, before, after);
      byResult.set(result, row);
      byCase[inCase] = row;
    }
    if (row === null) continue;
    row.groups.add(group);
    row.customerCount += group.customerIds.length;
    group.isChanged = true;
  }
  return [...byResult.values()].filter((row) => row !== null);
}

function winnerOf(a: Offer | null, b: Offer | null): Offer | null {
  if (a === null || b === null) return a ?? b;
  return compareOffers(a, b) <= 0 ? a : b;
}

/** Null when the price stays. */
function rowOf(product: PricedProduct, was: Offer | null, willBe: Offer | null): Row | null {
  const [before, after] = [priceOf(product, was), priceOf(product, willBe)];
  if (compare(before.price, after.price) === 0) return null;
  return { before, after, customerCount: 0, groups: new Set() };
}

function priceOf(product: PricedProduct, offer: Offer | null): Price {
  const { unitPrice, why } = chargedPrice(product, [offer]);
  return { price: unitPrice, why };
}

/** Customers by which schedules they have, before and after. */
function groupsOf(before: PriceSchedule, after: PriceSchedule, rivals: readonly PriceSchedule[]): Group[] {
  const [was, willBe] = [membersOf(before), membersOf(after)];
  const members = rivals.map(membersOf);
  const groups = new Map<string, Group>();
  for (const customerId of new Set([...was, ...willBe])) {
    const [wasIn, willBeIn] = [was.has(customerId), willBe.has(customerId)];
    const has = members.map((ids) => ids.has(customerId));
    const key = [wasIn, willBeIn, ...has].map(Number).join('');
    const group = groups.get(key) ?? { wasIn, willBeIn, has, customerIds: [], isChanged: false };
    group.customerIds.push(customerId);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const membersOf = ({ enabled, customerIds }: PriceSchedule): ReadonlySet<number> => new Set(enabled ? customerIds : []);
