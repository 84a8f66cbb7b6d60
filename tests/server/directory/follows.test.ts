import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { follows } from '../../../domain/directory/follow-contract';
import { marketHome } from '../../../domain/directory/home-contract';
import type { Services } from '../../../server/context';
import { orgUsers, productFollows, productStock, products } from '../../../server/db/schema';
import { mailFollowed, noteFollowed } from '../../../server/directory/follow-news';
import type { Letter } from '../../../server/mail/mail';
import type { JobRequest } from '../../../server/queues';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { lettersTo } from '../../support/letters';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let buyer: BuyerFixture;
let caller: TestCaller;
let sent: Letter[];
let jar: Awaited<ReturnType<typeof makeProduct>>;

await eachWithSeller((now) => ({ app, seller } = now));
const db = () => app.database.db;
beforeEach(async () => {
  // Only the test looks.
  await db().execute(sql`delete from jobs.schedule`);
  sent = [];
  buyer = await makeBuyer(db());
  caller = await app.as(buyer.owner.user, buyer.org);
  jar = await makeProduct(db(), seller, { name: 'Gelato Jar', sku: 'GE-JAR', wholesalePrice: '20.00', quantity: '10' });
});

const of = (productId = jar.id) => ({ brandId: seller.brand.id, productId, buyerLicenseId: buyer.buyerLicense.id });
const follow = (by = caller) => by.expectOk(follows.create, { body: of() });
const list = (by = caller) => by.expectOk(follows.list, {});
const one = async (by = caller) => (await list(by)).results[0];

/** Looks at what the buyer's people follow, and sends what that enqueues. */
async function check(): Promise<void> {
  const jobs: JobRequest[] = [];
  const mail = { send: async (letter: Letter) => void sent.push(letter) };
  const enqueue = async (_: unknown, job: JobRequest) => void jobs.push(job);
  const services = { database: app.database, config: app.config, mail, jobs: { enqueue } } as unknown as Services;
  await noteFollowed(services, { orgId: buyer.org.id });
  for (const { name, data } of jobs) if (name === 'follow-letter') await mailFollowed(services, data);
}
const cost = (wholesalePrice: string) => db().update(products).set({ wholesalePrice }).where(eq(products.id, jar.id));
const stock = (quantity: string) =>
  db()
    .update(productStock)
    .set({ quantity })
    .where(and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, jar.id)));
const aDayLater = async () => {
  const [row] = await db().select().from(productFollows).where(eq(productFollows.orgId, buyer.org.id));
  const toldAt = new Date((row?.toldAt?.getTime() ?? 0) - 25 * 3_600_000);
  await db().update(productFollows).set({ toldAt }).where(eq(productFollows.orgId, buyer.org.id));
};
describe('following a product', () => {
  test('is once, ends with one press, and is nobody else’s', async () => {
    const { id } = await follow();
    expect(await follow()).toEqual({ id });
    expect(await list()).toMatchObject({ mail: 'AT_ONCE', results: [{ productName: 'Gelato Jar', price: '20.00' }] });
    const { user } = await makeMember(db(), buyer.org, { features: { PURCHASE_ORDERS: readOnly } });
    const colleague = await app.as(user, buyer.org);
    expect((await list(colleague)).results).toEqual([]);
    expect(await colleague.call(follows.remove, { params: { id } })).toMatchObject({ status: 404 });
    await caller.expectOk(follows.remove, { params: { id } });
    expect((await list()).results).toEqual([]);
  });

  test('is refused without the permission, for another’s license, and for what its menu doesn’t have', async () => {
    const { user } = await makeMember(db(), buyer.org, { features: {} });
    expect(await (await app.as(user, buyer.org)).call(follows.create, { body: of() })).toMatchObject({ status: 403 });
    const other = await makeBuyer(db());
    const theirs = { ...of(), buyerLicenseId: other.buyerLicense.id };
    expect(await caller.call(follows.create, { body: theirs })).toMatchObject({ status: 404 });
    const hidden = await makeProduct(db(), seller, { sku: 'SECRET', listingState: 'INTERNAL' });
    expect(await caller.call(follows.create, { body: of(hidden.id) })).toMatchObject({ status: 404 });
    const elsewhere = await makeSeller(db(), { state: 'CO' });
    const far = await makeProduct(db(), elsewhere, { sku: 'FAR' });
    const body = { ...of(far.id), brandId: elsewhere.brand.id };
    expect(await caller.call(follows.create, { body })).toMatchObject({ status: 404 });
  });
});

