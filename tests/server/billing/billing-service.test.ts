import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { applySubscription } from '../../../server/billing/billing-state';
import type { BilledSubscription } from '../../../server/billing/port';
import { reconcileBilling } from '../../../server/billing/reconcile';
import { billingService } from '../../../server/billing/service';
import { auditLog, hostedPages, organizations, sandboxSubscriptions, subscriptions } from '../../../server/db/schema';
import { openLog } from '../../../server/log';
import { openApp, type TestCaller } from '../../support/app';
import { makeSubscription, pageAtService, pay, press } from '../../support/billing/billing';
import { openBillingProxy } from '../../support/billing/proxy';
import { makeSeller, only, type SellerFixture } from '../../support/factories';

const { check, checkout, portal } = contract.billing;
const UNAVAILABLE = {
  status: 503,
  body: {
    userFriendlyMessage: 'The billing service isn’t responding. Your plan hasn’t changed. Try again in a moment.',
  },
};

/** The sandbox's pages are this server's; the platform calls it through the proxy, like an external service. */
const sandbox = await openApp();
const proxy = await openBillingProxy(sandbox.config.billing.url);
const environment = { BILLING_URL: proxy.url, BILLING_API_KEY: sandbox.config.billing.apiKey, LOG_LEVEL: 'silent' };
const app = await openApp({ beside: sandbox, environment });
let seller: SellerFixture;
let owner: TestCaller;

beforeEach(async () => {
  proxy.fails = null;
  proxy.asked.length = 0;
  seller = await makeSeller(app.database.db, { plan: 'FREE' });
  owner = await app.as(seller.owner.user, seller.org);
});
afterAll(async () => {
  await proxy.close();
});

const buy = { body: { subscriptionTier: 'BASIC', subscriptionDuration: 'MONTHLY' } } as const;
const planOf = async () =>
  only(await app.database.db.select().from(organizations).where(eq(organizations.id, seller.org.id))).plan;
const pageOf = async (checkoutId: string) =>
  only(await app.database.db.select().from(hostedPages).where(eq(hostedPages.checkoutId, checkoutId)));
const acknowledged = () => proxy.asked.filter((call) => call.endsWith('/acknowledge')).length;
const reconcile = () =>
  reconcileBilling({
    database: app.database,
    billing: billingService(app.config.billing, openLog('silent')),
    jobs: { enqueue: async () => {}, close: async () => {} },
  });

