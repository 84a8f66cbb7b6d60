import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import type { CartWrapper } from '../../../../domain/carts/cart';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { lineBaseUnits } from '../../../../domain/orders/line';
import { holdOf } from '../../../../domain/orders/stock';
import { totalsOf } from '../../../../domain/orders/totals';
import { orderLineItems } from '../../../../server/db/schema';
import { type Shopper, startShopping } from '../../../support/carts/buying';
import {
  type CustomerFixture,
  makeBuyer,
  makeCustomer,
  makeOrder,
  makeProduct,
  type ProductFixture,
} from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';
import { calls } from '../../../support/orders/order-entry';
import { openSellerApp } from '../../../support/seller-app';

const { orderCredit } = contract;
type Order = CallOutput<typeof calls.get>;

const { app, seller, owner } = await openSellerApp();

const read = (id: number): Promise<Order> => owner.expectOk(calls.get, { params: { id } });

async function enter(customer: CustomerFixture, product: ProductFixture, quantity: string): Promise<number> {
  const body = {
    orgId: seller.org.id,
    companyId: seller.company.id,
    customerId: customer.id,
    lineItems: [{ productId: product.id, quantity }],
  };
  const answer = await owner.expectOk(calls.create, { body });
  if (!answer.saveSuccessful) throw new Error(JSON.stringify(answer));
  return answer.id;
}

/** Sends the order back with other lines. */
const edit = (order: Order, lineItems: readonly object[], by = owner) =>
  by.call(calls.update, {
    params: { id: order.id },
    body: {
      customerId: order.customer.id,
      shippingDetails: order.shippingDetails,
      notes: order.notes,
      lineItems: lineItems as never,
      version: order.version,
    },
  });

const STATUSES = ['SUBMITTED', 'ACCEPTED', 'FULFILLED', 'SHIPPED', 'REJECTED', 'CANCELLED', 'BACKORDER'] as const;
const WEIGHTS = {
  quantity: 3,
  add: 2,
  remove: 1,
  backorder: 1,
  move: 4,
  merge: 3,
  unmerge: 2,
  clone: 2,
  ship: 1,
  pay: 1,
  credit: 2,
};
type Kind = keyof typeof WEIGHTS;
const step = fc.oneof(
  ...(Object.entries(WEIGHTS) as [Kind, number][]).map(([kind, weight]) => ({
    weight,
    arbitrary: fc.record({
      kind: fc.constant(kind),
      /** Which order, and which of its lines, products or other orders. */
      who: fc.nat(7),
      at: fc.nat(6),
      to: fc.integer({ min: 1, max: 40 }),
    }),
  })),
);

type Step = { kind: Kind; who: number; at: number; to: number };
const [MERGE, CLONE, CREDIT] = (['merge', 'clone', 'credit'] as const).map(
  (kind): Step => ({ kind, who: 0, at: 0, to: 5 }),
) as [Step, Step, Step];
/** Tried first, so that each of these happens whatever else does. */
const EXAMPLES: [Step[]][] = [[[CLONE, MERGE]], [[CREDIT]]];

/** Pays with what the customer paid too much elsewhere, and takes that back every other time. */
async function moveCredit(id: number, { at, to }: { at: number; to: number }): Promise<boolean> {
  const { creditUsd } = await owner.expectOk(orderCredit.get, { params: { id } });
  const { invoicedUsd, paidUsd } = await read(id);
  const amount = Math.min(to, Number(creditUsd), Number(invoicedUsd) - Number(paidUsd));
  if (amount < 1) return false;
  const moved = await owner.call(orderCredit.apply, { params: { id }, body: { amount: `${Math.floor(amount)}.00` } });
  if (!moved.ok) return false;
  const [{ id: paymentId } = { id: 0 }] = moved.body;
  if (at % 2 === 0) await owner.expectOk(calls.voidPayment, { params: { id, paymentId }, query: {} });
  return true;
}

