import { afterAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orgUsers } from '../../../server/db/schema';
import { addStaff } from '../../../server/operator/staff';
import { openApp, startTestApp, type TestApp } from '../../support/app';
import { makeSeller } from '../../support/factories';
import { openMockServer, type Said } from '../../support/identity/outside-issuer';
import { signedInOutside, signInOutside } from '../../support/identity/sign-in-outside';

const issuer = await openMockServer();
const environment = { OIDC_ISSUER: issuer.url, SUPPORT_EMAIL: 'help@verdant.example' };
const app = await openApp({ environment: { ...environment, SIGN_UP: 'invitation' } });
issuer.admit(app.url);
afterAll(() => issuer.down());
const { db, pool } = app.database;
let people = 0;

/** Somebody's first sign-in, with what the issuer says of them. */
async function visit(said: Said, on: TestApp = app, returnTo: string | null = null) {
  issuer.people.set(`person-${++people}`, { given_name: 'Ada', family_name: 'Grower', ...said });
  return signInOutside(on, issuer, `person-${people}`, { returnTo });
}

async function invite(email: string): Promise<void> {
  const { org, owner } = await makeSeller(db);
  const place = { orgId: org.id, roleId: owner.roleId, status: 'INVITED', inviteCode: crypto.randomUUID() };
  await db.insert(orgUsers).values({ ...place, email });
}

const refused = {
  status: 403,
  body: { userFriendlyMessage: expect.stringMatching(/^Sign-up is by invitation\. .* help@/) },
};

test('by invitation, an outside issuer’s people come with the confirmed email they were invited with', async () => {
  await invite('in@team.example');
  await invite('unsure@team.example');
  expect(await visit({ email: 'in@team.example', email_verified: true })).toMatchObject({ status: 200 });
  expect(await visit({ email: 'unsure@team.example', email_verified: false })).toMatchObject({ status: 403 });
  expect(await visit({ email: 'stranger@team.example', email_verified: true })).toMatchObject(refused);
});

test('by invitation, a person’s link to connect lets in who comes from it, and a made-up one doesn’t', async () => {
  const { owner } = await makeSeller(db);
  const from = (code: string) => `/connect?code=${code}`;
  const friend = { email: 'friend@connect.example', email_verified: true };
  expect(await visit(friend, app, from(crypto.randomUUID()))).toMatchObject(refused);
  expect(await visit(friend, app, from(owner.user.connectionCode))).toMatchObject({ status: 200 });
});

test('where sign-up is closed, only whom the operator made support staff comes, once the email is confirmed', async () => {
  const on = await startTestApp({ beside: app, environment: { ...environment, SIGN_UP: 'closed' } });
  try {
    await invite('late@team.example');
    await addStaff(db, 'Help@verdant.example', 'root');
    expect((await visit({ email: 'late@team.example', email_verified: true }, on)).status).toBe(403);
    expect((await visit({ email: 'help@verdant.example', email_verified: false }, on)).status).toBe(403);
    // Some issuers send text.
    expect(await visit({ email: 'help@verdant.example', email_verified: 'true' }, on)).toMatchObject({ status: 200 });
    const { rows } = await pool.query(
      `select first_name, is_support from users where lower(email) = 'help@verdant.example'`,
    );
    expect(rows).toEqual([{ first_name: 'Ada', is_support: true }]);
  } finally {
    await on.close();
  }
});

test('an issuer whose emails count as confirmed lets people in of whom it says no more, and none it says otherwise of', async () => {
  const given = { ...environment, SIGN_UP: 'open', OIDC_EMAILS_CONFIRMED: 'true' };
  const on = await startTestApp({ beside: app, environment: given });
  try {
    expect((await visit({ email: 'quiet@directory.example' }, on)).status).toBe(200);
    expect((await visit({ email: 'guest@directory.example', email_verified: false }, on)).status).toBe(403);
  } finally {
    await on.close();
  }
});

test('a new email moves to the person’s memberships, to which letters go', async () => {
  const seller = await makeSeller(db);
  await invite('mover@team.example');
  const first = await visit({ email: 'mover@team.example', email_verified: true });
  expect(first.status).toBe(200);
  const id = `person-${people}`;
  await pool.query(
    `update org_users set user_id = (select id from users where email = 'mover@team.example'), status = 'ACTIVE'
      where email = 'mover@team.example'`,
  );
  issuer.people.set(id, { email: 'moved@team.example', email_verified: true });
  const { accessToken } = await signedInOutside(app, issuer, id);
  const me = await app.withToken(accessToken).expectOk(contract.session.me, { query: {} });
  const { rows } = await pool.query('select email from org_users where user_id = $1', [me.id]);
  expect(rows).toEqual([{ email: 'moved@team.example' }]);
  const others = await pool.query('select email from org_users where user_id = $1', [seller.owner.user.id]);
  expect(others.rows).not.toContainEqual({ email: 'moved@team.example' });
});
