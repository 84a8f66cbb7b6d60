import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanType } from '../../../domain/access/vocabulary';
import { contract } from '../../../domain/calls';
import { auditLog, hostedPages, organizations, sandboxPages } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeSubscription, pageAtService, pay, press } from '../../support/billing/billing';
import { makeMember, makeSeller, only, type SellerFixture } from '../../support/factories';
import { both } from '../../support/permissions';

const { check, checkout, portal, subscription } = contract.billing;

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;

beforeEach(() => enter('FREE'));

async function enter(plan: PlanType): Promise<void> {
  seller = await makeSeller(app.database.db, { plan });
  owner = await app.as(seller.owner.user, seller.org);
}

const planOf = async ({ org }: Pick<SellerFixture, 'org'>) =>
  only(await app.database.db.select().from(organizations).where(eq(organizations.id, org.id))).plan;

const open = ({
  tier = 'BASIC',
  duration = 'MONTHLY',
}: {
  tier?: 'PAYG' | 'STARTER' | 'BASIC';
  duration?: 'MONTHLY' | 'YEARLY';
} = {}) => owner.expectOk(checkout, { body: { subscriptionTier: tier, subscriptionDuration: duration } });

const pageOf = async (checkoutId: string) =>
  only(await app.database.db.select().from(hostedPages).where(eq(hostedPages.checkoutId, checkoutId)));

const changes = () =>
  app.database.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entity, 'subscription')))
    .then((entries) => entries.filter(({ before }) => before !== null));

