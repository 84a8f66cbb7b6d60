import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openMockServer, openOidcProvider, type TestIssuer } from '../../support/identity/outside-issuer';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';

type Walk = (page: Page, id: string) => Promise<void>;

/** The issuer's own pages: who it is, then consent for what we ask and again for a refresh token. */
const throughPages: Walk = async (page, id) => {
  await page.getByPlaceholder('Enter any login').fill(id);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await consent(page);
  await consent(page);
};
const consent: (page: Page) => Promise<void> = async (page) => {
  const back = page.waitForURL(/\/callback\?/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await back;
};

describe.each([
  { name: 'oidc-provider as it comes', open: openOidcProvider, walk: throughPages, again: consent, asksToLeave: true },
  {
    name: 'another implementation, which asks nobody and can’t be told of a sign-out',
    open: () => openMockServer({ hasEndSession: false }),
    walk: async () => {},
    again: async () => {},
    asksToLeave: false,
  },
])('$name', ({ open, walk, again, asksToLeave }) => {
  let issuer: TestIssuer;
  const stage = openStage({
    prepare: async () => {
      issuer = await open();
      await issuer.down();
    },
    environment: () => ({ OIDC_ISSUER: issuer.url }),
  });
  beforeAll(() => issuer.admit(stage.verdant.url));
  afterAll(() => issuer.down());

  const button = (page: Page, name: string) => page.getByRole('button', { name });

  it('while it is down the sign-in page says so, and goes on by itself once it is back', async () => {
    issuer.people.set('nia', { email: 'nia@example.com', email_verified: true, name: 'Nia Newcomer' });
    issuer.next = 'nia';
    const page = await stage.stranger('/signup');
    await page.getByText('Your sign-in provider isn’t answering').waitFor();
    await issuer.up();
    await walk(page, 'nia');
    await page.waitForURL(/\/onboarding/);
    // The issuer said the name, so it isn't asked for.
    await page.getByRole('heading', { name: 'Create your organization' }).waitFor();
    const named = "select first_name from users where email = 'nia@example.com'";
    const { rows } = await stage.database.database.pool.query(named);
    expect(rows).toEqual([{ first_name: 'Nia' }]);
  });

  it('somebody of before comes back through the link emailed to them, sees what is at the provider, and leaves', async () => {
    issuer.people.set('owner', { email: OWNER, email_verified: true, given_name: 'Rowan', family_name: 'Renamed' });
    issuer.next = 'owner';
    const page = await stage.stranger('/login?returnTo=/profile/settings');
    await walk(page, 'owner');
    await page.getByRole('heading', { name: 'This account signs in another way now' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Email me a link').click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const linkMailed = async () => {
      const found = 'select text from mailbox where recipient = $1';
      const { rows } = await stage.database.database.pool.query<{ text: string }>(found, [OWNER]);
      return /https?:\S+\/link-account\?code=\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(linkMailed).not.toBe('');
    await page.goto(await linkMailed());
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, 'Link and sign in').click();
    await again(page);
    await page.getByText('Your account is linked').waitFor();
    await page.goto('/link-account');
    await page.getByText('You are signed in, so your account is linked.').waitFor();

    await page.goto('/profile/settings');
    await page.getByText('Your email and password are at your sign-in provider').waitFor();
    expect(await button(page, 'Email me a link').count()).toBe(0);
    await button(page, 'Account: Rowan Renamed').click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
    if (asksToLeave) await button(page, 'Yes, sign me out').click();
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor();
    expect(await page.getByText('You may still be signed in at your sign-in provider').count()).toBe(
      asksToLeave ? 0 : 1,
    );
    expect(await page.evaluate(() => localStorage.getItem('auth.tokens'))).toBeNull();
  });

  it('whoever it gives no email for reads what to do, and can choose another account', async () => {
    issuer.people.set('ghost', {});
    issuer.next = 'ghost';
    const page = await stage.stranger('/login');
    await walk(page, 'ghost');
    await page.getByText('Your sign-in provider doesn’t give us your email').waitFor();
    issuer.next = 'nia';
    await button(page, 'Use another account').click();
    await walk(page, 'nia');
    await page.waitForURL(/\/(onboarding|marketplace)/);
    expect(await page.evaluate(() => localStorage.getItem('auth.tokens'))).not.toBeNull();
  });
});
