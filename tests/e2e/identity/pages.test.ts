import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendVerification } from '../../../server/identity/letters';
import { axeFindings, hasFocus, launchChromium, scrollsSideways } from '../../support/browser';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createUser } from '../../support/identity/people';
import { writesAtOnce } from '../../support/identity/post';
import { type IdentityServer, startIdentity } from '../../support/identity/server';
import { authorizationRequest, PASSWORD } from '../../support/identity/sign-in';

let test: TestDatabase;
let server: IdentityServer;
let browser: Browser;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startIdentity(test.database, undefined, async (app) => {
    app.get('/callback', () => 'back in the app');
  });
  browser = await launchChromium();
  await createUser(test.database.db, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Grower',
    password: PASSWORD,
    verified: true,
    onboarded: true,
  });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await test.drop();
});

async function isInOrder(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

describe.each([
  [360, 'light'],
  [1440, 'dark'],
] as const)('at %i px in the %s', (width, colorScheme) => {
  it('sign-in works by keyboard only, and every page on the way is accessible and fits', async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(authorizationRequest(server.publicUrl).url);
    await isInOrder(page);

    await hasFocus(page.getByLabel('Email'));
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getAttribute('#password', 'type')).toBe('text');
    await expect.poll(() => page.inputValue('#password')).toBe('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.inputValue('#email')).toBe('ada@example.com');
    await expect.poll(() => page.inputValue('#password')).toBe('');
    await isInOrder(page);

    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Enter your first name').waitFor();
    await isInOrder(page);

    await page.goto(`${server.publicUrl}/oidc/reset-password?code=x`);
    await isInOrder(page);

    await page.goto(authorizationRequest(server.publicUrl).url);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('back in the app').waitFor();
    expect(refused).toEqual([]);
    await context.close();
  });
});

it('a sign-up is confirmed by keyboard, without scripts, and errors are read out', async () => {
  const { db, pool } = test.database;
  const person = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Grower', password: PASSWORD };
  const grace = await createUser(db, { ...person, verified: false, onboarded: false });
  await sendVerification({ db, sendLater: writesAtOnce(server) }, grace);
  const { rows } = await pool.query<{ text: string }>("select text from mailbox where recipient = 'grace@example.com'");
  const mailed = new URL(/https?:\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '');
  // Where the app, which isn't running here, sends signed-out people.
  const link = `${server.publicUrl}/oidc/verify-email?code=${mailed.searchParams.get('invite_code')}`;

  const withScripts = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const scripted = await withScripts.newPage();
  await scripted.goto(link);
  await isInOrder(scripted);
  await hasFocus(scripted.locator('#password'));
  await scripted.keyboard.type('not the password');
  await scripted.keyboard.press('Enter');
  await scripted.getByRole('alert').waitFor();
  await isInOrder(scripted);
  await withScripts.close();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await hasFocus(page.locator('#password'));
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('choose a new one').waitFor();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.getByText('Check your email').first().waitFor();
  await page.goto(link);
  await hasFocus(page.locator('#password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Email confirmed').first().waitFor();
  await context.close();
});
