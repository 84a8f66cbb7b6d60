import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openApp } from '../../support/app';
import { makeBuyer, makeMember, makeOrder, makeSeller } from '../../support/factories';
import { readOnly } from '../../support/permissions';

const { counterparts } = contract;
const app = await openApp();
const { db } = app.database;

test('the other organization of an order is told to those who see it, on both sides', async () => {
  const seller = await makeSeller(db);
  const buyer = await makeBuyer(db);
  const { order } = await makeOrder(db, seller, { buyer });
  const find = async (user: typeof seller.owner.user, org: { id: number }) =>
    (await app.as(user, org as typeof seller.org)).call(counterparts.find, {
      params: { orgId: org.id },
      query: { of: 'ORDER', orderId: order.id },
    });
  expect(await find(seller.owner.user, seller.org)).toMatchObject({ body: { org: { id: buyer.org.id } } });
  expect(await find(buyer.owner.user, buyer.org)).toMatchObject({
    body: { org: { id: seller.org.id, name: seller.org.name } },
  });
  const stranger = await makeSeller(db);
  expect(await find(stranger.owner.user, stranger.org)).toMatchObject({ body: { org: null } });
  const clerk = await makeMember(db, seller, { features: { PRODUCTS: readOnly } });
  expect(await find(clerk.user, seller.org)).toMatchObject({ body: { org: null } });
});

test('of a listing it is whoever has it, never oneself', async () => {
  const [seller, other] = [await makeSeller(db), await makeSeller(db)];
  const caller = await app.as(seller.owner.user, seller.org);
  const params = { orgId: seller.org.id };
  const find = (listingType: 'brand' | 'org' | 'license', listingId: number) =>
    caller.expectOk(counterparts.find, { params, query: { of: 'LISTING', listingType, listingId } });
  const expected = { org: { id: other.org.id, name: other.org.name } };
  expect(await find('brand', other.brand.id)).toEqual(expected);
  expect(await find('license', other.license.id)).toEqual(expected);
  expect(await find('org', other.org.id)).toEqual(expected);
  expect(await find('org', seller.org.id)).toEqual({ org: null });
  expect(await caller.call(counterparts.find, { params, query: { of: 'ORDER' } })).toMatchObject({ status: 400 });
});
