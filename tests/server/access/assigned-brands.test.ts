import { beforeAll, describe, expect, test } from 'vitest';
import { FEATURE_IDS, type FeatureMap } from '../../../domain/access/features';
import { contract } from '../../../domain/calls';
import { type Endpoint, isWrite } from '../../../domain/contract/endpoint';
import { productLines } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { EXTRAS } from '../../support/contract/calls';
import { SAMPLES } from '../../support/contract/samples';
import type { Extra, Sample } from '../../support/contract/samples/sample';
import { makeWorld, type World } from '../../support/contract/world';
import { makeBid, makeOffer } from '../../support/deals/factories';
import {
  makeBrand,
  makeBuyer,
  makeMember,
  makeOrder,
  makePriceSchedule,
  makeProduct,
  only,
  type ProductFixture,
  unique,
} from '../../support/factories';
import { both } from '../../support/permissions';

const app = await openApp();
const db = () => app.database.db;

/** In the name and SKU of everything of the brand that isn't assigned. */
const MARK = `Zirconia${unique()}`;
const everything: FeatureMap = Object.fromEntries(FEATURE_IDS.map((id) => [id, both]));

let world: World;
let hidden: ProductFixture;
let owner: TestCaller;
/** May do everything, with every company and license, but one brand of two. */
let limited: TestCaller;
/** The same with both brands. */
let whole: TestCaller;
let offerUuid: string;
let bidId: number;

beforeAll(async () => {
  world = await makeWorld(db());
  const { seller } = world;
  const brand = await makeBrand(db(), seller, { name: `${MARK} brand` });
  const line = only(
    await db()
      .insert(productLines)
      .values({ orgId: seller.org.id, brandId: brand.id, name: `${MARK} line`, menuPosition: 9 })
      .returning(),
  );
  const values = { brandId: brand.id, productLineId: line.id, name: `${MARK} jar`, sku: MARK, quantity: '500' };
  hidden = await makeProduct(db(), seller, values);
  await makePriceSchedule(db(), seller, { productRules: [{ productId: hidden.id, price: '9.00' }] });
  const offer = await makeOffer(db(), seller, { product: hidden, brandName: brand.name });
  const bid = await makeBid(db(), offer, await makeBuyer(db()));
  [offerUuid, bidId] = [offer.uuid, bid.id];
  const assigned = { features: everything, licenseIds: [seller.license.id], companyIds: [seller.company.id] };
  const member = async (brandIds: number[]) => {
    const { user } = await makeMember(db(), seller.org, { ...assigned, brandIds });
    return app.as(user, seller.org);
  };
  limited = await member([seller.brand.id]);
  whole = await member([seller.brand.id, brand.id]);
  owner = await app.as(seller.owner.user, seller.org);
});

type Input = { query?: Record<string, unknown>; body?: Record<string, unknown> };

/** The same call, looking for the hidden product wherever the call can look for something. */
function lookingForIt(endpoint: Endpoint, input: Input): Input {
  const wanted: Record<string, unknown> = {
    searchTerm: MARK,
    search: MARK,
    skus: [MARK],
    texts: [MARK],
    productIds: [hidden.id],
  };
  const takes = (part: 'query' | 'body', name: string) =>
    name in ((endpoint[part] as { shape?: object } | undefined)?.shape ?? {});
  const filled = (part: 'query' | 'body') => {
    const found = Object.entries(wanted).filter(([name]) => takes(part, name));
    return input[part] || found.length > 0 ? { [part]: { ...input[part], ...Object.fromEntries(found) } } : {};
  };
  return { ...input, ...filled('query'), ...filled('body') };
}

type Row = { name: string; endpoint: Endpoint; inputs: (world: World) => Input[] };

const calls = contract as unknown as Record<string, Record<string, Endpoint>>;
const rows: Row[] = Object.entries(SAMPLES).flatMap(([area, samples]) =>
  Object.entries(samples).flatMap(([verb, each]) => {
    const endpoint = calls[area]?.[verb] as Endpoint;
    const sample = each as Sample<Endpoint>;
    const extra = (EXTRAS as Record<string, Record<string, Extra<Endpoint>>>)[area]?.[verb];
    if (isWrite(endpoint) || sample.as !== 'seller' || sample.shared || sample.notCalled || sample.onesOwn) return [];
    const given = [sample.input, ...(extra?.as === undefined ? (extra?.calls ?? []) : [])];
    const inputs = (of: World) =>
      given.flatMap((input) => [input(of) as Input, lookingForIt(endpoint, input(of) as Input)]);
    return [{ name: `${area}.${verb}`, endpoint, inputs }];
  }),
);

