import { beforeEach, expect, test } from 'vitest';
import { intakes as calls } from '../../../domain/intakes/contract';
import { packageDepartures, productItems } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeItem,
  makeLicense,
  makeMember,
  makeOrder,
  makePackage,
  makeProduct,
  type SellerFixture,
} from '../../support/factories';
import { makeAct, makeIntake } from '../../support/intakes/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let buyer: BuyerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller } = now));
beforeEach(async () => {
  buyer = await makeBuyer(db());
  owner = await app.as(buyer.owner.user, buyer.org);
});

const db = () => app.database.db;

/** A package of the seller’s, of an item that is mapped to a product of theirs. */
async function packed(product: { id: number }, quantity: string) {
  const item = await makeItem(db(), seller, {});
  await db().insert(productItems).values({ orgId: seller.org.id, productId: product.id, itemId: item.id });
  return makePackage(db(), item, { quantity });
}

/** The seller’s books say that it left for an order. */
const leaveFor = (order: { id: number }, product: { id: number }, own: { id: number }, quantity: string) =>
  db().insert(packageDepartures).values({
    orgId: seller.org.id,
    productId: product.id,
    packageId: own.id,
    orderId: order.id,
    quantity,
    isTransfer: true,
    leftAt: new Date(),
  });

/** What the seller sends the buyer. */
const sent = (carries: Parameters<typeof makeIntake>[2] & object) =>
  makeIntake(
    db(),
    { org: buyer.org, license: buyer.license },
    {
      shipperLicense: seller.license.licenseNumber,
      departedAt: new Date(Date.now() + 60_000),
      ...carries,
    },
  );

test('a delivery is put beside the order its packages left for, with what is short and what that is worth', async () => {
  const product = await makeProduct(db(), seller, { name: 'Blue Dream Eighth', wholesalePrice: '9.00' });
  const lines = [{ product, quantity: '48' }];
  const { order, customer } = await makeOrder(db(), seller, { buyer, lines, status: 'SHIPPED' });
  // Another order has the same: only the books tell which it is.
  await makeOrder(db(), seller, { buyer, customer, lines, status: 'SHIPPED' });
  const own = await packed(product, '48');
  await leaveFor(order, product, own, '48');
  const intake = await sent({ carries: [{ label: own.label, quantity: '48', unitOfMeasure: 'ea' }] });
  await makeAct(db(), intake.transfer, own.label, { countedQuantity: '46' });
  expect(await owner.expectOk(calls.orders, { params: intake.params })).toEqual({
    orders: [{ id: order.id, orderNumber: order.orderNumber, status: 'SHIPPED' }],
    lines: [
      {
        productId: product.id,
        productName: 'Blue Dream Eighth',
        unit: 'Unit',
        orderIds: [order.id],
        isHidden: false,
        ordered: '48',
        onManifest: '48',
        counted: '46',
        unitPrice: '9.00',
        difference: '-2',
        worth: '-18.00',
        packages: [{ label: own.label, by: 'TAG' }],
      },
    ],
    unmatched: [],
    worth: '-18.00',
  });
});

test('without such a record it goes by product, and by name, and says what no order has', async () => {
  const [jar, roll] = [
    await makeProduct(db(), seller, { name: 'Gelato Jar' }),
    await makeProduct(db(), seller, { name: 'Gelato Pre-roll' }),
  ];
  const lines = [jar, roll].map((product) => ({ product, quantity: '24' }));
  const { order } = await makeOrder(db(), seller, { buyer, lines, status: 'ACCEPTED' });
  const own = await packed(jar, '24');
  const { params, labels } = await sent({
    carries: [{ label: own.label, itemName: 'GJ 3.5' }, { itemName: 'gelato pre-roll' }, { itemName: 'Kief' }],
  });
  const match = await owner.expectOk(calls.orders, { params });
  expect(match.orders).toMatchObject([{ id: order.id }]);
  expect(match.lines.map((line) => line.packages)).toEqual([
    [{ label: own.label, by: 'ITEM' }],
    [{ label: labels[1], by: 'ITEM' }],
  ]);
  expect(match.unmatched).toEqual([{ label: labels[2], itemName: 'Kief', why: 'NONE' }]);
});

test('orders of another license, another buyer, or that were never accepted aren’t it', async () => {
  const product = await makeProduct(db(), seller, { name: 'Blue Dream Jar' });
  const lines = [{ product, quantity: '24' }];
  const { customer } = await makeOrder(db(), seller, { buyer, lines, status: 'SUBMITTED' });
  await makeOrder(db(), seller, { buyer: await makeBuyer(db()), lines, status: 'SHIPPED' });
  const other = { ...buyer, buyerLicense: (await makeBuyer(db(), { org: buyer.org })).buyerLicense };
  await makeOrder(db(), seller, { buyer: other, customer, lines, status: 'SHIPPED' });
  const { params } = await sent({ carries: [{}] });
  expect(await owner.expectOk(calls.orders, { params })).toMatchObject({ orders: [], lines: [], unmatched: [] });
});

test('who may not see purchase orders, or not those of the license, sees no price; others see no intake', async () => {
  const product = await makeProduct(db(), seller, { name: 'Blue Dream Jar' });
  await makeOrder(db(), seller, { buyer, lines: [{ product, quantity: '24' }], status: 'SHIPPED' });
  const { params } = await sent({ carries: [{}] });
  const of = { org: buyer.org };
  const licenseIds = [buyer.license.id];
  const as = async (features: object, ids = licenseIds) => {
    const { user } = await makeMember(db(), of, { features, licenseIds: ids });
    return (await app.as(user, buyer.org)).call(calls.orders, { params });
  };
  expect((await as({ INTAKES: readOnly, PURCHASE_ORDERS: readOnly })).body).toMatchObject({
    lines: [{ ordered: '24' }],
  });
  const without = await as({ INTAKES: readOnly });
  expect(without.body).toMatchObject({ orders: [], lines: [] });
  expect(JSON.stringify(without.body)).not.toContain('unitPrice');
  expect((await as({ PURCHASE_ORDERS: readOnly })).status).toBe(403);
  const elsewhere = await makeLicense(db(), buyer.org);
  expect((await as({ INTAKES: readOnly, PURCHASE_ORDERS: readOnly }, [elsewhere.id])).status).toBe(404);
  const stranger = await strangerTo({ app });
  expect(await stranger.call(calls.orders, { params })).toMatchObject({ status: 404 });
});
