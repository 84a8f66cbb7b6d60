import { timingSafeEqual } from 'node:crypto';
import dayjs from 'dayjs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { durationsOf, SUBSCRIPTION_TIERS } from '../../../domain/billing/subscription';
import { itemOf, type Sold } from '../../billing/catalogue';
import type { WireItemPrices, WirePage, WirePortal, WireSubscription, WireSubscriptions } from '../../billing/wire';
import { readForms } from '../page';
import type { Books, SandboxPage, SandboxSubscription } from './books';

type Scene = { books: Books; home: string; apiKey: string };
type ById = { Params: { id: string } };

/** Dollars by the month of an invented installation; a year costs ten months. */
const MONTHLY = { PAYG: 49, STARTER: 149, BASIC: 349, ENTERPRISE: 899 } as const;

const SOLD: (Sold & { price: string })[] = SUBSCRIPTION_TIERS.flatMap((tier) =>
  durationsOf(tier).map((duration) => ({
    tier,
    duration,
    price: `${itemOf(tier)}-USD-${duration === 'YEARLY' ? 'Yearly' : 'Monthly'}`,
  })),
);

const PRICE = 'subscription_items[item_price_id][0]';
const Customer = z.object({ company: z.string().max(250) });
const NewCustomer = Customer.extend({ id: z.string().min(1).max(50) });
const Checkout = z.object({ [PRICE]: z.string(), redirect_url: z.url(), cancel_url: z.url() });
const Portal = z.object({ 'customer[id]': z.string(), redirect_url: z.url() });

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** The sandbox billing service's API: what the platform uses of Chargebee's. */
export function serveBillingApi(scope: FastifyInstance, { books, home, apiKey }: Scene): void {
  const refuse = (reply: FastifyReply, status: number, api_error_code: string, message = api_error_code) =>
    reply.status(status).send({ message, type: 'invalid_request', api_error_code, http_status_code: status });
  const missing = (reply: FastifyReply) => refuse(reply, 404, 'resource_not_found');

  const toPage = async (page: SandboxPage): Promise<WirePage> => {
    const isPaid = page.state === 'succeeded' || page.state === 'acknowledged';
    const subscription = isPaid ? await books.subscription(page.customerId) : null;
    return {
      hosted_page: {
        id: page.id,
        url: `${home}/checkout/${page.id}`,
        state: page.state,
        expires_at: seconds(page.expiresAt),
        ...(subscription ? { content: { subscription: { id: subscription.id } } } : {}),
      },
    };
  };

  readForms(scope);
  scope.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      return refuse(reply, 401, 'api_authentication_failed');
    }
  });

  scope.get(
    '/item_prices',
    async (): Promise<WireItemPrices> => ({
      list: SOLD.map(({ tier, duration, price }) => ({
        item_price: {
          id: price,
          item_id: itemOf(tier),
          status: 'active',
          currency_code: 'USD',
          price: MONTHLY[tier] * (duration === 'YEARLY' ? 10 : 1) * 100,
          period: 1,
          period_unit: duration === 'YEARLY' ? 'year' : 'month',
        },
      })),
    }),
  );

  scope.post('/customers', async ({ body }, reply) => {
    const { data } = NewCustomer.safeParse(body);
    if (!data) return refuse(reply, 400, 'param_wrong_value');
    const isNew = await books.addCustomer(data.id, data.company);
    return isNew ? { customer: data } : refuse(reply, 400, 'duplicate_entry');
  });

  scope.post<ById>('/customers/:id', async ({ params: { id }, body }, reply) => {
    const { data } = Customer.safeParse(body);
    if (!data) return refuse(reply, 400, 'param_wrong_value');
    const isKnown = await books.renameCustomer(id, data.company);
    return isKnown ? { customer: { id, ...data } } : missing(reply);
  });

  scope.post('/hosted_pages/checkout_new_for_items', async (request, reply) => {
    const { data } = Checkout.extend({ 'customer[id]': z.string() }).safeParse(request.body);
    return data ? sell(request, reply, data['customer[id]'], data) : refuse(reply, 400, 'param_wrong_value');
  });

  scope.post('/hosted_pages/checkout_existing_for_items', async (request, reply) => {
    const { data } = Checkout.extend({ 'subscription[id]': z.string() }).safeParse(request.body);
    if (!data) return refuse(reply, 400, 'param_wrong_value');
    const found = await books.subscriptionById(data['subscription[id]']);
    return found ? sell(request, reply, found.customerId, data) : missing(reply);
  });

  async function sell(
    request: FastifyRequest,
    reply: FastifyReply,
    customerId: string,
    order: z.output<typeof Checkout>,
  ) {
    const sold = SOLD.find(({ price }) => price === order[PRICE]);
    const customerName = await books.nameOf(customerId);
    if (!sold || customerName === null) return missing(reply);
    const { tier, duration } = sold;
    const { redirect_url: returnUrl, cancel_url: cancelUrl } = order;
    const of = { customerId, customerName, tier, duration, returnUrl, cancelUrl };
    return toPage(await books.createPage({ kind: 'checkout', ...of, idempotencyKey: keyOf(request) }));
  }

  scope.get<ById>('/hosted_pages/:id', async ({ params }, reply) => {
    const page = z.uuid().safeParse(params.id).success ? await books.findPage(params.id) : null;
    return page ? toPage(page) : missing(reply);
  });

  scope.post<ById>('/hosted_pages/:id/acknowledge', async ({ params }, reply) => {
    if (!z.uuid().safeParse(params.id).success) return missing(reply);
    const page = await books.acknowledge(params.id);
    if (page) return toPage(page);
    return (await books.findPage(params.id)) ? refuse(reply, 400, 'invalid_state_for_request') : missing(reply);
  });

  scope.post('/portal_sessions', async (request, reply) => {
    const { data } = Portal.safeParse(request.body);
    if (!data) return refuse(reply, 400, 'param_wrong_value');
    const { 'customer[id]': customerId, redirect_url: returnUrl } = data;
    const customerName = await books.nameOf(customerId);
    if (customerName === null) return missing(reply);
    const of = { customerId, customerName, returnUrl, cancelUrl: returnUrl };
    const { id, expiresAt } = await books.createPage({ kind: 'portal', ...of, idempotencyKey: keyOf(request) });
    const portal: WirePortal = {
      portal_session: { access_url: `${home}/portal/${id}`, expires_at: seconds(expiresAt) },
    };
    return portal;
  });

  scope.get<{ Querystring: { 'customer_id[is]'?: string } }>(
    '/subscriptions',
    async ({ query }): Promise<WireSubscriptions> => {
      const found = await books.subscription(query['customer_id[is]'] ?? '');
      return { list: found ? [toSubscription(found)] : [] };
    },
  );

  scope.get<ById>('/subscriptions/:id', async ({ params }, reply) => {
    const found = await books.subscriptionById(params.id);
    return found ? toSubscription(found) : missing(reply);
  });
}

function toSubscription(found: SandboxSubscription): WireSubscription {
  const { id, customerId, tier, duration, status, currentTermEnd, version } = found;
  const price = SOLD.find((one) => one.tier === tier && one.duration === duration)?.price ?? '';
  const end = seconds(currentTermEnd);
  return {
    subscription: {
      id,
      customer_id: customerId,
      status,
      // It keeps no history: its first term is its last.
      created_at: dayjs(currentTermEnd)
        .subtract(1, duration === 'YEARLY' ? 'year' : 'month')
        .unix(),
      current_term_end: end,
      ...(status === 'cancelled' ? { cancelled_at: end } : {}),
      resource_version: version,
      subscription_items: [{ item_price_id: price, item_type: 'plan' }],
    },
  };
}

const keyOf = ({ headers }: FastifyRequest): string | null =>
  z.string().max(100).safeParse(headers['chargebee-idempotency-key']).data ?? null;
