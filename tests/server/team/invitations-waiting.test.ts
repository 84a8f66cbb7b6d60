import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orgUsers, users } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBrandInvite, makeMember, makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

const DAY_MS = 86_400_000;
const { waiting } = contract.invitations;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

test('what awaits an answer counts open invites to organizations, brands and connections, one’s own only', async () => {
  const { db } = app.database;
  const email = `new-${seller.org.id}@example.com`;
  await owner.expectOk(contract.team.invite, {
    params: { orgId: seller.org.id },
    body: { email, defaultRole: 'USER' },
  });
  const user = await makeUser(db, { email: email.toUpperCase() });
  const caller = await app.as(user);
  const other = await app.as(await makeUser(db));
  const count = async () => (await caller.expectOk(waiting, {})).count;
  expect(await count()).toBe(1);
  await makeBrandInvite(db, seller, { invitedEmail: email });
  await makeBrandInvite(db, seller, { invitedEmail: email, status: 'WITHDRAWN' });
  await makeBrandInvite(db, seller, { invitedEmail: email, expiresAt: new Date(0) });
  expect(await count()).toBe(2);
  const body = { invitedUserUUID: user.id };
  const { id } = await other.expectOk(contract.connections.invite, { body });
  expect(await count()).toBe(3);
  await caller.expectOk(contract.connections.answer, { params: { id }, body: { status: 'IGNORED' } });
  expect(await count()).toBe(2);
  expect(await other.expectOk(waiting, {})).toEqual({ count: 0, isEmailConfirmed: true });
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, user.id));
  expect(await caller.expectOk(waiting, {})).toEqual({ count: 0, isEmailConfirmed: false });
  expect(await caller.expectOk(contract.invitations.mine, { query: { past: 'true' } })).toEqual([]);
  expect(await caller.expectOk(contract.brandInvites.received, { query: { past: 'true' } })).toEqual([]);
});

test('what the list of one’s invites shows as waiting is what is counted, past ones beside it', async () => {
  const { db } = app.database;
  const email = `new-${seller.org.id}@example.com`;
  const user = await makeUser(db, { email });
  const caller = await app.as(user);
  const stranger = await app.as(await makeUser(db));
  const invite = (at: TestCaller, orgId: number) =>
    at.expectOk(contract.team.invite, { params: { orgId }, body: { email, defaultRole: 'USER' } });
  const [joined, expired, open] = [await makeSeller(db), await makeSeller(db), await makeSeller(db)];
  for (const one of [joined, expired, open]) await invite(await app.as(one.owner.user, one.org), one.org.id);
  const expires = (ms: number) =>
    db
      .update(orgUsers)
      .set({ inviteExpiresAt: new Date(Date.now() - ms) })
      .where(and(eq(orgUsers.email, email), eq(orgUsers.orgId, expired.org.id)));
  await expires(1000);
  const lists = async (past: boolean) => {
    const query = past ? { past: 'true' } : {};
    const toOrgs = await caller.expectOk(contract.invitations.mine, { query });
    const toBrands = await caller.expectOk(contract.brandInvites.received, { query });
    return { toOrgs, toBrands };
  };
  const codeOf = async (orgId: number) =>
    (await lists(true)).toOrgs.find((one) => one.orgId === orgId)?.inviteCode ?? '';
  await caller.expectOk(contract.invitations.accept, { params: { inviteCode: await codeOf(joined.org.id) } });

  await makeBrandInvite(db, seller, { invitedEmail: email });
  const withdrawn = { invitedEmail: email, status: 'WITHDRAWN', answeredAt: new Date() } as const;
  await makeBrandInvite(db, seller, withdrawn);
  await makeBrandInvite(db, seller, { ...withdrawn, answeredAt: new Date(Date.now() - 91 * DAY_MS) });
  await makeBrandInvite(db, seller, { invitedEmail: email, expiresAt: new Date(Date.now() - DAY_MS) });
  const rejected = await makeBrandInvite(db, seller, { invitedEmail: email });
  await caller.expectOk(contract.brandInvites.reject, { params: { brandInviteId: rejected.id } });
  await stranger.expectOk(contract.connections.invite, { body: { invitedUserUUID: user.id } });

  const { toOrgs, toBrands } = await lists(true);
  const stateOf = new Map(toOrgs.map((one) => [one.orgId, one]));
  expect(stateOf.get(joined.org.id)).toMatchObject({ status: 'ACCEPTED', accepted: expect.any(String) });
  expect(stateOf.get(expired.org.id)).toMatchObject({ status: 'EXPIRED', accepted: null });
  expect(stateOf.get(open.org.id)).toMatchObject({ status: 'INVITED', roleName: 'User', accepted: null });
  expect(toOrgs).toHaveLength(3);
  expect(toBrands.map(({ status }) => status).sort()).toEqual(['EXPIRED', 'INVITED', 'INVITE_REJECTED', 'WITHDRAWN']);
  expect(toBrands.find(({ status }) => status === 'INVITE_REJECTED')).toMatchObject({
    answered: expect.any(String),
    acceptedBy: null,
  });

  const isOpen = ({ status }: { status: string }) => status === 'INVITED';
  const toConnect = await caller.expectOk(contract.connections.list, {});
  const shown = [...toOrgs, ...toBrands, ...toConnect].filter(isOpen).length;
  expect(shown).toBe(3);
  expect(await caller.expectOk(waiting, {})).toEqual({ count: shown, isEmailConfirmed: true });
  const inJoined = await app.as(user, joined.org);
  const counts = await inJoined.expectOk(contract.badges.count, { query: { orgId: joined.org.id, of: 'invites' } });
  expect(counts.invites).toBe(shown);
  // Without asking for past ones, as before.
  const now = await lists(false);
  expect([...now.toOrgs, ...now.toBrands].map(({ status }) => status)).toEqual(['INVITED', 'INVITED']);

  // Only lately, and only one's own.
  await expires(91 * DAY_MS);
  expect((await lists(true)).toOrgs.map(({ orgId }) => orgId)).not.toContain(expired.org.id);
  expect(await stranger.expectOk(contract.invitations.mine, { query: { past: 'true' } })).toEqual([]);
  expect(await stranger.expectOk(contract.brandInvites.received, { query: { past: 'true' } })).toEqual([]);
});

test('who is of several organizations is told their role in each', async () => {
  const { db } = app.database;
  const other = await makeSeller(db);
  const { user } = await makeMember(db, other, { defaultRoleId: 'ADMIN' });
  await makeMember(db, seller, { user, defaultRoleId: 'USER' });
  const caller = await app.as(user, other.org);
  const { orgs } = await caller.expectOk(contract.session.membership, {});
  expect(new Map(orgs.map(({ id, roleName }) => [id, roleName]))).toEqual(
    new Map([
      [other.org.id, 'Admin'],
      [seller.org.id, 'User'],
    ]),
  );
});
