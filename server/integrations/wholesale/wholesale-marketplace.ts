import { z } from 'zod';
import type { MarketplaceAccess } from '../../../domain/integrations/integrations';
import type { MarketplaceMove } from '../../../domain/integrations/marketplace';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { isThere } from '../../../domain/wholesale/status';
import type { TheirBrand, TheirCustomer, TheirOrder, TheirProduct } from '../../../domain/wholesale/theirs';
import type { Db } from '../../db/client';
import { openHttpClient } from '../../http-client';
import type { Log } from '../../log';
import { acquireTurn, acquireTurnBehind, postponeTurns } from '../acquire-turn';
import { KeyRefused, reasonOf } from '../answers';
import { BrandAnswer, CustomerAnswer, OrderAnswer, ProductAnswer } from './wholesale-records';

/** 300 a minute; 8 a second are never reached by calls this far apart. */
export const GAP_MS = 200;
/** What a page of a list holds. */
export const PAGE_SIZE = 50;
const NAME = 'wholesale marketplace';
/** No order has this number: with write access the reply is "not found", without it "forbidden". */
const NOBODYS = '0';
/** Whom they see calling; they refuse whoever doesn't say. */
const CALLER = 'Verdant/1';
const CHILDREN = 'line_items,customer,sales_reps';

/** The key can read orders but not change them. */
export class WriteRefused extends Error {
  override name = 'WriteRefused';
}

/** The wholesale marketplace rejected this change for good. `message` is its reason. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

/** A shop's key and whose it is: an organization's calls share turns. `isBackground` are a job's, behind people's. */
export type ShopAccess = { key: string; orgId: number; isBackground?: boolean };

/** A page of a list, what couldn't be read of it, and how many there are in all. */
export type Listed<T> = { records: T[]; unread: number; total: number };
export type Paging = { since: Date | null; offset: number };

/** What a seller may change of an order there. */
export type OrderChange = { internalNotes?: string; shipDate?: string | null; externalIds?: Record<string, string> };
/** Stock as what is free to sell, never on hand: an order under way would count twice. */
export type ProductChange = { available?: string; name?: string; wholesalePrice?: string };

/** Each raises KeyRefused and UNAVAILABLE; what changes anything WriteRefused and MoveRefused, too. */
export interface WholesaleMarketplace {
  /** A key's access to orders. */
  accessOf(key: string): Promise<MarketplaceAccess>;
  /** Changes an order's status there unless already set: safe to repeat. */
  move(key: string, orderNumber: string, move: MarketplaceMove): Promise<void>;
  /** Orders by when they last changed, the oldest first, with lines, customer and sales reps. */
  orders(at: ShopAccess, paging: Paging): Promise<Listed<TheirOrder>>;
  products(at: ShopAccess, paging: Paging): Promise<Listed<TheirProduct>>;
  customers(at: ShopAccess, paging: Paging): Promise<Listed<TheirCustomer>>;
  brands(at: ShopAccess, paging: Paging): Promise<Listed<TheirBrand>>;
  /** Null for one they don't have. */
  order(at: ShopAccess, number: string): Promise<TheirOrder | null>;
  product(at: ShopAccess, id: string): Promise<TheirProduct | null>;
  changeOrder(at: ShopAccess, number: string, change: OrderChange): Promise<TheirOrder>;
  changeProduct(at: ShopAccess, id: string, change: ProductChange): Promise<TheirProduct>;
}

const Received = z.object({ status: z.string() });
const Page = z.object({ count: z.number(), results: z.array(z.unknown()) });

