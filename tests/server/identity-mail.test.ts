import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeExpired } from '../../server/identity';
import { findUserByEmail } from '../../server/identity/accounts';
import { proofCookie, provenSubject } from '../../server/identity/fresh-proof';
import { confirmEmail, sendVerification } from '../../server/identity/letters';
import { hashPassword } from '../../server/identity/passwords';
import { openMail } from '../../server/mail';
import type { Letter } from '../../server/mail/mail';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type IdentityServer, startIdentity } from '../support/identity-server';
import { createUser } from '../support/people';
import {
  askForTokens,
  authorizationRequest,
  type Browser,
  openBrowser,
  PASSWORD,
  type Page,
  signIn,
  wordsOf,
} from '../support/sign-in';

const NEW_PASSWORD = 'a fresh pass phrase';

let test: TestDatabase;
let server: IdentityServer;
let browser: Browser;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startIdentity(test.database);
});
beforeEach(async () => {
  await test.database.pool.query('delete from sign_in_attempts; delete from mailbox; delete from users');
  browser = openBrowser(server);
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

const makeAda = (verified = true) =>
  createUser(test.database.db, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Grower',
    password: PASSWORD,
    verified,
    onboarded: verified,
  });

async function signUp(fields: Record<string, string> = {}): Promise<Page> {
  const page = await browser.visit(authorizationRequest(server.publicUrl, { prompt: 'create' }).url);
  return browser.submit(page, {
    firstName: 'Ada',
    lastName: 'Grower',
    email: 'ada@example.com',
    password: PASSWORD,
    ...fields,
  });
}

type Kept = Pick<Letter, 'subject' | 'text'> & { recipient: string };

/** The letters in the mailbox once there are as many as expected, oldest first. */
async function letters(count: number): Promise<Kept[]> {
  const read = async () =>
    (await test.database.pool.query<Kept>('select recipient, subject, text from mailbox order by sent_at')).rows;
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
}

/** Where the letter leads; the app's page for a confirmation sends who is signed out on to the provider's. */
function linkIn(letter: Kept | undefined): string {
  const link = /https?:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  const { pathname, searchParams } = new URL(link);
  if (pathname !== '/accept-invite') return link;
  expect(searchParams.get('invite_type')).toBe('VERIFY_EMAIL');
  expect(searchParams.get('invited_email')).toBe(letter?.recipient);
  return `/oidc/verify-email?code=${searchParams.get('invite_code')}`;
}

const ada = () => findUserByEmail(test.database.db, 'ada@example.com');

/** Opens a mailed link and types a password there. */
const confirm = async (letter: Kept | undefined, password: string) =>
  browser.submit(await browser.visit(linkIn(letter)), { password });

const askForReset = async () =>
  browser.submit(await browser.visit('/oidc/forgot-password'), { email: 'ada@example.com' });

describe('signing up', () => {
  it('ends with a mail whose link confirms the address, and then signing in works', async () => {
    expect((await signUp()).text).toContain('<h1>Check your email</h1>');
    await expect(signIn(server, 'ada@example.com')).rejects.toThrow('don’t match an account');
    const [letter] = await letters(1);
    expect(letter).toMatchObject({ recipient: 'ada@example.com', subject: 'Confirm your email for Verdant' });

    const question = await browser.visit(linkIn(letter));
    expect(question.text).toContain('value="ada@example.com" readonly');
    expect((await ada())?.emailVerifiedAt).toBeNull();
    expect((await browser.submit(question, { password: PASSWORD })).text).toContain('Email confirmed');
    expect(await ada()).toMatchObject({ firstName: 'Ada', lastName: 'Grower', emailVerifiedAt: expect.any(Date) });
    const { tokens } = await signIn(server, 'ada@example.com');
    await expect(server.identity.verify(tokens.access_token)).resolves.toBeTruthy();

    const again = await browser.visit(linkIn(letter));
    expect(again).toMatchObject({ status: 410 });
    expect(again.text).toContain('This link was already used');
  });

  it('goes on without the password that was just typed, once, in that browser and for minutes', async () => {
    await signUp();
    const [letter] = await letters(1);
    await confirm(letter, PASSWORD);
    const [proof] = browser.cookies().filter(({ name }) => name === 'fresh_proof');
    const elsewhere = await openBrowser(server).visit(authorizationRequest(server.publicUrl).url);
    expect(elsewhere.text).toContain('<h1>Sign in</h1>');
    const page = await browser.visit(authorizationRequest(server.publicUrl).url);
    expect(page.url.pathname).toBe('/callback');
    expect(browser.cookies().some(({ name }) => name === 'fresh_proof')).toBe(false);
    expect(proof?.value.startsWith(`${(await ada())?.subject}.`)).toBe(true);
  });

  it('is proven by nothing that is forged, expired or another’s', () => {
    const cookie = proofCookie('ada', 'http://localhost', 'key', 1_000_000).split(';')[0] ?? '';
    expect(provenSubject(cookie, ['newer', 'key'], 1_200_000)).toBe('ada');
    expect(provenSubject(cookie, ['key'], 1_301_000)).toBeNull();
    expect(provenSubject(cookie, ['other'], 1_200_000)).toBeNull();
    expect(provenSubject(cookie.replace('ada', 'bob'), ['key'], 1_200_000)).toBeNull();
    expect(provenSubject(undefined, ['key'])).toBeNull();
  });

  it('with an address in use answers the same, changes nothing and tells its owner by mail', async () => {
    const fresh = await signUp({ email: 'new@example.com' });
    await makeAda();
    const taken = await signUp({ email: 'ADA@example.com', password: 'the password of a stranger' });
    expect(taken.status).toBe(fresh.status);
    expect(wordsOf(taken)).toBe(wordsOf(fresh));
    const toAda = (await letters(2)).find(({ recipient }) => recipient === 'ada@example.com');
    expect(toAda?.subject).toBe('You already have a Verdant account');
    await expect(signIn(server, 'ada@example.com')).resolves.toBeTruthy();
    await expect(signIn(server, 'ada@example.com', 'the password of a stranger')).rejects.toThrow();
  });

  it('gives nobody the password of another’s sign-up, whichever was last', async () => {
    const stranger = 'the password of a stranger';
    await signUp();
    const [own] = await letters(1);
    await signUp({ firstName: 'Mallory', lastName: 'Grabber', password: stranger });
    const [, theirs] = await letters(2);

    const refused = await confirm(theirs, PASSWORD);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('That’s not the password you signed up with');
    expect((await ada())?.emailVerifiedAt).toBeNull();

    expect((await confirm(own, PASSWORD)).text).toContain('Email confirmed');
    expect(await ada()).toMatchObject({ firstName: 'Ada', lastName: 'Grower' });
    await expect(signIn(server, 'ada@example.com')).resolves.toBeTruthy();

    expect((await browser.visit(linkIn(theirs))).text).toContain('This link was already used');
    await expect(signIn(server, 'ada@example.com', stranger)).rejects.toThrow('don’t match');
    const kept = await test.database.pool.query('select from mail_codes where password_hash is not null');
    expect(kept.rowCount).toBe(0);
  });

  it('twice before confirming, each link takes the password typed for it', async () => {
    await signUp();
    // Letters leave after the reply, so a second may overtake a first that is not waited for.
    const [older] = await letters(1);
    await signUp({ firstName: 'Augusta', password: NEW_PASSWORD });
    const [, newer] = await letters(2);
    expect((await confirm(older, NEW_PASSWORD)).status).toBe(422);
    expect((await confirm(newer, NEW_PASSWORD)).text).toContain('Email confirmed');
    expect(await ada()).toMatchObject({ firstName: 'Augusta' });
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    await expect(signIn(server, 'ada@example.com', PASSWORD)).rejects.toThrow('don’t match');
  });

  it('is not confirmed by who opens the link and presses its buttons, as a mail scanner does', async () => {
    await signUp();
    const [letter] = await letters(1);
    const page = await confirm(letter, '');
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter your password');
    expect((await ada())?.emailVerifiedAt).toBeNull();
  });

  it('with a password that is not known any more goes on by choosing a new one, which confirms the address', async () => {
    await signUp({ password: 'the password of a stranger' });
    const [theirs] = await letters(1);
    const refused = await confirm(theirs, PASSWORD);
    const [way] = /<form[^>]* action="\/oidc\/forgot-password">[\s\S]*?<\/form>/.exec(refused.text) ?? [''];
    expect(way).toContain('Choose a new password</button>');
    await browser.submit({ ...refused, text: way }, {});
    const [, reset] = await letters(2);
    expect((await confirm(reset, NEW_PASSWORD)).text).toContain('Password changed');
    expect((await ada())?.emailVerifiedAt).not.toBeNull();
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    expect((await browser.visit(linkIn(theirs))).text).toContain('This link was already used');
    await expect(signIn(server, 'ada@example.com', 'the password of a stranger')).rejects.toThrow('don’t match');
  });

  it('asks for patience after five wrong passwords behind the link, and takes the right one later', async () => {
    await signUp();
    const [letter] = await letters(1);
    for (let time = 0; time < 5; time++) expect((await confirm(letter, 'a wrong password')).status).toBe(422);
    const waiting = await confirm(letter, PASSWORD);
    expect(waiting.status).toBe(429);
    expect(waiting.text).toContain('Too many attempts. Try again in');
    await test.database.pool.query('update sign_in_attempts set blocked_until = null');
    expect((await confirm(letter, PASSWORD)).text).toContain('Email confirmed');
  });

  it('whose link is mailed only once the address is confirmed leaves the account as it is', async () => {
    const { db } = test.database;
    const owner = await makeAda();
    const mail = openMail({ smtpUrl: undefined, mailFrom: 'x@example.com', production: false }, db);
    const late = { firstName: 'Mallory', lastName: 'Grabber', passwordHash: await hashPassword(NEW_PASSWORD) };
    await sendVerification({ db, mail, publicUrl: server.publicUrl }, owner, late);
    await confirm((await letters(1))[0], NEW_PASSWORD);
    expect(await ada()).toMatchObject({ firstName: 'Ada' });
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).rejects.toThrow('don’t match');
    await expect(signIn(server, 'ada@example.com')).resolves.toBeTruthy();
  });

  it('three times at once makes one person, and only one of the links is used', async () => {
    const pages = await Promise.all(Array.from({ length: 3 }, () => signUp()));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rowCount } = await test.database.pool.query('select from users');
    expect(rowCount).toBe(1);
    const forms = [];
    for (const letter of await letters(3)) forms.push(await browser.visit(linkIn(letter)));
    const answers = await Promise.all(forms.map((form) => browser.submit(form, { password: PASSWORD })));
    expect(answers.filter(({ text }) => text.includes('Email confirmed'))).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('This link was already used'))).toHaveLength(2);
  });

  it.each([
    ['a short password', { password: 'elevenchars' }, 'Use at least 12 characters'],
    ['one letter many times', { password: 'aaaaaaaaaaaaaaaa' }, 'Use at least 4 different characters'],
    ['the e-mail as password', { password: 'ada@example.com' }, 'Choose something other than your email'],
    ['no e-mail', { email: 'ada' }, 'Enter an email such as name@example.com'],
    ['no name', { firstName: ' ' }, 'Enter your first name'],
  ])('with %s is refused at the field, and what was typed is kept', async (_, fields, problem) => {
    const page = await signUp(fields);
    expect(page.status).toBe(422);
    expect(page.text).toMatch(new RegExp(`class="error" id="\\w+-error">${problem}`));
    expect(page.text).toContain('value="Grower"');
    expect(page.text).not.toMatch(/type="password"[^>]* value=/);
  });

  it('can have its mail sent again, with the password it was made with', async () => {
    await signUp({ password: NEW_PASSWORD });
    await letters(1);
    await browser.submit(await browser.visit('/oidc/resend-verification'), { email: 'ada@example.com' });
    const [, again] = await letters(2);
    expect((await confirm(again, PASSWORD)).status).toBe(422);
    expect((await confirm(again, NEW_PASSWORD)).text).toContain('Email confirmed');
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('made for somebody with a password can have its mail sent', async () => {
    await makeAda(false);
    await browser.submit(await browser.visit('/oidc/resend-verification'), { email: 'ada@example.com' });
    const [letter] = await letters(1);
    expect((await confirm(letter, PASSWORD)).text).toContain('Email confirmed');
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that works once and is then explained', async () => {
    await makeAda();
    await askForReset();
    const [letter] = await letters(1);
    const form = await browser.visit(linkIn(letter));
    expect((await browser.submit(form, { password: 'short' })).text).toContain('Use at least 12 characters');
    expect((await browser.submit(form, { password: NEW_PASSWORD })).text).toContain('Password changed');
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    await expect(signIn(server, 'ada@example.com', PASSWORD)).rejects.toThrow('don’t match');

    const again = await browser.submit(form, { password: 'yet another phrase' });
    expect(again.text).toContain('This link was already used');
    expect(again.text).toContain('/oidc/forgot-password');
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('once replaced signs out everywhere', async () => {
    await makeAda();
    const before = await signIn(server, 'ada@example.com');
    await askForReset();
    const [letter] = await letters(1);
    await browser.submit(await browser.visit(linkIn(letter)), { password: NEW_PASSWORD });
    const refused = await askForTokens(server, {
      grant_type: 'refresh_token',
      refresh_token: before.tokens.refresh_token,
    });
    expect(refused.error).toBe('invalid_grant');
    const page = await before.browser.visit(authorizationRequest(server.publicUrl).url);
    expect(page.text).toContain('<h1>Sign in</h1>');
  });

  it('ends the wait after too many attempts', async () => {
    await makeAda();
    for (let time = 0; time < 5; time++) await signIn(server, 'ada@example.com', 'wrong').catch(() => {});
    await expect(signIn(server, 'ada@example.com')).rejects.toThrow('Too many attempts');
    await askForReset();
    const [letter] = await letters(1);
    await browser.submit(await browser.visit(linkIn(letter)), { password: NEW_PASSWORD });
    await expect(signIn(server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('is answered the same for somebody unknown, who gets no mail', async () => {
    await makeAda();
    const form = await browser.visit('/oidc/forgot-password');
    const unknown = await browser.submit(form, { email: 'nobody@example.com' });
    const known = await browser.submit(form, { email: 'ada@example.com' });
    expect(wordsOf(unknown)).toBe(wordsOf(known));
    expect((await letters(1))[0]?.recipient).toBe('ada@example.com');
  });

  it('link says when it has expired and when it is not one of ours', async () => {
    await makeAda();
    await askForReset();
    const [letter] = await letters(1);
    await test.database.pool.query('update mail_codes set expires_at = now()');
    const expired = await browser.visit(linkIn(letter));
    expect(expired.text).toContain('This link has expired');
    expect(expired.text).toContain('/oidc/forgot-password');
    for (const code of ['', 'short', crypto.randomUUID()]) {
      expect((await browser.visit(`/oidc/reset-password?code=${code}`)).text).toContain('This link doesn’t work');
    }
  });
});

describe('a code mailed to a person who is signed in', () => {
  it('confirms their e-mail and nobody else’s, once', async () => {
    const { db } = test.database;
    const ada = await makeAda(false);
    const mail = openMail({ smtpUrl: undefined, mailFrom: 'x@example.com', production: false }, db);
    await sendVerification({ db, mail, publicUrl: server.publicUrl }, ada);
    const code = new URL(linkIn((await letters(1))[0]), server.publicUrl).searchParams.get('code') ?? '';
    expect(code).toHaveLength(36);
    expect(await confirmEmail(db, crypto.randomUUID(), code)).toBe(false);
    expect(await confirmEmail(db, ada.id, code)).toBe(true);
    expect(await confirmEmail(db, ada.id, code)).toBe(false);
  });
});

describe('what has expired', () => {
  it('is removed, and what has not is kept', async () => {
    const { pool, db } = test.database;
    await makeAda();
    const { tokens } = await signIn(server, 'ada@example.com');
    await openBrowser(server).visit(authorizationRequest(server.publicUrl).url);
    await pool.query("update oidc_payloads set expires_at = now() - interval '1 hour' where model = 'Interaction'");
    await purgeExpired(db);
    const { rowCount } = await pool.query("select from oidc_payloads where model = 'Interaction'");
    expect(rowCount).toBe(0);
    const fresh = await askForTokens(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(fresh.status).toBe(200);
  });

  it('counts a refresh token used more than a day ago, which stays refused', async () => {
    const { pool, db } = test.database;
    await makeAda();
    const { tokens } = await signIn(server, 'ada@example.com');
    const refresh = (refresh_token: string) => askForTokens(server, { grant_type: 'refresh_token', refresh_token });
    const fresh = await refresh(tokens.refresh_token);
    await pool.query(
      "update oidc_payloads set consumed_at = now() - interval '25 hours' where consumed_at is not null",
    );
    await purgeExpired(db);
    expect((await pool.query('select from oidc_payloads where consumed_at is not null')).rowCount).toBe(0);
    expect((await refresh(tokens.refresh_token)).error).toBe('invalid_grant');
    expect((await refresh(fresh.refresh_token)).status).toBe(200);
  });
});
