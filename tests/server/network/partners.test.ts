import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { brandInvites, ownBrands } from '../../../domain/brands/contract';
import { partners as calls, type Partner } from '../../../domain/network/partners-contract';
import {
  auditLog,
  distributorMappings,
  itemRules,
  organizations,
  orgUsers,
  partnerBrands,
} from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBid, makeOffer } from '../../support/deals/factories';
import {
  makeBrand,
  makeBrandInvite,
  makeBuyer,
  makeItem,
  makeMember,
  makeOrder,
  makePartner,
  makeSeller,
  only,
  type SellerFixture,
} from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
/** Has the brand. */
let seller: SellerFixture;
let owner: TestCaller;
/** Asks for it. */
let other: SellerFixture;
let asker: TestCaller;
let stranger: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  other = await makeSeller(app.database.db);
  asker = await app.as(other.owner.user, other.org);
  const third = await makeSeller(app.database.db);
  stranger = await app.as(third.owner.user, third.org);
});

const db = () => app.database.db;
const DAY = 24 * 60 * 60 * 1000;
const at = (id: number) => ({ params: { id } });
const request = (caller = asker, brandId = seller.brand.id) =>
  caller.call(calls.request, { body: { brandId, message: ' We carry your flower. ' } });
const ask = () =>
  asker.expectOk(calls.request, { body: { brandId: seller.brand.id, message: 'We carry your flower.' } });
const grant = (values: object = {}, caller = owner) =>
  caller.call(calls.grant, { body: { orgId: other.org.id, brandId: seller.brand.id, ...values } });
const accept = (id: number, caller = owner, body: object = {}) => caller.call(calls.accept, { ...at(id), body });
const remove = (id: number, caller: TestCaller, status?: 'REQUESTED' | 'ACCEPTED') =>
  caller.call(calls.remove, { ...at(id), query: status ? { status } : {} });
const list = (caller: TestCaller, org: { id: number }, query: object = {}): Promise<Partner[]> =>
  caller.expectOk(calls.list, { query: { orgId: org.id, ...query } });
const ours = () => list(owner, seller.org);
const theirs = () => list(asker, other.org);
const stored = async () => await db().select().from(partnerBrands).where(eq(partnerBrands.orgId, other.org.id));
const set = (id: number, values: Partial<typeof partnerBrands.$inferInsert>) =>
  db()
    .update(partnerBrands)
    .set(values)
    .where(and(eq(partnerBrands.orgId, other.org.id), eq(partnerBrands.id, id)));
const member = async (of: SellerFixture, features: FeatureMap, brandIds: number[] = []) =>
  app.as((await makeMember(db(), of, { features, brandIds })).user, of.org);
const says = (message: string) => ({ body: { userFriendlyMessage: expect.stringContaining(message) } });

