import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { wholesaleMatches } from '../../../domain/wholesale/match-contract';
import { customers, orderLineItems, orderSalesReps, productStock, wholesaleConflicts } from '../../../server/db/schema';
import { openApp, startTestApp, type TestCaller } from '../../support/app';
import {
  makeBuyer,
  makeCustomer,
  makeMember,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { shopFor, untilSo } from '../../support/wholesale/shops';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let shop: ReturnType<typeof shopFor>;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  shop = shopFor(app, seller, owner);
});

const linesOf = (orderId: number) =>
  db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, seller.org.id), eq(orderLineItems.orderId, orderId)))
    .orderBy(orderLineItems.position);
const stockOf = async (productId: number) => {
  const [row] = await db
    .select({ quantity: productStock.quantity, reserved: productStock.reserved, setAside: productStock.setAside })
    .from(productStock)
    .where(and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, productId)));
  return { quantity: Number(row?.quantity), reserved: Number(row?.reserved) - Number(row?.setAside ?? 0) };
};

describe('an order of the wholesale marketplace', () => {
  test('comes in with its customer by license, products by SKU whatever its case, prices, notes and reps', async () => {
    const buyer = await makeBuyer(db);
    const customer = await makeCustomer(db, seller, { buyer });
    const rep = await makeMember(db, seller);
    const product = await makeProduct(db, seller, { sku: 'Harbor-Jar 01', quantity: '100' });
    await shop.addProduct('11', { sku: '  harbor-JAR  01 ', name: 'HARBOR JAR' });
    await shop.addCustomer('21', { licenseNumber: ` ${buyer.license.licenseNumber.toLowerCase()} ` });
    const number = await shop.place({
      customerId: '21',
      notes: 'Ring twice',
      discount: '5.00',
      reps: [rep.user.email.toUpperCase()],
      lines: [
        { productId: '11', quantity: '3', price: '21.50' },
        { productId: '11', quantity: '48', unitMultiplier: '24', price: '400.00' },
      ],
    });
    await shop.begin();
    const order = await shop.orderOf(number);
    expect(order).toMatchObject({
      customerId: customer.id,
      buyerOrgId: buyer.org.id,
      status: 'SUBMITTED',
      orderSource: 'WHOLESALE_MARKETPLACE',
      buyerNotes: 'Ring twice',
      notes: '',
      subtotalUsd: '864.50',
      totalUsd: '859.50',
      companyId: seller.company.id,
    });
    const lines = await linesOf(order?.id ?? 0);
    expect(
      lines.map(({ productId, quantity, unitOfMeasure, unitMultiplier, orderedUnitPrice, baseQuantity }) => ({
        productId,
        quantity,
        unitOfMeasure,
        unitMultiplier,
        orderedUnitPrice,
        baseQuantity,
      })),
    ).toEqual([
      {
        productId: product.id,
        quantity: '3',
        unitOfMeasure: 'Unit',
        unitMultiplier: '1',
        orderedUnitPrice: '21.50',
        baseQuantity: '3',
      },
      {
        productId: product.id,
        quantity: '2',
        unitOfMeasure: 'Case',
        unitMultiplier: '24',
        orderedUnitPrice: '400.00',
        baseQuantity: '48',
      },
    ]);
    expect(lines.map(({ priceWhy }) => priceWhy)).toEqual([{ kind: 'elsewhere' }, { kind: 'elsewhere' }]);
    expect(await stockOf(product.id)).toEqual({ quantity: 100, reserved: 51 });
    const reps = await db
      .select()
      .from(orderSalesReps)
      .where(eq(orderSalesReps.orderId, order?.id ?? 0));
    expect(reps.map(({ orgUserId }) => orgUserId)).toEqual([rep.orgUserId]);
    const shown = await owner.expectOk(orderCalls.get, { params: { id: order?.id ?? 0 } });
    expect(shown).toMatchObject({ orderSource: 'WHOLESALE_MARKETPLACE', externalId: number });
  });

  test('makes its customer, once for two orders, and is never refused for lack of stock', async () => {
    const product = await makeProduct(db, seller, { sku: 'FEW-1', quantity: '5' });
    await shop.addProduct('11', { sku: 'few-1' });
    await shop.addCustomer('21', { name: 'Corner Leaf', licenseNumber: 'NOBODY-HERE-1', email: 'corner@leaf.example' });
    const lines = [{ productId: '11', quantity: '4', price: '10.00' }];
    const numbers = [await shop.place({ customerId: '21', lines }), await shop.place({ customerId: '21', lines })];
    await shop.begin();
    const found = await Promise.all(numbers.map((number) => shop.orderOf(number)));
    expect(new Set(found.map((order) => order?.customerId)).size).toBe(1);
    const made = await db.select().from(customers).where(eq(customers.orgId, seller.org.id));
    expect(made.map(({ name, email }) => ({ name, email }))).toEqual([
      { name: 'Corner Leaf', email: 'corner@leaf.example' },
    ]);
    const waits = (await Promise.all(found.map((order) => linesOf(order?.id ?? 0))))
      .flat()
      .map(({ isBackorder }) => isBackorder);
    expect(waits.sort()).toEqual([false, true]);
    expect(await stockOf(product.id)).toEqual({ quantity: 5, reserved: 4 });
  });

  test('with an unknown product waits with a plain reason, and follows once a person matches it', async () => {
    const product = await makeProduct(db, seller, { sku: 'OURS-1' });
    await shop.addProduct('11', { sku: 'THEIRS-1', name: 'Their Jar' });
    await shop.addCustomer('21');
    const number = await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '9.00' }] });
    await shop.begin();
    expect(await shop.orderOf(number)).toBeUndefined();
    const { results } = await owner.expectOk(wholesaleMatches.problems, { params: await shop.at(), query: {} });
    expect(results).toMatchObject([
      {
        kind: 'ORDER',
        externalId: number,
        problem: 'No product here is matched with “Their Jar”. Match it, and the order follows.',
      },
    ]);
    await owner.expectOk(wholesaleMatches.decide, {
      params: await shop.at(),
      body: { kind: 'PRODUCT', decisions: [{ externalId: '11', state: 'MATCHED', ownId: product.id }] },
    });
    await untilSo(async () => expect(await shop.orderOf(number)).toMatchObject({ status: 'SUBMITTED' }));
    expect((await owner.expectOk(wholesaleMatches.problems, { params: await shop.at(), query: {} })).results).toEqual(
      [],
    );
  });

  test('follows their edits while it is open, and says so once ours was fulfilled', async () => {
    const product = await makeProduct(db, seller, { sku: 'EDIT-1', quantity: '50' });
    await shop.addProduct('11', { sku: 'EDIT-1' });
    await shop.addCustomer('21');
    const number = await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '3', price: '10.00' }] });
    await shop.begin();
    const before = await shop.orderOf(number);
    const [line] = await linesOf(before?.id ?? 0);
    await shop.edit(number, {
      lines: [
        {
          id: 1,
          productId: '11',
          quantity: '7',
          unitMultiplier: '1',
          price: '11.00',
          isSample: false,
          isBackorder: false,
          notes: '',
        },
      ],
      notes: 'Now seven',
    });
    await shop.read();
    expect(await shop.orderOf(number)).toMatchObject({ totalUsd: '77.00', buyerNotes: 'Now seven' });
    expect(await linesOf(before?.id ?? 0)).toMatchObject([{ id: line?.id, quantity: '7', orderedUnitPrice: '11.00' }]);
    expect(await stockOf(product.id)).toEqual({ quantity: 50, reserved: 7 });
    for (const action of ['accept', 'fulfill']) await shop.move(number, action);
    await shop.read();
    expect(await shop.orderOf(number)).toMatchObject({ status: 'FULFILLED' });
    expect(await stockOf(product.id)).toEqual({ quantity: 43, reserved: 0 });
    await shop.edit(number, { lines: [] });
    await shop.read();
    expect(await shop.orderOf(number)).toMatchObject({ totalUsd: '77.00' });
    expect((await shop.recordOf('ORDER', number))?.problem).toContain('after it was fulfilled here');
  });

  test('whose notes both sides changed is a conflict, and what only we changed is sent without an echo', async () => {
    await makeProduct(db, seller, { sku: 'NOTE-1' });
    await shop.addProduct('11', { sku: 'NOTE-1' });
    await shop.addCustomer('21');
    const number = await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '10.00' }] });
    await shop.begin();
    const info = { paymentDueDate: null, shippingDetails: '', salesRepOrgUserIds: [] };
    const edit = async (notes: string, shipDate: string | null = null) => {
      const order = await shop.orderOf(number);
      const body = { ...info, notes, shipDate, version: order?.version ?? 0 };
      return owner.expectOk(orderCalls.updateBasicInfo, { params: { id: order?.id ?? 0 }, body });
    };
    await edit('From us', '2027-01-05');
    await untilSo(async () =>
      expect(await shop.orderThere(number)).toMatchObject({
        notes: '',
        internalNotes: 'From us',
        shipDate: '2027-01-05',
      }),
    );
    await untilSo(async () =>
      expect((await shop.recordOf('ORDER', number))?.agreed).toMatchObject({ internalNotes: 'From us' }),
    );
    await shop.read();
    expect((await shop.eventsOf(number)).filter(({ source }) => source === 'api')).toHaveLength(1);
    await shop.edit(number, { internalNotes: 'From them' });
    await edit('From us again', '2027-01-05');
    await untilSo(async () => {
      const found = await db.select().from(wholesaleConflicts).where(eq(wholesaleConflicts.orgId, seller.org.id));
      expect(found).toMatchObject([
        { field: 'internalNotes', ours: 'From us again', agreed: 'From us', theirs: 'From them', state: 'OPEN' },
      ]);
    });
    expect(await shop.orderThere(number)).toMatchObject({ internalNotes: 'From them' });
    expect(await shop.orderOf(number)).toMatchObject({ notes: 'From us again' });
  });
});

test('read twice in two processes at once, an order comes once', async () => {
  const beside = await startTestApp({ beside: app });
  try {
    await makeProduct(db, seller, { sku: 'TWICE-1', quantity: '1000' });
    await shop.addProduct('11', { sku: 'TWICE-1' });
    await shop.addCustomer('21', { licenseNumber: 'TWICE-BUYER' });
    const numbers: string[] = [];
    for (let n = 0; n < 8; n += 1)
      numbers.push(await shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '10.00' }] }));
    await shop.connect();
    await shop.read();
    await shop.start();
    await Promise.all([shop.read(), shop.read()]);
    for (const number of numbers) expect(await shop.orderOf(number)).toMatchObject({ status: 'SUBMITTED' });
    expect(await db.$count(customers, eq(customers.orgId, seller.org.id))).toBe(1);
  } finally {
    await beside.close();
  }
});
