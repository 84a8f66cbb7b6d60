import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog, orgUsers, users } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeLicense, makeMember, makeRole, makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { lettersTo } from '../../support/letters';

const { invite, remove, resendInvitation, resetInviteLink } = contract.team;
const { accept, acceptCode, byCode, hasAny, mine } = contract.invitations;
const DAY_MS = 86_400_000;

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let nobody: TestCaller;
let email: string;

beforeAll(async () => {
  nobody = app.withToken(null);
});
beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  email = `new-${seller.org.id}@example.com`;
});

const org = () => ({ orgId: seller.org.id });
const codeOf = (link: string) => new URL(link).searchParams.get('invite_code') ?? '';

async function ask(body: object = { defaultRole: 'USER' }) {
  const invited = await owner.expectOk(invite, { params: org(), body: { email, ...body } });
  return { ...invited, inviteCode: codeOf(invited.inviteLink), at: { params: { ...org(), id: invited.id } } };
}

const arrive = async (values: Parameters<typeof makeUser>[1] = {}) => {
  const user = await makeUser(app.database.db, { email, ...values });
  return { user, caller: await app.as(user) };
};

const expire = (id: number) =>
  app.database.db
    .update(orgUsers)
    .set({ inviteExpiresAt: new Date(Date.now() - 1000) })
    .where(eq(orgUsers.id, id));

