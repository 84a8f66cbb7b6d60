import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { billingService } from '../../../server/billing/service';
import { readConfig } from '../../../server/config';
import { openLog } from '../../../server/log';
import { checkThirdParties } from '../../../server/third-parties';
import { hostedPage, itemPrice, openBillingSite, refusal, subscription } from '../../support/billing/site';

/** What the service is asked, in the form its documentation describes, and how its documented replies are read. */
const site = await openBillingSite();
const customer = { id: 'org-7', name: 'Fernhollow Farms' };
const order = {
  customer,
  tier: 'BASIC',
  duration: 'YEARLY',
  returnUrl: 'https://verdant.example/account/billing?success=true',
  cancelUrl: 'https://verdant.example/account/billing?cancelled=true',
} as const;
const PRICES = [
  itemPrice('payg-USD', 'payg', 'month'),
  itemPrice('starter-m', 'starter', 'month'),
  itemPrice('starter-y', 'starter', 'year'),
  itemPrice('basic-m', 'basic', 'month'),
  itemPrice('basic-y-old', 'basic', 'year', { status: 'archived' }),
  itemPrice('basic-y-CAD', 'basic', 'year', { currency_code: 'CAD' }),
  itemPrice('basic-quarter', 'basic', 'month', { period: 3 }),
  itemPrice('basic-y', 'Basic', 'year'),
  itemPrice('enterprise-m', 'enterprise', 'month'),
  itemPrice('enterprise-y', 'enterprise', 'year'),
  itemPrice('support-desk', 'support-desk', 'month'),
];

let logged: string;
let billing: ReturnType<typeof billingService>;

beforeEach(() => {
  site.asked.length = 0;
  site.answers.clear();
  logged = '';
  const write = (line: string) => {
    logged += line;
  };
  const log = openLog('warn', { write });
  billing = billingService({ standIn: false, url: site.url, apiKey: 'live_key' }, log);
  site.answers.set('GET /item_prices', { body: { list: PRICES } });
  site.answers.set('GET /subscriptions', { body: { list: [] } });
  site.answers.set('POST /customers/org-7', { body: { customer: { id: 'org-7' } } });
  site.answers.set('POST /hosted_pages/checkout_new_for_items', { body: hostedPage('hp1', 'created') });
  site.answers.set('POST /hosted_pages/checkout_existing_for_items', { body: hostedPage('hp2', 'created') });
});
afterAll(() => site.close());

const askedFor = (call: string) => site.asked.filter((asked) => asked.call === call);

