import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { brandSuggestions as calls, ownBrands } from '../../../domain/brands/contract';
import { orgUsers, users } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeMember,
  makeSeller,
  makeUser,
  type SellerFixture,
  type UserFixture,
  unique,
} from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let [staff, reviewer]: UserFixture[] = [];
let asStaff: TestCaller;
let name: string;

beforeAll(async () => {
  staff = await makeUser(db, { isSupport: true });
  reviewer = await makeUser(db, { isSupport: true });
  asStaff = await app.as(staff, null);
});
beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  name = `Moss Creek ${unique()}`;
});

const suggest = () =>
  owner.expectOk(calls.create, { body: { suggestedName: name, suggestedStates: ['OR'], autoClaim: true } });
const said = async (user: UserFixture | undefined, what: string) =>
  (await toldOf(app, user ?? seller.owner.user, what)).find(({ title }) => title.includes(name));

test('NEW_BRAND_IN_REVIEW is for support staff, and settled for all by whoever reviews it', async () => {
  const colleague = await makeMember(db, seller);
  const { id } = await suggest();
  for (const person of [staff, reviewer]) {
    expect(await said(person, 'NEW_BRAND_IN_REVIEW')).toMatchObject({
      title: `New brand in review: ${name}`,
      lines: [seller.org.name, 'OR'],
      route: '/support/brands',
      outcome: null,
      orgId: null,
    });
  }
  expect(await countsOf(app, [seller.owner.user, colleague.user], 'NEW_BRAND_IN_REVIEW')).toEqual([0, 0]);
  await asStaff.expectOk(calls.reject, { params: { id }, body: { reason: 'No such brand' } });
  for (const person of [staff, reviewer])
    expect(await said(person, 'NEW_BRAND_IN_REVIEW')).toMatchObject({ outcome: 'Rejected' });
});

test('NEW_BRAND_IN_REVIEW goes when the brand is given up, and who is no longer staff reads no name', async () => {
  const { brandId } = await suggest();
  const former = await makeUser(db, { isSupport: true });
  const told = await said(staff, 'NEW_BRAND_IN_REVIEW');
  expect(told).toBeDefined();
  await owner.expectOk(ownBrands.release, { params: { id: brandId ?? 0 } });
  expect(await said(staff, 'NEW_BRAND_IN_REVIEW')).toBeUndefined();
  await suggestAgain();
  expect(await said(former, 'NEW_BRAND_IN_REVIEW')).toBeDefined();
  await db.update(users).set({ isSupport: false }).where(eq(users.id, former.id));
  expect(await toldOf(app, former)).toMatchObject([
    { title: HIDDEN_TITLE, lines: [expect.not.stringContaining(name), ''] },
  ]);
});

async function suggestAgain() {
  name = `Moss Creek ${unique()}`;
  await suggest();
}

test('BRAND_CREATED is for who suggested it, once it is approved, and hidden when they left', async () => {
  const colleague = await makeMember(db, seller);
  const { id, brandId } = await suggest();
  expect(await said(undefined, 'BRAND_CREATED')).toBeUndefined();
  await asStaff.expectOk(calls.approve, { params: { id } });
  expect(await said(undefined, 'BRAND_CREATED')).toMatchObject({
    title: `Brand created: ${name}`,
    route: `/account/manage/brands/${brandId}`,
    orgId: seller.org.id,
  });
  expect(await said(reviewer, 'NEW_BRAND_IN_REVIEW')).toMatchObject({ outcome: 'Approved' });
  expect(await said(staff, 'BRAND_CREATED')).toBeUndefined();
  expect(await countsOf(app, [colleague.user], 'BRAND_CREATED')).toEqual([0]);
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, seller.owner.orgUserId));
  expect(await toldOf(app, seller.owner.user, 'BRAND_CREATED')).toMatchObject([{ title: HIDDEN_TITLE, orgId: null }]);
});