/** Records a payment; its id, or null for an order that takes none. */
async function pay(id: number, dollars: number): Promise<number | null> {
  const body = { amount: `${dollars}.00`, paymentType: 'CASH' as const, paymentDate: '2026-12-01', confirmed: true };
  const paid = await owner.call(calls.recordPayment, { params: { id }, body });
  return paid.ok ? paid.body.id : null;
}

/** What is done to an order but for its lines; those it makes join the others. May be refused. */
async function act(
  books: { ids: number[]; received: number; credits: number },
  id: number,
  { kind, at, to }: { kind: Kind; at: number; to: number },
): Promise<void> {
  const { ids } = books;
  if (kind === 'move') {
    await owner.call(calls.transition, { params: { id }, body: { status: STATUSES[at] ?? 'ACCEPTED' } });
  } else if (kind === 'merge') {
    const others = ids.filter((one) => one !== id);
    const merged = await owner.call(calls.merge, { body: { orderIds: [id, others[at % others.length] ?? id] } });
    if (merged.ok) ids.push(merged.body.id);
  } else if (kind === 'unmerge') {
    const last = (await read(id)).mergedInto?.id ?? id;
    await owner.call(calls.unmerge, { body: { orderId: last } });
  } else if (kind === 'clone') {
    const clone = await owner.call(calls.clone, { body: { orderId: id, prices: at % 2 === 0 ? 'copy' : 'current' } });
    if (clone.ok && clone.body.saved.saveSuccessful) ids.push(clone.body.saved.id);
  } else if (kind === 'ship') {
    const scope = { orgId: seller.org.id, companyId: seller.company.id };
    await owner.call(calls.shipDates, {
      body: { ...scope, orderIds: [...ids], shipDate: `2026-12-${10 + (to % 20)}` },
    });
  } else if (kind === 'credit') {
    const other = ids.find((one) => one !== id) ?? id;
    for (const one of [id, other])
      await owner.call(calls.transition, { params: { id: one }, body: { status: 'ACCEPTED' } });
    // More than any of these orders costs.
    if (await pay(other, 5000)) books.received += 5000;
    if (await moveCredit(id, { at, to })) books.credits += 1;
  } else {
    const paid = await pay(id, to);
    if (!paid) return;
    if (at % 2 === 0) await owner.expectOk(calls.voidPayment, { params: { id, paymentId: paid }, query: {} });
    else books.received += to;
  }
}

test('whatever is done to orders, their totals are those of their lines, their stock is what their status holds, and no money is made or lost', async () => {
  const { db } = app.database;
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const products = [
        await makeProduct(db, seller, { quantity: '100', wholesalePrice: '9.99' }),
        await makeProduct(db, seller, {
          quantity: '600',
          wholesalePrice: '108.00',
          sellInBulk: true,
          sellInUnitOfMeasure: 'Case',
          unitMultiplier: '12',
        }),
      ];
      const [first, second] = products;
      if (!first || !second) throw new Error('There are two products');
      const customer = await makeCustomer(db, seller);
      const ids = [await enter(customer, first, '2'), await enter(customer, second, '3')];
      const books = { ids, received: 0, credits: 0 };
      for (const id of ids) await owner.expectOk(calls.transition, { params: { id }, body: { status: 'SUBMITTED' } });
      for (const { kind, who, at, to } of steps) {
        const id = ids[who % ids.length] ?? 0;
        const order = await read(id);
        const lines = order.lineItems.map((line) => ({
          id: line.id as number | null,
          productId: line.productId,
          quantity: line.quantity,
          isBackorder: line.isBackorder,
        }));
        const place = lines.length === 0 ? 0 : at % lines.length;
        const line = lines[place];
        if (kind === 'add') {
          const productId = products[at % 2]?.id ?? first.id;
          await edit(order, [...lines, { id: null, productId, quantity: String(to), isBackorder: false }]);
        } else if (kind === 'quantity' || kind === 'remove' || kind === 'backorder') {
          if (line === undefined) continue;
          const changed =
            kind === 'remove'
              ? []
              : [kind === 'quantity' ? { ...line, quantity: String(to) } : { ...line, isBackorder: !line.isBackorder }];
          await edit(order, lines.toSpliced(place, 1, ...changed));
        } else {
          const before = ids.length;
          await act(books, id, { kind, at, to });
          if (ids.length > before) done.set(kind, (done.get(kind) ?? 0) + 1);
        }
      }
      const all = await Promise.all(ids.map(read));
      for (const order of all) {
        const { totalUsd, invoicedUsd } = totalsOf(order.lineItems, { discountType: '$', discount: '0' });
        expect([order.totalUsd, order.invoicedUsd]).toEqual([totalUsd, invoicedUsd]);
        const payments = await owner.expectOk(calls.payments, { params: { id: order.id } });
        const paid = payments.filter(({ voidedAt }) => voidedAt === null).reduce((sum, { amount }) => sum + +amount, 0);
        expect(Number(order.paidUsd)).toBe(paid);
      }
      // Credit is moved between a customer's orders, never made or lost.
      expect(all.reduce((sum, { paidUsd }) => sum + Number(paidUsd), 0)).toBe(books.received);
      done.set('credit', (done.get('credit') ?? 0) + books.credits);
      const before = [100, 600];
      for (const [at, product] of products.entries()) {
        const held = { reserved: 0, taken: 0, none: 0 };
        for (const order of all)
          for (const line of order.lineItems.filter(({ productId }) => productId === product.id))
            held[holdOf(order.status, line)] += Number(lineBaseUnits(line));
        const { row, sums } = await readLedger(db, product.id);
        expect(row).toEqual({ quantity: (before[at] ?? 0) - held.taken, reserved: held.reserved });
        expect(sums.reserved ?? 0).toBe(held.reserved);
        expect(row.quantity - row.reserved).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 25, examples: EXAMPLES },
  );
  // Not only refusals were tried.
  for (const kind of ['merge', 'clone', 'credit']) expect(done.get(kind)).toBeGreaterThan(0);
}, 120_000);