describe('asking to work with a brand', () => {
  test('waits for its owner, whom it can be accepted by, and grants nothing before', async () => {
    const made = (await request()).body as Partner;
    expect(made).toMatchObject({
      side: 'PARTNER',
      status: 'REQUESTED',
      brand: { id: seller.brand.id, name: seller.brand.name },
      owner: { id: seller.org.id, name: seller.org.name },
      partner: { id: other.org.id },
      message: 'We carry your flower.',
      canViewPackages: false,
      endsAt: null,
    });
    expect(await ours()).toMatchObject([{ id: made.id, side: 'OWNER', status: 'REQUESTED', askAgainAt: null }]);
    expect(await stranger.expectOk(calls.list, { query: { orgId: await strangersOrg() } })).toEqual([]);
    const body = { canViewPackages: true, endsAt: new Date(Date.now() + DAY).toISOString() };
    expect(await accept(made.id, owner, body)).toMatchObject({ status: 200, body: { ...body, status: 'ACCEPTED' } });
    expect(await theirs()).toMatchObject([{ ...body, side: 'PARTNER', status: 'ACCEPTED' }]);
    expect(await accept(made.id)).toMatchObject({ status: 409, ...says('accepted already') });
    const entries = await db().select().from(auditLog).where(eq(auditLog.entity, 'partner'));
    for (const { id } of [seller.org, other.org])
      expect(
        entries.filter(({ orgId }) => orgId === id).map(({ after }) => (after as { status: string }).status),
      ).toEqual(['REQUESTED', 'ACCEPTED']);
  });

  test('is answered and withdrawn by the right side alone', async () => {
    const { id } = await ask();
    expect(await accept(id, asker)).toMatchObject({ status: 403, ...says('Only the brand’s owner') });
    expect(await accept(id, stranger)).toMatchObject({ status: 404 });
    expect(await remove(id, stranger)).toMatchObject({ status: 404 });
    expect(await stranger.call(calls.ending, at(id))).toMatchObject({ status: 404 });
    expect(await request()).toMatchObject({ status: 409, ...says(`You already asked. ${seller.org.name} has until`) });
    expect(await remove(id, asker)).toMatchObject({ status: 200 });
    expect(await ours()).toMatchObject([{ status: 'RESCINDED', endedBy: 'PARTNER' }]);
    expect(await accept(id)).toMatchObject({ status: 409, ...says(`${other.org.name} withdrew the request`) });
    expect(await remove(id, owner)).toMatchObject({ status: 409 });
    // Who withdrew may ask again at once.
    expect(await request()).toMatchObject({ status: 200 });
  });

  test('is refused, and asked again after 21 days', async () => {
    const { id } = await ask();
    expect(await remove(id, owner)).toMatchObject({ status: 200 });
    const [refused] = await theirs();
    expect(refused).toMatchObject({ status: 'REFUSED', askAgainAt: expect.any(String) });
    expect(new Date(refused?.askAgainAt ?? 0).getTime() - new Date(refused?.answeredAt ?? 0).getTime()).toBe(21 * DAY);
    expect(await request()).toMatchObject({
      status: 409,
      ...says(`${seller.org.name} refused. You can ask again from `),
    });
    await set(id, { answeredAt: new Date(Date.now() - 21 * DAY) });
    expect(await theirs()).toMatchObject([{ status: 'REFUSED', askAgainAt: null }]);
    expect(await request()).toMatchObject({ status: 200 });
    expect((await theirs()).map(({ status }) => status)).toEqual(['REQUESTED']);
  });

  test('lapses after 14 days, is marked so when it is asked again, and can be made up for by its owner', async () => {
    const { id, requestedAt, expiresAt } = await ask();
    expect(new Date(expiresAt ?? 0).getTime() - new Date(requestedAt ?? 0).getTime()).toBe(14 * DAY);
    await set(id, { expiresAt: new Date(Date.now() - DAY) });
    expect(await theirs()).toMatchObject([{ status: 'EXPIRED' }]);
    expect(await accept(id)).toMatchObject({ status: 409, ...says('expired') });
    expect(await remove(id, asker)).toMatchObject({ status: 409 });
    expect(await request()).toMatchObject({ status: 409, ...says('Your request expired. You can ask again from ') });
    expect(await grant()).toMatchObject({ status: 200 });
    expect((await stored()).map(({ status }) => status).sort()).toEqual(['ACCEPTED', 'EXPIRED']);
  });

  test('takes a brand that another organization shows in the directory', async () => {
    const refused = async (brandId: number, message: string) =>
      expect(await request(asker, brandId)).toMatchObject({ status: 400, body: { errors: { brandId: message } } });
    await refused(other.brand.id, 'This is your own brand');
    await refused(999_999, 'Brand not found');
    await refused((await makeBrand(db(), seller, { disabled: true })).id, 'Brand not found');
    await refused(
      (await makeBrand(db(), seller, { orgId: null })).id,
      'Nobody has claimed this brand yet, so there is nobody to ask',
    );
  });

  test('takes the permission, and asking or agreeing the plan, which taking back never does', async () => {
    const reader = await member(other, { ITEM_OWNERS: readOnly });
    expect((await request(reader)).status).toBe(403);
    expect((await reader.call(calls.list, { query: { orgId: other.org.id } })).status).toBe(200);
    const none = await member(other, {});
    expect((await none.call(calls.list, { query: { orgId: other.org.id } })).status).toBe(403);
    const { id } = await ask();
    await db().update(organizations).set({ plan: 'STARTER' }).where(eq(organizations.id, seller.org.id));
    for (const answer of [await accept(id), await grant()])
      expect(answer).toMatchObject({ body: { internalCode: 986 } });
    expect(await remove(id, owner)).toMatchObject({ status: 200 });
  });
});

const strangersOrg = async () =>
  Number(
    (await db().select({ id: organizations.id }).from(organizations)).map(({ id }) => id).sort((a, b) => b - a)[0],
  );

