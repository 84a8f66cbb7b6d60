import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import {
  brandInvites,
  brands,
  companyInvites,
  companyNotifications,
  credentials,
  mailbox,
  orderProblems,
  orgUsers,
  users,
} from '../../../server/db/schema';
import type { User } from '../../../server/identity/accounts';
import { openApp } from '../../support/app';
import { makeSubscription } from '../../support/billing/billing';
import { makeBrandInvite, makeMember, makeOrder, makeSeller, makeUser, only } from '../../support/factories';
import { createUser } from '../../support/identity/people';
import { PASSWORD, signIn } from '../../support/identity/sign-in';

const { session, team, organization, orders, chat } = contract;

const app = await openApp();

const db = () => app.database.db;
let made = 0;

/** Someone with a password, who can sign in. */
function person(firstName = 'Imke'): Promise<User> {
  made += 1;
  const email = `${firstName.toLowerCase()}${made}@example.com`;
  const names = { firstName, lastName: 'Vos' };
  return createUser(db(), { ...names, email, password: PASSWORD, onboarded: true, verified: true });
}

async function arrive(user: User, orgId: number | null = null) {
  const { tokens } = await signIn({ address: app.url, publicUrl: app.config.publicUrl }, user.email);
  return { ...app.withToken(tokens.access_token, orgId), refreshToken: tokens.refresh_token };
}

const rowOf = async (id: string) => only(await db().select().from(users).where(eq(users.id, id)));

test('a deleted account leaves a former member on what it wrote, and nothing to sign in with', async () => {
  const seller = await makeSeller(db());
  const imke = await person();
  const { orgUserId } = await makeMember(db(), seller, { user: imke, defaultRoleId: 'ADMIN' });
  const { order } = await makeOrder(db(), seller);
  const caller = await arrive(imke, seller.org.id);
  const elsewhere = await arrive(imke, seller.org.id);
  await caller.expectOk(orders.addComment, { params: { id: order.id }, body: { comment: 'Dock 4' } });
  const own = { orgId: seller.org.id, companyId: seller.company.id };
  await db()
    .insert(companyNotifications)
    .values({ ...own, orgUserId, feedType: 'NEW_ORDER' });
  const inviting = await app.as(seller.owner.user, seller.org);
  for (const invitedEmail of [imke.email, 'somebody@else.example']) {
    await inviting.expectOk(contract.companyInvites.create, { body: { companyId: seller.company.id, invitedEmail } });
  }
  for (const invitedEmail of [imke.email, 'somebody@else.example']) {
    await makeBrandInvite(db(), seller, { invitedEmail });
    await makeBrandInvite(db(), seller, { invitedEmail, status: 'ACCEPTED' });
    await inviting.expectOk(contract.brandSuggestions.create, {
      body: { suggestedName: `Of ${invitedEmail}`, suggestedStates: ['CA'], invitedEmail, invitedEmailMessage: 'Hi' },
    });
  }
  const other = await makeSeller(db());
  const invited = await (await app.as(other.owner.user, other.org)).expectOk(team.invite, {
    params: { orgId: other.org.id },
    body: { email: imke.email.toUpperCase(), defaultRole: 'USER' },
  });

  expect(await caller.expectOk(session.deletion, {})).toMatchObject({
    places: [{ orgName: seller.org.name, isOwner: false, otherPeople: 1 }],
    blockers: [],
  });
  expect(await caller.call(session.deleteMe, { body: { email: 'someone@else.example' } })).toMatchObject({
    status: 400,
    body: { errors: { email: `Type ${imke.email} to confirm` } },
  });
  await caller.expectOk(session.deleteMe, { body: { email: ` ${imke.email.toUpperCase()} ` } });

  const left = await rowOf(imke.id);
  expect(left).toMatchObject({ firstName: 'Former', lastName: 'member', emailVerifiedAt: null, profileImageUri: null });
  expect(JSON.stringify(left)).not.toContain('imke');
  expect(await db().select().from(credentials).where(eq(credentials.userId, imke.id))).toEqual([]);
  for (const ended of [caller, elsewhere]) {
    expect(await ended.call(session.me, { query: {} })).toMatchObject({ status: 401 });
    expect(await ended.call(session.refresh, { body: { refreshToken: ended.refreshToken } })).toMatchObject({
      status: 401,
    });
  }
  const { results } = await inviting.expectOk(orders.comments, { params: { id: order.id }, query: {} });
  expect(results).toMatchObject([{ comment: 'Dock 4', author: { displayName: 'Former member' } }]);
  const people = await inviting.expectOk(organization.users, { params: { orgId: seller.org.id }, query: {} });
  expect(people.map(({ userId }) => userId)).not.toContain(imke.id);
  expect(JSON.stringify(await db().select().from(orgUsers))).not.toMatch(new RegExp(imke.email, 'i'));
  const kept = eq(companyNotifications.orgUserId, orgUserId);
  expect(await db().$count(companyNotifications, and(eq(companyNotifications.orgId, seller.org.id), kept))).toBe(0);
  const code = new URL(invited.inviteLink).searchParams.get('invite_code') ?? '';
  expect(await app.withToken('').call(contract.invitations.byCode, { params: { inviteCode: code } })).toMatchObject({
    status: 404,
  });
  await expect
    .poll(() => db().select({ subject: mailbox.subject }).from(mailbox).where(eq(mailbox.recipient, imke.email)))
    .toContainEqual({ subject: 'Your Verdant account is deleted' });
  const emails = async () => (await db().select().from(companyInvites)).map(({ invitedEmail }) => invitedEmail);
  await expect.poll(emails).not.toContain(imke.email.toLowerCase());
  expect(await emails()).toContain('somebody@else.example');
  const brandEmails = (await db().select().from(brandInvites)).map(({ invitedEmail }) => invitedEmail);
  expect(brandEmails).toEqual(['somebody@else.example', 'somebody@else.example']);
  const suggested = await inviting.expectOk(contract.brandSuggestions.list, { params: { orgId: seller.org.id } });
  expect(suggested.map(({ invitedEmail, invitedEmailMessage }) => [invitedEmail, invitedEmailMessage])).toEqual([
    ['somebody@else.example', 'Hi'],
    [null, ''],
  ]);
});

