import { randomUUID } from 'node:crypto';
import { contract } from '../../domain/calls';
import type { CartWrapper, CheckoutResult } from '../../domain/carts/cart';
import type { Menu } from '../../domain/catalogue/menu';
import type { Endpoint } from '../../domain/contract/endpoint';
import type { BuyerCompany } from '../../domain/organization/organization';
import { DEMO_PASSWORD } from '../../server/seed/specs/people';
import { signIn } from '../../tests/support/identity/sign-in';
import { type HttpTarget, measureHttp, type Rate } from '../load';

const SELLER = 'owner@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
/** Well below the writes and files a minute anybody is allowed. */
const ORDERS_A_LEG = 60;
const FILES_A_LEG = 6;

/** What is measured, and how long one of it may take on a cluster beside one machine; null where nothing was agreed. */
export const CALLS = {
  'a page of orders': 2,
  'the buyer’s list': 10,
  'a menu': null,
  'an export of 2,000 orders': null,
  'an order placed': null,
} as const;
export type CallName = keyof typeof CALLS;

export type Measure = (seconds: number) => Promise<Rate>;

/** Signs a seller and a buyer of the demo in at a server, as people do, and gives what is measured of it. */
export async function measuresAt(url: string): Promise<Record<CallName, Measure>> {
  const [seller, buyer] = [await enter(url, SELLER), await enter(url, BUYER)];
  const done = { statuses: ['SHIPPED', 'DELIVERED', 'COMPLETE'] };
  const page = { filters: done, sortBy: 'created', sortDesc: true };
  const { menu, order } = await shop(buyer);
  const search = seller.target(contract.orders.search, { body: page });
  const exported = () =>
    seller.read(contract.orderExports.orders, {
      body: { ...page, headers: ['orderNumber', 'totalUsd'] },
    });
  const bought = buyer.target(contract.purchaseOrders.search, { body: { sortBy: 'created' } });
  return {
    'a page of orders': (seconds) => measureHttp(search, seconds),
    'the buyer’s list': (seconds) => measureHttp(bought, seconds),
    'a menu': (seconds) => measureHttp(menu, seconds),
    'an export of 2,000 orders': (seconds) => repeat(exported, seconds, FILES_A_LEG),
    'an order placed': (seconds) => repeat(order, seconds, ORDERS_A_LEG),
  };
}

type Asked = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: object };
type Member = {
  target(endpoint: Endpoint, asked: Asked): HttpTarget;
  ask<Reply>(endpoint: Endpoint, asked: Asked): Promise<Reply>;
  /** Reads an answer to its end. */
  read(endpoint: Endpoint, asked: Asked): Promise<void>;
};

async function enter(url: string, email: string): Promise<Member> {
  const { tokens } = await signIn({ address: url, publicUrl: url }, email, DEMO_PASSWORD);
  const authorization = `Bearer ${tokens.access_token}`;
  const found = await fetch(`${url}/api${contract.session.membership.path}`, { headers: { authorization } });
  const { orgId } = (await found.json()) as { orgId: number };
  const target = ({ method, path }: Endpoint, { params = {}, query = {}, body }: Asked): HttpTarget => ({
    url: `${url}/api${path.replaceAll(/:(\w+)/g, (_, name) => String({ orgId, ...params }[name as 'orgId']))}?${new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )}`,
    method: method as HttpTarget['method'],
    headers: {
      authorization,
      'org-id': String(orgId),
      timezone: 'America/Denver',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify({ orgId, ...body }) }),
  });
  const answerOf = async (endpoint: Endpoint, asked: Asked) => {
    const { url: address, headers, ...init } = target(endpoint, asked);
    const key = { 'idempotency-key': randomUUID() };
    const response = await fetch(address, { ...init, headers: { ...headers, ...(init.method === 'POST' && key) } });
    if (!response.ok) throw new Error(`${endpoint.path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    target,
    ask: async <Reply>(endpoint: Endpoint, asked: Asked) => (await (await answerOf(endpoint, asked)).json()) as Reply,
    read: async (endpoint, asked) => void (await (await answerOf(endpoint, asked)).arrayBuffer()),
  };
}

/** A menu where the buyer may buy something that never runs out, and one order of it. */
async function shop(buyer: Member): Promise<{ menu: HttpTarget; order: () => Promise<void> }> {
  const { buyerCompanies } = await buyer.ask<{ buyerCompanies: BuyerCompany[] }>(contract.organization.full, {});
  const licenses = buyerCompanies.flatMap(({ id, buyerLicenses }) =>
    buyerLicenses.map((held) => ({
      companyId: id,
      buyerLicenseId: held.id,
      state: held.license.state.ansiAbbrevation,
    })),
  );
  const listed = await buyer.ask<{ id: number }[]>(contract.brands.featured, {});
  for (const { id } of listed) {
    const { sellers } = await buyer.ask<{ sellers: { companyId: number; usState: string }[] }>(contract.brands.get, {
      params: { id },
    });
    for (const { companyId: sellerCompanyId, usState } of sellers) {
      const license = licenses.find(({ state }) => state === usState);
      if (!license) continue;
      const { companyId, buyerLicenseId } = license;
      const asked = { params: { id }, body: { companyId: sellerCompanyId, buyerLicenseId } };
      const { products } = await buyer.ask<Menu>(contract.brands.menu, asked);
      const product = products.find(
        (one) => one.inventoryManagement === 'UNLIMITED' && one.listingState === 'AVAILABLE' && !one.maximumOrder,
      );
      if (!product) continue;
      const item = { productId: product.id, quantity: product.minimumOrder ?? '1' };
      return {
        menu: buyer.target(contract.brands.menu, asked),
        order: async () => {
          const { cart: wrapper } = await buyer.ask<{ cart: CartWrapper | null }>(contract.carts.create, {
            body: { companyId, buyerLicenseId, sellerCompanyId, cartItems: [item] },
          });
          if (!wrapper) throw new Error('The item was refused');
          const { cart, availablePaymentOptions } = wrapper;
          const wanted = {
            cartId: cart.id,
            companyPaymentOptionId: availablePaymentOptions[0]?.id,
            expectedTotal: cart.total,
          };
          const { createdOrders } = await buyer.ask<CheckoutResult>(contract.carts.checkout, {
            body: { companyId, carts: [wanted] },
          });
          if (createdOrders.length !== 1) throw new Error('The order was not placed');
        },
      };
    }
  }
  throw new Error('The demo has no menu with a product that never runs out');
}

/** How often one person gets something done, over and over, as often as anybody may. */
async function repeat(act: () => Promise<void>, seconds: number, most: number): Promise<Rate> {
  const times: number[] = [];
  const begun = performance.now();
  while (times.length < most && performance.now() < begun + seconds * 1000) {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  }
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond, p50: at(0.5), p99: at(0.99) };
}