describe('a partner for one’s brand', () => {
  test('is added at once, once, and its open request accepted with it', async () => {
    const { id } = await ask();
    expect(await grant({ canViewPackages: true })).toMatchObject({ status: 200, body: { id, status: 'ACCEPTED' } });
    expect(await grant()).toMatchObject({ status: 409, ...says(`${other.org.name} already works with`) });
    expect(await request()).toMatchObject({ status: 409, ...says('You already work with') });
    const field = async (values: object, errors: object) =>
      expect(await grant(values)).toMatchObject({ status: 400, body: { errors } });
    await field({ orgId: seller.org.id }, { orgId: 'Choose another organization' });
    await field({ orgId: 999_999 }, { orgId: 'Organization not found' });
    expect(await grant({ brandId: other.brand.id })).toMatchObject({ status: 404 });
    await field({ endsAt: '2020-01-01T00:00:00Z' }, { endsAt: 'Choose a day that is still to come' });
  });

  test('sees what its owner says, until either ends it or its day comes', async () => {
    const { id } = (await grant()).body as Partner;
    const change = (caller: TestCaller) =>
      caller.call(calls.update, { ...at(id), body: { canViewPackages: true, endsAt: null } });
    expect(await change(asker)).toMatchObject({ status: 403 });
    expect(await change(owner)).toMatchObject({ status: 200, body: { canViewPackages: true } });
    await set(id, { endsAt: new Date(Date.now() - 1000) });
    expect(await theirs()).toMatchObject([{ status: 'ENDED', endedBy: null }]);
    expect(await change(owner)).toMatchObject({ status: 409, ...says('has ended already') });
    const again = (await grant()).body as Partner;
    expect(await remove(again.id, asker)).toMatchObject({ status: 200 });
    expect(await ours()).toMatchObject([{ id: again.id, status: 'ENDED', endedBy: 'PARTNER' }]);
    const third = (await grant()).body as Partner;
    expect(await remove(third.id, owner)).toMatchObject({ status: 200 });
    expect(await theirs()).toMatchObject([{ id: third.id, status: 'ENDED', endedBy: 'OWNER' }]);
  });

  test('is known by what depends on it before it is ended, each side by what is theirs to know', async () => {
    const { id } = (await grant()).body as Partner;
    await makeItem(db(), other, { brandId: seller.brand.id });
    await db()
      .insert(itemRules)
      .values({ orgId: other.org.id, brandId: seller.brand.id, searchText: 'gelato', usState: 'CA' });
    const clerk = await makeMember(db(), other, { features: {}, brandIds: [seller.brand.id] });
    const none = { orders: 0, bids: 0, distributors: 0 };
    expect(await asker.expectOk(calls.ending, at(id))).toEqual({ ...none, items: 1, itemRules: 1, people: 1 });
    expect(await owner.expectOk(calls.ending, at(id))).toEqual({ ...none, items: 1, itemRules: null, people: null });
    await remove(id, owner);
    // Agreeing again gives it to nobody unasked.
    const [after] = await db().select().from(orgUsers).where(eq(orgUsers.id, clerk.orgUserId));
    expect(after?.brandIds).toEqual([]);
  });

  test('counts open orders, bids and distributors between the two in both directions, unless another brand keeps them partners', async () => {
    const { id } = (await grant()).body as Partner;
    const carriedByOther = { distributorId: other.company.id };
    await makeOrder(db(), seller, carriedByOther);
    await makeOrder(db(), seller, { ...carriedByOther, status: 'ACCEPTED' });
    await makeOrder(db(), other, { distributorId: seller.company.id });
    // Neither what is over nor what the owner carries itself.
    await makeOrder(db(), seller, { ...carriedByOther, status: 'COMPLETE' });
    await makeOrder(db(), seller, { distributorId: seller.company.id });
    const buyers = [await makeBuyer(db(), { org: seller.org }), await makeBuyer(db(), { org: other.org })] as const;
    const forPartners = await makeOffer(db(), seller, { audience: 'PARTNERS' });
    await makeBid(db(), forPartners, buyers[1]);
    await makeBid(db(), await makeOffer(db(), other, { audience: 'PARTNERS' }), buyers[0]);
    await makeBid(db(), await makeOffer(db(), seller, { audience: 'PARTNERS' }), buyers[1], { status: 'WITHDRAWN' });
    await makeBid(db(), await makeOffer(db(), seller), buyers[1]);
    const mapped = (of: SellerFixture, by: SellerFixture) =>
      db()
        .insert(distributorMappings)
        .values({ orgId: of.org.id, companyId: of.company.id, brandId: of.brand.id, distributorId: by.company.id });
    await mapped(seller, other);
    await mapped(other, seller);
    const between = { orders: 3, bids: 2, distributors: 2 };
    expect(await asker.expectOk(calls.ending, at(id))).toMatchObject(between);
    expect(await owner.expectOk(calls.ending, at(id))).toMatchObject(between);
    await makePartner(db(), seller, other.brand);
    expect(await owner.expectOk(calls.ending, at(id))).toMatchObject({ orders: 0, bids: 0, distributors: 0 });
  });

  test('is seen by people with other roles for their brands alone, on either side', async () => {
    const extra = await makeBrand(db(), seller);
    const [first, second] = [await makePartner(db(), other, seller.brand), await makePartner(db(), other, extra)];
    const features = { ITEM_OWNERS: both };
    const seen = async (of: SellerFixture, brandIds: number[]) =>
      (await list(await member(of, features, brandIds), of.org)).map(({ id }) => id);
    expect(await seen(seller, [extra.id])).toEqual([second.id]);
    expect(await seen(other, [seller.brand.id])).toEqual([first.id]);
    expect(await seen(other, [])).toEqual([]);
    const clerk = await member(seller, features, [extra.id]);
    expect(await remove(first.id, clerk)).toMatchObject({ status: 404 });
    expect(await grant({}, clerk)).toMatchObject({ status: 404 });
    expect(await remove(second.id, clerk)).toMatchObject({ status: 200 });
    // Who asked sees their request.
    const third = await makeBrand(db(), seller);
    const buyer = await member(other, features);
    const { id } = (await request(buyer, third.id)).body as Partner;
    expect((await list(buyer, other.org)).map((one) => one.id)).toEqual([id]);
  });

  test('is listed for the brands and side asked for, requests first', async () => {
    const extra = await makeBrand(db(), seller, { name: 'Aardvark' });
    const agreed = await makePartner(db(), other, extra);
    const { id } = await ask();
    const mine = (await makePartner(db(), seller, other.brand)).id;
    expect((await ours()).map((one) => one.id)).toEqual([id, agreed.id, mine]);
    expect((await list(owner, seller.org, { side: 'PARTNER' })).map((one) => one.id)).toEqual([mine]);
    expect((await list(owner, seller.org, { brandIds: [extra.id] })).map((one) => one.id)).toEqual([agreed.id]);
  });

  test('ends when the brand goes to another organization, which begins with none', async () => {
    const brand = await makeBrand(db(), seller);
    await makePartner(db(), other, brand);
    const next = await makeSeller(db());
    const taker = await app.as(next.owner.user, next.org);
    const { inviteCode } = await makeBrandInvite(db(), seller, {
      brandId: brand.id,
      invitedEmail: next.owner.user.email,
    });
    await taker.expectOk(brandInvites.accept, { params: { inviteCode } });
    expect(await stored()).toMatchObject([{ status: 'ENDED', endedByOrgId: seller.org.id }]);
    expect(await list(taker, next.org)).toEqual([]);
    expect(await request(asker, brand.id)).toMatchObject({ status: 200 });
    expect(await list(taker, next.org)).toMatchObject([{ status: 'REQUESTED' }]);
    const spare = await makeBrand(db(), seller);
    const { id } = await makePartner(db(), other, spare);
    await owner.expectOk(ownBrands.release, { params: { id: spare.id } });
    expect((await theirs()).find((one) => one.id === id)).toMatchObject({ status: 'ENDED' });
  });
});

