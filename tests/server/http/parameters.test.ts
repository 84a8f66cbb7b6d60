import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { INVITE_CODE_LENGTH } from '../../../domain/invite-code';
import { licenses, orders, orgUsers, users } from '../../../server/db/schema';
import { issueCode } from '../../../server/identity/codes';
import { makeBuyer, makeLicense, makeMember, makeOrder, makeUser } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

// Calls must use every parameter they accept.

const { app, seller, owner } = await openSellerApp();

const params = () => ({ orgId: seller.org.id });

test('the team list includes invited people, unless only joined ones are requested', async () => {
  const { db } = app.database;
  const invited = await makeMember(db, seller);
  await db.update(orgUsers).set({ status: 'INVITED' }).where(eq(orgUsers.id, invited.orgUserId));
  const idsOf = async (query: { all?: 'true' | 'false' }) =>
    (await owner.expectOk(contract.organization.users, { params: params(), query })).map(({ id }) => id);
  expect(await idsOf({})).toContain(invited.orgUserId);
  expect(await idsOf({ all: 'true' })).toContain(invited.orgUserId);
  expect(await idsOf({ all: 'false' })).not.toContain(invited.orgUserId);
  expect(await idsOf({ all: 'false' })).toContain(seller.owner.orgUserId);
});

test('a company’s sales reps are the people who see it', async () => {
  const { db } = app.database;
  const features = { BROWSE_MY_ORDERS: { read: true, write: true } };
  const here = await makeMember(db, seller, { features, companyIds: [seller.company.id] });
  const elsewhere = await makeMember(db, seller, { features });
  const idsOf = async (query: { companyId?: number }) =>
    (await owner.expectOk(contract.organization.salesReps, { params: params(), query })).map(
      ({ searchId }) => searchId,
    );
  expect(await idsOf({})).toEqual(expect.arrayContaining([here.orgUserId, elsewhere.orgUserId]));
  const ofCompany = await idsOf({ companyId: seller.company.id });
  expect(ofCompany).toEqual(expect.arrayContaining([here.orgUserId, seller.owner.orgUserId]));
  expect(ofCompany).not.toContain(elsewhere.orgUserId);
});

test('a purchase order is found by its own source only', async () => {
  const buyer = await makeBuyer(app.database.db);
  const { order } = await makeOrder(app.database.db, seller, { buyer });
  await app.database.db.update(orders).set({ orderSource: 'MARKETPLACE' }).where(eq(orders.id, order.id));
  const theirs = await app.as(buyer.owner.user, buyer.org);
  const get = (source: 'MARKETPLACE' | 'MANUAL') =>
    theirs.call(contract.purchaseOrders.get, { params: { orderId: order.id }, query: { orgId: buyer.org.id, source } });
  expect((await get('MARKETPLACE')).status).toBe(200);
  expect((await get('MANUAL')).status).toBe(404);
});

test('typed words find listings of the requested license types and states', async () => {
  const { db } = app.database;
  const license = await makeLicense(db, seller.org, { usState: 'CA' });
  await db
    .update(licenses)
    .set({ name: 'Juniper Hollow', dba: '', isPublic: true, licenseType: 'Nursery' })
    .where(eq(licenses.id, license.id));
  const find = async (query: object) =>
    (
      await owner.expectOk(contract.directory.autocomplete, {
        query: { searchString: 'juniper', directoryListingTypes: 'license', ...query } as never,
      })
    ).length;
  expect(await find({})).toBe(1);
  expect(await find({ licenseTypes: 'null', usStates: 'null' })).toBe(1);
  expect([await find({ licenseTypes: 'Nursery' }), await find({ licenseTypes: 'Laboratory' })]).toEqual([1, 0]);
  expect([await find({ usStates: 'CA,OR' }), await find({ usStates: 'OR' })]).toEqual([1, 0]);
});

test('reading oneself with an email’s code confirms one’s address, and another’s code does nothing', async () => {
  const { db } = app.database;
  const [robin, other] = [await makeUser(db, { emailVerifiedAt: null }), await makeUser(db, { emailVerifiedAt: null })];
  const code = await issueCode(db, robin.id, 'verify');
  expect(code).toHaveLength(INVITE_CODE_LENGTH);
  const isConfirmed = async (id: string) =>
    (await db.select().from(users).where(eq(users.id, id)))[0]?.emailVerifiedAt !== null;
  await (await app.as(other)).expectOk(contract.session.me, { query: { inviteCode: code } });
  expect([await isConfirmed(robin.id), await isConfirmed(other.id)]).toEqual([false, false]);
  const me = await (await app.as(robin)).expectOk(contract.session.me, { query: { inviteCode: code } });
  expect(me.id).toBe(robin.id);
  expect(await isConfirmed(robin.id)).toBe(true);
});
