import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, loadsOf, scrollsSideways } from '../../support/browser';
import { BUYER, placeOrder } from '../../support/demo';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const SELLER = 'owner@tidemark.example';
const BOTH = 'both@tidemark.example';
const NEWCOMER = 'new@verdant.example';
const TELEPHONE = {
  viewport: { width: 360, height: 740 },
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
};
const MINUTE = 60_000;

const stage = openStage();

const { visit } = stage;
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Apps' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const query = (text: string, values: unknown[] = []) => stage.database.database.pool.query(text, values);

async function switchTo(page: Page, organization: string): Promise<void> {
  await button(page, /^Working for/).click();
  await page.getByLabel('Organization', { exact: true }).selectOption({ label: organization });
  await button(page, `Working for ${organization}`).waitFor();
}

const TIDEMARK = `org_id = (select id from organizations where name = 'Tidemark Distribution')`;

/** Makes exactly this many new orders wait at Tidemark. */
async function letWait(count: number): Promise<void> {
  await query(`update orders set status = 'CANCELLED' where ${TIDEMARK} and status = 'SUBMITTED'`);
  const wanted = { status: 'SUBMITTED', seller: 'Tidemark Distribution', buyer: BUYER } as const;
  for (let placed = 0; placed < count; placed += 1) await placeOrder(stage.database.database.db, wanted);
}

/** Invites a demo person to an organization as its email would, a day before it expires. */
const invite = (email: string, organization: string) =>
  query(
    `insert into org_users (org_id, email, role_id, status, invite_code, invite_expires_at)
     select organizations.id, $1, roles.id, 'INVITED', $3, now() + interval '1 day'
       from organizations join roles on roles.org_id = organizations.id and roles.default_role_id = 'USER'
      where organizations.name = $2`,
    [email, organization, randomUUID()],
  );

