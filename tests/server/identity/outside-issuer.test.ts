import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../../domain/calls';
import { qualifySubject } from '../../../server/identity/tokens';
import { openApp, startTestApp } from '../../support/app';
import { createTestDatabase } from '../../support/database';
import { openMockServer, openOidcProvider, type TestIssuer } from '../../support/identity/outside-issuer';
import { createUser } from '../../support/identity/people';
import { writesAtOnce } from '../../support/identity/post';
import { returnFrom, signedInOutside, signInOutside } from '../../support/identity/sign-in-outside';

const HELP = 'help@verdant.example';
const environmentOf = ({ url }: TestIssuer) => ({ OIDC_ISSUER: url, SUPPORT_EMAIL: HELP });

describe.each([
  ['oidc-provider as it comes', openOidcProvider],
  ['another implementation', openMockServer],
])('%s', async (_name, openIssuer) => {
  const issuer = await openIssuer();
  const app = await openApp({ environment: environmentOf(issuer) });
  issuer.admit(app.url);
  afterAll(() => issuer.down());
  const { db, pool } = app.database;
  const { people } = issuer;

  const meOf = async (token: string) => app.withToken(token).expectOk(contract.session.me, { query: {} });
  const signIn = (id: string) => signInOutside(app, issuer, id);
  const meBy = async (id: string) => meOf((await signedInOutside(app, issuer, id)).accessToken);

  it('somebody new signs in, with the name and email the ID token gives, and stays signed in', async () => {
    people.set('ada', { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Grower' });
    const { accessToken, refreshToken = '', notice } = await signedInOutside(app, issuer, 'ada');
    expect(notice).toBeNull();
    expect(await meOf(accessToken)).toMatchObject({ firstName: 'Ada', lastName: 'Grower', email: 'ada@example.com' });
    const fresh = await app.withToken(null).expectOk(contract.session.refresh, { body: { refreshToken } });
    expect(await meOf(fresh.accessToken)).toMatchObject({ email: 'ada@example.com' });
  });

  it('a name and an email changed there are read at the next sign-in, and a name changed here is kept until then', async () => {
    people.set('bea', { email: 'bea@example.com', email_verified: true, name: 'Bea Brown' });
    const { accessToken } = await signedInOutside(app, issuer, 'bea');
    await app.withToken(accessToken).expectOk(contract.session.updateMe, { body: { firstName: 'Beatrix' } });
    expect(await meBy('bea')).toMatchObject({ firstName: 'Beatrix', lastName: 'Brown' });

    people.set('bea', { email: 'bea@new.example', email_verified: true, name: 'Bea Green' });
    const me = await meBy('bea');
    expect(me).toMatchObject({ firstName: 'Bea', lastName: 'Green', email: 'bea@new.example' });
    const { rows } = await pool.query(
      `select before->>'email' as before, after->>'email' as after from audit_log
        where entity = 'user' and entity_id = $1 and after->>'by' = 'sign-in provider'`,
      [me.id],
    );
    expect(rows).toEqual([{ before: 'bea@example.com', after: 'bea@new.example' }]);
  });

  it('a new email that another account has, or that isn’t confirmed, is not taken over, and the person is told', async () => {
    people.set('cleo', { email: 'cleo@example.com', email_verified: true });
    await signedInOutside(app, issuer, 'cleo');
    people.set('cleo', { email: 'ada@example.com', email_verified: true });
    const taken = await signedInOutside(app, issuer, 'cleo');
    expect(taken.notice).toContain('ada@example.com as your email, which another account here uses');
    people.set('cleo', { email: 'cleo@new.example', email_verified: false });
    const unsure = await signedInOutside(app, issuer, 'cleo');
    expect(unsure.notice).toContain('cleo@new.example as your email, but doesn’t say that it’s yours');
    expect(await meOf(unsure.accessToken)).toMatchObject({ email: 'cleo@example.com' });
    // Who is known needs no email at all.
    people.set('cleo', {});
    expect(await meBy('cleo')).toMatchObject({ email: 'cleo@example.com' });
  });

  it.each([
    ['no email', {}, `ask ${HELP} to have it shared`],
    ['an email that isn’t one', { email: 'nobody', email_verified: true }, 'doesn’t give us your email'],
    ['an email that isn’t confirmed', { email: 'new@example.com', email_verified: false }, 'Confirm your email there'],
    ['an email of which it says no more', { email: 'new@example.com' }, 'Confirm your email there'],
  ])('somebody new with %s is told what to do, and gets no account', async (_what, said, words) => {
    people.set('dan', said);
    expect(await signIn('dan')).toMatchObject({
      status: 403,
      body: { message: 'FORBIDDEN', userFriendlyMessage: expect.stringContaining(words) },
    });
    const subject = qualifySubject(issuer.url, 'dan');
    expect((await pool.query('select from users where subject = $1', [subject])).rowCount).toBe(0);
  });

  it('a code works once, with its verifier and nonce, and nobody’s who only has a token', async () => {
    people.set('eve', { email: 'eve@example.com', email_verified: true });
    const signIn = (body: Awaited<ReturnType<typeof returnFrom>>) =>
      app.withToken(null).call(contract.session.signIn, { body: { ...body, isConsented: true } });
    const other = { ...(await returnFrom(app, issuer, 'eve')), codeVerifier: 'x'.repeat(43) };
    expect((await signIn(other)).status).toBe(401);
    const replayed = { ...(await returnFrom(app, issuer, 'eve')), nonce: crypto.randomUUID() };
    expect((await signIn(replayed)).status).not.toBe(200);
    expect((await pool.query(`select from users where email = 'eve@example.com'`)).rowCount).toBe(0);
    const own = await returnFrom(app, issuer, 'eve');
    expect((await signIn(own)).status).toBe(200);
    expect((await signIn(own)).status).toBe(401);
  });

  it('an account of the embedded sign-in is linked by the link emailed to it, and by nothing else', async () => {
    const fay = await createUser(db, {
      email: 'fay@example.com',
      firstName: 'Fay',
      lastName: 'F',
      verified: true,
      onboarded: true,
    });
    people.set('fay', { email: 'Fay@example.com', email_verified: true });
    people.set('mallory', { email: 'fay@example.com', email_verified: false });
    // Not confirmed there, it is nobody's.
    expect(await signIn('mallory')).toMatchObject({ status: 403 });

    const offer = await signIn('fay');
    if (!offer.ok || offer.body.status !== 'LINK') throw new Error(JSON.stringify(offer.body));
    expect(offer.body.email).toBe('fay@example.com');
    await app.withToken(null).expectOk(contract.session.mailLink, { body: { ticket: offer.body.ticket } });
    const letters = `select text from mailbox where recipient = 'fay@example.com'`;
    await expect.poll(async () => (await pool.query(letters)).rowCount).toBe(1);
    const [letter] = (await pool.query(letters)).rows;
    const linkCode = /\/link-account\?code=([\w-]{36})/.exec(letter.text)?.[1] ?? '';

    // Another's sign-in with the same email, the code without that sign-in, a made-up code, one that expired: none opens the account.
    people.set('mallory', { email: 'fay@example.com', email_verified: true });
    expect(await signInOutside(app, issuer, 'mallory', { linkCode })).toMatchObject({ status: 403 });
    people.set('trudy', { email: 'trudy@example.com', email_verified: true });
    const trudy = await signedInOutside(app, issuer, 'trudy', { linkCode });
    expect((await meOf(trudy.accessToken)).id).not.toBe(fay.id);
    expect(await signInOutside(app, issuer, 'fay', { linkCode: crypto.randomUUID() })).toMatchObject({ status: 403 });
    const later = (by: string) =>
      pool.query(`update oidc_payloads set expires_at = expires_at + $1::interval where model = 'LinkCode'`, [by]);
    await later('-2 hours');
    expect(await signInOutside(app, issuer, 'fay', { linkCode })).toMatchObject({ status: 403 });
    await later('2 hours');

    const linked = await signedInOutside(app, issuer, 'fay', { linkCode });
    expect(linked.notice).toContain('Your account is linked');
    expect((await meOf(linked.accessToken)).id).toBe(fay.id);
    const audit = await pool.query(`select before, after from audit_log where entity_id = $1 and after ? 'proof'`, [
      fay.id,
    ]);
    expect(audit.rows).toMatchObject([{ before: { subject: fay.id }, after: { proof: 'emailed link' } }]);
    // The link is spent, and the account keeps signing in without one.
    expect(await signInOutside(app, issuer, 'mallory', { linkCode })).toMatchObject({ status: 403 });
    expect((await meBy('fay')).id).toBe(fay.id);
  });

  it('a subject the issuer changed is linked the same way, and a ticket of nobody mails nothing', async () => {
    people.set('gus', { email: 'gus@example.com', email_verified: true, name: 'Gus G' });
    const { id } = await meBy('gus');
    people.set('gus-again', { email: 'gus@example.com', email_verified: true, name: 'Gus G' });
    expect(await signIn('gus-again')).toMatchObject({ body: { status: 'LINK' } });
    const nothing = await app
      .withToken(null)
      .call(contract.session.mailLink, { body: { ticket: crypto.randomUUID() } });
    expect(nothing).toMatchObject({ status: 409 });
    expect((await meBy('gus')).id).toBe(id);
  });

  it('says what only it has: prompts, sign-out and passwords', async () => {
    const provider = await app.withToken(null).expectOk(contract.session.provider, {});
    expect(provider).toMatchObject({ signUp: null, parameters: { resource: `${app.url}/api` } });
    expect(provider.endSessionEndpoint).toContain(issuer.url);
    const { accessToken } = await signedInOutside(app, issuer, 'ada');
    expect(await app.withToken(accessToken).call(contract.session.resetPassword, {})).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('at your sign-in provider') },
    });
    for (const path of ['forgot-password', 'reset-password?code=x', 'verify-email?code=x', 'interaction/x']) {
      const page = await fetch(`${app.url}/oidc/${path}`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('at your sign-in provider')]);
    }
  });

  it('while it is down, those signed in go on, others are told, and all recovers by itself', async () => {
    const { accessToken, refreshToken = '' } = await signedInOutside(app, issuer, 'ada');
    await issuer.down();
    const fresh = await startTestApp({ beside: app, environment: { ...environmentOf(issuer), PUBLIC_URL: app.url } });
    try {
      expect(await meOf(accessToken)).toMatchObject({ email: 'ada@example.com' });
      const silent = { status: 503, body: { userFriendlyMessage: expect.stringContaining('isn’t answering') } };
      const stranger = fresh.withToken(null);
      expect(await fresh.withToken(accessToken).call(contract.session.me, { query: {} })).toMatchObject(silent);
      expect(await stranger.call(contract.session.provider, {})).toMatchObject(silent);
      expect(await stranger.call(contract.session.refresh, { body: { refreshToken } })).toMatchObject(silent);
      await issuer.up();
      const isBack = async () => (await stranger.call(contract.session.provider, {})).status;
      await expect.poll(isBack, { timeout: 60_000 }).toBe(200);
      expect((await fresh.withToken(accessToken).call(contract.session.me, { query: {} })).status).toBe(200);
      expect((await stranger.call(contract.session.refresh, { body: { refreshToken } })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});

it('where an issuer can’t be told of a sign-out, or can begin with sign-up, the app is told so', async () => {
  const issuer = await openMockServer({ hasEndSession: false });
  const app = await startTestApp({ environment: environmentOf(issuer) });
  try {
    issuer.admit(app.url);
    const provider = await app.withToken(null).expectOk(contract.session.provider, {});
    expect(provider).toMatchObject({ endSessionEndpoint: null, signUp: null, otherAccount: { prompt: 'login' } });
  } finally {
    await app.close();
    await issuer.down();
  }
});

it('an email that only userinfo gives is read there, of nobody but who signs in', async () => {
  const issuer = await openMockServer();
  const app = await startTestApp({ environment: environmentOf(issuer) });
  try {
    issuer.admit(app.url);
    const email = { email: 'lee@example.com', email_verified: true };
    issuer.userInfo.set('lee', { sub: 'somebody else', ...email });
    expect(await signInOutside(app, issuer, 'lee')).toMatchObject({ status: 403 });
    issuer.userInfo.set('lee', { sub: 'lee', ...email });
    const { accessToken } = await signedInOutside(app, issuer, 'lee');
    const me = await app.withToken(accessToken).expectOk(contract.session.me, { query: {} });
    expect(me).toMatchObject({ email: 'lee@example.com' });
  } finally {
    await app.close();
    await issuer.down();
  }
});

it('a password letter that waits for the mail server is dropped, a link is not', async () => {
  const test = await createTestDatabase();
  try {
    const { db, pool } = test.database;
    const who = { email: 'ada@example.com', firstName: 'Ada', lastName: 'G', verified: true, onboarded: true };
    const { id: userId } = await createUser(db, who);
    const write = writesAtOnce({ publicUrl: 'http://app.example', oidc: { embedded: false } });
    const name = 'identity-letter';
    await write(db, { name, data: { userId, about: 'RESET' } });
    await write(db, { name, data: { userId, about: 'ALREADY_REGISTERED' } });
    await write(db, { name, data: { userId, about: 'LINK', subject: 'https://login.example#ada' } });
    const { rows } = await pool.query('select subject from mailbox');
    expect(rows).toEqual([{ subject: 'Link your Verdant account' }]);
  } finally {
    await test.drop();
  }
});
