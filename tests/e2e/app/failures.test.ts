import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, loadsOf } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const SELLER = 'owner@tidemark.example';

const stage = openStage();
/** In a window that has loaded no code yet. */
const visit = (email: string, path: string) => stage.visit(email, path, { isNew: true });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Apps' });

describe('a lost connection', () => {
  it('shows at once, is never blamed on us, and recovers as soon as it is back', async () => {
    const page = await visit(SELLER, '/marketplace');
    await heading(page, 'Marketplace');
    const said = page.getByText('You’re offline. We’ll reconnect');
    await page.context().setOffline(true);
    await said.waitFor();
    await sidebar(page).getByRole('button', { name: 'Organization' }).click();
    await sidebar(page).getByRole('link', { name: 'Roles' }).click();
    await heading(page, 'You’re offline');
    expect(await page.getByText("It's us, not you").count()).toBe(0);
    await page.context().setOffline(false);
    await heading(page, 'Roles');
    await said.waitFor({ state: 'detached' });
  });

  it('before the first reply is waited out, and the page continues', async () => {
    const page = await visit(SELLER, '/orders');
    await page.getByRole('grid').waitFor();
    await page.route('**/api/users/me', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await heading(page, 'We can’t reach Verdant.');
    expect(await axeFindings(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await heading(page, 'Sales Orders');
  });
});

describe('code of an older build', () => {
  it('that the server no longer has reloads the page, once', async () => {
    const page = await visit(SELLER, '/marketplace');
    const loads = loadsOf(page);
    await page.route('**/assets/RoleList*.js', (route) =>
      loads() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await sidebar(page).getByRole('button', { name: 'Organization' }).click();
    await sidebar(page).getByRole('link', { name: 'Roles' }).click();
    await heading(page, 'Roles');
    expect(loads()).toBe(1);
  });

  it('shows an apology if it stays missing, without reloading forever', async () => {
    const page = await visit(SELLER, '/marketplace');
    await page.route('**/assets/RoleList*.js', (route) => route.fulfill({ status: 404 }));
    const loads = loadsOf(page);
    await sidebar(page).getByRole('button', { name: 'Organization' }).click();
    await sidebar(page).getByRole('link', { name: 'Roles' }).click();
    await heading(page, /^Sorry, something went wrong\./);
    expect(loads()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await heading(page, 'Marketplace');
  });
});

it('an unknown address says so, and so does a failing error page', async () => {
  const page = await stage.stranger('/nowhere');
  await heading(page, 'Page Not Found');
  await page.getByText('This page could not be found').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Cannabis wholesale, in one place');

  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'title', {
      set() {
        throw new Error('No title');
      },
    }),
  );
  await page.goto('/nowhere');
  await heading(page, 'An error occurred while showing the error page');
  await expect.poll(() => page.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

it('where people sign in with a password there is no account to link, signed in or not', async () => {
  const visitor = await stage.stranger(`/link-account?code=${crypto.randomUUID()}`);
  await heading(visitor, 'There is nothing to link');
  expect(await axeFindings(visitor)).toEqual([]);
  await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  const page = await visit(SELLER, '/link-account');
  await heading(page, 'There is nothing to link');
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Go to Verdant' }).click();
  await heading(page, 'Marketplace');
});
