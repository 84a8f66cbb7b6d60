import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Card } from '../../../domain/cards/card';
import { readRef } from '../../../domain/cards/refs';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { openApp, type TestCaller } from '../../support/app';
import { type CardsWorld, makeCardsWorld, ROLES, type Role, SIDES, type Side } from '../../support/cards/world';

const { cards, directory, intakes, inventory, offers, orders, products, purchaseOrders } = contract;

const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
let world: CardsWorld;
beforeAll(async () => {
  world = await makeCardsWorld(app);
});

async function answer<E extends Endpoint>(
  caller: TestCaller,
  endpoint: E,
  input: CallInput<E>,
): Promise<object | null> {
  const { ok, body, status } = await caller.call(endpoint, input);
  expect(status).toBeLessThan(500);
  return ok ? (body as object) : null;
}

/** What a reader is told of a record by the calls of its own pages. */
async function ownAnswers(side: Side, role: Role, ref: string): Promise<(object | null)[]> {
  const caller = world.callers[side][role];
  const { kind, id: text } = readRef(ref) ?? { kind: 'order', id: '0' };
  const id = Number(text);
  const { org, buyer } = world.orgs[side];
  switch (kind) {
    case 'order':
      return [
        await answer(caller, orders.get, { params: { id } }),
        await answer(caller, purchaseOrders.get, { params: { orderId: id }, query: { orgId: org.id } }),
      ];
    case 'deal':
      return [await answer(caller, offers.get, { params: { offerUuid: text } })];
    case 'package':
      return [await answer(caller, inventory.get, { params: { id } })];
    case 'intake': {
      const params = { licenseId: world.orgs.seller.license.id, intakeId: id };
      return [await answer(caller, intakes.get, { params })];
    }
    case 'product': {
      const body = { productIds: [id], buyerLicenseId: buyer.buyerLicense.id };
      const listed = (await answer(caller, directory.products, { body })) as object[] | null;
      return [await answer(caller, products.get, { params: { id } }), listed?.[0] ?? null];
    }
  }
}

/** Texts and numbers of an answer, with the names of their fields left out. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(leaves);
}

/** What only the card's own form says. */
const OWN_WORDS = (card: Card) => new Set<string>([card.kind, card.id, 'seller', 'buyer']);

const read = async (side: Side, role: Role, refs: readonly string[]): Promise<Card[]> => {
  const { org, buyer } = world.orgs[side];
  const query = { refs: refs.join(','), buyerLicenseId: buyer.buyerLicense.id };
  const asked = await world.callers[side][role].call(cards.read, { params: { orgId: org.id }, query });
  // Who may not buy for a license is told no prices of it, by the marketplace as well.
  if (asked.ok) return asked.body;
  expect(asked.status).toBe(404);
  return world.callers[side][role].expectOk(cards.read, { params: { orgId: org.id }, query: { refs: query.refs } });
};

describe.each(SIDES)('at the %s', (side) => {
  test.each(ROLES)('a card says to %s what the record’s own pages say, and nothing more', async (role) => {
    const shown = new Map((await read(side, role, world.refs)).map((card) => [`${card.kind}:${card.id}`, card]));
    for (const ref of world.refs) {
      const own = (await ownAnswers(side, role, ref)).filter((one) => one !== null);
      const card = shown.get(ref);
      if (ref.startsWith('product:') && own.length === 0 && card) {
        // Asked for without a license, since this one isn’t theirs to buy for.
        const body = { productIds: [Number(card.id)] };
        own.push((await answer(world.callers[side][role], directory.products, { body })) ?? {});
      }
      expect(card !== undefined, `${ref} is ${card ? '' : 'not '}shown`).toBe(own.length > 0);
      if (!card) continue;
      const told = new Set(own.flatMap(leaves));
      const words = OWN_WORDS(card);
      expect(
        leaves(card).filter((leaf) => !told.has(leaf) && !words.has(leaf)),
        ref,
      ).toEqual([]);
      expect(JSON.stringify(card)).not.toMatch(/CANARY (order notes|comment|offer note|package notes|lab|dock note)/);
    }
  });
});

test('the sides of an order see it each from their own, and a draft only its seller', async () => {
  const of = async (side: Side) => (await read(side, 'OWNER', world.refs)).filter(({ kind }) => kind === 'order');
  const { orderNumber, totalUsd } = world.order;
  expect(await of('seller')).toMatchObject([
    { side: 'seller', orderNumber, totalUsd, other: 'CANARY customer', shipDate: '2031-05-06', version: 0 },
    { side: 'seller', status: 'DRAFT' },
  ]);
  expect(await of('buyer')).toMatchObject([
    {
      side: 'buyer',
      orderNumber,
      totalUsd,
      other: 'Cards seller Distribution',
      availableTransitions: [],
      version: null,
    },
  ]);
  expect(await of('stranger')).toEqual([]);
});

test('whoever sees less is shown less', async () => {
  const kinds = async (side: Side, role: Role) =>
    (await read(side, role, world.refs)).map(({ kind }) => kind).join(' ');
  const all = 'order order deal deal deal package intake product product product';
  for (const role of ['OWNER', 'ADMIN', 'USER', 'assigned'] as const) expect(await kinds('seller', role)).toBe(all);
  // What the marketplace shows every member of any organization.
  expect(await kinds('seller', 'unassigned')).toBe('product product');
  expect(await kinds('seller', 'powerless')).toBe('product product');
  expect(await kinds('buyer', 'OWNER')).toBe('order deal product product');
  expect(await kinds('buyer', 'unassigned')).toBe('product product');
  expect(await kinds('stranger', 'OWNER')).toBe('deal product product');
});

test('a price agreed with one buyer is shown to those who buy for it, and to nobody else', async () => {
  const priceOf = async (side: Side, role: Role) => {
    const [card] = await read(side, role, [`product:${world.product.id}`]);
    return card?.kind === 'product' ? card.price : null;
  };
  expect(await priceOf('buyer', 'OWNER')).toBe('19.99');
  expect(await priceOf('buyer', 'powerless')).toBe('41.17');
  expect(await priceOf('buyer', 'unassigned')).toBe('41.17');
  expect(await priceOf('stranger', 'OWNER')).toBe('41.17');
  expect(await priceOf('seller', 'OWNER')).toBe('41.17');
});

test('what isn’t there and what isn’t shown is left out alike', async () => {
  const hidden = await read('stranger', 'OWNER', [`order:${world.order.id}`]);
  expect(await read('stranger', 'OWNER', ['order:999999999'])).toEqual(hidden);
  expect(hidden).toEqual([]);
});

test('refuses another organization, a license of others, too many and what is no record', async () => {
  const caller = world.callers.buyer.OWNER;
  const { org } = world.orgs.buyer;
  const ask = (orgId: number, refs: string, more: object = {}) =>
    caller.call(cards.read, { params: { orgId }, query: { refs, ...more } });
  expect(await ask(world.orgs.seller.org.id, 'order:1')).toMatchObject({ status: 404 });
  const { buyerLicense } = world.orgs.stranger.buyer;
  expect(await ask(org.id, `product:${world.product.id}`, { buyerLicenseId: buyerLicense.id })).toMatchObject({
    status: 404,
  });
  const many = Array.from({ length: 31 }, (_, index) => `order:${index + 1}`).join();
  for (const refs of [many, 'order:x', 'note:1', '']) expect(await ask(org.id, refs)).toMatchObject({ status: 400 });
});
