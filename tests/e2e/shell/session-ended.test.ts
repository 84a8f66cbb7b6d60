import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, openEmpty } from '../../support/browser';
import { BRAND, openShop, quantities, SHOPPER } from '../../support/carts/shopping';

const { stage } = openShop();
const SETTINGS = '/profile/settings';
const MENU = `${BRAND}?search=dream`;
const bar = (page: Page) => page.getByRole('status', { name: 'Signed out' });

const tokensIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth.tokens') ?? '');

/** Signs in again from the bar, and is where the person was, with prices. */
async function comeBack(page: Page): Promise<void> {
  await bar(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(SHOPPER);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${MENU}`);
  await quantities(page).first().waitFor();
  expect(await bar(page).count()).toBe(0);
}

it('a page with something typed is another’s who signed in in another tab, unasked, and what was typed stays its writer’s', async () => {
  const theirs = await tokensIn(await stage.visit('rep@fernhollow.example', SETTINGS));
  const page = await stage.visit(SHOPPER, SETTINGS);
  const own = await tokensIn(page);
  const [name, account] = [page.getByLabel('First name'), page.getByRole('button', { name: /^Account: / })];
  await name.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Annabel');
  const shopper = await account.getAttribute('aria-label');
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  // What is on screen until the next page comes, read at the last moment.
  await page.evaluate(() =>
    addEventListener('pagehide', () =>
      sessionStorage.setItem('left', document.querySelector('#root')?.textContent ?? ''),
    ),
  );
  const tab = await openEmpty(page.context());
  await tab.evaluate((tokens) => localStorage.setItem('auth.tokens', tokens), theirs);
  await page.waitForURL('**/marketplace');
  await account.waitFor();
  expect(await account.getAttribute('aria-label')).not.toBe(shopper);
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('Loading');
  await page.goto(SETTINGS);
  await name.waitFor();
  expect([await name.inputValue(), asked]).toEqual([expect.not.stringMatching('Annabel'), []]);
  await tab.evaluate((tokens) => localStorage.setItem('auth.tokens', tokens), own);
  await page.waitForURL('**/marketplace');
  await page.goto(SETTINGS);
  await expect.poll(() => name.inputValue()).toBe('Annabel');
});

describe('somebody whose session ended', () => {
  it('while they were away is told why there are no prices, and signs in at the same place', async () => {
    const page = await stage.visit(SHOPPER, MENU);
    await quantities(page).first().waitFor();
    // What a session refused by its issuer leaves.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('auth.tokens') ?? '{}') as object;
      localStorage.setItem('auth.tokens', JSON.stringify({ ...kept, accessToken: 'spent', refreshToken: 'spent' }));
    });
    await page.context().clearCookies();
    await page.reload();
    await bar(page).getByText('You’ve been signed out. Sign in to see prices and your carts.').waitFor();
    expect(await quantities(page).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await bar(page).waitFor();
    await comeBack(page);
  });

  it('in another tab stays where they are, without prices, and signs in there', async () => {
    const page = await stage.visit(SHOPPER, MENU);
    await quantities(page).first().waitFor();
    const other = await page.context().newPage();
    await other.goto('/marketplace');
    await other.getByRole('button', { name: /^Account:/ }).click();
    // Said at once, but the provider's session is over only when it leads back here.
    const ended = other.waitForEvent('load');
    await other.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
    await ended;
    await other.getByRole('heading', { name: 'You’re signed out' }).waitFor();
    expect(await bar(other).count()).toBe(0);
    await bar(page).waitFor();
    expect(await quantities(page).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?search=dream');
    await comeBack(page);
  });

  it('with the browser’s storage, in the middle of a cart, is shown the way to sign in and comes back to the cart', async () => {
    const page = await stage.visit(SHOPPER, MENU);
    await quantities(page).first().waitFor();
    await page.evaluate(() => localStorage.clear());
    await quantities(page).first().fill('2');
    await quantities(page).first().press('Enter');
    await bar(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().clearCookies();
    await comeBack(page);
  });

  it('is not mistaken for a visitor who was never signed in', async () => {
    const page = await stage.stranger('/marketplace');
    await page.getByRole('heading', { level: 1, name: 'Marketplace' }).waitFor();
    expect(await bar(page).count()).toBe(0);
  });
});