async function tells(caller: TestCaller, { endpoint, inputs }: Row): Promise<boolean> {
  const answers = await Promise.all(inputs(world).map((input) => caller.call(endpoint, input as never)));
  return answers.some((answer) => answer.ok && JSON.stringify(answer.body).includes(MARK));
}

describe('whoever is assigned one brand of two', () => {
  test('finds nothing of the other by any call that reads, while a colleague with both does', async () => {
    const found = { whole: [] as string[], limited: [] as string[] };
    for (const row of rows) {
      if (await tells(whole, row)) found.whole.push(row.name);
      if (await tells(limited, row)) found.limited.push(row.name);
    }
    expect(found.limited).toEqual([]);
    expect(found.whole).toEqual(
      expect.arrayContaining([
        'products.search',
        'products.facets',
        'products.export',
        'productLines.search',
        'orderEntry.lineProducts',
        'offers.own',
        'offers.products',
        'priceSchedules.match',
        'priceSchedules.lines',
      ]),
    );
  });
});

describe('a product of a brand that isn’t assigned', () => {
  const selling = () => ({ orgId: world.seller.org.id, companyId: world.seller.company.id });
  const entered = (productId: number) => ({
    body: { ...selling(), customerId: world.customerId, lineItems: [{ productId, quantity: '1' }] },
  });
  const offered = () => ({
    body: {
      ...selling(),
      productId: hidden.id,
      quantity: '50',
      smallestQuantity: '5',
      askingPrice: '11.00',
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      audience: 'EVERYBODY' as const,
    },
  });

  test('can’t be put on a new order, nor added to one', async () => {
    const { orderEntry } = contract;
    expect(await limited.expectOk(orderEntry.create, entered(hidden.id))).toMatchObject({
      saveSuccessful: false,
      errorMessages: [{ productId: hidden.id }],
    });
    expect(await limited.expectOk(orderEntry.create, entered(world.productId))).toMatchObject({ saveSuccessful: true });
    expect(await whole.expectOk(orderEntry.create, entered(hidden.id))).toMatchObject({ saveSuccessful: true });
    const by = { orgId: selling().orgId, companyId: selling().companyId, productIds: [hidden.id], skus: [MARK] };
    const { results, bySku } = await limited.expectOk(orderEntry.lineProducts, { body: by });
    // By id it is found for the order it is on; there it stays.
    expect([results.map(({ id }) => id), bySku]).toEqual([[hidden.id], [null]]);
  });

  test('stays on an order that is saved again, and is left out of its clone', async () => {
    const { orderEntry, orders } = contract;
    const lines = [{ product: hidden }, { product: { ...hidden, id: world.productId } }];
    const { order } = await makeOrder(db(), world.seller, { status: 'DRAFT', lines });
    const { lineItems, version, customer } = await limited.expectOk(orders.get, { params: { id: order.id } });
    const kept = lineItems.map(({ id, productId, quantity }) => ({ id, productId, quantity }));
    const body = { customerId: customer.id, lineItems: kept, version, notes: 'Call first' };
    const saved = await limited.expectOk(orderEntry.update, { params: { id: order.id }, body: body as never });
    expect(saved).toMatchObject({ saveSuccessful: true, notes: 'Call first' });
    const clone = { body: { orderId: order.id, prices: 'current' as const } };
    const preview = await limited.expectOk(orderEntry.clonePreview, clone);
    expect(preview.skipped.map(({ sku }) => sku)).toEqual([MARK]);
    expect((await owner.expectOk(orderEntry.clonePreview, clone)).skipped).toEqual([]);
  });

  test('can’t be offered, and its offer and bids are out of reach', async () => {
    const { offers, bids } = contract;
    const lots = { query: { orgId: selling().orgId, productId: hidden.id } };
    expect((await limited.call(offers.create, offered())).status).toBe(404);
    expect((await limited.call(offers.lots, lots)).status).toBe(404);
    expect((await limited.call(offers.get, { params: { offerUuid } })).status).toBe(404);
    const end = { params: { offerUuid, bidId }, body: { version: 0, note: '' } };
    expect((await limited.call(bids.end, end)).status).toBe(404);
    const seen = async (caller: TestCaller) =>
      (await caller.expectOk(bids.search, { body: { orgId: selling().orgId } })).results.map(({ id }) => id);
    expect(await seen(limited)).not.toContain(bidId);
    expect(await seen(whole)).toContain(bidId);
    await whole.expectOk(offers.lots, lots);
    await whole.expectOk(bids.end, end);
    await whole.expectOk(offers.create, offered());
  });
});
