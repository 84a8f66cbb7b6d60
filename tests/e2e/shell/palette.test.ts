import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const stage = openStage();

const { visit } = stage;
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

async function open(page: Page, text: string): Promise<void> {
  // The address changes just before the palette closes, and Ctrl-K in an open one would close it.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await hasFocus(page.getByRole('combobox', { name: 'Page, record or action' }));
  await page.keyboard.type(text);
}

it('opens a page, an order by number and a brand by name, and offers recent choices', async () => {
  const { rows } = await stage.database.database.pool.query<{ number: string }>(
    `select orders.order_number as number from orders join organizations on organizations.id = orders.org_id
      where organizations.name = 'Fernhollow Farms' order by orders.id limit 1`,
  );
  const number = rows[0]?.number ?? '';
  const page = await visit('admin@fernhollow.example', '/marketplace');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page, 'team');
  await options(page).filter({ hasText: 'Team' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/manage-users');

  await open(page, number);
  await options(page)
    .filter({ hasText: `Order ${number}` })
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/orders\/\d+$/);

  await open(page, 'night heron');
  await options(page).filter({ hasText: 'Night Heron' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/marketplace/brands/night-heron');

  await open(page, '');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  expect((await recent.allTextContents()).map((text) => text.slice(0, 5))).toEqual(['Night', 'Order', 'TeamO']);
  await page.keyboard.type('appearance: dark');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

it('offers nobody a page, record or action they may not use', async () => {
  const page = await visit('browser@harborvine.example', '/marketplace');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page, '');
  const offered = (await options(page).allTextContents()).join(' ');
  expect(offered).toContain('Marketplace');
  for (const forbidden of [
    'Sales Orders',
    'Purchase Orders',
    'Cart',
    'Team',
    'Roles',
    'Support console',
    'Switch to',
  ]) {
    expect(offered).not.toContain(forbidden);
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.type('10299');
  await page.getByText('No matches for “10299”.').waitFor();
  expect(asked.filter((path) => /orders/.test(path))).toEqual([]);
});

it.each([
  [
    'admin@fernhollow.example',
    ['Invite someone', 'Create a role', 'Sell as Fernhollow', 'Appearance: Dark', 'Keyboard shortcuts', 'Sign out'],
    ['Switch to', 'Buy as', 'Support console'],
  ],
  ['rep@fernhollow.example', ['Sales Orders', 'Sign out'], ['Invite someone', 'Create a role', 'Team', 'Roles']],
  [
    'both@tidemark.example',
    ['Switch to Juniper Street Collective', 'Invite someone'],
    ['Switch to Tidemark', 'Support console'],
  ],
  ['buyer@harborvine.example', ['Purchase Orders', 'Cart', 'Buy for'], ['Sales Orders', 'Invite someone', 'Sell as']],
  ['owner@copperline.example', ['Buy as', 'Invite someone'], ['Sales Orders', 'Switch to']],
  ['support@verdant.example', ['Support console', 'Sign out'], ['Sales Orders', 'Invite someone', 'Switch to']],
])('offers %s what they may do, and nothing else', async (email, allowed, forbidden) => {
  const page = await visit(email, '/marketplace');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page, '');
  await options(page).first().waitFor();
  const offered = await options(page).allTextContents();
  const has = (text: string) => offered.some((label) => label.startsWith(text));
  expect(allowed.filter((text) => !has(text))).toEqual([]);
  expect(forbidden.filter(has)).toEqual([]);
});

it('finds people and roles for those who may see them, starts actions and saves the list on screen', async () => {
  const page = await visit('admin@fernhollow.example', '/orders');
  await page.getByRole('gridcell').first().waitFor();
  await open(page, 'export all');
  await options(page).filter({ hasText: 'Export all matching orders as csv' }).first().waitFor();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

  await open(page, 'priya');
  await options(page).filter({ hasText: 'Priya Raman' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/manage-users?q=manager%40fernhollow.example');
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByRole('row', { name: /Priya Raman/ }).waitFor();
  await open(page, 'warehouse');
  await options(page).filter({ hasText: 'WarehouseRole' }).first().waitFor();
  await options(page).filter({ hasText: 'WarehouseRole' }).first().click();
  await page.getByRole('heading', { level: 2, name: 'Warehouse' }).waitFor();
  await open(page, 'create a role');
  await options(page).filter({ hasText: 'Create a role' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(new URL(page.url()).searchParams.has('begin')).toBe(false);
});

it('doesn’t search people and roles for others', async () => {
  const page = await visit('rep@fernhollow.example', '/marketplace');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, 'night heron');
  await options(page).filter({ hasText: 'Night Heron' }).first().waitFor();
  expect(asked.filter((path) => /org-users$|roles$/.test(path))).toEqual([]);
});

it('shows the shortcuts, but not while typing', async () => {
  const page = await visit('admin@fernhollow.example', '/account/manage-users');
  await page.getByRole('searchbox', { name: 'Find people' }).focus();
  await page.keyboard.type('?');
  await expect.poll(() => page.getByRole('searchbox', { name: 'Find people' }).inputValue()).toBe('?');
  const invite = page.getByRole('button', { name: 'Invite' });
  await expect.poll(() => invite.isEnabled()).toBe(true);
  await invite.focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('opens from the account menu on a phone', async () => {
  const page = await visit('admin@fernhollow.example', '/marketplace', { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('combobox', { name: 'Page, record or action' }).fill('roles');
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await options(page).filter({ hasText: 'Roles' }).first().click();
  await page.waitForURL('**/account/roles');
});