describe('a follower', () => {
  test('is emailed one lower price once, and sees it before and now', async () => {
    await follow();
    await cost('16.00');
    await Promise.all([check(), check()]);
    await check();
    const [letter] = sent;
    expect(letter).toMatchObject({ subject: 'Gelato Jar: now $16.00, was $20.00' });
    expect(letter?.text).toContain('/marketplace/following');
    expect(await one()).toMatchObject({ price: '16.00', before: { price: '20.00' }, isNews: true });
    expect((await caller.expectOk(marketHome.get, { query: {} })).following).toEqual({ count: 1, news: 1 });
    await caller.expectOk(follows.seen, { body: {} });
    expect(await one()).toMatchObject({ before: { price: '20.00' }, isNews: false });
    await check();
    expect(sent.length).toBe(1);
  });

  test('is told of their own price: that of their price schedule, and not of somebody else’s', async () => {
    const customer = await makeCustomer(db(), seller, { buyer });
    const other = await makeBuyer(db());
    const otherCustomer = await makeCustomer(db(), seller, { buyer: other });
    await follow();
    const rule = { productRules: [{ productId: jar.id, price: '12.00' }] };
    await makePriceSchedule(db(), seller, { customerIds: [otherCustomer.id], ...rule });
    await check();
    expect(await one()).toMatchObject({ price: '20.00', before: null });
    await makePriceSchedule(db(), seller, { customerIds: [customer.id], ...rule });
    // Their price stays while the wholesale price goes up.
    await cost('30.00');
    await check();
    expect(sent.map(({ subject }) => subject)).toEqual(['Gelato Jar: now $12.00, was $20.00']);
    expect(await one()).toMatchObject({ price: '12.00', product: { price: { unitPrice: '12.00' } } });
  });

  test('is emailed that it is back in stock, and not again while stock comes and goes', async () => {
    await follow();
    for (const quantity of ['0', '10', '0', '10', '0', '10']) {
      await stock(quantity);
      await check();
    }
    expect(sent.map(({ subject }) => subject)).toEqual(['Gelato Jar: back in stock at $20.00']);
    await aDayLater();
    await check();
    await check();
    expect(sent.length).toBe(2);
  });

  test('keeps it while it is off the menu, and hears when it returns', async () => {
    await follow();
    await db().update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, jar.id));
    await check();
    expect(await one()).toMatchObject({ product: null, inStock: false, price: '20.00' });
    expect(sent.length).toBe(0);
    await db().update(products).set({ listingState: 'AVAILABLE' }).where(eq(products.id, jar.id));
    await check();
    expect(sent.map(({ subject }) => subject)).toEqual(['Gelato Jar: back in stock at $20.00']);
  });

  test('who wants no email sees it on the page alone', async () => {
    await caller.expectOk(follows.mail, { body: { mail: 'NEVER' } });
    await follow();
    await cost('16.00');
    await check();
    expect(await list()).toMatchObject({ mail: 'NEVER', results: [{ isNews: true }] });
    expect(sent.length).toBe(0);
  });

  test('who wants one a day gets the rest the day after', async () => {
    await caller.expectOk(follows.mail, { body: { mail: 'DAILY' } });
    const vape = await makeProduct(db(), seller, { name: 'Vape', sku: 'VAPE', wholesalePrice: '9.00' });
    await follow();
    await caller.expectOk(follows.create, { body: of(vape.id) });
    await cost('16.00');
    await check();
    expect(sent.length).toBe(1);
    await db().update(products).set({ wholesalePrice: '8.00' }).where(eq(products.id, vape.id));
    await check();
    expect(sent.length).toBe(1);
  });

  test('gets it by the platform’s own jobs and mail', async () => {
    await follow();
    await cost('16.00');
    await db().execute(sql`insert into jobs.job (name, data) values ('find-followed', '{}')`);
    expect((await lettersTo(app, buyer.owner.user.email, 1)).length).toBe(1);
  });

  test('who left the team isn’t told', async () => {
    await follow();
    await db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, buyer.owner.orgUserId));
    await cost('16.00');
    await check();
    expect(sent).toEqual([]);
    const [row] = await db().select().from(productFollows).where(eq(productFollows.orgId, buyer.org.id));
    expect(row?.toldAt).toBeNull();
  });
});
