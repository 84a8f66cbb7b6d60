import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { SignUpMode } from '../../../domain/session/sign-up';
import { findUserByEmail } from '../../../server/identity/accounts';
import type { Letter } from '../../../server/mail/mail';
import { createTestDatabase, type TestDatabase } from '../database';
import { createUser } from './people';
import { type IdentityServer, startIdentity } from './server';
import { authorizationRequest, type Browser, openBrowser, PASSWORD, type Page } from './sign-in';

export type Kept = Pick<Letter, 'subject' | 'text'> & { recipient: string };

export const ADA = 'ada@example.com';

/** An identity provider for a file's tests, with no emails, a fresh browser and, unless it `keepsPeople` of its
 * organizations, nobody before each. */
export function openIdentity({ signUp, keepsPeople = false }: { signUp?: SignUpMode; keepsPeople?: boolean } = {}) {
  let test: TestDatabase;
  let server: IdentityServer;
  let browser: Browser;

  beforeAll(async () => {
    test = await createTestDatabase();
    server = await startIdentity(test.database, undefined, undefined, signUp);
  });
  beforeEach(async () => {
    await test.database.pool.query('delete from sign_in_attempts; delete from mailbox');
    if (!keepsPeople) await test.database.pool.query('delete from users');
    browser = openBrowser(server);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const identity = {
    get database() {
      return test.database;
    },
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },

    makeAda: (verified = true) =>
      createUser(test.database.db, {
        email: ADA,
        firstName: 'Ada',
        lastName: 'Grower',
        password: PASSWORD,
        verified,
        onboarded: verified,
      }),

    find: (email: string) => findUserByEmail(test.database.db, email),

    ada: () => findUserByEmail(test.database.db, ADA),

    async signUp(fields: Record<string, string> = {}): Promise<Page> {
      const page = await browser.visit(authorizationRequest(server.publicUrl, { prompt: 'create' }).url);
      return browser.submit(page, { firstName: 'Ada', lastName: 'Grower', email: ADA, password: PASSWORD, ...fields });
    },

    /** The mailbox once it has as many emails as expected, oldest first. */
    async letters(count: number): Promise<Kept[]> {
      const read = async () =>
        (await test.database.pool.query<Kept>('select recipient, subject, text from mailbox order by sent_at')).rows;
      await expect.poll(async () => (await read()).length).toBe(count);
      return read();
    },

    /** Opens an emailed link and submits a password there. */
    confirm: async (letter: Kept | undefined, password: string) =>
      browser.submit(await browser.visit(linkIn(letter)), { password }),

    askForReset: async () => browser.submit(await browser.visit('/oidc/forgot-password'), { email: ADA }),
  };
  return identity;
}

/** An email link's final target; the app's confirmation page sends signed-out people to the provider. */
export function linkIn(letter: Kept | undefined): string {
  const link = /https?:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  const { pathname, searchParams } = new URL(link);
  if (pathname !== '/accept-invite') return link;
  expect(searchParams.get('invite_type')).toBe('VERIFY_EMAIL');
  expect(searchParams.get('invited_email')).toBe(letter?.recipient);
  return `/oidc/verify-email?code=${searchParams.get('invite_code')}`;
}
