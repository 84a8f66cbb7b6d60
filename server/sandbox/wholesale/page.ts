import type { FastifyInstance } from 'fastify';
import { multiply } from '../../../domain/money';
import { transact } from '../../db/transact';
import { type Html, html } from '../../mail/html';
import { demoHookKey } from '../demo-keys';
import { act, sendSandboxPage } from '../page';
import { readSwitches } from '../switches';
import { ACTIONS, editOrder, moveOrder, placeShopOrder } from './acts';
import { type Key, realmOf, type Tools } from './api';
import { type Entity, type Shop, shopOf } from './shop';
import { MODES, type Mode, readModes } from './trouble';

const MOST_SHOWN = 50;
type Posted = { Params: { realm: string }; Body: Record<string, string | undefined> };
type Pages = Pick<Tools, 'db' | 'records' | 'tell'> & {
  open(key: Pick<Key, 'orgId' | 'orgName' | 'usState'>): Promise<Shop>;
  listKeys(): Promise<Key[]>;
};

/** The pages where a person is a buyer, or the seller there, and makes it misbehave. */
export function serveShopPages(
  scope: FastifyInstance,
  page: string,
  { db, records, tell, open, listKeys }: Pages,
): void {
  scope.get(page, async (_request, reply) => {
    const [keys, switches, modes] = [await listKeys(), await readSwitches(page, records), await readModes(records)];
    const moves = await records.newest('move', MOST_SHOWN);
    return sendSandboxPage(
      reply,
      'Wholesale marketplace sandbox',
      html`<p>Verdant calls this sandbox instead of the wholesale marketplace. A seller has two keys in each state: one can only read
orders, and with the other Verdant sends every change.</p>
${switches.outage}
<h2>Faults</h2><div class="card"><table><tbody>
${(Object.keys(MODES) as Mode[]).map(
  (mode) =>
    html`<tr><td>${MODES[mode]}</td><td>${act(`${page}/mode`, modes.has(mode) ? 'Stop' : 'Start', mode)}</td></tr>`,
)}</tbody></table></div>
<h2>Keys</h2><div class="card"><table><thead><tr><th>Seller</th><th>State</th><th>Access</th><th>Key</th><th>Shop</th><th>Revoke</th></tr></thead><tbody>
${keys.map(
  (
    one,
  ) => html`<tr><td>${one.orgName}</td><td>${one.usState}</td><td>${one.access === 'WRITE' ? 'read and write' : 'read only'}</td>
<td><code>${one.key}</code></td><td><a href="${page}/shops/${realmOf(one)}">Open the shop</a></td><td>${switches.revoke(one.key)}</td></tr>`,
)}</tbody></table></div>
<h2>Changes received</h2>
${
  moves.length === 0
    ? html`<p class="quiet">Nothing yet. Change the status of an order from the wholesale marketplace.</p>`
    : html`<div class="card"><table><thead><tr><th>When</th><th>Seller</th><th>Order</th><th>Action</th></tr></thead><tbody>
${moves.map(
  ({ createdAt, subject, data }) => html`<tr><td>${createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</td>
<td>${(data as { orgName: string }).orgName}</td><td>${subject}</td><td>${(data as { action: string }).action}</td></tr>`,
)}</tbody></table></div>`
}`,
    );
  });

  const keyOf = async (realm: string) => (await listKeys()).find((one) => realmOf(one) === realm);

  scope.get<Posted>(`${page}/shops/:realm`, async ({ params: { realm } }, reply) => {
    const key = await keyOf(realm);
    if (!key) return reply.redirect(page, 303);
    return sendSandboxPage(reply, `${key.orgName}’s shop in ${key.usState}`, await shopPage(await open(key), page));
  });

  /** A form of a shop's page: what it changed is told of. */
  const form = (path: string, work: (shop: Shop, body: Posted['Body']) => Promise<Changed | null>) =>
    scope.post<Posted>(`${page}/shops/:realm/${path}`, async ({ params: { realm }, body }, reply) => {
      const key = await keyOf(realm);
      if (key) {
        await open(key);
        const changed = await transact(db, async (tx) => {
          const shop = shopOf(tx, realm);
          await shop.hold();
          return work(shop, body);
        });
        if (changed) void tell(realm, changed.type, changed.id, changed.action);
      }
      return reply.redirect(`${page}/shops/${realm}`, 303);
    });

  form('place', async (shop, { customer = '', product = '', quantity = '1', price, notes = '', rep = '' }) => {
    const [sold, buyer] = [await shop.get('product', product), await shop.get('customer', customer)];
    if (!sold || !buyer || !(Number(quantity) > 0)) return null;
    const { unitMultiplier, wholesalePrice } = sold.data;
    const line = {
      productId: product,
      quantity: multiply(quantity, unitMultiplier),
      unitMultiplier,
      price: price || wholesalePrice,
    };
    const id = await placeShopOrder(shop, { customerId: customer, lines: [line], notes, reps: rep ? [rep] : [] });
    return { type: 'order', id, action: 'created' };
  });
  form('edit', async (shop, { order = '', quantity = '', notes }) => {
    const found = await shop.get('order', order);
    const [first, ...others] = found?.data.lines ?? [];
    if (!found) return null;
    const lines =
      first && Number(quantity) > 0
        ? { lines: [{ ...first, quantity: multiply(quantity, first.unitMultiplier) }, ...others] }
        : {};
    await editOrder(shop, order, { ...lines, ...(notes !== undefined && { notes }) }, 'app');
    return { type: 'order', id: order, action: 'updated' };
  });
  form('move', async (shop, { order = '', action = '' }) =>
    (await moveOrder(shop, order, action, 'app')) ? { type: 'order', id: order, action: 'updated' } : null,
  );
  form('product', async (shop, { product = '', price, quantity }) => {
    const found = await shop.get('product', product);
    if (!found) return null;
    const changes = { ...(price && { wholesalePrice: Number(price).toFixed(2) }), ...(quantity && { quantity }) };
    await shop.put('product', product, { ...found.data, ...changes });
    return { type: 'product', id: product, action: 'updated' };
  });
  form('hook', async (shop, { url = '' }) => {
    await shop.put('hook', 'hook', { url });
    return null;
  });
}