describe('a checkout', () => {
  test('grants the plan once paid, and records it in the audit log', async () => {
    const { checkoutId, url } = await open({ tier: 'BASIC', duration: 'YEARLY' });
    expect(await planOf(seller)).toBe('FREE');
    const { serviceId } = await pageOf(checkoutId);
    expect(await pay(url)).toBe(
      `${app.url}/account/billing?success=true&checkoutId=${checkoutId}&id=${serviceId}&state=succeeded`,
    );
    expect(await planOf(seller)).toBe('FREE');

    const result = await owner.expectOk(check, { body: { success: true, checkoutId } });
    expect(result).toMatchObject({
      outcome: 'paid',
      plan: 'BASIC',
      subscription: { tier: 'BASIC', duration: 'YEARLY', status: 'active' },
      url: null,
    });
    expect(await planOf(seller)).toBe('BASIC');
    expect(await owner.expectOk(subscription, {})).toEqual({ plan: 'BASIC', subscription: result.subscription });
    expect(await pageOf(checkoutId)).toMatchObject({ state: 'acknowledged' });
    expect(await pageAtService(app.database.db, (await pageOf(checkoutId)).serviceId)).toMatchObject({
      state: 'acknowledged',
    });
    expect(await changes()).toMatchObject([
      {
        actorUserId: seller.owner.user.id,
        endpoint: 'POST /billing/check-subscription',
        before: { plan: 'FREE', subscription: null },
        after: { plan: 'BASIC' },
      },
    ]);
  });

  test('grants nothing to a browser that only claims it was paid', async () => {
    const { checkoutId, url } = await open();
    const claims = { success: true, changed: true, reactivated: true };
    expect(await owner.expectOk(check, { body: { ...claims, checkoutId } })).toMatchObject({
      outcome: 'open',
      plan: 'FREE',
      url,
    });
    expect(await owner.expectOk(check, { body: claims })).toMatchObject({ outcome: 'unchanged', plan: 'FREE' });
    expect(await planOf(seller)).toBe('FREE');
    expect(await changes()).toEqual([]);
  });

  test('grants nothing for a declined card, and can still be paid with another', async () => {
    const { checkoutId, url } = await open();
    expect(await press(url, 'pay', { card: 'declined' })).toMatch(/\?declined=true$/);
    expect(await owner.expectOk(check, { body: { success: true, checkoutId } })).toMatchObject({ outcome: 'open' });
    await pay(url);
    expect(await owner.expectOk(check, { body: { checkoutId } })).toMatchObject({ outcome: 'paid', plan: 'BASIC' });
  });

  test('explains when it was left, and when it expired', async () => {
    const left = await open();
    expect(await press(left.url, 'cancel')).toContain(
      `${app.url}/account/billing?cancelled=true&checkoutId=${left.checkoutId}&`,
    );
    const askedAboutLeft = () => owner.expectOk(check, { body: { cancelled: true, checkoutId: left.checkoutId } });
    expect(await askedAboutLeft()).toMatchObject({ outcome: 'left', plan: 'FREE' });
    expect(await askedAboutLeft()).toMatchObject({ outcome: 'left' });
    // An abandoned page's button in another tab sells nothing.
    await pay(left.url);
    expect(await askedAboutLeft()).toMatchObject({ outcome: 'left', plan: 'FREE' });

    const late = await open();
    const { serviceId } = await pageOf(late.checkoutId);
    await app.database.db
      .update(sandboxPages)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sandboxPages.id, serviceId ?? ''));
    await pay(late.url);
    expect(await owner.expectOk(check, { body: { success: true, checkoutId: late.checkoutId } })).toMatchObject({
      outcome: 'expired',
      plan: 'FREE',
    });
  });

  test('of another organization isn’t found, paid or not, and isn’t settled for one’s own', async () => {
    const { checkoutId, url } = await open();
    await pay(url);
    const other = await makeSeller(app.database.db, { plan: 'FREE' });
    const stranger = await app.as(other.owner.user, other.org);
    const answer = await stranger.call(check, { body: { success: true, checkoutId } });
    expect(answer).toMatchObject({ status: 404, body: { userFriendlyMessage: 'Checkout not found' } });
    expect(await planOf(other)).toBe('FREE');
    expect(await planOf(seller)).toBe('FREE');
    expect(await owner.call(check, { body: { checkoutId: crypto.randomUUID() } })).toMatchObject({ status: 404 });
  });

  test('is settled once, even when several tabs return at once, repeatedly', async () => {
    const { checkoutId, url } = await open();
    await pay(url);
    const ask = () => owner.expectOk(check, { body: { success: true, checkoutId } });
    const results = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    for (const result of [...results, await ask()]) expect(result).toMatchObject({ outcome: 'paid', plan: 'BASIC' });
    expect(await changes()).toHaveLength(1);
  });

  test('requested twice with one key is one page; with another plan, an error', async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    const ask = (subscriptionTier: 'STARTER' | 'BASIC') =>
      owner.call(checkout, { body: { subscriptionTier, subscriptionDuration: 'MONTHLY' } }, key);
    const [one, two] = await Promise.all([ask('BASIC'), ask('BASIC')]);
    expect(one).toMatchObject({ status: 200 });
    expect(two.body).toEqual(one.body);
    expect(await ask('STARTER')).toMatchObject({ status: 422 });
  });

  test('sells only higher plans, and only for offered periods', async () => {
    await enter('BASIC');
    await makeSubscription(app.database.db, seller, { tier: 'BASIC' });
    const ask = (subscriptionTier: 'PAYG' | 'STARTER' | 'BASIC' | 'ENTERPRISE', term: 'MONTHLY' | 'YEARLY') =>
      owner.call(checkout, { body: { subscriptionTier, subscriptionDuration: term } });
    for (const tier of ['STARTER', 'BASIC'] as const) {
      expect(await ask(tier, 'MONTHLY')).toMatchObject({
        status: 400,
        body: { errors: { subscriptionTier: expect.stringContaining('Manage billing') } },
      });
    }
    expect(await ask('PAYG', 'YEARLY')).toMatchObject({
      status: 400,
      body: { errors: { subscriptionDuration: 'This plan is billed monthly' } },
    });
    expect(await ask('ENTERPRISE', 'YEARLY')).toMatchObject({ status: 200 });
  });

  test('changes an existing subscription instead of adding one', async () => {
    await enter('STARTER');
    const { serviceId } = await makeSubscription(app.database.db, seller, { tier: 'STARTER' });
    const { checkoutId, url } = await open({ tier: 'BASIC', duration: 'YEARLY' });
    await pay(url);
    await owner.expectOk(check, { body: { checkoutId } });
    expect(await planOf(seller)).toBe('BASIC');
    const kept = await app.database.pool.query('select service_id, tier from subscriptions where org_id = $1', [
      seller.org.id,
    ]);
    expect(kept.rows).toEqual([{ service_id: serviceId, tier: 'BASIC' }]);
  });
});

