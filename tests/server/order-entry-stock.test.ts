import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CartWrapper } from '../../domain/carts/cart';
import type { CallOutput } from '../../domain/contract/endpoint';
import { holdOf } from '../../domain/inventory/stock';
import { lineBaseUnits } from '../../domain/orders/line';
import { orderTotals } from '../../domain/orders/totals';
import { orderLineItems } from '../../server/db/schema';
import { type Shopper, startShopping } from '../support/buying';
import { type CustomerFixture, makeBuyer, makeCustomer, makeProduct, type ProductFixture } from '../support/factories';
import { readLedger } from '../support/ledger';
import { calls } from '../support/order-entry';
import { openSellerApp } from '../support/seller-app';

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
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('quantity' as const),
      at: fc.nat(5),
      to: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at: fc.nat(1), to: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5), to: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('backorder' as const), at: fc.nat(5), to: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), at: fc.nat(STATUSES.length - 1), to: fc.constant(0) }),
  },
);

test('whatever is done to an order, its totals are those of its lines and its stock is what its status holds', async () => {
  const { db } = app.database;
  const customer = await makeCustomer(db, seller);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
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
      const [first] = products;
      if (!first) throw new Error('There are two products');
      const id = await enter(customer, first, '2');
      for (const { kind, at, to } of steps) {
        const order = await read(id);
        const lines = order.lineItems.map((line) => ({
          id: line.id as number | null,
          productId: line.productId,
          quantity: line.quantity,
          isBackorder: line.isBackorder,
        }));
        const place = lines.length === 0 ? 0 : at % lines.length;
        const line = lines[place];
        if (kind === 'move') {
          await owner.call(calls.transition, { params: { id }, body: { status: STATUSES[at] ?? 'ACCEPTED' } });
        } else if (kind === 'add') {
          const productId = products[at]?.id ?? first.id;
          await edit(order, [...lines, { id: null, productId, quantity: String(to), isBackorder: false }]);
        } else if (line !== undefined) {
          const changed =
            kind === 'remove'
              ? []
              : [kind === 'quantity' ? { ...line, quantity: String(to) } : { ...line, isBackorder: !line.isBackorder }];
          await edit(order, lines.toSpliced(place, 1, ...changed));
        }
      }
      const order = await read(id);
      const amounts = order.lineItems.map(({ total }) => ({ unitPrice: total, quantity: '1' }));
      expect(orderTotals({ lines: amounts, discountType: '$', discount: '0' }).totalUsd).toBe(order.totalUsd);
      const before = [100, 600];
      for (const [at, product] of products.entries()) {
        const held = { reserved: 0, taken: 0, none: 0 };
        for (const line of order.lineItems.filter(({ productId }) => productId === product.id))
          held[holdOf(order.status, line)] += Number(lineBaseUnits(line));
        const { row, sums } = await readLedger(db, product.id);
        expect(row).toEqual({ quantity: (before[at] ?? 0) - held.taken, reserved: held.reserved });
        expect(sums.reserved ?? 0).toBe(held.reserved);
        expect(row.quantity - row.reserved).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 25 },
  );
}, 90_000);

test('editors and buyers who race for the same stock never sell more than there is', async () => {
  const { db } = app.database;
  const product = await makeProduct(db, seller, { quantity: '100' });
  const customer = await makeCustomer(db, seller);
  const ids: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const id = await enter(customer, product, '1');
    await owner.expectOk(calls.transition, { params: { id }, body: { status: 'ACCEPTED' } });
    ids.push(id);
  }
  const filled: { shopper: Shopper; cart: CartWrapper }[] = [];
  for (let at = 0; at < 5; at += 1) {
    const shopper = await startShopping(app, await makeBuyer(db));
    filled.push({ shopper, cart: await shopper.fill(seller, [{ product, quantity: '7' }]) });
  }
  const more = async (id: number) => {
    const order = await read(id);
    return edit(order, [{ id: order.lineItems[0]?.id, productId: product.id, quantity: '9' }]);
  };
  await Promise.all([...ids.map(more), ...filled.map(({ shopper, cart }) => shopper.checkout([cart]))]);
  const sold = await db
    .select({ quantity: orderLineItems.quantity })
    .from(orderLineItems)
    .where(eq(orderLineItems.productId, product.id));
  const reserved = sold.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const { row, sums } = await readLedger(db, product.id);
  expect(row).toEqual({ quantity: 100, reserved });
  expect(sums.reserved).toBe(reserved);
  // Whoever comes first gets theirs, until less is left than the least that is wanted.
  expect(reserved).toBeLessThanOrEqual(100);
  expect(reserved).toBeGreaterThan(92);
});
