import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '../../../domain/calls';
import { hostedPages, idempotencyKeys } from '../../../server/db/schema';
import { openApp, type TestApp, type TestCaller } from '../../support/app';
import { openBillingProxy } from '../../support/billing/proxy';
import { startShopping } from '../../support/carts/buying';
import { makeBuyer, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';

const { checkout } = contract.billing;
const buy = { body: { subscriptionTier: 'BASIC', subscriptionDuration: 'MONTHLY' } } as const;

const sandbox = await openApp();
const proxy = await openBillingProxy(sandbox.config.billing.url);
const environment = { BILLING_URL: proxy.url, BILLING_API_KEY: sandbox.config.billing.apiKey, LOG_LEVEL: 'silent' };
const app = await openApp({ beside: sandbox, environment });
const second = await openApp({ beside: sandbox, environment });
let gate: PromiseWithResolvers<void>;

// The service's prices are read by each process once.
beforeAll(async () => {
  for (const at of [app, second]) {
    const payer = await as(at, await aSeller());
    await payer.expectOk(checkout, buy, { idempotencyKey: crypto.randomUUID() });
  }
});
beforeEach(() => {
  gate = Promise.withResolvers();
  proxy.asked.length = 0;
  proxy.waits = () => gate.promise;
});
afterAll(async () => {
  gate.resolve();
  await proxy.close();
});

const db = () => app.database.db;
const aSeller = () => makeSeller(db(), { plan: 'FREE' });
const as = (at: TestApp, { owner, org }: SellerFixture): Promise<TestCaller> => at.as(owner.user, org);
const asked = (count: number) => vi.waitFor(() => expect(proxy.asked).toHaveLength(count), 8_000);
const openedPages = ({ org }: SellerFixture) => db().select().from(hostedPages).where(eq(hostedPages.orgId, org.id));

test('a service that keeps many organizations waiting doesn’t stop anyone else from ordering', async () => {
  const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
  const shopper = await startShopping(app, buyer);
  const cart = await shopper.fill(seller, [{ product: await makeProduct(db(), seller), quantity: '2' }]);
  const payers = await Promise.all(Array.from({ length: 10 }, async () => as(app, await aSeller())));
  let answered = 0;
  const waiting = payers.map((payer) =>
    payer.call(checkout, buy, { idempotencyKey: crypto.randomUUID() }).finally(() => (answered += 1)),
  );
  await vi.waitFor(() => expect(proxy.asked.length).toBeGreaterThanOrEqual(8), 8_000);

  const { createdOrders } = await shopper.checkout([cart], { idempotencyKey: crypto.randomUUID() });

  expect(createdOrders).toHaveLength(1);
  expect(answered).toBe(0);
  gate.resolve();
  await Promise.all(waiting);
});

test('a repeat during the request, on another server process, gets the same reply', async () => {
  const seller = await aSeller();
  const key = { idempotencyKey: crypto.randomUUID() };
  const first = (await as(app, seller)).call(checkout, buy, key);
  await asked(1);
  const again = (await as(second, seller)).call(checkout, buy, key);
  gate.resolve();
  const answers = await Promise.all([first, again]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1].body).toEqual(answers[0].body);
  expect(answers[1].headers.get('idempotency-replayed')).toBe('true');
  expect(proxy.asked.filter((call) => call.startsWith('POST /hosted_pages'))).toHaveLength(1);
  expect(await openedPages(seller)).toHaveLength(1);
});

test('a key is taken over once its holder is dead, which can then do nothing with it', async () => {
  const seller = await aSeller();
  const idempotencyKey = crypto.randomUUID();
  const stopped = (await as(app, seller)).call(checkout, buy, { idempotencyKey });
  await asked(1);
  proxy.waits = null;
  // As if a process had paused for longer than its lease.
  await db()
    .update(idempotencyKeys)
    .set({ leasedUntil: sql`now() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, idempotencyKey));

  const taken = await (await as(second, seller)).expectOk(checkout, buy, { idempotencyKey });
  gate.resolve();

  expect(await stopped).toMatchObject({ status: 503 });
  expect(await openedPages(seller)).toMatchObject([{ checkoutId: taken.checkoutId, state: 'requested' }]);
  expect(await (await as(app, seller)).expectOk(checkout, buy, { idempotencyKey })).toEqual(taken);
});

test('a key is freed at once when its request can’t be done', async () => {
  const seller = await aSeller();
  const key = { idempotencyKey: crypto.randomUUID() };
  gate.resolve();
  proxy.fails = /./;
  expect((await (await as(app, seller)).call(checkout, buy, key)).status).toBe(503);
  proxy.fails = null;
  await (await as(second, seller)).expectOk(checkout, buy, key);
  expect(await openedPages(seller)).toHaveLength(1);
});
