import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../../../domain/dates';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { licenseWatches as calls } from '../../../domain/licenses/watch-contract';
import { orders, purchaseOrders } from '../../../domain/orders/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { zoneOfState } from '../../../domain/organization/state-zones';
import { licenses, orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeLicense,
  makeMember,
  makeOrder,
  type SellerFixture,
} from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { readOnly } from '../../support/permissions';
import { runJob } from '../../support/reports/report-letters';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let buyer: BuyerFixture;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  buyer = await makeBuyer(db());
});

const db = () => app.database.db;
const at = (id = buyer.license.id) => ({ params: { id } });
const inDays = (days: number) => addDays(dayOf(new Date(), zoneOfState('CA')), days);
const set = (values: Partial<typeof licenses.$inferInsert>) =>
  db().update(licenses).set(values).where(eq(licenses.id, buyer.license.id));
/** What happens once a day; whom it is for is told. */
const look = () => runJob(app, 'find-watched');
const told = (user = seller.owner.user) => toldOf(app, user, 'LICENSE_WATCHED');
const titles = async () => (await told()).map(({ title, outcome }) => [title, outcome]);

test('an organization watches a license of the directory, once, and stops', async () => {
  const { name } = buyer.license;
  expect(await owner.expectOk(calls.of, at())).toEqual({ isWatched: false, canWatch: true });
  await set({ expiresOn: inDays(25) });
  await owner.expectOk(calls.add, at());
  expect(await owner.expectOk(calls.add, at())).toEqual({ isWatched: true, canWatch: true });
  const colleague = await app.as((await makeMember(db(), seller, { features: {} })).user, seller.org);
  expect(await colleague.expectOk(calls.list, {})).toMatchObject([
    { id: buyer.license.id, name, isListed: true, standing: 'UNKNOWN', warning: { kind: 'LAPSES', days: 25 } },
  ]);
  const stranger = await app.as(buyer.owner.user, buyer.org);
  expect(await stranger.expectOk(calls.list, {})).toEqual([]);
  expect((await stranger.expectOk(calls.of, at())).isWatched).toBe(false);
  await stranger.expectOk(calls.drop, at());
  expect(await colleague.expectOk(calls.list, {})).toHaveLength(1);
  await colleague.expectOk(calls.drop, at());
  expect(await owner.expectOk(calls.list, {})).toEqual([]);
});

test('its own, one that isn’t in the directory and one that was removed can’t be watched', async () => {
  expect((await owner.call(calls.add, at(seller.license.id))).status).toBe(409);
  const hidden = await makeLicense(db(), buyer, { isPublic: false });
  const removed = await makeLicense(db(), buyer, { isPublic: false, removedAt: new Date() });
  for (const { id } of [hidden, removed]) {
    expect((await owner.call(calls.add, at(id))).status).toBe(404);
    expect((await owner.call(calls.of, at(id))).status).toBe(404);
    expect((await owner.call(calls.drop, at(id))).status).toBe(404);
  }
});

test('LICENSE_WATCHED is told once a step, the nearest alone, and renewed begins anew', async () => {
  await owner.expectOk(calls.add, at());
  await set({ expiresOn: inDays(61) });
  await look();
  expect(await told()).toEqual([]);
  await set({ expiresOn: inDays(29) });
  await look();
  await look();
  const { name, licenseNumber } = buyer.license;
  expect(await told()).toMatchObject([
    {
      title: `${name}: license lapses within 30 days`,
      lines: [`CA ${licenseNumber}`, expect.stringMatching(/^Valid until /)],
      route: `/directory/license-${buyer.license.id}`,
      outcome: null,
      orgId: seller.org.id,
    },
  ]);
  await set({ expiresOn: inDays(-1) });
  await look();
  expect(await titles()).toContainEqual([`${name}: license has lapsed`, null]);
  await set({ expiresOn: inDays(365), statedStatus: 'SUSPENDED' });
  await look();
  await look();
  expect((await titles()).sort()).toEqual([
    [`${name}: license has lapsed`, 'Renewed'],
    [`${name}: license is suspended`, null],
    [`${name}: license lapses within 30 days`, 'Renewed'],
  ]);
  await owner.expectOk(calls.drop, at());
  expect((await told()).map(({ title, outcome }) => [title, outcome])).toEqual([
    [HIDDEN_TITLE, 'Renewed'],
    [HIDDEN_TITLE, 'Renewed'],
  ]);
});