describe('inviting', () => {
  test('gives a link for 14 days that shows what it is for, and emails it', async () => {
    const { id, inviteLink, inviteExpiresAt, inviteCode } = await ask();
    expect(inviteCode).toHaveLength(36);
    const query = new URLSearchParams({ invite_code: inviteCode, invite_type: 'ORG_INVITE', invited_email: email });
    expect(inviteLink).toBe(`${app.config.publicUrl}/accept-invite?${query}`);
    expect(Math.round((Date.parse(inviteExpiresAt) - Date.now()) / DAY_MS)).toBe(14);

    expect(await nobody.expectOk(byCode, { params: { inviteCode } })).toEqual({
      inviteCode,
      orgId: seller.org.id,
      orgName: seller.org.name,
      roleName: 'User',
      invitedEmail: email,
      invitedBy: `${seller.owner.user.firstName} ${seller.owner.user.lastName}`,
      expiresAt: inviteExpiresAt,
      status: 'INVITED',
    });
    const [letter] = await lettersTo(app, email, 1);
    expect(letter?.subject).toBe(`Join ${seller.org.name} on Verdant`);
    expect(letter?.text).toContain(inviteLink);
    const team = await owner.expectOk(contract.organization.users, { params: org(), query: {} });
    expect(team.find((one) => one.id === id)).toMatchObject({ email, status: 'INVITED' });
  });

  test('includes assignments for a custom role, and none for a default one', async () => {
    const role = await makeRole(app.database.db, seller, { features: {}, name: 'Drivers' });
    const lists = { licenseIds: [seller.license.id], brandIds: [seller.brand.id], companyIds: [seller.company.id] };
    expect(await ask({ orgRoleId: role.id, ...lists })).toMatchObject({ orgRole: { name: 'Drivers' }, ...lists });
    email = `second-${email}`;
    expect(await ask({ defaultRole: 'ADMIN', ...lists })).toMatchObject({
      licenseIds: [],
      brandIds: [],
      companyIds: [],
    });
  });

  test.each([
    ['no role', {}, 'defaultRole'],
    ['two roles', { defaultRole: 'USER', orgRoleId: 1 }, 'defaultRole'],
    ['the owner’s role', { defaultRole: 'OWNER' }, 'defaultRole'],
    ['no e-mail address', { defaultRole: 'USER', email: 'nobody' }, 'email'],
  ])('with %s is refused on its field', async (_what, body, field) => {
    const answer = await owner.call(invite, { params: org(), body: { email, ...body } as never });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });

  test('an existing member, ignoring case, is refused on the email', async () => {
    await ask();
    const again = { params: org(), body: { email: email.toUpperCase(), defaultRole: 'USER' } } as const;
    expect(await owner.call(invite, again)).toMatchObject({
      status: 400,
      body: { errors: { email: expect.stringMatching(/already invited/) } },
    });
    const clerk = await makeMember(app.database.db, seller, { features: {} });
    const present = { params: org(), body: { email: clerk.user.email, defaultRole: 'USER' } } as const;
    expect(await owner.call(invite, present)).toMatchObject({
      status: 400,
      body: { errors: { email: expect.stringMatching(/already on the team/) } },
    });
  });

  test('by two people for one email at once creates one invitation', async () => {
    const body = { email, defaultRole: 'USER' } as const;
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.call(invite, { params: org(), body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(answers.filter((one) => !one.ok && one.body.errors?.email)).toHaveLength(4);
  });

  test('with another organization’s license is refused on its field', async () => {
    const role = await makeRole(app.database.db, seller, { features: {} });
    const foreign = await makeLicense(app.database.db, await makeSeller(app.database.db));
    const body = { email, orgRoleId: role.id, licenseIds: [foreign.id] };
    expect(await owner.call(invite, { params: org(), body })).toMatchObject({
      status: 400,
      body: { errors: { licenseIds: expect.any(String) } },
    });
  });

  test('a removed person restores the membership their orders and customers name', async () => {
    const clerk = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
    await owner.expectOk(remove, { params: { ...org(), id: clerk.orgUserId } });
    email = clerk.user.email;
    const { id, inviteCode } = await ask();
    expect(id).toBe(clerk.orgUserId);
    const caller = await app.as(clerk.user);
    expect((await caller.call(contract.session.membership, {})).status).toBe(404);
    await caller.expectOk(accept, { params: { inviteCode } });
    const me = await caller.expectOk(contract.session.me, { query: {} });
    expect(await caller.expectOk(contract.session.membership, {})).toMatchObject({
      user: { id: me.id, firstName: me.firstName, lastName: me.lastName, email: me.email },
      id: clerk.orgUserId,
      orgRole: { name: 'User' },
    });
  });
});

describe('an invitation’s link', () => {
  test('stays the same when resent, for 14 days from then', async () => {
    const { inviteCode, at, id } = await ask();
    await lettersTo(app, email, 1);
    await expire(id);
    expect(await nobody.expectOk(byCode, { params: { inviteCode } })).toMatchObject({ status: 'EXPIRED' });
    const renewed = await owner.expectOk(resendInvitation, at);
    expect(codeOf(renewed.inviteLink)).toBe(inviteCode);
    expect(Math.round((Date.parse(renewed.expiresAt) - Date.now()) / DAY_MS)).toBe(14);
    expect(await nobody.expectOk(byCode, { params: { inviteCode } })).toMatchObject({ status: 'INVITED' });
    const letters = await lettersTo(app, email, 2);
    expect(letters.every(({ text }) => text.includes(renewed.inviteLink))).toBe(true);
  });

  test('is unknown once reset or cancelled', async () => {
    const { inviteCode, at } = await ask();
    const unknown = { status: 404, body: { userFriendlyMessage: 'Invitation not found' } };
    const reset = codeOf((await owner.expectOk(resetInviteLink, at)).inviteLink);
    expect(reset).not.toBe(inviteCode);
    expect(await nobody.call(byCode, { params: { inviteCode } })).toMatchObject(unknown);
    expect((await nobody.call(byCode, { params: { inviteCode: reset } })).status).toBe(200);
    await owner.expectOk(remove, at);
    expect(await nobody.call(byCode, { params: { inviteCode: reset } })).toMatchObject(unknown);
  });

  test('of someone who joined can’t be resent or reset', async () => {
    const { inviteCode, at } = await ask();
    const { caller } = await arrive();
    await caller.expectOk(accept, { params: { inviteCode } });
    for (const endpoint of [resendInvitation, resetInviteLink]) {
      expect(await owner.call(endpoint, at)).toMatchObject({
        status: 409,
        body: { userFriendlyMessage: `${email} has already joined, so there is no open invitation.` },
      });
    }
  });

  test('can’t be guessed for long', async () => {
    const { caller } = await arrive();
    const guess = () => caller.call(byCode, { params: { inviteCode: crypto.randomUUID() } });
    const answers = await Promise.all(Array.from({ length: 61 }, guess));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  });
});

describe('accepting', () => {
  test('by email or by code gives the membership, ends onboarding, and is audited', async () => {
    for (const way of ['address', 'code'] as const) {
      email = `${way}-${email}`;
      const { id, inviteCode } = await ask();
      const { user, caller } = await arrive({ onboarded: false, email: email.toUpperCase() });
      expect(await caller.expectOk(hasAny, {})).toEqual({ hasOrgInvites: true });
      expect(await caller.expectOk(mine, { query: {} })).toMatchObject([{ inviteCode, orgName: seller.org.name }]);
      const joined =
        way === 'address'
          ? await caller.expectOk(accept, { params: { inviteCode } })
          : await caller.expectOk(acceptCode, { body: { inviteCode } });
      expect(joined).toEqual({ orgId: seller.org.id, orgName: seller.org.name });
      expect(await caller.expectOk(contract.session.membership, {})).toMatchObject({ id, orgId: seller.org.id });
      expect(await caller.expectOk(contract.session.me, { query: {} })).toMatchObject({
        onboarded: true,
        isMember: true,
      });
      expect(await caller.expectOk(hasAny, {})).toEqual({ hasOrgInvites: false });
      expect(await nobody.expectOk(byCode, { params: { inviteCode } })).toMatchObject({ status: 'ACCEPTED' });
      const [entry] = await app.database.db.select().from(auditLog).where(eq(auditLog.actorUserId, user.id));
      expect(entry).toMatchObject({ orgId: seller.org.id, entity: 'org-user', entityId: String(id) });
    }
  });

  test('asks someone without a name for it', async () => {
    const { inviteCode } = await ask();
    const { caller } = await arrive({ onboarded: false, firstName: '', lastName: '' });
    await caller.expectOk(accept, { params: { inviteCode } });
    expect(await caller.expectOk(contract.session.me, { query: {} })).toMatchObject({ onboarded: false });
  });

  test('several times at once joins once', async () => {
    const { id, inviteCode } = await ask();
    const { user, caller } = await arrive();
    const answers = await Promise.all(Array.from({ length: 6 }, () => caller.call(accept, { params: { inviteCode } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.actorUserId, user.id));
    expect(entries).toHaveLength(1);
    const places = await app.database.db.select().from(orgUsers).where(eq(orgUsers.userId, user.id));
    expect(places.map((place) => place.id)).toEqual([id]);
  });

  test('with another account says whom it is for and who is signed in', async () => {
    const { inviteCode } = await ask();
    const { user, caller } = await arrive({ email: `other-${email}` });
    expect(await caller.call(accept, { params: { inviteCode } })).toMatchObject({
      status: 403,
      body: {
        userFriendlyMessage: `This invitation is for ${email}. You’re signed in as ${user.email}. To accept, sign out and sign in as ${email}.`,
      },
    });
    expect(await caller.expectOk(mine, { query: {} })).toEqual([]);
  });

  test('explains an accepted invitation, and whom to ask about an expired one', async () => {
    const { id, inviteCode } = await ask();
    const { user, caller } = await arrive();
    await expire(id);
    const inviter = seller.owner.user;
    expect(await caller.call(accept, { params: { inviteCode } })).toMatchObject({
      status: 409,
      body: {
        userFriendlyMessage: `This invitation to ${seller.org.name} expired. Ask ${inviter.firstName} ${inviter.lastName} to send a new one.`,
      },
    });
    expect(await caller.expectOk(hasAny, {})).toEqual({ hasOrgInvites: false });
    await owner.expectOk(resendInvitation, { params: { ...org(), id } });
    await caller.expectOk(accept, { params: { inviteCode } });
    expect(await caller.call(accept, { params: { inviteCode } })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('already accepted') },
    });
    expect((await app.database.db.select().from(orgUsers).where(eq(orgUsers.userId, user.id))).length).toBe(1);
  });

  test('requires a confirmed email', async () => {
    const { inviteCode } = await ask();
    const { user, caller } = await arrive({ emailVerifiedAt: null });
    expect(await caller.expectOk(mine, { query: {} })).toEqual([]);
    expect((await caller.call(accept, { params: { inviteCode } })).status).toBe(403);
    await app.database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));
    await caller.expectOk(accept, { params: { inviteCode } });
  });

  test('with an unknown code isn’t found', async () => {
    const { caller } = await arrive();
    expect(await caller.call(acceptCode, { body: { inviteCode: crypto.randomUUID() } })).toMatchObject({
      status: 404,
      body: { userFriendlyMessage: 'Invitation not found' },
    });
  });
});