describe('a failing billing service', () => {
  test('is reported calmly, and the same request succeeds once it responds', async () => {
    proxy.fails = /hosted_pages/;
    const key = { idempotencyKey: crypto.randomUUID() };
    expect(await owner.call(checkout, buy, key)).toMatchObject(UNAVAILABLE);
    proxy.fails = null;
    const { checkoutId } = await owner.expectOk(checkout, buy, key);
    const pages = await app.database.db.select().from(hostedPages).where(eq(hostedPages.orgId, seller.org.id));
    expect(pages).toMatchObject([{ checkoutId, state: 'requested' }]);
  });

  test('loses no payment: asked again, it grants the plan', async () => {
    const { checkoutId, url } = await owner.expectOk(checkout, buy);
    await pay(url);
    for (const trouble of [/GET \/hosted_pages/, /GET \/subscriptions/]) {
      proxy.fails = trouble;
      expect(await owner.call(check, { body: { success: true, checkoutId } })).toMatchObject(UNAVAILABLE);
      expect(await planOf()).toBe('FREE');
    }
    proxy.fails = null;
    expect(await owner.expectOk(check, { body: { success: true, checkoutId } })).toMatchObject({ outcome: 'paid' });
  });

  test('that can’t be told the plan was applied is told later, by the job', async () => {
    const { checkoutId, url } = await owner.expectOk(checkout, buy);
    await pay(url);
    proxy.fails = /acknowledge/;
    expect(await owner.expectOk(check, { body: { checkoutId } })).toMatchObject({ outcome: 'paid', plan: 'BASIC' });
    expect(await pageOf(checkoutId)).toMatchObject({ state: 'succeeded' });
    await expect(reconcile()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    proxy.fails = null;
    await reconcile();
    const page = await pageOf(checkoutId);
    expect(page).toMatchObject({ state: 'acknowledged' });
    expect(await pageAtService(app.database.db, page.serviceId)).toMatchObject({ state: 'acknowledged' });
  });

  test('is told once, however many tabs return', async () => {
    const { checkoutId, url } = await owner.expectOk(checkout, buy);
    await pay(url);
    const ask = () => owner.expectOk(check, { body: { success: true, checkoutId } });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    await reconcile();
    expect(acknowledged()).toBe(1);
  });
});

describe('the hourly job', () => {
  test('is scheduled', async () => {
    const { rows } = await app.database.pool.query('select cron from jobs.schedule where name = $1', [
      'reconcile-billing',
    ]);
    expect(rows).toEqual([{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }]);
  });

  test('grants a plan paid by someone who never returned', async () => {
    const { checkoutId, url } = await owner.expectOk(checkout, buy);
    const unpaid = await owner.expectOk(checkout, buy);
    await pay(url);
    await reconcile();
    expect(await planOf()).toBe('BASIC');
    expect(await pageOf(checkoutId)).toMatchObject({ state: 'acknowledged' });
    expect(await pageOf(unpaid.checkoutId)).toMatchObject({ state: 'requested' });
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entries.filter(({ entity }) => entity === 'subscription')).toMatchObject([
      { actorUserId: null, endpoint: 'JOB reconcile-billing', after: { plan: 'BASIC' } },
    ]);
    expect(await owner.expectOk(check, { body: { success: true, checkoutId } })).toMatchObject({ outcome: 'paid' });
  });

  test('opens one portal per intent, however often requested', async () => {
    await makeSubscription(app.database.db, seller, { tier: 'STARTER' });
    const key = { idempotencyKey: crypto.randomUUID() };
    const opened = await owner.expectOk(portal, {}, key);
    expect(await Promise.all([owner.expectOk(portal, {}, key), owner.expectOk(portal, {}, key)])).toEqual([
      opened,
      opened,
    ]);
    // A browser or proxy may repeat a GET on its own.
    expect(await owner.call(portal, {}, { idempotencyKey: null })).toMatchObject({
      status: 400,
      body: { userFriendlyMessage: 'Send an Idempotency-Key, so repeating the request has no second effect' },
    });
    expect(proxy.asked.filter((call) => call === 'POST /portal_sessions')).toHaveLength(1);
  });

  test('finds changes made in a portal nobody returned from', async () => {
    await makeSubscription(app.database.db, seller, { tier: 'STARTER' });
    const { url } = await owner.expectOk(portal, {});
    await press(url, 'change', { tier: 'ENTERPRISE', duration: 'YEARLY' });
    await reconcile();
    expect(await planOf()).toBe('ENTERPRISE');
  });

  test('ends a plan whose subscription was ended at the service, within a day', async () => {
    const { db } = app.database;
    await makeSubscription(db, seller, { tier: 'BASIC' });
    await db.update(organizations).set({ plan: 'BASIC' }).where(eq(organizations.id, seller.org.id));
    await db
      .update(sandboxSubscriptions)
      .set({ status: 'cancelled', version: 2 })
      .where(eq(sandboxSubscriptions.customerId, `org-${seller.org.id}`));
    await reconcile();
    expect(await planOf()).toBe('BASIC');
    await db
      .update(subscriptions)
      .set({ updatedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(subscriptions.orgId, seller.org.id));
    await reconcile();
    expect(await planOf()).toBe('FREE');
  });

  test('ends a plan whose subscription expired, and continues a renewed one', async () => {
    const past = { currentTermEnd: new Date(Date.now() - 86_400_000) };
    await makeSubscription(app.database.db, seller, { tier: 'BASIC', days: -1 });
    const of = eq(sandboxSubscriptions.customerId, `org-${seller.org.id}`);
    await app.database.db.update(sandboxSubscriptions).set(past).where(of);
    await reconcile();
    expect(await planOf()).toBe('BASIC');
    const kept = only(await app.database.db.select().from(subscriptions).where(eq(subscriptions.orgId, seller.org.id)));
    expect(kept.currentTermEnd.getTime()).toBeGreaterThan(Date.now());

    await app.database.db
      .update(sandboxSubscriptions)
      .set({ ...past, status: 'non_renewing' })
      .where(of);
    await app.database.db.update(subscriptions).set(past).where(eq(subscriptions.orgId, seller.org.id));
    await reconcile();
    expect(await planOf()).toBe('FREE');
  });

  test('comes to every page, however many before it the service doesn’t know', async () => {
    const { db } = app.database;
    const before = new Date(Date.now() - 86_400_000);
    const unknown = (expiresAt: Date) => ({
      orgId: seller.org.id,
      checkoutId: crypto.randomUUID(),
      serviceId: `unknown-${crypto.randomUUID()}`,
      tier: 'BASIC' as const,
      duration: 'MONTHLY' as const,
      state: 'requested' as const,
      url: 'https://billing.example/page',
      expiresAt,
      requestedByUserId: seller.owner.user.id,
      updatedAt: before,
    });
    const open = Array.from({ length: 500 }, () => unknown(new Date(Date.now() + 86_400_000)));
    const ended = unknown(before);
    await db.insert(hostedPages).values([...open, ended]);
    const { checkoutId, url } = await owner.expectOk(checkout, buy);
    await pay(url);
    await reconcile();
    await reconcile();
    expect(await planOf()).toBe('BASIC');
    expect(await pageOf(checkoutId)).toMatchObject({ state: 'acknowledged' });
    expect(await pageOf(ended.checkoutId)).toMatchObject({ state: 'cancelled' });
    await db.delete(hostedPages).where(eq(hostedPages.state, 'requested'));
  });

  test('leaves plans granted for free alone', async () => {
    const { db } = app.database;
    await db.update(organizations).set({ plan: 'ENTERPRISE' }).where(eq(organizations.id, seller.org.id));
    await reconcile();
    expect(await planOf()).toBe('ENTERPRISE');
  });
});

test('older data never overwrites newer data', async () => {
  const { db } = app.database;
  const told = (version: number, tier: 'STARTER' | 'BASIC'): BilledSubscription => ({
    id: `sub-${seller.org.id}`,
    tier,
    duration: 'MONTHLY',
    status: 'active',
    currentTermEnd: new Date(Date.now() + 86_400_000),
    version,
  });
  expect(await applySubscription(db, seller.org.id, told(2, 'BASIC'), new Date())).toMatchObject({ hasChanged: true });
  expect(await applySubscription(db, seller.org.id, told(1, 'STARTER'), new Date())).toMatchObject({
    hasChanged: false,
    after: { plan: 'BASIC' },
  });
  expect(await planOf()).toBe('BASIC');
});

test('a new subscription is applied whatever version the one before had, and that one never comes back older', async () => {
  const { db } = app.database;
  const told = (id: string, version: number, tier: 'STARTER' | 'BASIC' | 'ENTERPRISE'): BilledSubscription => ({
    id: `${id}-${seller.org.id}`,
    tier,
    duration: 'MONTHLY',
    status: 'active',
    currentTermEnd: new Date(Date.now() + 86_400_000),
    version,
  });
  const apply = async (...said: Parameters<typeof told>) =>
    (await applySubscription(db, seller.org.id, told(...said), new Date())).hasChanged;
  expect(await apply('first', 7, 'STARTER')).toBe(true);
  expect(await apply('second', 1, 'BASIC')).toBe(true);
  expect(await planOf()).toBe('BASIC');
  // Asked for before the second one was there, and answered after it.
  expect(await apply('first', 7, 'STARTER')).toBe(false);
  expect(await planOf()).toBe('BASIC');
  expect(await apply('second', 2, 'ENTERPRISE')).toBe(true);
  expect(await apply('first', 8, 'STARTER')).toBe(true);
  expect(await apply('second', 2, 'ENTERPRISE')).toBe(false);
  expect(await planOf()).toBe('STARTER');
});

test('with a real service configured, the sandbox isn’t served', async () => {
  expect((await fetch(`${app.url}/sandbox/billing/style.css`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/sandbox/billing/style.css`)).status).toBe(200);
});
