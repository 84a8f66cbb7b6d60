import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { heldItems, itemRules } from '../../../domain/inventory/items/held-items-contract';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { orgUsers } from '../../../server/db/schema';
import { storeItems } from '../../../server/inventory/tracking/store-items';
import type { JobRequest } from '../../../server/queues';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeDifference,
  makeItem,
  makeMember,
  makePackage,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let clerk: MemberFixture;
let others: MemberFixture[];

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  clerk = await colleague({});
  // One who doesn't see the brand, one who reads no inventory, and another organization's owner.
  others = [await colleague({ brandIds: [] }), await colleague({ features: {} }), (await makeSeller(db())).owner];
});

const db = () => app.database.db;
const colleague = (values: object) => {
  const assigned = { companyIds: [seller.company.id], brandIds: [seller.brand.id], licenseIds: [seller.license.id] };
  return makeMember(db(), seller, { ...assigned, features: { INVENTORY: readOnly }, ...values });
};
const nobodyElse = async (what: string) =>
  expect(await countsOf(app, [seller.owner.user, ...others.map(({ user }) => user)], what)).toEqual([0, 0, 0, 0]);
/** The clerk isn't told more than the others may see. */
const losesRights = () =>
  db()
    .update(orgUsers)
    .set({ brandIds: [], roleId: others[1]?.roleId ?? 0 })
    .where(eq(orgUsers.id, clerk.orgUserId));

describe('ITEM_ASSIGNED', () => {
  const assign = async (ids: number[]) =>
    owner.expectOk(heldItems.assignHeld, {
      body: { orgId: seller.org.id, licenseIds: [seller.license.id], includedItemIds: ids, brandId: seller.brand.id },
    });

  test('is one entry a call for those who see the brand’s inventory, and hidden from who no longer does', async () => {
    const items = [
      await makeItem(db(), seller, {}),
      await makeItem(db(), seller, {}),
      await makeItem(db(), seller, {}),
    ];
    const manager = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    const ids = items.map(({ id }) => id);
    await assign(ids);
    expect(await toldOf(app, manager.user, 'ITEM_ASSIGNED')).toMatchObject([
      { title: `3 items assigned to ${seller.brand.name}`, route: '/inventory/brands/branded', outcome: null },
    ]);
    // Whoever sees some licenses isn't told how many there are in all.
    const theirs = await toldOf(app, clerk.user, 'ITEM_ASSIGNED');
    expect(theirs).toMatchObject([{ title: `Items assigned to ${seller.brand.name}`, route: '/inventory' }]);
    await nobodyElse('ITEM_ASSIGNED');
    // Nothing is assigned a second time.
    await assign(ids);
    expect(await countsOf(app, [manager.user], 'ITEM_ASSIGNED')).toEqual([1]);
    await losesRights();
    expect(await toldOf(app, clerk.user, 'ITEM_ASSIGNED')).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  });
});

describe('ITEM_AUTO_ASSIGNED', () => {
  test('is told when a rule is added that finds items, to those who see the brand’s inventory', async () => {
    for (const name of ['Blue Dream Jar', 'Blue Dream Pre-Roll', 'Gelato Jar']) await makeItem(db(), seller, { name });
    const rule = { brandId: seller.brand.id, licenseIds: [], orgId: seller.org.id, usState: 'CA' };
    await owner.expectOk(itemRules.create, { body: { ...rule, searchText: 'blue dream' } });
    await owner.expectOk(itemRules.create, { body: { ...rule, searchText: 'finds nothing' } });
    const manager = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    expect(await toldOf(app, clerk.user, 'ITEM_AUTO_ASSIGNED')).toMatchObject([
      { title: `Items assigned to ${seller.brand.name}`, route: '/inventory' },
    ]);
    await nobodyElse('ITEM_AUTO_ASSIGNED');
    // Who joins later isn't told.
    expect(await countsOf(app, [manager.user], 'ITEM_AUTO_ASSIGNED')).toEqual([0]);
  });
});

test('ITEM_AUTO_ASSIGNED is told as well of items that are read later, once for each brand', async () => {
  const body = {
    brandId: seller.brand.id,
    licenseIds: [],
    orgId: seller.org.id,
    usState: 'CA',
    searchText: 'blue dream',
  };
  await owner.expectOk(itemRules.create, { body });
  const jobs: JobRequest[] = [];
  const tools = { db: db(), publish: async () => {}, enqueue: async (job: JobRequest) => void jobs.push(job) };
  const records = ['Blue Dream Jar', 'Blue Dream Cartridge', 'Sour Diesel Cartridge'].map((Name, at) => ({
    Id: 900_000 + at,
    Name,
    ProductCategoryName: 'Buds (prepackaged)',
    StrainName: null,
    UnitOfMeasureName: 'Each',
  }));
  const from = { orgId: seller.org.id, licenseId: seller.license.id };
  await storeItems(tools, from, records);
  expect(jobs).toMatchObject([
    {
      name: 'notify',
      data: { type: 'ITEM_AUTO_ASSIGNED', by: null, payload: { brandId: seller.brand.id, items: 2 } },
    },
  ]);
  await storeItems(tools, from, records);
  expect(jobs).toHaveLength(1);
});

describe('DIFFERENCE_ASKED', () => {
  const question = 'Did somebody break a jar?';
  let differenceId: number;
  const ask = (to: MemberFixture) =>
    owner.expectOk(reconciliation.ask, { params: { id: differenceId }, body: { orgUserId: to.orgUserId, question } });

  beforeEach(async () => {
    const own = await makePackage(db(), await makeItem(db(), seller, {}), { quantity: '40' });
    differenceId = (await makeDifference(db(), own, '36.5')).id;
  });

  test('is for the colleague asked alone, taken back when another is asked, and settled with the difference', async () => {
    const second = await colleague({});
    await ask(clerk);
    expect(await toldOf(app, clerk.user, 'DIFFERENCE_ASKED')).toMatchObject([
      {
        lines: [question, 'We have 40 ea. The tracking system says 36.5 ea.'],
        route: '/inventory/reconciliation?askedOfMe=true',
      },
    ]);
    await nobodyElse('DIFFERENCE_ASKED');
    await ask(second);
    expect(await countsOf(app, [clerk.user, second.user], 'DIFFERENCE_ASKED')).toEqual([0, 1]);
    await owner.expectOk(reconciliation.accept, { params: { id: differenceId } });
    expect(await toldOf(app, second.user, 'DIFFERENCE_ASKED')).toMatchObject([{ outcome: 'Accepted theirs' }]);
  });

  test('says nothing to who may no longer read the inventory', async () => {
    await ask(clerk);
    expect(await countsOf(app, [clerk.user], 'DIFFERENCE_ASKED')).toEqual([1]);
    await losesRights();
    const [one] = await toldOf(app, clerk.user, 'DIFFERENCE_ASKED');
    expect(one).toMatchObject({ title: HIDDEN_TITLE, route: null });
    expect(JSON.stringify(one)).not.toMatch(/36\.5|jar/);
  });
});