type Changed = { type: 'order' | 'product'; id: string; action: 'created' | 'updated' };

async function shopPage(shop: Shop, page: string): Promise<Html> {
  const path = `${page}/shops/${shop.realm}`;
  const orders = await shop.newest('order', MOST_SHOWN);
  const [goods, buyers] = [(await shop.page('product')).rows, (await shop.page('customer')).rows];
  const hook = await shop.get('hook', 'hook');
  const nameOf = (id: string) => buyers.find((one) => one.id === id)?.data.name ?? id;
  const options = (rows: readonly Entity<'product' | 'customer'>[]) =>
    rows.slice(0, 200).map(({ id, data }) => html`<option value="${id}">${data.name}</option>`);
  const field = (name: string, label: string, value = '', type = 'text') =>
    html`<label>${label} <input name="${name}" value="${value}" type="${type}" aria-label="${label}"></label> `;
  return html`<p><a href="${page}">All shops</a></p>
<h2>Telling Verdant of changes</h2><div class="card"><form method="post" action="${path}/hook">
${field('url', 'Address', hook?.data.url ?? '')}<button>Save</button></form>
<p class="quiet">It signs with <code>${demoHookKey(shop.realm)}</code></p></div>
<h2>Buy here</h2><div class="card"><form method="post" action="${path}/place">
<label>Buyer <select name="customer">${options(buyers)}</select></label>
<label>Product <select name="product">${options(goods)}</select></label>
${field('quantity', 'Quantity', '2')}${field('price', 'Price')}${field('notes', 'Notes')}${field('rep', 'Sales rep’s email')}<button>Place the order</button></form></div>
<h2>Orders</h2><div class="card"><table><thead><tr><th>Order</th><th>Buyer</th><th>Status</th><th>Lines</th><th>Edit</th><th>Move</th></tr></thead><tbody>
${orders.map(
  ({
    id,
    data,
  }) => html`<tr><td><code>${data.shortId}</code></td><td>${nameOf(data.customerId)}</td><td>${data.status}</td>
<td>${data.lines.map(({ productId, quantity }) => html`${quantity} × ${goods.find((one) => one.id === productId)?.data.name ?? productId}<br>`)}</td>
<td><form method="post" action="${path}/edit"><input type="hidden" name="order" value="${id}">${field('quantity', 'First line’s quantity')}${field('notes', 'Notes', data.notes)}<button>Change</button></form></td>
<td><form method="post" action="${path}/move"><input type="hidden" name="order" value="${id}"><select name="action" aria-label="Action">${Object.keys(ACTIONS).map((action) => html`<option>${action}</option>`)}</select> <button>Move</button></form></td></tr>`,
)}</tbody></table></div>
<h2>Products</h2><div class="card"><table><thead><tr><th>Product</th><th>SKU</th><th>On hand</th><th>Reserved</th><th>Price</th><th>Change</th></tr></thead><tbody>
${goods.slice(0, 100).map(
  ({
    id,
    data,
  }) => html`<tr><td>${data.name}</td><td><code>${data.sku}</code></td><td>${data.quantity}</td><td>${data.reserved}</td><td>${data.wholesalePrice}</td>
<td><form method="post" action="${path}/product"><input type="hidden" name="product" value="${id}">${field('price', 'Price')}${field('quantity', 'On hand')}<button>Change</button></form></td></tr>`,
)}</tbody></table></div>`;
}
