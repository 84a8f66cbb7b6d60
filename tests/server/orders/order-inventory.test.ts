import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller } = await openSellerApp();
const { db } = app.database;
const owner = await app.as(seller.owner.user, seller.org);
const { get } = contract.orderInventory;
const inventoryOf = (n: number, caller = owner) => caller.call(get, { params: { n } });

test('an order’s lines are compared with stock a product at a time, in base units', async () => {
  const cases = await makeProduct(db, seller, {
    sellInBulk: true,
    sellInUnitOfMeasure: 'Case',
    unitMultiplier: '12',
    quantity: '30',
  });
  const jar = await makeProduct(db, seller, { quantity: '13' });
  const endless = await makeProduct(db, seller, { quantity: '0', inventoryManagement: 'UNLIMITED' });
  const { order } = await makeOrder(db, seller, {
    status: 'DRAFT',
    lines: [
      { product: cases, quantity: '3' },
      { product: jar, quantity: '5' },
      { product: jar, quantity: '8', isSample: true },
      { product: endless, quantity: '100' },
    ],
  });
  expect(await owner.expectOk(get, { params: { n: order.id } })).toMatchObject([
    { productId: cases.id, needed: '36', available: '30', short: '6' },
    { productId: jar.id, needed: '13', available: '13', short: '0' },
    { productId: endless.id, needed: '100', available: null, short: '0' },
  ]);
});

test('what an order holds itself counts as available to it, and not to others', async () => {
  const product = await makeProduct(db, seller, { quantity: '10' });
  const holding = await makeOrder(db, seller, { status: 'ACCEPTED', lines: [{ product, quantity: '7' }] });
  const draft = await makeOrder(db, seller, { status: 'DRAFT', lines: [{ product, quantity: '7' }] });
  expect((await inventoryOf(holding.order.id)).body).toMatchObject([{ needed: '7', available: '10', short: '0' }]);
  expect((await inventoryOf(draft.order.id)).body).toMatchObject([{ needed: '7', available: '3', short: '4' }]);
});

test('an order’s stock is read by those of its seller who see it, and by nobody else', async () => {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  const rep = await makeMember(db, seller, {
    features: { BROWSE_MY_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  const { order } = await makeOrder(db, seller, { buyer, customer, salesRepOrgUserIds: [rep.orgUserId] });
  const { order: other } = await makeOrder(db, seller, { buyer, customer });
  const theirs = await app.as(rep.user, seller.org);
  expect((await inventoryOf(order.id, theirs)).status).toBe(200);
  expect((await inventoryOf(other.id, theirs)).status).toBe(404);
  expect((await inventoryOf(order.id, await app.as(buyer.owner.user, buyer.org))).status).toBe(404);
  const stranger = await makeSeller(db);
  expect((await inventoryOf(order.id, await app.as(stranger.owner.user, stranger.org))).status).toBe(404);
});
