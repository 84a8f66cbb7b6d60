import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailCodes } from '../../../server/db/schema/identity';
import { purgeExpired } from '../../../server/identity';
import { lockUser } from '../../../server/identity/codes';
import { countWaiting } from '../../support/cluster';
import { linkIn, openIdentity } from '../../support/identity/identity';
import {
  askForTokens,
  authorizationRequest,
  openBrowser,
  PASSWORD,
  signIn,
  wordsOf,
} from '../../support/identity/sign-in';

const NEW_PASSWORD = 'a fresh pass phrase';
const identity = openIdentity();

describe('a forgotten password', () => {
  it('is replaced through a link that works once and then explains itself', async () => {
    await identity.makeAda();
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    const form = await identity.browser.visit(linkIn(letter));
    expect((await identity.browser.submit(form, { password: 'short' })).text).toContain('Use at least 12 characters');
    expect((await identity.browser.submit(form, { password: NEW_PASSWORD })).text).toContain('Password changed');
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
    await expect(signIn(identity.server, 'ada@example.com', PASSWORD)).rejects.toThrow('don’t match');

    const again = await identity.browser.submit(form, { password: 'yet another phrase' });
    expect(again.text).toContain('This link was already used');
    expect(again.text).toContain('/oidc/forgot-password');
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('waits for another link being asked for, which locks the person before their links as well', async () => {
    const { id } = await identity.makeAda();
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    const form = await identity.browser.visit(linkIn(letter));
    const { db } = identity.database;
    const answer = await db.transaction(async (tx) => {
      await lockUser(tx, id);
      const submitted = identity.browser.submit(form, { password: NEW_PASSWORD });
      await expect.poll(() => countWaiting(identity.database), { timeout: 60_000 }).toBe(1);
      // As whoever asks for another link does next.
      await tx.update(mailCodes).set({ expiresAt: sql`now()` }).where(eq(mailCodes.userId, id));
      return { submitted };
    });
    expect((await answer.submitted).text).toContain('This link has expired');
  });

  it('signs out everywhere once replaced', async () => {
    await identity.makeAda();
    const before = await signIn(identity.server, 'ada@example.com');
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    await identity.browser.submit(await identity.browser.visit(linkIn(letter)), { password: NEW_PASSWORD });
    const refused = await askForTokens(identity.server, {
      grant_type: 'refresh_token',
      refresh_token: before.tokens.refresh_token,
    });
    expect(refused.error).toBe('invalid_grant');
    const page = await before.browser.visit(authorizationRequest(identity.server.publicUrl).url);
    expect(page.text).toContain('<h1>Sign in</h1>');
  });

  it('ends the wait after too many attempts', async () => {
    await identity.makeAda();
    for (let time = 0; time < 5; time++) await signIn(identity.server, 'ada@example.com', 'wrong').catch(() => {});
    await expect(signIn(identity.server, 'ada@example.com')).rejects.toThrow('Too many attempts');
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    await identity.browser.submit(await identity.browser.visit(linkIn(letter)), { password: NEW_PASSWORD });
    await expect(signIn(identity.server, 'ada@example.com', NEW_PASSWORD)).resolves.toBeTruthy();
  });

  it('gets the same reply for an unknown person, who gets no email', async () => {
    await identity.makeAda();
    const form = await identity.browser.visit('/oidc/forgot-password');
    const unknown = await identity.browser.submit(form, { email: 'nobody@example.com' });
    const known = await identity.browser.submit(form, { email: 'ada@example.com' });
    expect(wordsOf(unknown)).toBe(wordsOf(known));
    expect((await identity.letters(1))[0]?.recipient).toBe('ada@example.com');
  });

  it('link says when it has expired and when it isn’t valid', async () => {
    await identity.makeAda();
    await identity.askForReset();
    const [letter] = await identity.letters(1);
    await identity.database.pool.query('update mail_codes set expires_at = now()');
    const expired = await identity.browser.visit(linkIn(letter));
    expect(expired.text).toContain('This link has expired');
    expect(expired.text).toContain('/oidc/forgot-password');
    for (const code of ['', 'short', crypto.randomUUID()]) {
      expect((await identity.browser.visit(`/oidc/reset-password?code=${code}`)).text).toContain(
        'This link doesn’t work',
      );
    }
  });
});

describe('expired data', () => {
  it('is deleted, and the rest is kept', async () => {
    const { pool, db } = identity.database;
    await identity.makeAda();
    const { tokens } = await signIn(identity.server, 'ada@example.com');
    await openBrowser(identity.server).visit(authorizationRequest(identity.server.publicUrl).url);
    await pool.query("update oidc_payloads set expires_at = now() - interval '1 hour' where model = 'Interaction'");
    await purgeExpired(db);
    const { rowCount } = await pool.query("select from oidc_payloads where model = 'Interaction'");
    expect(rowCount).toBe(0);
    const fresh = await askForTokens(identity.server, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(fresh.status).toBe(200);
  });

  it('includes refresh tokens used over a day ago, which stay refused', async () => {
    const { pool, db } = identity.database;
    await identity.makeAda();
    const { tokens } = await signIn(identity.server, 'ada@example.com');
    const refresh = (refresh_token: string) =>
      askForTokens(identity.server, { grant_type: 'refresh_token', refresh_token });
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
