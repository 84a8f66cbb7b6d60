import { describe, expect, it } from 'vitest';
import { proofCookie, provenSubject } from '../../../server/identity/fresh-proof';
import { confirmEmail, sendVerification } from '../../../server/identity/letters';
import { hashPassword } from '../../../server/identity/passwords';
import { linkIn, openIdentity } from '../../support/identity/identity';
import { writesAtOnce } from '../../support/identity/post';
import { authorizationRequest, openBrowser, PASSWORD, signIn, wordsOf } from '../../support/identity/sign-in';

const NEW_PASSWORD = 'a fresh pass phrase';
const identity = openIdentity();

describe('signing up', () => {
  it('ends with an email whose link confirms the address, and then sign-in works', async () => {
    expect((await identity.signUp()).text).toContain('<h1>Check your email</h1>');
    await expect(signIn(identity.server, 'ada@example.com')).rejects.toThrow('don’t match an account');
    const [letter] = await identity.letters(1);
    expect(letter).toMatchObject({ recipient: 'ada@example.com', subject: 'Confirm your email for Verdant' });

    const question = await identity.browser.visit(linkIn(letter));
    expect(question.text).toContain('value="ada@example.com" readonly');
    expect((await identity.ada())?.emailVerifiedAt).toBeNull();
    expect((await identity.browser.submit(question, { password: PASSWORD })).text).toContain('Email confirmed');
    expect(await identity.ada()).toMatchObject({
      firstName: 'Ada',
      lastName: 'Grower',
      emailVerifiedAt: expect.any(Date),
    });
    const { tokens } = await signIn(identity.server, 'ada@example.com');
    await expect(identity.server.identity.verify(tokens.access_token)).resolves.toBeTruthy();

    const again = await identity.browser.visit(linkIn(letter));
    expect(again).toMatchObject({ status: 410 });
    expect(again.text).toContain('This link was already used');
  });

  it('continues without asking again for the password just typed, once, in that browser and for minutes', async () => {
    await identity.signUp();
    const [letter] = await identity.letters(1);
    await identity.confirm(letter, PASSWORD);
    const [proof] = identity.browser.cookies().filter(({ name }) => name === 'fresh_proof');
    const elsewhere = await openBrowser(identity.server).visit(authorizationRequest(identity.server.publicUrl).url);
    expect(elsewhere.text).toContain('<h1>Sign in</h1>');
    const page = await identity.browser.visit(authorizationRequest(identity.server.publicUrl).url);
    expect(page.url.pathname).toBe('/callback');
    expect(identity.browser.cookies().some(({ name }) => name === 'fresh_proof')).toBe(false);
    expect(proof?.value.startsWith(`${(await identity.ada())?.subject}.`)).toBe(true);
  });

  it.each([
    ['/accept-invite?invite_code=abc&invite_type=ORG_INVITE', '/accept-invite?invite_code=abc&invite_type=ORG_INVITE'],
    ['https://elsewhere.example/accept-invite', null],
    ['//elsewhere.example', null],
    ['/\t/elsewhere.example', null],
  ])('that began at %s goes on at %s, from the letter in any browser and from a second letter', async (given, kept) => {
    const { url } = authorizationRequest(identity.server.publicUrl, { prompt: 'create', return_to: given });
    const form = { firstName: 'Ada', lastName: 'Grower', email: 'ada@example.com', password: PASSWORD };
    await identity.browser.submit(await identity.browser.visit(url), form);
    await identity.letters(1);
    const again = openBrowser(identity.server);
    await again.submit(await again.visit('/oidc/resend-verification'), { email: 'ada@example.com' });
    for (const { text } of await identity.letters(2)) {
      expect(new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('redirect')).toBe(kept);
    }
    const [, letter] = await identity.letters(2);
    const elsewhere = openBrowser(identity.server);
    const page = await elsewhere.submit(await elsewhere.visit(linkIn(letter)), { password: PASSWORD });
    const next = /href="([^"]+\/login[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(next).searchParams.get('returnTo')).toBe(kept);
  });

  it('isn’t proved by anything forged, expired or another’s', () => {
    const cookie = proofCookie('ada', 'http://localhost', 'key', 1_000_000).split(';')[0] ?? '';
    expect(provenSubject(cookie, ['newer', 'key'], 1_200_000)).toBe('ada');
    expect(provenSubject(cookie, ['key'], 1_301_000)).toBeNull();
    expect(provenSubject(cookie, ['other'], 1_200_000)).toBeNull();
    expect(provenSubject(cookie.replace('ada', 'bob'), ['key'], 1_200_000)).toBeNull();
    expect(provenSubject(undefined, ['key'])).toBeNull();
  });

  it('with an existing address gets the same reply, changes nothing and emails its owner', async () => {
    const fresh = await identity.signUp({ email: 'new@example.com' });
    await identity.makeAda();
    const taken = await identity.signUp({ email: 'ADA@example.com', password: 'the password of a stranger' });
    expect(taken.status).toBe(fresh.status);
    expect(wordsOf(taken)).toBe(wordsOf(fresh));
    const toAda = (await identity.letters(2)).find(({ recipient }) => recipient === 'ada@example.com');
    expect(toAda?.subject).toBe('You already have a Verdant account');
    await expect(signIn(identity.server, 'ada@example.com')).resolves.toBeTruthy();
    await expect(signIn(identity.server, 'ada@example.com', 'the password of a stranger')).rejects.toThrow();
  });

  it('never gives anyone another’s sign-up password, whichever was last', async () => {
    const stranger = 'the password of a stranger';
    await identity.signUp();
    const [own] = await identity.letters(1);
    await identity.signUp({ firstName: 'Mallory', lastName: 'Grabber', password: stranger });
    const [, theirs] = await identity.letters(2);

    const refused = await identity.confirm(theirs, PASSWORD);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('That’s not the password you signed up with');
    expect((await identity.ada())?.emailVerifiedAt).toBeNull();

    expect((await identity.confirm(own, PASSWORD)).text).toContain('Email confirmed');
    expect(await identity.ada()).toMatchObject({ firstName: 'Ada', lastName: 'Grower' });
    await expect(signIn(identity.server, 'ada@example.com')).resolves.toBeTruthy();

    expect((await identity.browser.visit(linkIn(theirs))).text).toContain('This link was already used');
    await expect(signIn(identity.server, 'ada@example.com', stranger)).rejects.toThrow('don’t match');
    const kept = await identity.database.pool.query('select from mail_codes where password_hash is not null');
    expect(kept.rowCount).toBe(0);
  });

  it('twice before confirming: each link takes the password typed for it', async () => {
    await identity.signUp();
    // Emails are sent after the reply, so unless awaited, a second may overtake a first.
    const [older] = await identity.letters(1);
    await identity.signUp({ firstName: 'Augusta', password: NEW_PASSWORD });
    const [, newer] = await identity.letters(2);
    expect((await identity.confirm(older, NEW_PASSWORD)).status).toBe(422);
    expect((await identity.confirm(newer, NEW_PASSWORD)).text).toContain('Email confirmed');
    expect(await identity.ada()).toMatchObject({ firstName: 'Augusta' });
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    await expect(signIn(identity.server, 'ada@example.com', PASSWORD)).rejects.toThrow('don’t match');
  });

  it('isn’t confirmed by opening the link and pressing its buttons, like a mail scanner', async () => {
    await identity.signUp();
    const [letter] = await identity.letters(1);
    const page = await identity.confirm(letter, '');
    expect(page.status).toBe(422);
    expect(page.text).toContain('Enter your password');
    expect((await identity.ada())?.emailVerifiedAt).toBeNull();
  });

  it('with a forgotten password continues by choosing a new one, which confirms the address', async () => {
    await identity.signUp({ password: 'the password of a stranger' });
    const [theirs] = await identity.letters(1);
    const refused = await identity.confirm(theirs, PASSWORD);
    const [way] = /<form[^>]* action="\/oidc\/forgot-password">[\s\S]*?<\/form>/.exec(refused.text) ?? [''];
    expect(way).toContain('Choose a new password</button>');
    await identity.browser.submit({ ...refused, text: way }, {});
    const [, reset] = await identity.letters(2);
    expect((await identity.confirm(reset, NEW_PASSWORD)).text).toContain('Password changed');
    expect((await identity.ada())?.emailVerifiedAt).not.toBeNull();
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    expect((await identity.browser.visit(linkIn(theirs))).text).toContain('This link was already used');
    await expect(signIn(identity.server, 'ada@example.com', 'the password of a stranger')).rejects.toThrow(
      'don’t match',
    );
  });

  it('has to wait after five wrong passwords behind the link, and then takes the right one', async () => {
    await identity.signUp();
    const [letter] = await identity.letters(1);
    for (let time = 0; time < 5; time++) expect((await identity.confirm(letter, 'a wrong password')).status).toBe(422);
    const waiting = await identity.confirm(letter, PASSWORD);
    expect(waiting.status).toBe(429);
    expect(waiting.text).toContain('Too many attempts. Try again in');
    await identity.database.pool.query('update sign_in_attempts set blocked_until = null');
    expect((await identity.confirm(letter, PASSWORD)).text).toContain('Email confirmed');
  });

  it('whose link arrives after the address is confirmed leaves the account unchanged', async () => {
    const { db } = identity.database;
    const owner = await identity.makeAda(false);
    const late = {
      firstName: 'Mallory',
      lastName: 'Grabber',
      passwordHash: await hashPassword(NEW_PASSWORD),
      returnTo: null,
    };
    await sendVerification({ db, sendLater: writesAtOnce(identity.server) }, owner, late);
    const [letter] = await identity.letters(1);
    await identity.database.pool.query('update users set email_verified_at = now()');
    await identity.confirm(letter, NEW_PASSWORD);
    expect(await identity.ada()).toMatchObject({ firstName: 'Ada' });
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).rejects.toThrow('don’t match');
    await expect(signIn(identity.server, 'ada@example.com')).resolves.toBeTruthy();
  });

  it('three times at once creates one person, and only one link works', async () => {
    // The tests before have used up some of what one address may send.
    await identity.database.pool.query('delete from sign_in_attempts');
    const pages = await Promise.all(Array.from({ length: 3 }, () => identity.signUp()));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rowCount } = await identity.database.pool.query('select from users');
    expect(rowCount).toBe(1);
    const forms = [];
    for (const letter of await identity.letters(3)) forms.push(await identity.browser.visit(linkIn(letter)));
    const answers = await Promise.all(forms.map((form) => identity.browser.submit(form, { password: PASSWORD })));
    expect(answers.filter(({ text }) => text.includes('Email confirmed'))).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('This link was already used'))).toHaveLength(2);
  });

  it.each([
    ['a short password', { password: 'elevenchars' }, 'Use at least 12 characters'],
    ['one letter many times', { password: 'aaaaaaaaaaaaaaaa' }, 'Use at least 4 different characters'],
    ['the e-mail as password', { password: 'ada@example.com' }, 'Choose something other than your email'],
    ['no e-mail', { email: 'ada' }, 'Enter an email such as name@example.com'],
    ['no name', { firstName: ' ' }, 'Enter your first name'],
  ])('with %s is refused on the field, keeping what was typed', async (_, fields, problem) => {
    const page = await identity.signUp(fields);
    expect(page.status).toBe(422);
    expect(page.text).toMatch(new RegExp(`class="error" id="\\w+-error">${problem}`));
    expect(page.text).toContain('value="Grower"');
    expect(page.text).not.toMatch(/type="password"[^>]* value=/);
  });

  it('can have its email resent, with the original password', async () => {
    await identity.signUp({ password: NEW_PASSWORD });
    await identity.letters(1);
    await identity.browser.submit(await identity.browser.visit('/oidc/resend-verification'), {
      email: 'ada@example.com',
    });
    const [, again] = await identity.letters(2);
    expect((await identity.confirm(again, PASSWORD)).status).toBe(422);
    expect((await identity.confirm(again, NEW_PASSWORD)).text).toContain('Email confirmed');
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('for someone with a password can have its email resent', async () => {
    await identity.makeAda(false);
    await identity.browser.submit(await identity.browser.visit('/oidc/resend-verification'), {
      email: 'ada@example.com',
    });
    const [letter] = await identity.letters(1);
    expect((await identity.confirm(letter, PASSWORD)).text).toContain('Email confirmed');
  });
});

describe('a code emailed to a signed-in person', () => {
  it('confirms their email only, once', async () => {
    const { db } = identity.database;
    const ada = await identity.makeAda(false);
    await sendVerification({ db, sendLater: writesAtOnce(identity.server) }, ada);
    const code =
      new URL(linkIn((await identity.letters(1))[0]), identity.server.publicUrl).searchParams.get('code') ?? '';
    expect(code).toHaveLength(36);
    expect(await confirmEmail(db, crypto.randomUUID(), code)).toBe(false);
    expect(await confirmEmail(db, ada.id, code)).toBe(true);
    expect(await confirmEmail(db, ada.id, code)).toBe(false);
  });
});