test('LICENSE_WATCHED is for who watches it and who manages a customer with it; else for who runs the organization', async () => {
  const [watcher, manager, reader] = [
    await makeMember(db(), seller, { features: {} }),
    await makeMember(db(), seller, { features: { CUSTOMERS: readOnly } }),
    await makeMember(db(), seller, { features: { CUSTOMERS: readOnly } }),
  ];
  await makeCustomer(db(), seller, { buyer, managerOrgUserIds: [manager.orgUserId] });
  await (await app.as(watcher.user, seller.org)).expectOk(calls.add, at());
  await set({ expiresOn: inDays(5) });
  await look();
  const people = [watcher, manager, reader].map(({ user }) => user);
  expect(await countsOf(app, [...people, seller.owner.user, buyer.owner.user], 'LICENSE_WATCHED')).toEqual([
    1, 1, 0, 0, 0,
  ]);
  for (const { orgUserId } of [watcher, manager]) {
    await db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, orgUserId));
  }
  await set({ statedStatus: 'REVOKED' });
  await look();
  expect(await countsOf(app, [...people, seller.owner.user], 'LICENSE_WATCHED')).toEqual([1, 1, 0, 1]);
});

test('a license that leaves the directory is told as such, by what it was called', async () => {
  await owner.expectOk(calls.add, at());
  const theirs = await app.as(buyer.owner.user, buyer.org);
  const { version, address } = await theirs.expectOk(licenseCalls.get, at());
  const edit = { dba: 'Renamed in secret', isPublic: false, address, version };
  await theirs.expectOk(licenseCalls.update, { ...at(), body: edit });
  await set({ expiresOn: inDays(3), statedStatus: 'REVOKED' });
  await look();
  const { name } = buyer.license;
  expect(await told()).toMatchObject([
    {
      title: `${name}: license is no longer in the directory`,
      lines: [expect.any(String), ''],
      route: '/directory/watched',
    },
  ]);
  expect(await owner.expectOk(calls.list, {})).toMatchObject([
    { name, isListed: false, expiresOn: null, statedStatus: null, standing: null, warning: { kind: 'UNLISTED' } },
  ]);
  expect(JSON.stringify(await owner.expectOk(calls.list, {}))).not.toContain('Renamed in secret');
});

test('orders warn both sides of the license they are for, while they are open, and stop nothing', async () => {
  const { order, customer } = await makeOrder(db(), seller, { buyer });
  const warned = async () => [
    (await owner.expectOk(orders.get, { params: { id: order.id } })).licenseWarning,
    (
      await (
        await app.as(buyer.owner.user, buyer.org)
      ).expectOk(purchaseOrders.get, {
        params: { orderId: order.id },
        query: { orgId: buyer.org.id },
      })
    ).licenseWarning,
    (await owner.expectOk(orderEntry.customer, { params: { id: customer.id } })).licenseWarning,
  ];
  expect(await warned()).toEqual([null, null, null]);
  await set({ expiresOn: inDays(-4) });
  expect(await warned()).toMatchObject(Array(3).fill({ kind: 'EXPIRED', days: -4 }));
  const accept = { params: { id: order.id }, body: { status: 'ACCEPTED' as const } };
  expect((await owner.call(orders.transition, accept)).status).toBe(200);
  await set({ expiresOn: null });
  await owner.expectOk(calls.add, at());
  expect((await warned()).map((warning) => warning?.kind)).toEqual(['UNKNOWN', undefined, 'UNKNOWN']);
  await owner.expectOk(calls.drop, at());
  await set({ isPublic: false, expiresOn: inDays(2) });
  expect((await warned()).map((warning) => warning?.kind)).toEqual([undefined, 'LAPSES', undefined]);
  await owner.expectOk(orders.transition, { params: { id: order.id }, body: { status: 'REJECTED' } });
  expect(await warned()).toEqual([null, null, null]);
});
