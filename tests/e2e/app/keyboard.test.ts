import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { organizations } from '../../../server/db/schema';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { hasFocus, tabTo } from '../../support/browser';
import { stockUp } from '../../support/demo';
import { only } from '../../support/factories';
import { enlarge } from '../../support/large-organization';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const stage = openStage();

const { visit } = stage;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Tabs to an enabled control and activates it. */
async function press(page: Page, control: Locator, way?: 'Shift+Tab'): Promise<void> {
  await expect.poll(() => control.isEnabled()).toBe(true);
  await tabTo(page, control, way);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Signs someone in by keyboard. */
async function arrive(email: string, path: string): Promise<Page> {
  const page = await stage.stranger(path);
  // The marketplace is open to visitors, who sign in from there.
  if (path.startsWith('/marketplace')) await press(page, page.getByRole('link', { name: 'Sign in' }).first());
  await hasFocus(page.getByLabel('Email'));
  await page.keyboard.type(email);
  await type(page, page.getByLabel('Password', { exact: true }), DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
  return page;
}

it('a buyer signs in, finds a brand and orders, and its seller finds the order, accepts it, is paid and comments', async () => {
  await stockUp(stage.database.database.db, 'night-heron');
  const buyer = await arrive('buyer@harborvine.example', '/marketplace');
  await type(buyer, buyer.getByRole('combobox', { name: 'Search Marketplace' }), 'night');
  await buyer.getByRole('option', { name: /Night Heron/ }).waitFor();
  await buyer.keyboard.press('ArrowDown');
  await buyer.keyboard.press('Enter');
  await heading(buyer, 'Night Heron');
  const quantity = buyer
    .getByRole('main')
    .getByRole('textbox', { name: /^Quantity of/ })
    .first();
  await type(buyer, quantity, '1.5');
  await buyer.keyboard.press('Enter');
  await buyer.getByText(/Must be whole/).waitFor();
  await hasFocus(quantity);
  await type(buyer, quantity, '1');
  await buyer.keyboard.press('Enter');
  await button(buyer, 'Cart (1)').waitFor();
  await press(buyer, button(buyer, 'Go to cart'), 'Shift+Tab');
  await heading(buyer, 'Cart');
  await press(buyer, button(buyer, 'Review order'));
  await press(buyer, button(buyer, 'Place order'));
  const link = buyer.getByRole('link', { name: /^Order \d+/ });
  await link.waitFor();
  const number = (await link.textContent())?.match(/\d+/)?.[0] ?? '';

  const seller = await arrive('owner@tidemark.example', '/orders');
  await seller.getByRole('grid').waitFor();
  await seller.keyboard.press('ControlOrMeta+k');
  await hasFocus(seller.getByRole('combobox', { name: 'Page, record or action' }));
  await seller.keyboard.type(number);
  await seller.getByRole('option', { name: new RegExp(`^Order ${number}`) }).waitFor();
  await seller.keyboard.press('Enter');
  await heading(seller, `Order ${number}`);
  await press(seller, button(seller, 'Accept'));
  await seller.getByText('Accepted', { exact: true }).first().waitFor();
  await press(seller, button(seller, 'Record payment').first());
  await hasFocus(seller.getByLabel('Amount'));
  await seller.keyboard.press('ControlOrMeta+a');
  await seller.keyboard.type('1.00');
  await seller.keyboard.press('Enter');
  await button(seller, /^Void payment of \$1\.00/).waitFor();
  await type(seller, seller.getByLabel('New comment'), 'Left at the dock');
  await seller.keyboard.press('ControlOrMeta+Enter');
  await seller.getByRole('listitem').filter({ hasText: 'Left at the dock' }).waitFor();
});

it('an admin invites someone from the palette and returns to the team', async () => {
  const page = await visit('admin@fernhollow.example', '/marketplace');
  await heading(page, 'Marketplace');
  await page.keyboard.press('ControlOrMeta+k');
  await hasFocus(page.getByRole('combobox', { name: 'Page, record or action' }));
  await page.keyboard.type('invite someone');
  await page.getByRole('option', { name: 'Invite someone', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Invite someone' });
  await type(page, drawer.getByLabel('Email'), 'keys@newcomer.example');
  await tabTo(page, drawer.getByLabel('Role'));
  await page.keyboard.type('User');
  await press(page, drawer.getByRole('button', { name: 'Send invitation' }));
  await press(page, page.getByRole('dialog', { name: 'Invitation sent' }).getByRole('button', { name: 'Done' }));
  await page.getByRole('row', { name: /keys@newcomer.*Invited/ }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('support acts for someone and stops', async () => {
  const page = await visit('support@verdant.example', '/support');
  await type(page, page.getByRole('searchbox', { name: /^Find people/ }), 'Priya');
  await press(page, button(page, 'Act for Priya Raman'));
  const question = page.getByRole('dialog', { name: 'Act for Priya Raman?' });
  await type(page, question.getByLabel('Reason'), 'Ticket 4711: cannot find an order');
  await press(page, question.getByRole('button', { name: 'Act for Priya Raman' }));
  const bar = page.getByRole('region', { name: 'Impersonation' });
  await press(page, bar.getByRole('button', { name: 'Stop' }));
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
});

it('someone switches company, appearance and sessions', async () => {
  const other = await visit('both@tidemark.example', '/profile/settings');
  const page = await visit('both@tidemark.example', '/profile/settings');
  await press(page, button(page, 'Working for Tidemark Distribution'));
  await tabTo(page, page.getByLabel('Organization', { exact: true }));
  await page.keyboard.type('Juniper');
  await button(page, 'Working for Juniper Street Collective').waitFor();

  await tabTo(page, page.getByRole('radio', { name: 'System' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');

  await press(page, button(page, 'End all other sessions'));
  const question = page.getByRole('dialog');
  await press(page, question.getByRole('button', { name: /^End (session|them)$/ }));
  await page.getByText('You’re not signed in anywhere else.').waitFor();
  await other.reload();
  await heading(other, /signed out|^Sign in/);
});

it('an admin of 300 brands finds, opens and edits one within three keystrokes, and is back at its row', async () => {
  const { db } = stage.database.database;
  const org = only(await db.select().from(organizations).where(eq(organizations.name, 'Fernhollow Farms')));
  await enlarge(db, org);
  const page = await visit('admin@fernhollow.example', '/network/brands');
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  const cellOf = (name: string) => rowOf(name).getByRole('gridcell').first();
  await page.getByRole('searchbox', { name: 'Find a brand' }).focus();
  await page.keyboard.type('brand 217');
  await rowOf('Brand 217').waitFor();
  await page.keyboard.press('ArrowDown');
  await hasFocus(rowOf('Brand 217').getByRole('link', { name: 'Brand 217' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Brand 217');
  await type(page, page.getByLabel('Tagline'), 'Cut by hand');
  await page.keyboard.press('Enter');
  await page.getByText('Brand updated successfully!').first().waitFor();
  await press(page, page.getByRole('link', { name: 'My Brands' }).last(), 'Shift+Tab');
  await hasFocus(cellOf('Brand 217'));
  await rowOf('Brand 217').filter({ hasText: 'Cut by hand' }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Find a brand' }).inputValue()).toBe('brand 217');

  await page.goto('/network/brands');
  await page.getByRole('searchbox', { name: 'Find a brand' }).focus();
  await rowOf('Brand 000').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const far = (await page.locator('[role=row]:has(:focus)').getByRole('link').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await heading(page, far);
  await page.goBack();
  await hasFocus(cellOf(far));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await hasFocus(cellOf(far));
  expect(await cellOf(far).evaluate((cell) => cell.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
});