/** The wholesale marketplace over HTTP, at the rate it allows all our processes together. */
export function wholesaleOverHttp({ url }: { url: string }, db: Db, log: Log): WholesaleMarketplace {
  const limit = { name: NAME, gapMs: GAP_MS };
  const service = openHttpClient({ name: NAME, log, atOnceEach: 2 });
  type Asked = { method?: 'GET' | 'POST' | 'PATCH'; body?: object; what: string };

  async function call(
    { key, orgId, isBackground = false }: Omit<ShopAccess, 'orgId'> & { orgId: number | string },
    path: string,
    { method = 'GET', body, what }: Asked,
  ): Promise<Response> {
    const errand = {
      what,
      tenant: orgId,
      isBackground,
      pace: () => (isBackground ? acquireTurnBehind(db, limit) : acquireTurn(db, NAME, GAP_MS)),
      rest: (ms: number) => postponeTurns(db, NAME, ms),
    };
    const headers = {
      accept: 'application/json',
      authorization: `App ${key}`,
      'user-agent': CALLER,
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await service.fetch(errand, `${url}/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 401) throw new KeyRefused();
    return response;
  }

  const ofKey = (key: string) => ({ key, orgId: key });
  const orderPath = (number: string) => `orders-received/${encodeURIComponent(number)}/`;
  const transition = (key: string, number: string, action: string) =>
    call(ofKey(key), `${orderPath(number)}transition/${action}/`, { method: 'POST', what: 'move order' });

  const list =
    <S extends z.ZodType>(path: string, shape: S, more: Record<string, string> = {}) =>
    async (at: ShopAccess, { since, offset }: Paging): Promise<Listed<z.output<S>>> => {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        offset: String(offset),
        ordering: 'modified',
        ...more,
      });
      if (since !== null) query.set('modified__gte', since.toISOString());
      const response = await call(at, `${path}/?${query}`, { what: `list ${path}` });
      if (response.status === 403) throw new KeyRefused();
      if (!response.ok) throw service.unavailable(`it answered ${response.status}`);
      const { results, count } = await service.read(response, Page);
      const read = results.map((one) => shape.safeParse(one));
      const records = read.flatMap((one) => (one.success ? [one.data] : []));
      if (records.length < results.length)
        log.warn({ list: path }, 'records of the wholesale marketplace are unreadable');
      return { records, unread: results.length - records.length, total: count };
    };

  const one =
    <S extends z.ZodType>(pathOf: (id: string) => string, shape: S, what: string) =>
    async (at: ShopAccess, id: string): Promise<z.output<S> | null> => {
      const response = await call(at, pathOf(id), { what });
      if (response.status === 403) throw new KeyRefused();
      if (response.status === 404) return null;
      if (!response.ok) throw service.unavailable(`it answered ${response.status}`);
      return service.read(response, shape);
    };

  async function change<S extends z.ZodType>(at: ShopAccess, path: string, body: object, shape: S, what: string) {
    const response = await call(at, path, { method: 'PATCH', body, what });
    if (response.status === 403) throw new WriteRefused();
    if (!response.ok) throw new MoveRefused(await reasonOf(response));
    return service.read(response, shape);
  }

  return {
    async accessOf(key) {
      const read = await call(ofKey(key), 'orders-received/?limit=1', { what: 'read order' });
      if (read.status === 403) throw new KeyRefused();
      if (!read.ok) throw service.unavailable(`it answered ${read.status}`);
      await read.body?.cancel();
      const written = await transition(key, NOBODYS, 'accept');
      await written.body?.cancel();
      return written.status === 403 ? 'READ' : 'WRITE';
    },
    async move(key, number, { action, leaves }) {
      const found = await call(ofKey(key), orderPath(number), { what: 'read order' });
      if (found.status === 403) throw new KeyRefused();
      if (!found.ok) throw new MoveRefused(await reasonOf(found));
      const { status } = await service.read(found, Received);
      if (isThere(leaves, status) || status.toLowerCase() === ORDER_STATUSES[leaves].label.toLowerCase()) return;
      const moved = await transition(key, number, action);
      if (moved.status === 403) throw new WriteRefused();
      if (!moved.ok) throw new MoveRefused(await reasonOf(moved));
      await moved.body?.cancel();
    },
    orders: list('orders-received', OrderAnswer, { include_children: CHILDREN }),
    products: list('products', ProductAnswer),
    customers: list('customers', CustomerAnswer),
    brands: list('brands', BrandAnswer),
    order: one(orderPath, OrderAnswer, 'read order'),
    product: one((id) => `products/${encodeURIComponent(id)}/`, ProductAnswer, 'read product'),
    changeOrder: (at, number, { internalNotes, shipDate, externalIds }) =>
      change(
        at,
        orderPath(number),
        {
          ...(internalNotes !== undefined && { internal_notes: internalNotes }),
          ...(shipDate !== undefined && { ship_date: shipDate }),
          ...(externalIds !== undefined && { external_ids: externalIds }),
        },
        OrderAnswer,
        'change order',
      ),
    changeProduct: (at, id, { available, name, wholesalePrice }) =>
      change(
        at,
        `products/${encodeURIComponent(id)}/`,
        {
          ...(available !== undefined && { available_inventory: available }),
          ...(name !== undefined && { name }),
          ...(wholesalePrice !== undefined && { wholesale_price: { amount: Number(wholesalePrice), currency: 'USD' } }),
        },
        ProductAnswer,
        'change product',
      ),
  };
}