test('the same email can sign up again, as somebody new', async () => {
  const imke = await person();
  await (await arrive(imke)).expectOk(session.deleteMe, { body: { email: imke.email } });
  const again = await createUser(db(), {
    firstName: 'Imke',
    lastName: 'Vos',
    email: imke.email,
    password: PASSWORD,
    onboarded: true,
    verified: true,
  });
  expect((await (await arrive(again)).expectOk(session.me, { query: {} })).id).not.toBe(imke.id);
});

test('an owner with colleagues or a plan that renews has to hand over or cancel first', async () => {
  const imke = await person();
  const seller = await makeSeller(db());
  await db().delete(orgUsers).where(eq(orgUsers.orgId, seller.org.id));
  await makeMember(db(), seller, { user: imke, defaultRoleId: 'OWNER' });
  const colleague = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
  const caller = await arrive(imke, seller.org.id);
  const refused = `You own ${seller.org.name}, and others work there. Transfer ownership first.`;
  expect((await caller.expectOk(session.deletion, {})).blockers).toEqual([refused]);
  expect(await caller.call(session.deleteMe, { body: { email: imke.email } })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: refused },
  });
  await caller.expectOk(team.remove, { params: { orgId: seller.org.id, id: colleague.orgUserId } });
  await makeSubscription(db(), seller);
  expect((await caller.expectOk(session.deletion, {})).blockers).toEqual([
    `${seller.org.name} has a plan that renews. Cancel it under Billing first.`,
  ]);
  expect((await caller.call(session.deleteMe, { body: { email: imke.email } })).status).toBe(409);
  expect(await rowOf(imke.id)).toMatchObject({ firstName: 'Imke', deletedAt: null });
});

test('an organization left without people withdraws its invitations and its brands leave the marketplace', async () => {
  const imke = await person();
  const seller = await makeSeller(db());
  await db().delete(orgUsers).where(eq(orgUsers.orgId, seller.org.id));
  await makeMember(db(), seller, { user: imke, defaultRoleId: 'OWNER' });
  const caller = await arrive(imke, seller.org.id);
  const body = { email: 'late@example.com', defaultRole: 'USER' as const };
  await caller.expectOk(team.invite, { params: { orgId: seller.org.id }, body });
  await caller.expectOk(session.deleteMe, { body: { email: imke.email } });
  const statuses = await db()
    .select({ status: orgUsers.status })
    .from(orgUsers)
    .where(eq(orgUsers.orgId, seller.org.id));
  expect(statuses).toEqual([{ status: 'REMOVED' }, { status: 'REMOVED' }]);
  expect(only(await db().select().from(brands).where(eq(brands.id, seller.brand.id))).disabled).toBe(true);
});

