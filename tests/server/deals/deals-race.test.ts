import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { bids as bidCalls, offers as offerCalls } from '../../../domain/deals/contract';
import { compare } from '../../../domain/money';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { dealBids, offers, orderLineItems, orders } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { checkoutBody, type Shopper, startShopping } from '../../support/carts/buying';
import { makeOffer } from '../../support/deals/factories';
import { makeBuyer, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { readLedger } from '../../support/orders/ledger';

const ROUNDS = 15;
const AT_ONCE = 8;

const app = await openApp();
const db = () => app.database.db;

/** The same sequence in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type World = {
  roll: (below: number) => number;
  seller: SellerFixture;
  owner: TestCaller;
  shoppers: Shopper[];
  productIds: number[];
  uuids: string[];
};
type Answer = { status: number };

const pick = <T>(roll: World['roll'], from: readonly T[]): T => from[roll(from.length)] as T;
const some = (roll: World['roll']) => String(5 * (1 + roll(6)));

async function anOpenBid({ roll }: World) {
  const open = await db()
    .select({ bid: dealBids, uuid: offers.uuid })
    .from(dealBids)
    .innerJoin(offers, and(eq(offers.orgId, dealBids.orgId), eq(offers.id, dealBids.offerId)))
    .where(eq(dealBids.status, 'OPEN'));
  return open.length === 0 ? null : pick(roll, open);
}

/** What people do to the same stock at once; each may be refused. */
const ACTS: readonly ((world: World) => Promise<Answer | null>)[] = [
  ({ roll, shoppers, uuids }) => {
    const { caller, buyer } = pick(roll, shoppers);
    const body = { match: true, licenseId: buyer.license.id, quantity: some(roll) };
    return caller.call(bidCalls.place, { params: { offerUuid: pick(roll, uuids) }, body });
  },
  ({ roll, shoppers, uuids }) => {
    const { caller, buyer } = pick(roll, shoppers);
    const body = {
      match: false,
      licenseId: buyer.license.id,
      counterOfferPrice: `${8 + roll(3)}.00`,
      quantity: some(roll),
    };
    return caller.call(bidCalls.place, { params: { offerUuid: pick(roll, uuids) }, body });
  },
  async (world) => {
    const found = await anOpenBid(world);
    if (found === null) return null;
    const body = {
      version: found.bid.version,
      counterOfferPrice: `9.${10 + world.roll(80)}`,
      quantity: some(world.roll),
    };
    return world.owner.call(bidCalls.counter, { params: { offerUuid: found.uuid, bidId: found.bid.id }, body });
  },
  async (world) => {
    const found = await anOpenBid(world);
    if (found === null) return null;
    const buyer = world.shoppers.find((one) => one.buyer.org.id === found.bid.buyerOrgId);
    const caller = found.bid.turn === 'SELLER' ? world.owner : (buyer?.caller ?? world.owner);
    const params = { offerUuid: found.uuid, bidId: found.bid.id };
    return caller.call(bidCalls.accept, { params, body: { version: found.bid.version } });
  },
  async (world) => {
    const found = await anOpenBid(world);
    if (found === null) return null;
    const params = { offerUuid: found.uuid, bidId: found.bid.id };
    return world.owner.call(bidCalls.end, { params, body: { version: found.bid.version } });
  },
  async ({ roll, seller, shoppers, productIds }) => {
    const shopper = pick(roll, shoppers);
    const { cart } = await shopper.add(seller, [{ product: { id: pick(roll, productIds) }, quantity: some(roll) }]);
    return cart === null ? null : shopper.caller.call(carts.checkout, { body: checkoutBody(shopper.buyer, [cart]) });
  },
  async ({ roll, seller, owner }) => {
    const placed = await db()
      .select()
      .from(orders)
      .where(and(eq(orders.orgId, seller.org.id), eq(orders.status, 'SUBMITTED')));
    if (placed.length === 0) return null;
    const body = { status: pick(roll, ['ACCEPTED', 'REJECTED'] as const) };
    return owner.call(orderCalls.transition, { params: { id: pick(roll, placed).id }, body });
  },
  async ({ roll, owner, uuids }) => {
    const offerUuid = pick(roll, uuids);
    if (roll(4) > 0) return null;
    const { version } = only(await db().select().from(offers).where(eq(offers.uuid, offerUuid)));
    return owner.call(offerCalls.close, { params: { offerUuid }, body: { version } });
  },
];

async function expectSound({ seller, productIds }: World) {
  for (const productId of productIds) {
    const { row, sums } = await readLedger(db(), productId);
    expect(row).toEqual(sums);
    expect(row.reserved).toBeLessThanOrEqual(row.quantity);
    const [promised] = await db()
      .select({ base: sql<number>`coalesce(sum(${orderLineItems.baseQuantity}), 0)::float` })
      .from(orderLineItems)
      .innerJoin(orders, and(eq(orders.orgId, orderLineItems.orgId), eq(orders.id, orderLineItems.orderId)))
      .where(and(eq(orderLineItems.productId, productId), sql`${orders.status} in ('SUBMITTED', 'ACCEPTED')`));
    const [held] = await db()
      .select({ base: sql<number>`coalesce(sum(${dealBids.heldBase}), 0)::float` })
      .from(dealBids)
      .innerJoin(offers, and(eq(offers.orgId, dealBids.orgId), eq(offers.id, dealBids.offerId)))
      .where(eq(offers.productId, productId));
    expect(row.reserved).toBe((promised?.base ?? 0) + (held?.base ?? 0));
  }
  for (const offer of await db().select().from(offers).where(eq(offers.orgId, seller.org.id))) {
    const bids = await db().select().from(dealBids).where(eq(dealBids.offerId, offer.id));
    const sum = (of: (bid: (typeof bids)[number]) => number) => bids.reduce((total, bid) => total + of(bid), 0);
    expect(Number(offer.taken)).toBe(sum((bid) => (bid.status === 'ACCEPTED' ? Number(bid.quantity) : 0)));
    expect(Number(offer.held)).toBe(sum((bid) => Number(bid.held)));
    expect(Number(offer.taken) + Number(offer.held)).toBeLessThanOrEqual(Number(offer.quantity));
    for (const bid of bids) {
      if (bid.orderId === null) continue;
      const lines = await db().select().from(orderLineItems).where(eq(orderLineItems.orderId, bid.orderId));
      expect(only(lines)).toMatchObject({ productId: offer.productId });
      expect(compare(only(lines).orderedUnitPrice, bid.price)).toBe(0);
      expect(compare(only(lines).quantity, bid.quantity)).toBe(0);
    }
  }
}

test('nothing is oversold and no deal is lost while offers, carts and sales race for the same stock', async () => {
  const roll = dice(20_261_126);
  const seller = await makeSeller(db());
  const owner = await app.as(seller.owner.user, seller.org);
  const shoppers: Shopper[] = [];
  for (let i = 0; i < 4; i += 1) shoppers.push(await startShopping(app, await makeBuyer(db())));
  const products = [
    await makeProduct(db(), seller, { quantity: '180' }),
    await makeProduct(db(), seller, { quantity: '120' }),
  ];
  const uuids: string[] = [];
  for (const product of products) {
    for (let i = 0; i < 3; i += 1)
      uuids.push((await makeOffer(db(), seller, { product, quantity: '90', smallestQuantity: '5' })).uuid);
  }
  const world: World = { roll, seller, owner, shoppers, productIds: products.map(({ id }) => id), uuids };
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const acts = Array.from({ length: AT_ONCE }, () => pick(roll, ACTS));
    const answers = await Promise.all(acts.map((act) => act(world)));
    statuses.push(...answers.flatMap((answer) => answer?.status ?? []));
    await expectSound(world);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const accepted = await db().select().from(dealBids).where(eq(dealBids.status, 'ACCEPTED'));
  expect(accepted.length).toBeGreaterThan(3);
});