test('fifty editors and fifty buyers who race for a few products never sell more than there is, and none meets an error', async () => {
  const { db } = app.database;
  const customer = await makeCustomer(db, seller);
  const products: ProductFixture[] = [];
  for (let at = 0; at < 3; at += 1) products.push(await makeProduct(db, seller, { quantity: '100' }));
  const productAt = (at: number) => products[at % 3] as ProductFixture;
  const ids: number[] = [];
  const filled: { shopper: Shopper; cart: CartWrapper }[] = [];
  for (let at = 0; at < 50; at += 1) {
    const lines = [{ product: productAt(at) }, { product: productAt(at + 1) }];
    ids.push((await makeOrder(db, seller, { customer, status: 'ACCEPTED', lines })).order.id);
    const shopper = await startShopping(app, await makeBuyer(db));
    // In other orders than the editors', as whoever locks in the order of lines would wait for each other.
    const wanted = [at + 2, at + 1].map((which) => ({ product: productAt(which), quantity: '3' }));
    filled.push({ shopper, cart: await shopper.fill(seller, wanted) });
  }
  const more = async (id: number) => {
    const order = await read(id);
    const answer = await edit(
      order,
      order.lineItems.map((line) => ({ id: line.id, productId: line.productId, quantity: '4' })),
    );
    return answer.status;
  };
  const answers = await Promise.all([
    ...ids.map(more),
    ...filled.map(async ({ shopper, cart }) => {
      await shopper.checkout([cart]);
      return 200;
    }),
  ]);
  expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  for (const product of products) {
    const sold = await db
      .select({ quantity: orderLineItems.quantity })
      .from(orderLineItems)
      .where(eq(orderLineItems.productId, product.id));
    const reserved = sold.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    const { row, sums } = await readLedger(db, product.id);
    expect(row).toEqual({ quantity: 100, reserved });
    expect(sums.reserved).toBe(reserved);
    expect(reserved).toBeLessThanOrEqual(100);
  }
  // Whoever comes first gets theirs, until of some product less is left than the least that is wanted.
  const left = await Promise.all(products.map(async ({ id }) => 100 - (await readLedger(db, id)).row.reserved));
  expect(left.filter((many) => many < 3).length).toBeGreaterThan(0);
}, 90_000);