describe('someone who', () => {
  test('only sees billing can’t buy, manage or check visits', async () => {
    const reader = await makeMember(app.database.db, seller, {
      features: { MANAGE_BILLING: { read: true, write: false } },
    });
    const caller = await app.as(reader.user, seller.org);
    expect(await caller.expectOk(subscription, {})).toEqual({ plan: 'FREE', subscription: null });
    const buy = { body: { subscriptionTier: 'BASIC', subscriptionDuration: 'MONTHLY' } } as const;
    expect(await caller.call(checkout, buy)).toMatchObject({ status: 403 });
    expect(await caller.call(portal, {})).toMatchObject({ status: 403 });
    expect(await caller.call(check, { body: {} })).toMatchObject({ status: 403 });
  });

  test('has billing access by a custom role can buy', async () => {
    const { user } = await makeMember(app.database.db, seller, { features: { MANAGE_BILLING: both } });
    const caller = await app.as(user, seller.org);
    const buy = { body: { subscriptionTier: 'BASIC', subscriptionDuration: 'MONTHLY' } } as const;
    expect(await caller.call(checkout, buy)).toMatchObject({ status: 200 });
  });
});

describe('the portal', () => {
  const ask = (claims: { changed?: true; cancelled?: true; reactivated?: true }) =>
    owner.expectOk(check, { body: claims });

  beforeEach(async () => {
    await enter('BASIC');
    await makeSubscription(app.database.db, seller, { tier: 'BASIC' });
  });

  test('downgrades, which applies, even when a second tab returns', async () => {
    const { url } = await owner.expectOk(portal, {});
    expect(await press(url, 'change', { tier: 'STARTER', duration: 'YEARLY' })).toBe(
      `${app.url}/account/billing?changed=true`,
    );
    expect(await ask({ changed: true })).toMatchObject({ outcome: 'changed', plan: 'STARTER' });
    expect(await ask({ changed: true })).toMatchObject({ outcome: 'unchanged', plan: 'STARTER' });
    expect(await planOf(seller)).toBe('STARTER');
    expect(await changes()).toHaveLength(1);
  });

  test('cancels a subscription, which lasts until its period ends, and reactivates it', async () => {
    const { url } = await owner.expectOk(portal, {});
    expect(await press(url, 'cancel')).toBe(`${app.url}/account/billing?changed=true`);
    for (const claims of [{ changed: true }, { changed: true }, { cancelled: true }] as const) {
      expect(await ask(claims)).toMatchObject({
        outcome: 'ending',
        plan: 'BASIC',
        subscription: { status: 'non_renewing' },
      });
    }
    expect(await ask({ reactivated: true })).toMatchObject({ outcome: 'unchanged' });
    await press(url, 'reactivate');
    for (const _tab of [1, 2]) {
      expect(await ask({ reactivated: true })).toMatchObject({
        outcome: 'reactivated',
        subscription: { status: 'active' },
      });
    }
  });

  test('is refused without a subscription', async () => {
    await enter('FREE');
    expect(await owner.call(portal, {})).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'You have no subscription yet. Choose a plan first.' },
    });
  });
});

test('prices are for anybody to read', async () => {
  const prices = await app.withToken(null).expectOk(contract.billing.prices, {});
  expect(prices).toContainEqual({ tier: 'STARTER', duration: 'YEARLY', priceUsd: '1490.00' });
});

describe('the sandbox', () => {
  test('serves its API only with its key, and its pages only for known ids', async () => {
    const api = `${app.url}/sandbox/billing/api`;
    const ask = (headers: Record<string, string>) => fetch(`${api}/item_prices`, { headers });
    const basic = (key: string) => ({ authorization: `Basic ${btoa(`${key}:`)}` });
    for (const headers of [{}, basic('guessed')]) expect((await ask(headers)).status).toBe(401);
    expect((await ask(basic(app.config.billing.apiKey))).status).toBe(200);
    for (const path of ['checkout/none', `checkout/${crypto.randomUUID()}`, `portal/${crypto.randomUUID()}`]) {
      expect((await fetch(`${app.url}/sandbox/billing/${path}`)).status).toBe(404);
    }
  });

  test('says that no money moves, and runs no script', async () => {
    const { url } = await open();
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; form-action/);
    expect(await page.text()).toContain('No money moves');
  });
});
