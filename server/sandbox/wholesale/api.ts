import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { add } from '../../../domain/money';
import { ORDER_STATUS_IDS, ORDER_STATUSES } from '../../../domain/orders/status';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import type { recordsOf } from '../records';
import { editOrder, moveOrder, toLine } from './acts';
import { adoptOrder } from './demo';
import type { hookTeller } from './hooks';
import { renderBrand, renderCustomer, renderOrders, renderProduct } from './render';
import { type Shop, type ShopOrder, shopOf } from './shop';

export type Key = { orgId: number; orgName: string; usState: string; access: 'READ' | 'WRITE'; key: string };
export const realmOf = ({ orgId, usState }: Pick<Key, 'orgId' | 'usState'>): string => `${orgId}-${usState}`;

export type Tools = {
  db: Db;
  records: ReturnType<typeof recordsOf>;
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Key | null>;
  tell: ReturnType<typeof hookTeller>;
};
type Query = Record<string, string | undefined>;
type OfOrder = { Params: { number: string; action: string; line: string } };
type OfOne = { Params: { id: string } };
const [PAGE_SIZE, LARGEST] = [50, 100];
const CHILDREN = ['line_items', 'customer', 'sales_reps'];

/** Their calls, as far as Verdant uses them. Every path ends in a slash. */
export function serveShopCalls(scope: FastifyInstance, api: string, { db, records, caller, tell }: Tools): void {
  async function opened(request: FastifyRequest, reply: FastifyReply, method: 'read' | 'write' = 'read') {
    const key = await caller(request, reply);
    if (!key) return null;
    if (method === 'write' && key.access !== 'WRITE') {
      reply.status(403).send({ detail: 'This key can only read.' });
      return null;
    }
    return { key, realm: realmOf(key), shop: shopOf(db, realmOf(key)) };
  }
  const notFound = (reply: FastifyReply) => reply.status(404).send({ detail: 'Not found.' });
  const changing = <T>(realm: string, work: (shop: Shop, tx: Db) => Promise<T>) =>
    transact(db, async (tx) => {
      const shop = shopOf(tx, realm);
      await shop.hold();
      return work(shop, tx);
    });

  scope.get(`${api}/orders-received/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    const query = request.query as Query;
    const { limit, offset, since } = pagingOf(query);
    const { rows, total } = await found.shop.page('order', { since, limit, offset });
    const results = await renderOrders(found.shop, rows, childrenOf(query));
    return paged(request, results, total, limit, offset);
  });

  scope.get<OfOrder>(`${api}/orders-received/:number/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    const { number } = request.params;
    if (!(await adoptOrder(db, found.shop, found.key, number, records))) return notFound(reply);
    const order = await found.shop.get('order', number);
    const [shown] = order ? await renderOrders(found.shop, [order], new Set(CHILDREN)) : [];
    return shown ?? notFound(reply);
  });

  scope.patch<OfOrder>(`${api}/orders-received/:number/`, async (request, reply) => {
    const found = await opened(request, reply, 'write');
    if (!found) return reply;
    const { number } = request.params;
    if (!(await adoptOrder(db, found.shop, found.key, number, records))) return notFound(reply);
    const body = (request.body ?? {}) as Record<string, unknown>;
    const whyNot = Object.keys(body).find((field) => !EDITABLE.has(field));
    if (whyNot) return reply.status(400).send({ detail: `A seller can’t change ${whyNot}.` });
    const notes = [body.notes, body.internal_notes].map((text) => String(text ?? ''));
    if (notes.some((text) => text.length > 2_000))
      return reply.status(400).send({ detail: 'Notes have at most 2,000 characters.' });
    const order = await changing(found.realm, (shop) => editOrder(shop, number, editedBy(body), 'api'));
    void tell(found.realm, 'order', number, 'updated');
    const after = order && (await found.shop.get('order', number));
    return after ? (await renderOrders(found.shop, [after], new Set(CHILDREN)))[0] : notFound(reply);
  });

  scope.post<OfOrder>(`${api}/orders-received/:number/transition/:action/`, async (request, reply) => {
    const found = await opened(request, reply, 'write');
    if (!found) return reply;
    const { number, action } = request.params;
    const before = (await adoptOrder(db, found.shop, found.key, number, records))
      ? await found.shop.get('order', number)
      : undefined;
    if (!before) return notFound(reply);
    const moved = await changing(found.realm, (shop) => moveOrder(shop, number, action, 'api'));
    if (!moved)
      return reply.status(400).send({ detail: `“${action}” isn’t allowed on an order that is ${before.data.status}.` });
    const leaves = ORDER_STATUS_IDS.find((status) => ORDER_STATUSES[status].label === moved.data.status);
    await records.add('move', number, { action, leaves, orgName: found.key.orgName });
    void tell(found.realm, 'order', number, 'updated');
    return { number, status: moved.data.status };
  });

  scope.patch<OfOrder>(`${api}/orders-received/:number/line-items/:line/`, async (request, reply) => {
    const found = await opened(request, reply, 'write');
    if (!found) return reply;
    const { number, line } = request.params;
    const { quantity } = (request.body ?? {}) as { quantity?: string };
    const after = await changing(found.realm, async (shop) => {
      const order = await shop.get('order', number);
      if (!order || !['Submitted', 'Accepted'].includes(order.data.status)) return null;
      const lines = order.data.lines.map((one) =>
        String(one.id) === line && quantity ? toLine({ ...one, quantity }, one.id) : one,
      );
      return editOrder(shop, number, { lines }, 'api');
    });
    if (!after) return reply.status(400).send({ detail: 'These line items can’t change now.' });
    void tell(found.realm, 'order', number, 'updated');
    return { number };
  });

  scope.get<OfOrder>(`${api}/orders-received/:number/events/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    const events = (await found.shop.page('event')).rows.filter(({ data }) => data.order === request.params.number);
    return {
      results: events.map(({ data, modifiedAt }) => ({
        event_type: data.type,
        changed_fields: data.changed,
        source: data.source,
        source_detail: data.source === 'api' ? found.key.orgName : null,
        created_on: modifiedAt.toISOString(),
      })),
    };
  });

  const list = (path: string, kind: 'product' | 'customer' | 'brand', render: (one: never) => object) =>
    scope.get(`${api}/${path}/`, async (request, reply) => {
      const found = await opened(request, reply);
      if (!found) return reply;
      const { limit, offset, since } = pagingOf(request.query as Query);
      const { rows, total } = await found.shop.page(kind, { since, limit, offset });
      return paged(
        request,
        rows.map((row) => render(row as never)),
        total,
        limit,
        offset,
      );
    });
  list('products', 'product', renderProduct);
  list('customers', 'customer', renderCustomer);
  list('buyers', 'customer', renderCustomer);
  list('brands', 'brand', renderBrand);

  scope.get<OfOne>(`${api}/products/:id/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    const product = await found.shop.get('product', request.params.id);
    return product ? renderProduct(product) : notFound(reply);
  });

  scope.patch<OfOne>(`${api}/products/:id/`, async (request, reply) => {
    const found = await opened(request, reply, 'write');
    if (!found) return reply;
    const body = (request.body ?? {}) as Record<string, unknown>;
    const after = await changing(found.realm, async (shop) => {
      const product = await shop.get('product', request.params.id);
      if (!product) return null;
      const { quantity, available_inventory: free, name, wholesale_price: price } = body;
      await shop.put('product', product.id, {
        ...product.data,
        ...(quantity !== undefined && { quantity: String(quantity) }),
        ...(free !== undefined && { quantity: add(String(free), product.data.reserved) }),
        ...(name !== undefined && { name: String(name) }),
        ...(price !== undefined && { wholesalePrice: Number((price as { amount: number }).amount).toFixed(2) }),
      });
      return shop.get('product', product.id);
    });
    if (!after) return notFound(reply);
    void tell(found.realm, 'product', after.id, 'updated');
    return renderProduct(after);
  });

  scope.get(`${api}/companies/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    const { orgId, orgName } = found.key;
    return { count: 1, next: null, previous: null, results: [{ id: orgId, name: orgName }] };
  });

  scope.get<OfOne>(`${api}/company/:id/`, async (request, reply) => {
    const found = await opened(request, reply);
    if (!found) return reply;
    return request.params.id === String(found.key.orgId)
      ? { id: found.key.orgId, name: found.key.orgName }
      : notFound(reply);
  });
}

/** What a seller may change of an order. */
const EDITABLE = new Set([
  'external_ids',
  'notes',
  'internal_notes',
  'ship_date',
  'payment_due_date',
  'discount',
  'discount_type',
]);

function editedBy(body: Record<string, unknown>): Partial<ShopOrder> {
  const text = (field: string) => (body[field] === undefined ? {} : { [field]: body[field] });
  const { external_ids: externalIds, internal_notes, ship_date, payment_due_date } = body;
  return {
    ...text('notes'),
    ...text('discount'),
    ...(internal_notes !== undefined && { internalNotes: String(internal_notes) }),
    ...(ship_date !== undefined && { shipDate: ship_date as string | null }),
    ...(payment_due_date !== undefined && { paymentDueDate: payment_due_date as string | null }),
    ...(externalIds !== undefined && { externalIds: externalIds as Record<string, string> }),
  };
}

function pagingOf(query: Query) {
  const limit = Math.min(LARGEST, Math.max(1, Number(query.limit ?? PAGE_SIZE)));
  const since = query.modified__gte === undefined ? undefined : new Date(query.modified__gte);
  return { limit, offset: Math.max(0, Number(query.offset ?? 0)), since };
}

const childrenOf = (query: Query): Set<string> => new Set((query.include_children ?? '').split(','));

function paged(request: FastifyRequest, results: readonly object[], count: number, limit: number, offset: number) {
  const at = (place: number) => {
    const url = new URL(request.url, `http://${request.headers.host ?? 'localhost'}`);
    url.searchParams.set('offset', String(place));
    return url.href;
  };
  return {
    count,
    next: offset + results.length < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}