describe('at the same moment', () => {
  const only200 = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;

  test('asking, adding and asking again leave one', async () => {
    const answers = await Promise.all([request(), grant(), request(), grant()]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await stored()).toMatchObject([{ status: 'ACCEPTED' }]);
  });

  test('accepting, refusing and withdrawing leave what came first', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = (await request(asker, (await makeBrand(db(), seller)).id)).body as Partner;
      const answers = await Promise.all([
        accept(id),
        remove(id, owner, 'REQUESTED'),
        remove(id, asker, 'REQUESTED'),
        accept(id),
      ]);
      expect(only200(answers)).toBe(1);
      const first = answers.findIndex(({ status }) => status === 200);
      const became = ['ACCEPTED', 'REFUSED', 'RESCINDED', 'ACCEPTED'][first];
      expect((await stored()).find((one) => one.id === id)?.status).toBe(became);
    }
  });

  test('ending from both sides ends once', async () => {
    const { id } = (await grant()).body as Partner;
    expect(only200(await Promise.all([remove(id, owner), remove(id, asker), remove(id, owner)]))).toBe(1);
    expect(await stored()).toMatchObject([{ status: 'ENDED' }]);
  });

  test('repeating with one key asks once', async () => {
    const key = { idempotencyKey: 'asked-once-and-only-once' };
    const asked = () => asker.call(calls.request, { body: { brandId: seller.brand.id } }, key);
    const [first, second] = [await asked(), await asked()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(only(await stored()).status).toBe('REQUESTED');
  });
});
