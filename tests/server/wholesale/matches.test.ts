import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { wholesale } from '../../../domain/integrations/contract';
import { wholesaleMatches as calls } from '../../../domain/wholesale/match-contract';
import type { Services } from '../../../server/context';
import {
  brands,
  companies,
  customers,
  orders,
  products,
  wholesaleRecords,
  wholesaleSyncs,
} from '../../../server/db/schema';
import type { JobRequest } from '../../../server/queues';
import { sweepWholesale } from '../../../server/wholesale/read-wholesale';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeBuyer,
  makeCustomer,
  makeMember,
  makeProduct,
  makeSeller,
  only,
  type SellerFixture,
} from '../../support/factories';
import { shopFor } from '../../support/wholesale/shops';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let shop: ReturnType<typeof shopFor>;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  shop = shopFor(app, seller, owner);
});
const inOrg = <T extends { orgId: Parameters<typeof eq>[0] }>(table: T) => eq(table.orgId, seller.org.id);
const list = async (kind: 'PRODUCT' | 'CUSTOMER' = 'PRODUCT') =>
  (await owner.expectOk(calls.list, { params: await shop.at(), query: { kind } })).results;

describe('the match desk', () => {
  test('suggests by SKU, license and name whatever case and blanks, and writes nothing before it is started', async () => {
    const buyer = await makeBuyer(db);
    const customer = await makeCustomer(db, seller, { buyer });
    const [sku, named] = [
      await makeProduct(db, seller, { sku: 'A-1 b' }),
      await makeProduct(db, seller, { name: 'Gold  Jar' }),
    ];
    await shop.addProduct('11', { sku: ' a-1B', name: 'Something' });
    await shop.addProduct('12', { sku: 'X-9', name: 'GOLD JAR' });
    await shop.addProduct('13', { sku: 'X-10', name: 'Only there' });
    await shop.addCustomer('21', { licenseNumber: buyer.license.licenseNumber.toLowerCase() });
    await shop.addCustomer('22', { licenseNumber: 'NEW-1', name: 'New one' });
    for (const [product, buyerId] of [
      ['11', '21'],
      ['13', '22'],
    ] as const)
      await shop.place({ customerId: buyerId, lines: [{ productId: product, quantity: '1', price: '5.00' }] });
    await shop.connect();
    await shop.read();
    expect(await list()).toMatchObject([
      { externalId: '12', state: 'OPEN', suggestions: [{ id: named.id, isCertain: false, why: 'Same name' }] },
      { externalId: '13', state: 'OPEN', suggestions: [] },
      { externalId: '11', state: 'OPEN', suggestions: [{ id: sku.id, isCertain: true, why: 'Same SKU' }] },
    ]);
    expect(await list('CUSTOMER')).toMatchObject([
      { externalId: '21', suggestions: [{ id: customer.id, isCertain: true, why: 'Same license number' }] },
      { externalId: '22', suggestions: [] },
    ]);
    expect(await owner.expectOk(calls.acceptCertain, { params: await shop.at(), body: { kind: 'PRODUCT' } })).toEqual({
      accepted: 1,
    });
    expect(await owner.expectOk(calls.dryRun, { params: await shop.at() })).toMatchObject({
      products: { matched: 1, made: 0, ignored: 0, open: 2 },
      customers: { matched: 1, made: 1, ignored: 0, open: 0 },
      sameNames: 0,
      orders: { made: 2, known: 0, ignored: 0 },
      unmatchedLines: 1,
      heldOrders: 1,
      whyNot: null,
    });
    await shop.read();
    expect(await db.$count(orders, inOrg(orders))).toBe(0);
    expect(await db.$count(customers, inOrg(customers))).toBe(1);
    expect(await db.$count(products, inOrg(products))).toBe(2);
  });

  test('makes what is to be made, with its brand and stock from there, and leaves out what is left out', async () => {
    await shop.addProduct('11', { sku: 'MADE-1', name: 'Made Jar', quantity: '30' });
    await shop.addCustomer('21');
    await shop.addCustomer('22', { name: 'Left out' });
    const line = { productId: '11', quantity: '2', price: '5.00' };
    const [came, left] = [
      await shop.place({ customerId: '21', lines: [line] }),
      await shop.place({ customerId: '22', lines: [line] }),
    ];
    await shop.connect();
    await shop.read();
    const decide = async (kind: 'PRODUCT' | 'CUSTOMER', externalId: string, state: 'NEW' | 'IGNORED') =>
      owner.expectOk(calls.decide, {
        params: await shop.at(),
        body: { kind, decisions: [{ externalId, state, ownId: null }] },
      });
    await decide('PRODUCT', '11', 'NEW');
    await decide('CUSTOMER', '22', 'IGNORED');
    expect(await owner.expectOk(calls.dryRun, { params: await shop.at() })).toMatchObject({
      orders: { made: 1, ignored: 1 },
    });
    await shop.start();
    const made = only(await db.select().from(products).where(inOrg(products)));
    expect(made).toMatchObject({ name: 'Made Jar', sku: 'MADE-1', inventoryManagement: 'INHERITED' });
    const [brand] = await db.select().from(brands).where(eq(brands.id, made.brandId));
    expect(brand).toMatchObject({ name: 'Night Harbor', source: 'WHOLESALE_MARKETPLACE', disabled: true });
    expect(await shop.orderOf(came)).toMatchObject({ status: 'SUBMITTED', totalUsd: '10.00' });
    expect(await shop.orderOf(left)).toBeUndefined();
    expect((await shop.recordOf('ORDER', left))?.state).toBe('IGNORED');
  });

  test('refuses on its row what isn’t the company’s, and one of ours for two of theirs', async () => {
    const elsewhere = await makeSeller(db);
    const [own, foreign] = [await makeProduct(db, seller), await makeProduct(db, elsewhere)];
    await shop.addProduct('11');
    await shop.addProduct('12', { sku: 'OTHER' });
    await shop.connect();
    await shop.read();
    const decide = async (...all: [string, number][]) =>
      owner.call(calls.decide, {
        params: await shop.at(),
        body: {
          kind: 'PRODUCT',
          decisions: all.map(([externalId, ownId]) => ({ externalId, state: 'MATCHED' as const, ownId })),
        },
      });
    expect(await decide(['11', foreign.id])).toMatchObject({
      status: 400,
      body: { errors: { 'decisions.0.ownId': expect.anything() } },
    });
    expect(await decide(['11', own.id], ['12', own.id])).toMatchObject({
      status: 400,
      body: { errors: { 'decisions.1.ownId': `${own.name} is matched with another one there` } },
    });
    expect((await decide(['11', own.id])).status).toBe(200);
    expect((await decide(['12', own.id])).status).toBe(400);
  });

  test('is nobody’s but the organization’s people who may, with a plan that includes it', async () => {
    await shop.connect();
    const params = await shop.at();
    const stranger = await makeSeller(db);
    const other = await app.as(stranger.owner.user, stranger.org);
    for (const orgId of [params.orgId, stranger.org.id]) {
      const theirs = { ...params, orgId };
      expect((await other.call(calls.list, { params: theirs, query: {} })).status).toBe(404);
      expect((await other.call(calls.start, { params: theirs })).status).toBe(404);
      expect((await other.call(calls.readNow, { params: theirs })).status).toBe(404);
    }
    const reader = await makeMember(db, seller, { features: { EDIT_ORGANIZATION: { read: true, write: false } } });
    const caller = await app.as(reader.user, seller.org);
    expect((await caller.call(calls.list, { params, query: {} })).status).toBe(200);
    expect((await caller.call(calls.start, { params })).status).toBe(403);
  });
});

