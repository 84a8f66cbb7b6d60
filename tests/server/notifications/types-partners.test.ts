import { beforeEach, expect, test } from 'vitest';
import { partners as calls } from '../../../domain/network/partners-contract';
import { openApp, type TestCaller } from '../../support/app';
import { type MemberFixture, makeBrand, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { countsOf, toldOf } from '../../support/notifications/told';
import { both, readOnly } from '../../support/permissions';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;
let other: SellerFixture;
let owner: TestCaller;
let asker: TestCaller;

beforeEach(async () => {
  [seller, other] = [await makeSeller(db), await makeSeller(db)];
  owner = await app.as(seller.owner.user, seller.org);
  asker = await app.as(other.owner.user, other.org);
});

const ask = (caller = asker) =>
  caller.expectOk(calls.request, { body: { brandId: seller.brand.id, message: 'We carry your flower.' } });
const at = (id: number) => ({ params: { id }, query: {} });
const users = (members: readonly MemberFixture[]) => members.map(({ user }) => user);

test('PARTNER_ORG_REQUESTED is for who may answer and sees the brand, and is settled by the answer', async () => {
  const extra = await makeBrand(db, seller);
  const [answers, reads, elsewhere] = [
    await makeMember(db, seller, { features: { ITEM_OWNERS: both }, brandIds: [seller.brand.id] }),
    await makeMember(db, seller, { features: { ITEM_OWNERS: readOnly }, brandIds: [seller.brand.id] }),
    await makeMember(db, seller, { features: { ITEM_OWNERS: both }, brandIds: [extra.id] }),
  ];
  const { id } = await ask();
  const told = await toldOf(app, seller.owner.user, 'PARTNER_ORG_REQUESTED');
  expect(told).toMatchObject([
    {
      title: `${other.org.name} asks to work with ${seller.brand.name}`,
      lines: ['We carry your flower.', ''],
      route: `/network/partners?brandId=${seller.brand.id}`,
      outcome: null,
      orgId: seller.org.id,
    },
  ]);
  const counted = [other.owner.user, ...users([answers, reads, elsewhere])];
  expect(await countsOf(app, counted, 'PARTNER_ORG_REQUESTED')).toEqual([0, 1, 0, 0]);
  await owner.expectOk(calls.remove, at(id));
  expect(await toldOf(app, answers.user, 'PARTNER_ORG_REQUESTED')).toMatchObject([{ outcome: 'Refused' }]);
});

test('PARTNER_ORG_REQUESTED goes when it is withdrawn', async () => {
  const { id } = await ask();
  expect(await countsOf(app, [seller.owner.user], 'PARTNER_ORG_REQUESTED')).toEqual([1]);
  await asker.expectOk(calls.remove, at(id));
  expect(await countsOf(app, [seller.owner.user], 'PARTNER_ORG_REQUESTED')).toEqual([0]);
});

test('PARTNER_ORG_GRANTED is for who may share at the partner and asked or sees it, and is settled by the end', async () => {
  const features = { ITEM_OWNERS: both };
  const [asked, colleague] = [await makeMember(db, other, { features }), await makeMember(db, other, { features })];
  const { id } = await ask(await app.as(asked.user, other.org));
  await owner.expectOk(calls.accept, { params: { id }, body: { canViewPackages: true } });
  expect(await toldOf(app, asked.user, 'PARTNER_ORG_GRANTED')).toMatchObject([
    {
      title: `You can work with ${seller.brand.name}`,
      lines: [seller.org.name, 'You see the packages of the brand that they hold.'],
      route: '/inventory/sharing/partners',
      outcome: null,
      orgId: other.org.id,
    },
  ]);
  const counted = [other.owner.user, colleague.user, seller.owner.user];
  expect(await countsOf(app, counted, 'PARTNER_ORG_GRANTED')).toEqual([1, 0, 0]);
  expect(await toldOf(app, seller.owner.user, 'PARTNER_ORG_REQUESTED')).toMatchObject([{ outcome: 'Accepted' }]);
  await owner.expectOk(calls.remove, at(id));
  expect(await toldOf(app, asked.user, 'PARTNER_ORG_GRANTED')).toMatchObject([{ outcome: 'Ended' }]);
});