describe('another organization', () => {
  it('is never shown a slow reply of the previous one', async () => {
    const page = await visit(BOTH, '/marketplace');
    await button(page, 'Working for Tidemark Distribution').waitFor();
    const [released, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let former: string | undefined;
    await page.route('**/api/buyer-orders', async (route) => {
      const orgId = route.request().headers()['org-id'];
      former ??= orgId;
      if (orgId !== former) return route.continue();
      const response = await route.fetch();
      await released.promise;
      // By then the page has abandoned the call.
      await route.fulfill({ response }).catch(() => {});
      arrived.resolve();
    });
    const asked = page.waitForRequest('**/api/buyer-orders');
    await sidebar(page)
      .getByRole('button', { name: /^Orders/ })
      .click();
    await sidebar(page).getByRole('link', { name: 'Purchase Orders' }).click();
    await asked;
    await switchTo(page, 'Juniper Street Collective');
    await page.getByRole('gridcell').first().waitFor();
    const rows = () => page.getByRole('gridcell').allTextContents();
    const own = await rows();
    released.resolve();
    await arrived.promise;
    expect(await rows()).toEqual(own);
    expect(await sidebar(page).getByText('Sales Orders').count()).toBe(0);
  });

  it('is entered at the list of the same kind of record, or at home for whom there is none', async () => {
    const page = await visit(BOTH, '/orders?statuses=COMPLETE');
    const first = page.getByRole('grid').getByRole('link').first();
    await first.click();
    await heading(page, /^Order \d+$/);
    await switchTo(page, 'Juniper Street Collective');
    await heading(page, 'Marketplace');
    await page.goto('/orders/purchases');
    await first.click();
    await page.waitForURL('**/orders/purchases/*');
    await switchTo(page, 'Tidemark Distribution');
    await page.waitForURL((url) => url.pathname === '/orders/purchases');
    await page.goto('/marketplace/brands/night-heron?search=dream');
    await heading(page, 'Night Heron');
    await switchTo(page, 'Juniper Street Collective');
    expect(new URL(page.url()).pathname).toBe('/marketplace/brands/night-heron');
  });
});

describe('what awaits a person', () => {
  it('is counted wherever the navigation shows, updates live and is read out', async () => {
    await letWait(12);
    const page = await visit(SELLER, '/marketplace');
    await button(page, 'Orders (more than 9 awaiting acceptance)').waitFor();
    await expect.poll(() => sidebar(page).locator('[data-count]').allTextContents()).toEqual(['9+']);
    expect(await axeFindings(page)).toEqual([]);

    await letWait(2);
    await page.goto('/orders');
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    await link('Sales Orders (2 awaiting acceptance)').waitFor();
    expect(await link('Purchase Orders').count()).toBe(1);
    await page.getByRole('row').filter({ hasText: 'Submitted' }).first().getByRole('link').first().click();
    await button(page, 'Accept').click();
    await link('Sales Orders (1 awaiting acceptance)').waitFor();

    await button(page, 'Navigation').click();
    await link('Orders (1 awaiting acceptance)').focus();
    await link('Sales Orders (1 awaiting acceptance)').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    const bottom = page.getByRole('navigation', { name: 'This app' });
    await bottom.getByRole('link', { name: 'Sales Orders (1 awaiting acceptance)' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('isn’t shown in another organization, except invitations', async () => {
    await letWait(3);
    await invite(BOTH, 'Fernhollow Farms');
    const page = await visit(BOTH, '/marketplace');
    await sidebar(page).getByText('3', { exact: true }).waitFor();
    await switchTo(page, 'Juniper Street Collective');
    await button(page, 'Profile (1 awaiting your reply)').click();
    await expect.poll(() => sidebar(page).locator('[data-count]').allTextContents()).toEqual(['1']);
    await sidebar(page).getByRole('link', { name: 'Invites (1 awaiting your reply)' }).click();
    await button(page, 'Accept: join Fernhollow Farms').click();
    await page.getByText('You joined Fernhollow Farms.').waitFor();
    await sidebar(page).getByRole('link', { name: 'Invites', exact: true }).waitFor();
    await button(page, 'Switch to Fernhollow Farms').click();
    await button(page, 'Working for Fernhollow Farms').waitFor();
  });
});

describe('site-wide notices', () => {
  it('appear within a minute, and disappear again', async () => {
    const page = await stage.stranger('/features');
    await page.clock.install();
    await page.reload();
    await heading(page, 'Features');
    const message = page.getByText('Verdant rests tonight from 2 to 3 am');
    expect(await message.count()).toBe(0);
    await query(`insert into site_flags (slug, description) values ('MAINTENANCE_MESSAGE', $1)`, [
      'Verdant rests tonight from 2 to 3 am',
    ]);
    await page.clock.runFor(MINUTE);
    await message.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await query(`delete from site_flags where slug = 'MAINTENANCE_MESSAGE'`);
    await page.clock.runFor(MINUTE);
    await message.waitFor({ state: 'detached' });
  });

  it('a new version is offered until answered, and never loses what was typed', async () => {
    const page = await visit(SELLER, '/profile/settings', { isNew: true });
    await page.clock.install();
    await page.reload();
    const name = page.getByLabel('First name');
    await name.fill('Marcus Aurelius');
    await page.route('**/api/version', (route) => route.fulfill({ json: { appBuildId: 'another' } }));
    await page.clock.runFor(MINUTE);
    await page.getByText('A new version of Verdant is ready').waitFor();
    await page.clock.runFor(60 * MINUTE);
    const update = button(page, 'Update');
    await update.waitFor();
    const loads = loadsOf(page);
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.type();
    });
    await update.click();
    expect(await asked).toBe('beforeunload');
    await expect.poll(() => name.inputValue()).toBe('Marcus Aurelius');
    expect(loads()).toBe(0);
  });
});

describe('a visitor', () => {
  it('finds the public pages from the bar, and sign-in from each', async () => {
    const page = await stage.stranger('/');
    const bar = page.getByRole('navigation', { name: 'Verdant' });
    await bar.waitFor();
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(['Overview', 'Features', 'Pricing']);
    await bar.getByRole('link', { name: 'Pricing' }).click();
    await heading(page, 'Pricing');
    expect(new URL(page.url()).pathname).toBe('/compare');
    await expect.poll(() => bar.getByRole('link', { name: 'Pricing' }).getAttribute('aria-current')).toBe('page');
    const ways = page.getByRole('navigation', { name: 'Account' });
    for (const name of ['Sign in', 'Get Started']) await ways.getByRole('link', { name, exact: true }).waitFor();
    await ways.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.goto('/orders?statuses=SUBMITTED');
    await page.getByLabel('Password', { exact: true }).waitFor();
  });

  it('who is already signed in continues to the app, with the same public pages', async () => {
    const page = await visit(SELLER, '/marketplace');
    await page.goto('/');
    await heading(page, 'Cannabis wholesale, in one place');
    await page.getByRole('main').getByRole('link', { name: 'Go to the app' }).click();
    await heading(page, 'Marketplace');
    await page.goto('/features');
    await page.getByRole('link', { name: 'Go to the app' }).click();
    await heading(page, 'Marketplace');
    await page.goto('/login');
    await page.waitForURL('**/marketplace');
  });

  it('is told on a phone where the app is, but not inside it', async () => {
    const page = await stage.stranger('/download', TELEPHONE);
    await page.getByText('To get it, ask your contact').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.route('**/compare*', async (route) => {
      const response = await route.fetch();
      const told = (await response.text()).replace(
        /(name="verdant-app-store-url" content=")/,
        '$1https://apps.example/verdant',
      );
      await route.fulfill({ response, body: told });
    });
    await page.goto('/compare');
    await button(page, 'Navigation').click();
    const drawer = page.getByRole('dialog', { name: 'Verdant' });
    await expect
      .poll(() => drawer.getByRole('link').allTextContents())
      .toEqual(['Overview', 'Features', 'Compare', 'App for iPhone and iPad']);
    expect(await axeFindings(page)).toEqual([]);
    const clientType = () => page.evaluate(() => localStorage.getItem('CLIENT_TYPE'));
    expect(await clientType()).toBe('web');
    for (const address of ['/compare?is_flutter=true', '/compare']) {
      await page.goto(address);
      await button(page, 'Navigation').click();
      await drawer.getByRole('link', { name: 'Compare' }).waitFor();
      expect(await drawer.getByRole('link').count()).toBe(3);
      expect(await clientType()).toBe('flutter');
    }
  });
});

describe('somebody without an organization', () => {
  it('sees brands but no menus or prices, and is told how to join', async () => {
    const page = await visit(NEWCOMER, '/onboarding');
    await heading(page, 'Create your organization');
    await page.getByRole('link', { name: 'Skip for now' }).click();
    await heading(page, 'Marketplace');
    await page.goto('/marketplace/brands/night-heron');
    await page.getByText('Prices are shown to licensed businesses.').waitFor();
    await page.getByText('You’re not a member of an organization yet.').waitFor();
    expect(await page.getByText('$').count()).toBe(0);
    expect(await page.getByText('this organization').count()).toBe(0);
    await page.getByRole('link', { name: 'Create an organization' }).click();
    await heading(page, 'Create your organization');
    await query(`update users set onboarded = false where email = $1`, [NEWCOMER]);
  });

  it('goes through onboarding first, and back to it by Get Started, also from the rail', async () => {
    // No page of the app: onboarding, once it runs, would say that they have been there.
    const page = await visit(NEWCOMER, '/health');
    await page.goto('/marketplace?snack=Nice%20to%20see%20you');
    await heading(page, 'Create your organization');
    expect(await sidebar(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Skip for now' }).click();
    await heading(page, 'Marketplace');
    await button(page, 'Navigation').click();
    await button(page, 'Get Started').click();
    await heading(page, 'Create your organization');
    await query(`update users set onboarded = false, first_name = '' where email = $1`, [NEWCOMER]);
    await page.goto('/profile');
    await heading(page, 'Welcome. What is your name?');
    expect(new URL(page.url()).pathname).toBe('/onboarding');
    expect(await sidebar(page).count()).toBe(0);
  });
});

it('the sign-in page uses the app’s font, already cached', async () => {
  const page = await stage.stranger('/compare');
  const typeface = () =>
    page.evaluate(async () => {
      const faces = await document.fonts.load('16px Geist');
      return [faces.map(({ status }) => status), getComputedStyle(document.body).fontFamily.startsWith('Geist')];
    });
  await expect.poll(typeface).toEqual([['loaded'], true]);
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.woff2')) asked.push(pathname);
  });
  await page.goto('/login');
  await page.waitForURL('**/oidc/**');
  expect(await typeface()).toEqual([['loaded'], true]);
  const [first] = asked;
  expect(first).toMatch(/^\/assets\/geist-.*\.woff2$/);
  expect(new Set(asked).size).toBe(1);
});

it('the account menu shows who is signed in, links to support and signs out', async () => {
  const page = await visit(SELLER, '/marketplace');
  await button(page, /^Account:/).click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await expect.poll(() => menu.getByRole('link', { name: 'Support' }).getAttribute('href')).toMatch(/^mailto:\S+@\S+$/);
  await menu.getByText(SELLER).waitFor();
  const keptEarly = () => page.evaluate(() => localStorage.getItem('verdant.early'));
  await expect.poll(keptEarly).toContain('/api/');
  await Promise.all([
    page.waitForResponse(/\/oidc\/session\/end/),
    menu.getByRole('button', { name: 'Sign out' }).click(),
  ]);
  await page.waitForURL('**/marketplace');
  await heading(page, 'You’re signed out');
  expect(await keptEarly()).toBeNull();
  await page.goto('/orders');
  await hasFocus(page.getByLabel('Email'));
});
