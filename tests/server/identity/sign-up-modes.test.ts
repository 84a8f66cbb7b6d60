import { describe, expect, it } from 'vitest';
import { companyInvites, orgUsers } from '../../../server/db/schema';
import { addStaff } from '../../../server/operator/staff';
import { makeSeller } from '../../support/factories';
import { linkIn, openIdentity } from '../../support/identity/identity';
import { createUser } from '../../support/identity/people';
import { authorizationRequest, PASSWORD, signIn, wordsOf } from '../../support/identity/sign-in';

const HELP = 'help@verdant.example';

describe('where sign-up is by invitation', () => {
  const identity = openIdentity({ signUp: 'invitation', keepsPeople: true });
  const stranger = (email: string) => identity.signUp({ email });

  it('the sign-in page offers none, and says what to do', async () => {
    const page = await identity.browser.visit(authorizationRequest(identity.server.publicUrl).url);
    expect(page.text).not.toContain('/sign-up');
    expect(wordsOf(page)).toContain('Sign-up is by invitation. Use the email you were invited with, or ask somebody');
    expect(page.text).toContain(HELP);
  });

  it('a stranger gets the same reply as somebody invited, no account, and an email that says what to do', async () => {
    const { db } = identity.database;
    const seller = await makeSeller(db);
    const { user } = seller.owner;
    const sentAt = new Date();
    const of = { orgId: seller.org.id, companyId: seller.company.id, invitedByUserId: user.id, sentAt };
    await db.insert(companyInvites).values({ ...of, invitedEmail: 'buyer@shop.example' });
    const invited = await stranger('Buyer@shop.example');
    expect((await identity.letters(1))[0]).toMatchObject({ subject: 'Confirm your email for Verdant' });
    const uninvited = await stranger('stranger@shop.example');
    expect([uninvited.status, wordsOf(uninvited)]).toEqual([invited.status, wordsOf(invited)]);
    const letter = (await identity.letters(2))[1];
    expect(letter?.subject).toBe('You can’t sign up for Verdant with this email yet');
    expect(letter?.text).toContain(`ask ${HELP} for an invitation`);
    expect(await identity.find('stranger@shop.example')).toBeUndefined();

    await identity.confirm((await identity.letters(2))[0], PASSWORD);
    await expect(signIn(identity.server, 'buyer@shop.example')).resolves.toBeTruthy();
  });

  it('an invitation to a team lets its email in until it expires', async () => {
    const { db } = identity.database;
    const seller = await makeSeller(db);
    const place = { orgId: seller.org.id, roleId: seller.owner.roleId, status: 'INVITED' };
    const soon = new Date(Date.now() + 60_000);
    await db.insert(orgUsers).values([
      { ...place, email: 'in@team.example', inviteCode: crypto.randomUUID(), inviteExpiresAt: soon },
      { ...place, email: 'late@team.example', inviteCode: crypto.randomUUID(), inviteExpiresAt: new Date(0) },
    ]);
    await stranger('in@team.example');
    await stranger('late@team.example');
    await identity.letters(2);
    expect(await identity.find('in@team.example')).toMatchObject({ emailVerifiedAt: null });
    expect(await identity.find('late@team.example')).toBeUndefined();
  });

  it('a person’s link to connect lets in who comes from it, and no made-up one', async () => {
    const seller = await makeSeller(identity.database.db);
    const { connectionCode } = seller.owner.user;
    for (const [code, email] of [
      [connectionCode, 'friend@connect.example'],
      [crypto.randomUUID(), 'forger@connect.example'],
    ]) {
      const extra = { prompt: 'create', return_to: `/connect?code=${code}` };
      const page = await identity.browser.visit(authorizationRequest(identity.server.publicUrl, extra).url);
      await identity.browser.submit(page, { firstName: 'A', lastName: 'B', email: email ?? '', password: PASSWORD });
    }
    await identity.letters(2);
    expect(await identity.find('friend@connect.example')).toBeDefined();
    expect(await identity.find('forger@connect.example')).toBeUndefined();
  });
});

describe('where sign-up is closed', () => {
  const identity = openIdentity({ signUp: 'closed' });

  it('nobody signs up, and the page says whom to ask', async () => {
    const page = await identity.browser.visit(
      authorizationRequest(identity.server.publicUrl, { prompt: 'create' }).url,
    );
    expect(page.status).toBe(403);
    expect(page.text).toContain(`Sign-up is closed. To get an account, ask ${HELP}.`);
    expect(page.text).not.toContain('<form');
  });

  it('a sign-up that was begun before can’t be finished, by no emailed link', async () => {
    await identity.makeAda(false);
    const reset = '/oidc/forgot-password';
    for (const path of [reset, '/oidc/resend-verification']) {
      const page = await identity.browser.visit(path);
      expect((await identity.browser.submit(page, { email: 'ada@example.com' })).text).toContain('Check your email');
    }
    const other = { email: 'bea@example.com', firstName: 'Bea', lastName: 'Grower', password: PASSWORD };
    await createUser(identity.database.db, { ...other, verified: true, onboarded: true });
    await identity.browser.submit(await identity.browser.visit(reset), { email: other.email });
    expect(await identity.letters(1)).toMatchObject([{ recipient: other.email }]);
  });

  it('whoever is here signs in, and gets a new password', async () => {
    await identity.makeAda();
    await expect(signIn(identity.server, 'ada@example.com')).resolves.toBeTruthy();
    await identity.askForReset();
    expect(await identity.letters(1)).toMatchObject([{ recipient: 'ada@example.com' }]);
  });

  it('whom the operator made support staff chooses a password and is in', async () => {
    await addStaff(identity.database.db, 'ada@example.com', 'root');
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    expect((await identity.confirm(letter, PASSWORD)).text).toContain('Password changed');
    expect(linkIn(letter)).toContain('/oidc/reset-password');
    await expect(signIn(identity.server, 'ada@example.com')).resolves.toBeTruthy();
  });
});