describe('several companies in a state', () => {
  test('have to be told apart on the field before it starts, and orders come to the one that was chosen', async () => {
    const second = only(
      await db
        .insert(companies)
        .values({ orgId: seller.org.id, name: 'Second', companyType: 'DISTRIBUTOR', usState: 'CA' })
        .returning(),
    );
    const mine = { ...seller, company: second } as never;
    await makeProduct(db, mine, { sku: 'TWO-1' });
    await shop.addProduct('11', { sku: 'TWO-1' });
    await shop.addCustomer('21');
    const number = await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '5.00' }] });
    await shop.connect();
    await shop.read();
    const save = async (companyId: number | null) =>
      owner.call(calls.settings, { params: await shop.at(), body: { companyId } });
    expect((await owner.call(calls.start, { params: await shop.at() })).status).toBe(409);
    expect(await save(null)).toMatchObject({
      status: 400,
      body: { errors: { companyId: expect.stringContaining('Several') } },
    });
    const elsewhere = await makeSeller(db);
    expect(await save(elsewhere.company.id)).toMatchObject({
      status: 400,
      body: { errors: { companyId: expect.anything() } },
    });
    expect((await save(second.id)).status).toBe(200);
    await shop.start();
    expect(await shop.orderOf(number)).toMatchObject({ companyId: second.id });
    expect(await save(seller.company.id)).toMatchObject({ status: 400 });
  });
});

test('a key that can only read brings orders in, and nothing of ours leaves', async () => {
  await makeProduct(db, seller, { sku: 'READ-1' });
  await shop.addProduct('11', { sku: 'READ-1' });
  await shop.addCustomer('21');
  const number = await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '5.00' }] });
  await shop.connect('READ');
  await shop.read();
  await shop.start();
  expect(await shop.orderOf(number)).toMatchObject({ status: 'SUBMITTED' });
  const [sync] = await owner.expectOk(wholesale.syncs, { params: { orgId: seller.org.id } });
  expect(sync).toMatchObject({ access: 'READ', problems: 0, started: expect.any(String) });
  await owner.expectOk(wholesale.disable, { params: await shop.at() });
  expect((await shop.syncRow()).startedAt).toBeNull();
  expect(await db.$count(wholesaleRecords, inOrg(wholesaleRecords))).toBeGreaterThan(0);
});

test('a connection that was never read is read by the next sweep; one that only waits for its start is left alone', async () => {
  await shop.connect();
  await shop.read();
  const swept = async () => {
    const jobs: JobRequest[] = [];
    const enqueue = async (_: unknown, job: JobRequest) => void jobs.push(job);
    await sweepWholesale({ database: app.database, jobs: { enqueue } } as unknown as Services);
    return jobs.filter((job) => job.name === 'read-wholesale' && job.data.orgId === seller.org.id);
  };
  expect(await swept()).toEqual([]);
  await db.update(wholesaleSyncs).set({ sweptAt: null }).where(inOrg(wholesaleSyncs));
  expect(await swept()).toMatchObject([{ name: 'read-wholesale' }]);
});