test('support staff can’t delete or download someone’s account while acting for them', async () => {
  const imke = await person();
  const staff = await createUser(db(), {
    firstName: 'Sam',
    lastName: 'Help',
    email: 'sam@example.com',
    password: PASSWORD,
    onboarded: true,
    verified: true,
    isSupport: true,
  });
  const asked = { body: { userId: imke.id, reason: 'Asked by phone' } };
  const { token } = await (await arrive(staff)).expectOk(contract.support.impersonate, asked);
  const acting = app.withToken(token);
  expect((await acting.call(session.deleteMe, { body: { email: imke.email } })).status).toBe(403);
  expect((await acting.call(session.exportMine, {})).status).toBe(403);
  await (await arrive(imke)).expectOk(session.deleteMe, { body: { email: imke.email } });
  const search = { query: { searchTerm: 'Former', page: 0 } };
  expect((await (await arrive(staff)).expectOk(contract.support.users, search)).results).toEqual([]);
  expect((await (await arrive(staff)).call(contract.support.impersonate, asked)).status).toBe(404);
});

test('someone downloads their own data, and nobody else’s', async () => {
  const seller = await makeSeller(db());
  const imke = await person();
  await makeMember(db(), seller, { user: imke, defaultRoleId: 'ADMIN' });
  const { order } = await makeOrder(db(), seller, { createdByUserId: imke.id });
  const { order: anothers } = await makeOrder(db(), seller, { createdByUserId: seller.owner.user.id });
  const caller = await arrive(imke, seller.org.id);
  const params = { id: order.id };
  await caller.expectOk(orders.addComment, { params, body: { comment: 'Mine: leave at the dock' } });
  const colleague = await app.as(seller.owner.user, seller.org);
  await colleague.expectOk(orders.addComment, { params, body: { comment: 'Not mine' } });
  const problem = {
    orgId: seller.org.id,
    orderId: order.id,
    kind: 'LATE' as const,
    lines: [],
    message: 'Not mine: where is it?',
  };
  const [reported] = await db()
    .insert(orderProblems)
    .values({ ...problem, reportedByUserId: seller.owner.user.id })
    .returning();
  await caller.expectOk(contract.orderProblems.answer, {
    params: { id: order.id, problemId: reported?.id ?? 0 },
    body: { answer: 'Mine: it left today' },
  });

  const friend = await makeUser(db(), { firstName: 'Ben', lastName: 'Fern' });
  const asker = await makeUser(db(), { firstName: 'Ada', lastName: 'Moss' });
  const invite = { body: { invitedUserUUID: imke.id } };
  const { id } = await (await app.as(friend)).expectOk(contract.connections.invite, invite);
  await caller.expectOk(contract.connections.answer, { params: { id }, body: { status: 'ACCEPTED' } });
  await (await app.as(asker)).expectOk(contract.connections.invite, invite);
  await (await app.as(asker)).expectOk(contract.connections.invite, { body: { invitedUserUUID: friend.id } });

  const { body, headers } = await caller.call(session.exportMine, {});
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('content-disposition')).toContain('my_verdant_data.json');
  const data = JSON.parse(String(body));
  expect(data).toMatchObject({
    profile: { email: imke.email, firstName: 'Imke' },
    memberships: [{ organization: seller.org.name, status: 'ACTIVE' }],
    connections: [
      { displayName: 'Ada Moss', status: 'INVITED', invitedByMe: false, connected: null },
      { displayName: 'Ben Fern', status: 'ACCEPTED', invitedByMe: false, connected: expect.any(String) },
    ],
    messages: [],
    ordersPlaced: [{ side: 'seller', orderNumber: order.orderNumber }],
    comments: [{ orderNumber: order.orderNumber, comment: 'Mine: leave at the dock' }],
    problems: [{ orderNumber: order.orderNumber, text: 'Mine: it left today' }],
  });
  expect(data.connections).toHaveLength(2);
  expect(data.sessions).toHaveLength(1);
  for (const { email } of [friend, asker]) expect(String(body)).not.toContain(email);
  expect(String(body)).not.toContain('Not mine');
  expect(String(body)).not.toContain(anothers.orderNumber);
  expect(String(body)).not.toContain(seller.owner.user.email);
});

test('a changed name reaches the chat', async () => {
  const seller = await makeSeller(db());
  const imke = await person();
  await makeMember(db(), seller, { user: imke, defaultRoleId: 'ADMIN' });
  const caller = await arrive(imke, seller.org.id);
  const body = { channelType: 'TEAM' as const, name: 'Dock', isPrivate: false, userIds: [] };
  await caller.expectOk(chat.create, { params: { orgId: seller.org.id }, body });
  const known = async () =>
    (await app.database.pool.query('select name from sandbox_chat_users where id = $1', [imke.id])).rows;
  await expect.poll(known).toEqual([{ name: 'Imke Vos' }]);
  await caller.expectOk(session.updateMe, { body: { lastName: 'de Vos' } });
  await expect.poll(known).toEqual([{ name: 'Imke de Vos' }]);
});
