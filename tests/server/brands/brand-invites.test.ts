import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { brandInvites as calls, ownBrands } from '../../../domain/brands/contract';
import { auditLog, brandInvites, brands, mailbox } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBrand,
  makeBrandInvite,
  makeBuyer,
  makeMember,
  makeProduct,
  makeSeller,
  makeUser,
  type SellerFixture,
} from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let buyer: BuyerFixture;
let invited: TestCaller;
let brandId: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  const { db } = app.database;
  buyer = await makeBuyer(db);
  invited = await app.as(buyer.owner.user, buyer.org);
  brandId = (await makeBrand(db, seller)).id;
});

const org = () => ({ orgId: seller.org.id });
const draft = (body: object = {}) => ({
  params: org(),
  body: { brandId, invitedEmail: buyer.owner.user.email, ...body },
});
const codeOf = async (id: number) =>
  (await app.database.db.select().from(brandInvites).where(eq(brandInvites.id, id)))[0]?.inviteCode ?? '';
const lettersTo = (email: string) =>
  app.database.db.select().from(mailbox).where(eq(mailbox.recipient, email.toLowerCase()));

describe('a brand invite', () => {
  test('is emailed with a link of a 36-character code, and accepting it moves the brand', async () => {
    const sent = await owner.expectOk(calls.create, draft({ message: 'It’s yours' }));
    expect(sent).toMatchObject({ brandId, status: 'INVITED', message: 'It’s yours' });
    const code = await codeOf(sent.brandInviteId);
    expect(code).toHaveLength(36);
    const { email } = buyer.owner.user;
    await expect.poll(async () => (await lettersTo(email)).length).toBe(1);
    const [letter] = await lettersTo(email);
    expect(letter?.text).toContain(`/accept-invite?invite_code=${code}&invite_type=BRAND_INVITE`);
    expect(letter?.text).toContain('It’s yours');
    expect(await invited.expectOk(calls.received, { query: {} })).toMatchObject([{ inviteCode: code, brandId }]);
    await invited.expectOk(calls.accept, { params: { inviteCode: code } });
    const mine = await invited.expectOk(ownBrands.list, { params: { orgId: buyer.org.id } });
    expect(mine.map(({ id }) => id)).toEqual([brandId]);
    expect(await owner.call(ownBrands.get, { params: { ...org(), id: brandId } })).toMatchObject({ status: 404 });
    expect(await owner.expectOk(calls.sent, { params: org() })).toMatchObject([{ status: 'ACCEPTED' }]);
    expect(await invited.expectOk(calls.received, { query: {} })).toEqual([]);
    const again = await invited.call(calls.accept, { params: { inviteCode: code } });
    expect(again).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('already accepted this invite') },
    });
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entries.map(({ entity, after }) => [entity, (after as { status?: string } | null)?.status])).toContainEqual([
      'brand-invite',
      'ACCEPTED',
    ]);
  });

  test('is sent once while open, resent with a new expiry, and withdrawn', async () => {
    const sent = await owner.expectOk(calls.create, draft());
    expect(await owner.call(calls.create, draft())).toMatchObject({
      status: 400,
      body: { errors: { invitedEmail: expect.stringContaining('is already invited to this brand') } },
    });
    const params = { ...org(), id: sent.brandInviteId };
    await app.database.db.update(brandInvites).set({ expiresAt: new Date(0) });
    expect(await owner.expectOk(calls.sent, { params: org() })).toMatchObject([{ status: 'EXPIRED' }]);
    expect(await owner.expectOk(calls.resend, { params })).toMatchObject({ status: 'INVITED' });
    await owner.expectOk(calls.remove, { params });
    expect(await owner.call(calls.resend, { params })).toMatchObject({ status: 409 });
    expect(await owner.call(calls.remove, { params })).toMatchObject({ status: 409 });
    const inviteCode = await codeOf(sent.brandInviteId);
    expect(await invited.expectOk(calls.byCode, { params: { code: inviteCode } })).toMatchObject({
      status: 'WITHDRAWN',
    });
    expect(await invited.call(calls.accept, { params: { inviteCode } })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('withdrew this invite') },
    });
    await owner.expectOk(calls.create, draft());
  });

  test('can be rejected by the person it was sent to, and by nobody else', async () => {
    const sent = await owner.expectOk(calls.create, draft());
    const params = { brandInviteId: sent.brandInviteId };
    expect(await owner.call(calls.reject, { params })).toMatchObject({ status: 404 });
    await invited.expectOk(calls.reject, { params });
    expect(await owner.expectOk(calls.sent, { params: org() })).toMatchObject([{ status: 'INVITE_REJECTED' }]);
    expect(await invited.call(calls.reject, { params })).toMatchObject({ status: 409 });
  });

  test('is accepted only with the invited, confirmed email, in time, and with access', async () => {
    const { db } = app.database;
    const sent = await owner.expectOk(calls.create, draft());
    const params = { inviteCode: await codeOf(sent.brandInviteId) };
    const other = await makeSeller(db);
    const wrong = await (await app.as(other.owner.user, other.org)).call(calls.accept, { params });
    expect(wrong).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: expect.stringContaining(`This invitation is for ${buyer.owner.user.email}`) },
    });
    const reader = await makeMember(db, buyer, { defaultRoleId: 'USER' });
    expect(await (await app.as(reader.user, buyer.org)).call(calls.accept, { params })).toMatchObject({ status: 403 });
    const alone = await makeUser(db);
    expect(await (await app.as(alone, null)).call(calls.accept, { params })).toMatchObject({ status: 403 });
    await db
      .update(brandInvites)
      .set({ expiresAt: new Date(0) })
      .where(eq(brandInvites.id, sent.brandInviteId));
    expect(await invited.call(calls.accept, { params })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('expired') },
    });
  });

  test('isn’t sent, nor accepted, while products keep the brand', async () => {
    const { db } = app.database;
    await makeProduct(db, seller);
    const refused = await owner.call(calls.create, draft({ brandId: seller.brand.id }));
    expect(refused).toMatchObject({ status: 409, body: { userFriendlyMessage: expect.stringContaining('1 product') } });
    const { inviteCode } = await makeBrandInvite(db, seller, {
      brandId: seller.brand.id,
      invitedEmail: buyer.owner.user.email,
    });
    expect(await invited.call(calls.accept, { params: { inviteCode } })).toMatchObject({ status: 409 });
    const [kept] = await db.select().from(brands).where(eq(brands.id, seller.brand.id));
    expect(kept?.orgId).toBe(seller.org.id);
    const [invite] = await db.select().from(brandInvites).where(eq(brandInvites.inviteCode, inviteCode));
    expect(invite?.status).toBe('INVITED');
  });

  test('offers a brand of one’s own or of nobody, never another organization’s', async () => {
    const { db } = app.database;
    const theirs = await makeSeller(db);
    const free = await makeBrand(db, seller, { orgId: null });
    expect(await owner.call(calls.create, draft({ brandId: theirs.brand.id }))).toMatchObject({
      status: 400,
      body: { errors: { brandId: 'Brand not found' } },
    });
    expect(await owner.call(calls.create, draft({ invitedEmail: 'nobody' }))).toMatchObject({
      status: 400,
      body: { errors: { invitedEmail: 'Enter an email address' } },
    });
    await owner.expectOk(calls.create, draft({ brandId: free.id }));
  });

  test('is seen by people assigned its brand, and by who sent it', async () => {
    const { db } = app.database;
    const features = { BRAND_INVITES: { read: true, write: true } };
    const sent = await owner.expectOk(calls.create, draft());
    const params = { ...org(), id: sent.brandInviteId };
    const unassigned = await app.as((await makeMember(db, seller, { features })).user, seller.org);
    expect(await unassigned.expectOk(calls.sent, { params: org() })).toEqual([]);
    expect(await unassigned.call(calls.remove, { params })).toMatchObject({ status: 404 });
    const assigned = await app.as((await makeMember(db, seller, { features, brandIds: [brandId] })).user, seller.org);
    expect(await assigned.expectOk(calls.sent, { params: org() })).toHaveLength(1);
    const free = await makeBrand(db, seller, { orgId: null });
    await unassigned.expectOk(calls.create, draft({ brandId: free.id }));
    expect(await unassigned.expectOk(calls.sent, { params: org() })).toMatchObject([{ brandId: free.id }]);
  });

  test('accepted twice at once moves the brand once', async () => {
    const sent = await owner.expectOk(calls.create, draft());
    const params = { inviteCode: await codeOf(sent.brandInviteId) };
    const replies = await Promise.all([invited.call(calls.accept, { params }), invited.call(calls.accept, { params })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