describe('a checkout', () => {
  test('of somebody new creates the customer, then sells the plan’s own price', async () => {
    site.answers.delete('POST /customers/org-7');
    site.answers.set('POST /customers', { body: { customer: { id: 'org-7' } } });
    expect(await billing.createCheckout(order, 'key-1')).toEqual({
      id: 'hp1',
      url: 'https://yourapp.chargebee.com/pages/v4/hp1/',
      state: 'created',
      expiresAt: new Date('2021-02-09T20:15:18Z'),
      subscriptionId: undefined,
    });
    expect(site.asked.map(({ call }) => call)).toEqual([
      'GET /item_prices',
      'GET /subscriptions',
      'POST /customers/org-7',
      'POST /customers',
      'POST /hosted_pages/checkout_new_for_items',
    ]);
    expect(askedFor('POST /customers')[0]?.form).toEqual({ id: 'org-7', company: 'Fernhollow Farms' });
    const [sold] = askedFor('POST /hosted_pages/checkout_new_for_items');
    expect(sold?.form).toEqual({
      'customer[id]': 'org-7',
      'subscription_items[item_price_id][0]': 'basic-y',
      redirect_url: order.returnUrl,
      cancel_url: order.cancelUrl,
    });
    expect(sold?.headers.get('authorization')).toBe(`Basic ${btoa('live_key:')}`);
    expect(sold?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(sold?.headers.get('chargebee-idempotency-key')).toBe('key-1-new');
  });

  test('of a customer who pays changes their subscription', async () => {
    const paid = subscription('sub1', 'org-7', 'starter-m', { status: 'non_renewing' });
    const over = subscription('sub2', 'org-7', 'starter-m', { status: 'cancelled' });
    site.answers.set('GET /subscriptions', { body: { list: [over, paid] } });
    expect(await billing.createCheckout(order, 'key-2')).toMatchObject({ id: 'hp2' });
    expect(askedFor('GET /subscriptions')[0]?.query).toMatchObject({ 'customer_id[is]': 'org-7' });
    expect(askedFor('POST /hosted_pages/checkout_existing_for_items')[0]?.form).toMatchObject({
      'subscription[id]': 'sub1',
      replace_items_list: 'true',
      'subscription_items[item_price_id][0]': 'basic-y',
    });
    expect(askedFor('POST /customers/org-7')[0]?.form).toEqual({ company: 'Fernhollow Farms' });
  });

  test('goes on when another request created the customer meanwhile', async () => {
    site.answers.delete('POST /customers/org-7');
    site.answers.set('POST /customers', refusal(400, 'duplicate_entry'));
    expect(await billing.createCheckout(order, 'key-3')).toMatchObject({ id: 'hp1' });
    site.answers.set('POST /customers', refusal(400, 'param_wrong_value'));
    await expect(billing.createCheckout(order, 'key-4')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(logged).toContain('it answered 400 (param_wrong_value)');
    expect(logged).not.toContain('Fernhollow');
  });

  test('of a plan the service has no price for is refused, until it has', async () => {
    site.answers.set('GET /item_prices', { body: { list: PRICES.slice(0, 7) } });
    await expect(billing.createCheckout(order, 'key-5')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(logged).toContain('it has no price for BASIC, YEARLY');
  });

  test('finds prices on any page of the service’s list', async () => {
    site.answers.set('GET /item_prices', ({ query }) =>
      query.offset === 'more'
        ? { body: { list: PRICES.slice(7) } }
        : { body: { list: PRICES.slice(0, 7), next_offset: 'more' } },
    );
    expect(await billing.createCheckout(order, 'key-6')).toMatchObject({ id: 'hp1' });
    expect(askedFor('POST /hosted_pages/checkout_new_for_items')[0]?.form).toMatchObject({
      'subscription_items[item_price_id][0]': 'basic-y',
    });
  });
});

describe('a subscription', () => {
  const read = (price: string, more: object = {}) => {
    site.answers.set('GET /subscriptions', { body: { list: [subscription('sub1', 'org-7', price, more)] } });
    return billing.subscription('org-7');
  };

  test.each([
    ['active', {}, 'active', '2021-03-09T17:15:18Z'],
    ['in_trial', { trial_end: 1_612_990_918, current_term_end: undefined }, 'active', '2021-02-10T21:01:58Z'],
    ['non_renewing', {}, 'non_renewing', '2021-03-09T17:15:18Z'],
    ['cancelled', { cancelled_at: 1_612_990_918 }, 'cancelled', '2021-02-10T21:01:58Z'],
    ['paused', {}, 'cancelled', '2021-03-09T17:15:18Z'],
    ['transferred', {}, 'cancelled', '2021-03-09T17:15:18Z'],
  ])('that is %s', async (status, more, ours, end) => {
    expect(await read('starter-m', { status, ...more })).toEqual({
      id: 'sub1',
      tier: 'STARTER',
      duration: 'MONTHLY',
      status: ours,
      currentTermEnd: new Date(end),
      version: 1_612_890_918_000,
    });
  });

  test.each([
    ['basic-y-old', 'BASIC', 'YEARLY'],
    ['basic-y-CAD', 'BASIC', 'YEARLY'],
    ['basic-quarter', 'BASIC', 'MONTHLY'],
    ['payg-USD', 'PAYG', 'MONTHLY'],
  ])('keeps its plan at a price that isn’t sold any more: %s', async (price, tier, duration) => {
    expect(await read(price)).toMatchObject({ tier, duration });
  });

  test('at a price of no plan takes nobody’s plan away', async () => {
    await expect(read('support-desk')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(read('unheard-of')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(logged).toContain('belongs to no plan of ours');
  });

  test('that hasn’t begun gives no plan, and one that goes on comes before one that ended later', async () => {
    const future = subscription('sub3', 'org-7', 'enterprise-y', { status: 'future' });
    site.answers.set('GET /subscriptions', { body: { list: [future] } });
    expect(await billing.subscription('org-7')).toBeNull();
    const ended = subscription('sub2', 'org-7', 'enterprise-y', { status: 'cancelled' });
    const paid = subscription('sub1', 'org-7', 'starter-m');
    site.answers.set('GET /subscriptions', { body: { list: [future, ended, paid] } });
    expect(await billing.subscription('org-7')).toMatchObject({ id: 'sub1', tier: 'STARTER' });
  });

  test('a page was paid for is read by its id, and only for its own customer', async () => {
    const content = { subscription: { id: 'sub9' }, customer: { id: 'org-7' } };
    site.answers.set('GET /hosted_pages/hp1', { body: hostedPage('hp1', 'succeeded', { content }) });
    site.answers.set('GET /subscriptions/sub9', { body: subscription('sub9', 'org-7', 'basic-m') });
    expect(await billing.page('hp1')).toMatchObject({ state: 'succeeded', subscriptionId: 'sub9' });
    expect(await billing.subscription('org-7', 'sub9')).toMatchObject({ id: 'sub9', tier: 'BASIC' });
    expect(await billing.subscription('org-8', 'sub9')).toBeNull();
    expect(await billing.page('unknown')).toBeNull();
  });
});

test('a page is acknowledged once: that it was before is no error, that it can’t be is', async () => {
  site.answers.set('POST /hosted_pages/hp1/acknowledge', refusal(400, 'invalid_state_for_request'));
  site.answers.set('GET /hosted_pages/hp1', { body: hostedPage('hp1', 'acknowledged') });
  await billing.acknowledge('hp1');
  site.answers.set('GET /hosted_pages/hp1', { body: hostedPage('hp1', 'requested') });
  await expect(billing.acknowledge('hp1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a portal is the customer’s own and returns to where they came from', async () => {
  site.answers.set('POST /portal_sessions', {
    body: {
      portal_session: {
        id: 'portal_1',
        token: 'secret',
        access_url: 'https://yourapp.chargebee.com/portal/v2/authenticate?token=secret',
        status: 'created',
        created_at: 1_612_890_918,
        expires_at: 1_612_894_518,
        object: 'portal_session',
        customer_id: 'org-7',
      },
    },
  });
  expect(await billing.createPortal(customer, 'https://verdant.example/account/billing', 'key-7')).toEqual({
    url: 'https://yourapp.chargebee.com/portal/v2/authenticate?token=secret',
    expiresAt: new Date('2021-02-09T18:15:18Z'),
  });
  expect(askedFor('POST /portal_sessions')[0]?.form).toEqual({
    'customer[id]': 'org-7',
    redirect_url: 'https://verdant.example/account/billing',
  });
});

test('the price list is of what can be bought in US dollars today, by the month and the year', async () => {
  const dear = itemPrice('enterprise-m', 'enterprise', 'month', { price: 89_950 });
  const list = PRICES.map((price) => (price.item_price.id === 'enterprise-m' ? dear : price));
  const withoutStarter = list.filter(({ item_price }) => item_price.id !== 'starter-m');
  site.answers.set('GET /item_prices', { body: { list: withoutStarter } });
  expect(await billing.prices()).toEqual([
    { tier: 'PAYG', duration: 'MONTHLY', priceUsd: '100.00' },
    { tier: 'STARTER', duration: 'YEARLY', priceUsd: '100.00' },
    { tier: 'BASIC', duration: 'MONTHLY', priceUsd: '100.00' },
    { tier: 'BASIC', duration: 'YEARLY', priceUsd: '100.00' },
    { tier: 'ENTERPRISE', duration: 'MONTHLY', priceUsd: '899.50' },
    { tier: 'ENTERPRISE', duration: 'YEARLY', priceUsd: '100.00' },
  ]);
  await billing.prices();
  expect(askedFor('GET /item_prices')).toHaveLength(1);
});

describe('a start', () => {
  const config = (url: string) =>
    readConfig({ BILLING_URL: url, BILLING_API_KEY: 'live_key', DATABASE_URL: 'postgres://none' }, { dev: false });
  const start = (url = site.url) => checkThirdParties(config(url), openLog('silent'));

  test('goes on when the service takes the key and sells every plan, or doesn’t respond', async () => {
    await start();
    await start('http://127.0.0.1:9/api/v2');
    site.answers.set('GET /item_prices', { status: 503, body: {} });
    await start();
  });

  test.each([
    ['a refused key', refusal(401, 'api_authentication_failed'), /^BILLING_API_KEY is refused/],
    ['a key that may not read', refusal(403, 'api_authorization_failed'), /^BILLING_API_KEY is refused/],
    ['another address', refusal(404, 'resource_not_found'), /^BILLING_URL is not the billing service’s API/],
    [
      'a plan without a price',
      { body: { list: PRICES.slice(2, 8) } },
      /^BILLING_URL has no active US dollar price for payg, by the month; starter, by the month; enterprise, by the month; enterprise, by the year/,
    ],
  ])('is refused in one line with %s', async (_what, answer, line) => {
    site.answers.set('GET /item_prices', answer);
    await expect(start()).rejects.toThrow(line);
  });
});
