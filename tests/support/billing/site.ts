import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request the service was sent; its form and query by name. */
export type Asked = { call: string; form: Record<string, string>; query: Record<string, string>; headers: Headers };
export type Answer = { status?: number; body: object };

/** A billing site that answers what a test wants, in the words of the service's documentation, and keeps what it was asked. */
export async function openBillingSite() {
  const site = { asked: [] as Asked[], answers: new Map<string, Answer | ((asked: Asked) => Answer)>() };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const call = `${request.method} ${pathname.replace('/api/v2', '')}`;
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const form = Object.fromEntries(new URLSearchParams(body));
    const asked = {
      call,
      form,
      query: Object.fromEntries(searchParams),
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    };
    site.asked.push(asked);
    const found = site.answers.get(call);
    const answer = typeof found === 'function' ? found(asked) : found;
    const { status = 200, body: said } = answer ?? refusal(404, 'resource_not_found');
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(said));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}/api/v2`,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  });
}

export const refusal = (status: number, code: string): Required<Answer> => ({
  status,
  body: { message: `${code}: sorry`, type: 'invalid_request', api_error_code: code, http_status_code: status },
});

/** A plan's price, as the service's documentation shows one. */
export const itemPrice = (id: string, item_id: string, period_unit: string, more: object = {}) => ({
  item_price: {
    id,
    name: id,
    item_family_id: 'verdant',
    item_id,
    status: 'active',
    external_name: item_id,
    pricing_model: 'flat_fee',
    price: 10_000,
    period: 1,
    currency_code: 'USD',
    period_unit,
    free_quantity: 0,
    resource_version: 1_594_106_928_574,
    item_type: 'plan',
    object: 'item_price',
    ...more,
  },
});

/** A subscription, as the service's documentation shows one. */
export const subscription = (id: string, customer_id: string, price: string, more: object = {}) => ({
  subscription: {
    id,
    billing_period: 1,
    billing_period_unit: 'month',
    customer_id,
    status: 'active',
    current_term_start: 1_612_890_918,
    current_term_end: 1_615_310_118,
    next_billing_at: 1_615_310_118,
    created_at: 1_612_890_918,
    started_at: 1_612_890_918,
    updated_at: 1_612_890_918,
    has_scheduled_changes: false,
    channel: 'web',
    resource_version: 1_612_890_918_000,
    deleted: false,
    object: 'subscription',
    currency_code: 'USD',
    subscription_items: [
      { item_price_id: 'day-pass-USD', item_type: 'addon', quantity: 1, object: 'subscription_item' },
      { item_price_id: price, item_type: 'plan', quantity: 1, unit_price: 1000, object: 'subscription_item' },
    ],
    due_invoices_count: 0,
    ...more,
  },
});

/** A hosted page, as the service's documentation shows one. */
export const hostedPage = (id: string, state: string, more: object = {}) => ({
  hosted_page: {
    id,
    type: 'checkout_new',
    url: `https://yourapp.chargebee.com/pages/v4/${id}/`,
    state,
    embed: false,
    created_at: 1_612_890_918,
    expires_at: 1_612_901_718,
    object: 'hosted_page',
    updated_at: 1_612_890_918,
    resource_version: 1_612_890_918_000,
    ...more,
  },
});
