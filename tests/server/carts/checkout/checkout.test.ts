import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts } from '../../../../domain/carts/contract';
import { orders as ordersContract } from '../../../../domain/orders/contract';
import {
  auditLog,
  customers,
  mailbox,
  orderLineItems,
  orderSalesReps,
  orders,
  orderTransitions,
  orgUsers,
  products,
} from '../../../../server/db/schema';
import { openApp } from '../../../support/app';
import { startShopping } from '../../../support/carts/buying';
import {
  makeBuyer,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  only,
} from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';

const app = await openApp();
const db = () => app.database.db;

const ordersOf = (sellerOrgId: number) =>
  db().select().from(orders).where(eq(orders.orgId, sellerOrgId)).orderBy(orders.id);

describe('checkout', () => {
  test('a cart becomes a submitted order, its stock is reserved and the cart is gone', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const eighth = await makeProduct(db(), seller, { wholesalePrice: '20.00', salePrice: '17.50' });
    const cases = await makeProduct(db(), seller, { wholesalePrice: '108.00', quantity: '120', perCase: '12' });
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [
      { product: eighth, quantity: '3', notes: 'Freshest batch' },
      { product: cases, quantity: '2' },
    ]);
    await shopper.caller.expectOk(carts.update, {
      params: { id: cart.cart.id },
      body: { orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' },
    });

    const { createdOrders, failedCarts } = await shopper.checkout([cart]);

    expect(failedCarts).toEqual([]);
    const created = only(createdOrders);
    expect(created).toMatchObject({ cartId: cart.cart.id, totalUsd: '268.50' });
    const order = only(await ordersOf(seller.org.id));
    expect(order).toMatchObject({
      id: created.id,
      status: 'SUBMITTED',
      orderSource: 'MARKETPLACE',
      orderNumber: created.orderNumber,
      companyId: seller.company.id,
      buyerOrgId: buyer.org.id,
      buyerLicenseId: buyer.buyerLicense.id,
      subtotalUsd: '268.50',
      totalUsd: '268.50',
      lineItemCount: 2,
      buyerNotes: 'Ring twice',
      deliveryPreferences: 'Mornings',
      paymentOptionId: seller.paymentOptions[0]?.id,
      paymentDueDate: null,
      createdByUserId: buyer.owner.user.id,
    });
    const lines = await db()
      .select()
      .from(orderLineItems)
      .where(eq(orderLineItems.orderId, order.id))
      .orderBy(orderLineItems.position);
    expect(lines).toMatchObject([
      {
        productId: eighth.id,
        quantity: '3',
        orderedUnitPrice: '17.50',
        priceWhy: { kind: 'sale' },
        notes: 'Freshest batch',
      },
      { productId: cases.id, quantity: '2', unitOfMeasure: 'Case', unitMultiplier: '12', orderedUnitPrice: '108.00' },
    ]);
    expect((await readLedger(db(), eighth.id)).row).toEqual({ quantity: 100, reserved: 3 });
    expect((await readLedger(db(), cases.id)).row).toEqual({ quantity: 120, reserved: 24 });
    expect(await shopper.list()).toEqual([]);
    const steps = await db().select().from(orderTransitions).where(eq(orderTransitions.orderId, order.id));
    expect(steps).toMatchObject([{ fromStatus: null, toStatus: 'SUBMITTED', actorUserId: buyer.owner.user.id }]);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(order.id))));
    const logged = [seller, buyer].map(({ org }) => ({ orgId: org.id, actorUserId: buyer.owner.user.id }));
    expect(entries).toHaveLength(2);
    expect(entries).toMatchObject(expect.arrayContaining(logged.map((one) => expect.objectContaining(one))));
    const seen = await (await app.as(seller.owner.user, seller.org)).expectOk(ordersContract.get, {
      params: { id: order.id },
    });
    expect(seen).toMatchObject({ status: 'SUBMITTED', totalUsd: '268.50' });
  });

  test('a first order creates the customer, and a known customer’s current managers become the sales reps, who get an email', async () => {
    const [seller, newcomer, regular] = [await makeSeller(db()), await makeBuyer(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const rep = await makeMember(db(), seller, { defaultRoleId: 'USER' });
    const former = await makeMember(db(), seller, { defaultRoleId: 'USER' });
    await db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, former.orgUserId));
    const known = await makeCustomer(db(), seller, {
      buyer: regular,
      name: 'Regular',
      managerOrgUserIds: [rep.orgUserId, former.orgUserId],
    });
    for (const buyer of [newcomer, regular]) {
      const shopper = await startShopping(app, buyer);
      await shopper.checkout([await shopper.fill(seller, [{ product, quantity: '1' }])]);
    }
    const placed = await ordersOf(seller.org.id);
    const made = only(await db().select().from(customers).where(eq(customers.licenseId, newcomer.license.id)));
    expect(made).toMatchObject({ orgId: seller.org.id, companyId: seller.company.id, name: newcomer.license.name });
    expect(placed.map(({ customerId }) => customerId)).toEqual([made.id, known.id]);
    const reps = await db().select().from(orderSalesReps).where(eq(orderSalesReps.orgId, seller.org.id));
    expect(reps).toMatchObject([{ orderId: placed[1]?.id, orgUserId: rep.orgUserId }]);
    const letters = async () =>
      (await db().select().from(mailbox)).map(({ recipient, subject }) => `${recipient}: ${subject}`).sort();
    await expect
      .poll(letters, { timeout: 60_000 })
      .toEqual(
        expect.arrayContaining([
          `${seller.owner.user.email}: New order ${placed[0]?.orderNumber} from ${made.name}`,
          `${rep.user.email}: New order ${placed[1]?.orderNumber} from Regular`,
        ]),
      );
  });

  test('a customer pays their schedule’s price, and the order says which', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller, { wholesalePrice: '20.00', salePrice: '19.00' });
    const inLine = await makeProduct(db(), seller, { wholesalePrice: '50.00', productLineId: seller.productLine.id });
    const customer = await makeCustomer(db(), seller, { buyer });
    const schedule = await makePriceSchedule(db(), seller, {
      name: 'Preferred',
      customerIds: [customer.id],
      productRules: [{ productId: product.id, price: '15.25' }],
      lineRules: [{ productLineId: seller.productLine.id, percentDiscount: '0.1' }],
    });
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [
      { product, quantity: '2' },
      { product: inLine, quantity: '1' },
    ]);
    expect(cart.cart.total).toBe('75.50');
    const { createdOrders } = await shopper.checkout([cart]);
    expect(only(createdOrders).totalUsd).toBe('75.50');
    const lines = await db()
      .select()
      .from(orderLineItems)
      .where(eq(orderLineItems.orderId, only(createdOrders).id))
      .orderBy(orderLineItems.position);
    expect(lines.map(({ orderedUnitPrice, priceWhy }) => ({ orderedUnitPrice, priceWhy }))).toMatchObject([
      { orderedUnitPrice: '15.25', priceWhy: { kind: 'schedule-product', scheduleId: schedule.id } },
      { orderedUnitPrice: '45.00', priceWhy: { kind: 'schedule-line-percent', scheduleName: 'Preferred' } },
    ]);
  });

  test('a changed price stops the cart, which comes back with the new total', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller, { wholesalePrice: '20.00' });
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '2' }]);
    await db().update(products).set({ wholesalePrice: '21.00' }).where(eq(products.id, product.id));

    const { createdOrders, failedCarts } = await shopper.checkout([cart]);

    expect(createdOrders).toEqual([]);
    const failed = only(failedCarts);
    expect(failed.message).toContain('$42.00');
    expect(failed.cart?.cart.total).toBe('42.00');
    expect(await ordersOf(seller.org.id)).toEqual([]);
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 0 });
    expect(await shopper.list()).toHaveLength(1);
    const again = await shopper.checkout(await shopper.list());
    expect(only(again.createdOrders).totalUsd).toBe('42.00');
  });

  test('a failing cart doesn’t stop the next one', async () => {
    const [first, second, buyer] = [await makeSeller(db()), await makeSeller(db()), await makeBuyer(db())];
    const scarce = await makeProduct(db(), first, { quantity: '5' });
    const plenty = await makeProduct(db(), second);
    const shopper = await startShopping(app, buyer);
    const failing = await shopper.fill(first, [{ product: scarce, quantity: '5' }]);
    const passing = await shopper.fill(second, [{ product: plenty, quantity: '5' }]);
    const rival = await startShopping(app, await makeBuyer(db()));
    await rival.checkout([await rival.fill(first, [{ product: scarce, quantity: '3' }])]);

    const { createdOrders, failedCarts } = await shopper.checkout([failing, passing]);

    expect(createdOrders.map(({ cartId }) => cartId)).toEqual([passing.cart.id]);
    expect(only(failedCarts)).toMatchObject({
      cartId: failing.cart.id,
      message: `${scarce.name}: Only 2 units available`,
      cart: { cart: { lineItems: [{ errorMessage: 'Only 2 units available' }] } },
    });
    expect((await shopper.list()).map(({ cart }) => cart.id)).toEqual([failing.cart.id]);
  });

  test('two buyers can’t both take the last case: one gets it and the other is told', async () => {
    const seller = await makeSeller(db());
    const product = await makeProduct(db(), seller, { quantity: '12', perCase: '12' });
    const shoppers = [await startShopping(app, await makeBuyer(db())), await startShopping(app, await makeBuyer(db()))];
    const filled: CartWrapper[] = [];
    for (const shopper of shoppers) filled.push(await shopper.fill(seller, [{ product, quantity: '1' }]));
    const results = await Promise.all(shoppers.map((shopper, i) => shopper.checkout(filled.slice(i, i + 1))));
    expect(results.flatMap(({ createdOrders }) => createdOrders)).toHaveLength(1);
    const told = only(results.flatMap(({ failedCarts }) => failedCarts));
    expect(told.message).toBe(`${product.name}: 0 units available`);
    expect(told.cart).not.toBeNull();
    const { row, sums } = await readLedger(db(), product.id);
    expect(row).toEqual({ quantity: 12, reserved: 12 });
    expect(sums).toEqual(row);
  });

  test('a cart checked out in another window is reported as gone', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const results = await Promise.all([shopper.checkout([cart]), shopper.checkout([cart])]);
    expect(results.flatMap(({ createdOrders }) => createdOrders)).toHaveLength(1);
    expect(only(results.flatMap(({ failedCarts }) => failedCarts))).toMatchObject({
      cart: null,
      message: expect.stringContaining('This cart is gone'),
    });
    expect(await ordersOf(seller.org.id)).toHaveLength(1);
  });

  test('a backorder reserves nothing, and unlimited stock is never short but tracks reservations', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const later = await makeProduct(db(), seller, { listingState: 'BACKORDER', quantity: '0' });
    const endless = await makeProduct(db(), seller, { inventoryManagement: 'UNLIMITED', quantity: '0' });
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [
      { product: later, quantity: '40' },
      { product: endless, quantity: '500' },
    ]);
    const { createdOrders } = await shopper.checkout([cart]);
    const lines = await db()
      .select()
      .from(orderLineItems)
      .where(eq(orderLineItems.orderId, only(createdOrders).id));
    expect(lines.map(({ productId, isBackorder }) => ({ productId, isBackorder }))).toEqual([
      { productId: later.id, isBackorder: true },
      { productId: endless.id, isBackorder: false },
    ]);
    expect((await readLedger(db(), later.id)).row).toEqual({ quantity: 0, reserved: 0 });
    expect((await readLedger(db(), endless.id)).row).toEqual({ quantity: 0, reserved: 500 });
  });

  test('another seller’s payment option is refused', async () => {
    const [seller, other, buyer] = [await makeSeller(db()), await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const paid = { ...cart, availablePaymentOptions: other.paymentOptions };
    const { createdOrders, failedCarts } = await shopper.checkout([paid]);
    expect(createdOrders).toEqual([]);
    expect(only(failedCarts).message).toContain('Choose another one');
  });
});
