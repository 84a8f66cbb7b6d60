import type { z } from 'zod';
import type { Config } from '../config';
import { openHttpClient } from '../http-client';
import type { Log } from '../log';
import { missingPrices, openCatalogue } from './catalogue';
import type { BilledSubscription, Billing, BillingPage, CheckoutOrder } from './port';
import {
  type ItemPrice,
  type Subscribed,
  WireError,
  WireItemPrices,
  WirePage,
  WirePortal,
  WireSubscription,
  WireSubscriptions,
} from './wire';

const SENTENCE = 'The billing service isn’t responding. Your plan hasn’t changed. Try again in a moment.';
const PAGE = 100;
/** How long a start waits for the service. */
const START_PATIENCE_MS = 4_000;

type Form = Record<string, string>;
type Request = { what: string; tenant: string; form?: Form; idempotencyKey?: string };

/**
 * The billing service: Chargebee's API v2 over HTTPS. Its own client isn't used: all calls to third parties have the
 * same limits, turns and pauses (`http-client.ts`).
 */
export function billingService(
  { url, apiKey }: Config['billing'],
  log: Log,
  { patienceMs }: { patienceMs?: number } = {},
): Billing {
  const service = openHttpClient({
    name: 'billing service',
    log,
    sentence: SENTENCE,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const catalogue = openCatalogue(() => readPrices('catalogue'));

  function send(path: string, { what, tenant, form, idempotencyKey }: Request): Promise<Response> {
    const repeatable = form === undefined || idempotencyKey !== undefined;
    return service.fetch({ what, tenant, repeatable }, `${url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization,
        ...(idempotencyKey ? { 'chargebee-idempotency-key': idempotencyKey } : {}),
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
  }

  /** Null when the service doesn't have it. */
  async function find<S extends z.ZodType>(path: string, schema: S, request: Request): Promise<z.output<S> | null> {
    const response = await send(path, request);
    if (response.status === 404) return null;
    return service.read(await accepted(response), schema);
  }

  async function get<S extends z.ZodType>(path: string, schema: S, request: Request): Promise<z.output<S>> {
    return service.read(await accepted(await send(path, request)), schema);
  }

  async function accepted(response: Response): Promise<Response> {
    if (response.ok) return response;
    throw service.unavailable(`it answered ${response.status}${codeOf(await response.json().catch(() => null))}`);
  }

  async function readPrices(tenant: string): Promise<ItemPrice[]> {
    const prices: ItemPrice[] = [];
    let offset: string | undefined;
    do {
      const query = new URLSearchParams({
        'item_type[is]': 'plan',
        'status[in]': '["active","archived"]',
        limit: String(PAGE),
        ...(offset === undefined ? {} : { offset }),
      });
      const page = await get(`/item_prices?${query}`, WireItemPrices, { what: 'read prices', tenant });
      prices.push(...page.list.map(({ item_price }) => item_price));
      offset = page.next_offset;
    } while (offset !== undefined);
    return prices;
  }

  /** Says who the customer is: the service doesn't create one with our id by itself, and an organization may be renamed. */
  async function saveCustomer({ id, name }: CheckoutOrder['customer'], key: string): Promise<void> {
    const company = Array.from(name).slice(0, 250).join('');
    const known = await send(`/customers/${encodeURIComponent(id)}`, {
      what: 'update customer',
      tenant: id,
      form: { company },
      idempotencyKey: `${key}-u`,
    });
    if (known.status !== 404) return void (await accepted(known));
    const made = await send('/customers', {
      what: 'make customer',
      tenant: id,
      form: { id, company },
      idempotencyKey: `${key}-c`,
    });
    if (made.ok) return;
    const refusal: unknown = await made.json().catch(() => null);
    // Another request created it meanwhile.
    if (WireError.safeParse(refusal).data?.api_error_code === 'duplicate_entry') return;
    throw service.unavailable(`it answered ${made.status}${codeOf(refusal)}`);
  }

  /** The customer's subscriptions, newest first, without those that haven't begun. */
  async function subscriptionsOf(customerId: string): Promise<Subscribed[]> {
    const query = new URLSearchParams({
      'customer_id[is]': customerId,
      'sort_by[desc]': 'created_at',
      limit: String(PAGE),
    });
    const { list } = await get(`/subscriptions?${query}`, WireSubscriptions, {
      what: 'find subscriptions',
      tenant: customerId,
    });
    return list.map(({ subscription }) => subscription).filter(({ status }) => status !== 'future');
  }

  async function toBilled(subscribed: Subscribed): Promise<BilledSubscription> {
    const { id, subscription_items, resource_version } = subscribed;
    const price = subscription_items.find(({ item_type }) => item_type === 'plan')?.item_price_id ?? '';
    const sold = await catalogue.soldBy(price);
    if (!sold) throw service.unavailable('a subscription’s price belongs to no plan of ours');
    return { id, ...sold, status: statusOf(subscribed), currentTermEnd: endOf(subscribed), version: resource_version };
  }

  const readPage = (id: string) =>
    find(`/hosted_pages/${encodeURIComponent(id)}`, WirePage, { what: 'find checkout', tenant: id });

  return {
    async createCheckout({ customer, tier, duration, returnUrl, cancelUrl }, idempotencyKey) {
      const price = await catalogue.priceOf({ tier, duration });
      if (!price) throw service.unavailable(`it has no price for ${tier}, ${duration}`);
      const paid = (await subscriptionsOf(customer.id)).find(isLive);
      await saveCustomer(customer, idempotencyKey);
      const kind = paid ? 'existing' : 'new';
      const page = await get(`/hosted_pages/checkout_${kind}_for_items`, WirePage, {
        what: 'make checkout',
        tenant: customer.id,
        form: {
          ...(paid ? { 'subscription[id]': paid.id, replace_items_list: 'true' } : { 'customer[id]': customer.id }),
          'subscription_items[item_price_id][0]': price,
          redirect_url: returnUrl,
          cancel_url: cancelUrl,
        },
        idempotencyKey: `${idempotencyKey}-${kind}`,
      });
      return toPage(page);
    },

    page: async (id) => {
      const found = await readPage(id);
      return found && toPage(found);
    },

    async acknowledge(id) {
      const response = await send(`/hosted_pages/${encodeURIComponent(id)}/acknowledge`, {
        what: 'acknowledge',
        tenant: id,
        form: {},
        idempotencyKey: `acknowledge-${id}`,
      });
      if (response.ok) return;
      // It refuses to be told twice.
      if ((await readPage(id))?.hosted_page.state !== 'acknowledged') await accepted(response);
    },

    async createPortal(customer, returnUrl, idempotencyKey) {
      await saveCustomer(customer, idempotencyKey);
      const { portal_session } = await get('/portal_sessions', WirePortal, {
        what: 'make portal',
        tenant: customer.id,
        form: { 'customer[id]': customer.id, redirect_url: returnUrl },
        idempotencyKey,
      });
      return { url: portal_session.access_url, expiresAt: portal_session.expires_at };
    },

    async subscription(customerId, id) {
      if (id !== undefined) {
        const found = await find(`/subscriptions/${encodeURIComponent(id)}`, WireSubscription, {
          what: 'find subscription',
          tenant: customerId,
        });
        return found && found.subscription.customer_id === customerId ? toBilled(found.subscription) : null;
      }
      const all = await subscriptionsOf(customerId);
      const latest = all.find(isLive) ?? all[0];
      return latest ? toBilled(latest) : null;
    },

    prices: () => catalogue.plans(),

    async faultOf() {
      const response = await send('/item_prices?limit=1', { what: 'check', tenant: 'start' });
      if (response.status === 401 || response.status === 403) {
        return 'BILLING_API_KEY is refused by the billing service: set a key of your site that may read and write.';
      }
      if (response.status === 404)
        return 'BILLING_URL is not the billing service’s API: set https://SITE.chargebee.com/api/v2.';
      await accepted(response);
      const missing = missingPrices(await readPrices('start'));
      if (missing.length === 0) return null;
      return `BILLING_URL has no active US dollar price for ${missing.join('; ')}: add it at the billing service.`;
    },
  };
}

/** The service as a start asks it: once, and not for long. */
export const billingAtStart = (config: Config['billing'], log: Log): Billing =>
  billingService(config, log, { patienceMs: START_PATIENCE_MS });

const codeOf = (refusal: unknown): string => {
  const { data } = WireError.safeParse(refusal);
  return data ? ` (${data.api_error_code})` : '';
};

function toPage({ hosted_page }: z.output<typeof WirePage>): BillingPage {
  const { id, url, state, expires_at, content } = hosted_page;
  return { id, url, state, expiresAt: expires_at, subscriptionId: content?.subscription?.id };
}

/** A paused subscription gives no plan, as it isn't paid for; a transferred one is another site's. */
function statusOf({ status }: Subscribed): BilledSubscription['status'] {
  if (status === 'active' || status === 'in_trial') return 'active';
  return status === 'non_renewing' ? 'non_renewing' : 'cancelled';
}

const isLive = (subscribed: Subscribed): boolean => statusOf(subscribed) !== 'cancelled';

function endOf({ status, trial_end, current_term_end, cancelled_at, created_at }: Subscribed): Date {
  if (status === 'in_trial' && trial_end) return trial_end;
  if (status === 'cancelled' && cancelled_at) return cancelled_at;
  return current_term_end ?? cancelled_at ?? created_at;
}
