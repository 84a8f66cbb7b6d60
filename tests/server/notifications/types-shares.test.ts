import { beforeEach, expect, test } from 'vitest';
import { heldItems } from '../../../domain/inventory/items/held-items-contract';
import { autoSharing, sharedBrands as calls } from '../../../domain/network/shares-contract';
import { openApp, type TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeItem,
  makeMember,
  makePartner,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';

const app = await openApp();
const db = () => app.database.db;

/** H holds the license; O has the brand. Of each a colleague who is assigned neither. */
let holder: SellerFixture;
let owner: SellerFixture;
let elsewhere: MemberFixture;
let brandless: MemberFixture;
let h: TestCaller;
let o: TestCaller;

beforeEach(async () => {
  [holder, owner] = [await makeSeller(db()), await makeSeller(db())];
  [h, o] = [await app.as(holder.owner.user, holder.org), await app.as(owner.owner.user, owner.org)];
  const features = { ITEM_OWNERS: both };
  elsewhere = await makeMember(db(), holder, { features, licenseIds: [] });
  brandless = await makeMember(db(), owner, { features, brandIds: [] });
  await makePartner(db(), holder, owner.brand);
});

const pair = () => ({ licenseId: holder.license.id, brandId: owner.brand.id });
const share = () => h.expectOk(calls.create, { body: { orgId: holder.org.id, ...pair() } });
const ask = () => o.expectOk(calls.request, { query: pair() });
const end = (id: number) => h.expectOk(calls.remove, { params: { id } });
const told = (of: { owner: MemberFixture }, type: string) => toldOf(app, of.owner.user, type);
const assign = async (by = h) => {
  const item = await makeItem(db(), holder, {});
  await by.expectOk(heldItems.assign, { params: { id: item.id }, body: { brandId: owner.brand.id } });
};

test('SHARED_BRAND_REQUEST_RECEIVED goes to the license’s people, and is settled by the answer or gone when withdrawn', async () => {
  const type = 'SHARED_BRAND_REQUEST_RECEIVED';
  await ask();
  expect(await told(holder, type)).toMatchObject([
    {
      title: `${owner.org.name} asks to see ${owner.brand.name}`,
      route: `/network/shared-brands?licenseId=${holder.license.id}`,
      outcome: null,
    },
  ]);
  expect(await countsOf(app, [owner.owner.user, elsewhere.user, brandless.user], type)).toEqual([0, 0, 0]);
  await o.expectOk(calls.rescind, { query: pair() });
  expect(await told(holder, type)).toEqual([]);
  const { id } = await ask();
  expect(await told(holder, type)).toHaveLength(1);
  await end(id);
  expect(await told(holder, type)).toMatchObject([{ outcome: 'Refused' }]);
});

test('LICENSE_SHARED_WITH_YOUR_BRAND goes to the brand’s people, and is gone when the share ends', async () => {
  const type = 'LICENSE_SHARED_WITH_YOUR_BRAND';
  const { id } = await share();
  expect(await told(owner, type)).toMatchObject([
    {
      title: `${holder.org.name} shares ${owner.brand.name} with you`,
      route: `/network/shared-licenses?brandId=${owner.brand.id}`,
    },
  ]);
  expect(await countsOf(app, [holder.owner.user, elsewhere.user, brandless.user], type)).toEqual([0, 0, 0]);
  await h.expectOk(calls.disable, { params: { id } });
  expect(await told(owner, type)).toMatchObject([{ title: HIDDEN_TITLE }]);
  await end(id);
  expect(await told(owner, type)).toEqual([]);
});

test('ITEM_SHARED_WITH_YOU goes to the brand’s people for items of a brand they see already', async () => {
  const type = 'ITEM_SHARED_WITH_YOU';
  await assign();
  const { id } = await share();
  expect(await told(owner, type)).toEqual([]);
  await assign();
  expect(await told(owner, type)).toMatchObject([{ title: `1 item of ${owner.brand.name} shared with you` }]);
  expect(await countsOf(app, [holder.owner.user, brandless.user], type)).toEqual([0, 0]);
  await end(id);
  expect(await told(owner, type)).toEqual([]);
});

test('ITEM_SHARED_WITH_OTHER goes to the license’s people for what it shared by itself', async () => {
  const type = 'ITEM_SHARED_WITH_OTHER';
  const colleague = await makeMember(db(), holder, { defaultRoleId: 'ADMIN' });
  await h.expectOk(autoSharing.enable, { params: { id: holder.license.id } });
  await assign(await app.as(colleague.user, holder.org));
  const shared = await told(holder, type);
  expect(shared).toMatchObject([
    { title: `1 item of ${owner.brand.name} shared with ${owner.org.name}`, orgId: holder.org.id },
  ]);
  expect(await countsOf(app, [colleague.user, owner.owner.user, elsewhere.user], type)).toEqual([0, 0, 0]);
  const [row] = await h.expectOk(calls.list, { query: { orgId: holder.org.id, licenseId: holder.license.id } });
  await end(row?.id ?? 0);
  expect(await told(holder, type)).toEqual([]);
});

test('ITEM_SHARING_REQUESTED goes to the license’s people for new items of a brand they are asked to show', async () => {
  const type = 'ITEM_SHARING_REQUESTED';
  const colleague = await makeMember(db(), holder, { defaultRoleId: 'ADMIN' });
  const assigning = await app.as(colleague.user, holder.org);
  await assign(assigning);
  expect(await told(holder, type)).toEqual([]);
  await ask();
  expect(await told(holder, type)).toEqual([]);
  await assign(assigning);
  expect(await told(holder, type)).toMatchObject([
    {
      title: `${owner.org.name} asks to see 1 item of ${owner.brand.name}`,
      route: `/network/shared-brands?licenseId=${holder.license.id}`,
      outcome: null,
      orgId: holder.org.id,
    },
  ]);
  expect(await countsOf(app, [colleague.user, owner.owner.user, elsewhere.user], type)).toEqual([0, 0, 0]);
  await o.expectOk(calls.rescind, { query: pair() });
  expect(await told(holder, type)).toEqual([]);
  await ask();
  await assign(assigning);
  // Nobody is told of what was answered before they were.
  expect(await told(holder, type)).toMatchObject([{ outcome: null }]);
  await share();
  expect(await told(holder, type)).toMatchObject([{ outcome: 'Shared' }]);
  await assign(assigning);
  expect(await told(holder, type)).toHaveLength(1);
});
