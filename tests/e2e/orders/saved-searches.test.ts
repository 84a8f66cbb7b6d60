import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { OrderSearch } from '../../../domain/orders/saved-searches';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
/** A seller whose plan includes neither saved searches nor csv export. */
const SHORT_OF_PLAN = 'owner@northwater.example';
const BUYER = 'buyer@harborvine.example';
const BUYING_OWNER = 'owner@copperline.example';

const stage = openStage();

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 60_000 };

const { visit } = stage;
const rows = (page: Page) => page.locator('[data-part=body] > [role=row]');
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const searches = (page: Page) => button(page, /^Saved searches/);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const addressed = (wanted: Record<string, string | RegExp | null>) => (url: URL) =>
  Object.entries(wanted).every(([name, value]) => {
    const given = url.searchParams.get(name);
    return value instanceof RegExp ? value.test(given ?? '') : given === value;
  });

/** An entry of an open menu. */
const entry = (page: Page, text: string | RegExp) =>
  page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: text });
async function choose(page: Page, menu: string | RegExp, text: string | RegExp): Promise<void> {
  await button(page, menu).click();
  await entry(page, text).click();
}

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((within) => document.activeElement?.closest(within) != null, selector)) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}

/** The file downloaded by this action, and its cells. */
async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; cells: string[][] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const text = await readFile(await file.path(), 'utf8');
  const cells = papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data;
  return { name: file.suggestedFilename(), cells };
}
const numbersOf = (cells: string[][]) => cells.slice(1).map(([number]) => number);
const numbersShown = (page: Page) => page.locator('[data-part=body] a').allTextContents();

/** Replaces all of someone's saved searches, in every company. */
async function keeps(email: string, ...searches: { name: string; search: OrderSearch }[]): Promise<void> {
  const { pool } = stage.database.database;
  await pool.query('delete from saved_searches where org_user_id in (select id from org_users where email = $1)', [
    email,
  ]);
  for (const { name, search } of searches) {
    await pool.query(
      `insert into saved_searches (org_id, company_id, org_user_id, list, name, search)
       select member.org_id, company.id, member.id, 'orders', $2, $3
       from org_users member join companies company on company.org_id = member.org_id where member.email = $1`,
      [email, name, JSON.stringify(search)],
    );
  }
}
const DONE_AND_PAID: OrderSearch = {
  filters: { statuses: ['COMPLETE'], paid: true },
  sortBy: 'totalUsd',
  sortDesc: true,
};

describe('saved searches', () => {
  it('are saved, found again after a reload and chosen', async () => {
    await keeps(ADMIN);
    const page = await visit(ADMIN, '/orders');
    await rows(page).first().waitFor();
    await searches(page).click();
    await entry(page, 'No saved searches yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto('/orders?statuses=COMPLETE&paid=true&sortBy=totalUsd');
    await rows(page).first().waitFor();
    await choose(page, /^Saved searches/, 'Save this search');
    await hasFocus(nameField(page));
    await page.keyboard.press('Enter');
    await dialog(page, 'Save this search').getByText('Enter a name').waitFor();
    await nameField(page).fill('Done and paid');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await button(page, 'Saved searches: Done and paid').waitFor();
    await page.waitForURL(addressed({ statuses: 'COMPLETE', paid: 'true', savedSearchId: /^\d+$/ }));

    await choose(page, /^Saved searches/, 'All orders');
    await page.waitForURL((url) => url.search === '');
    await page.reload();
    await rows(page).first().waitFor();
    await choose(page, 'Saved searches', 'Done and paid');
    await page.waitForURL(addressed({ statuses: 'COMPLETE', paid: 'true', sortBy: 'totalUsd' }));
    await page.reload();
    await button(page, 'Saved searches: Done and paid').waitFor();
  });

  it('are marked as changed when the list changes, and are updated, renamed and deleted', async () => {
    await keeps(ADMIN, { name: 'Done and paid', search: DONE_AND_PAID });
    const page = await visit(ADMIN, '/orders');
    await rows(page).first().waitFor();
    await choose(page, 'Saved searches', 'Done and paid');
    await button(page, /^Remove Paid in full/).click();
    await button(page, 'Saved searches: Done and paid, changed').click();
    await entry(page, 'Reset to saved search').click();
    await page.waitForURL(addressed({ paid: 'true' }));
    await button(page, /^Remove Paid in full/).click();
    await choose(page, 'Saved searches: Done and paid, changed', 'Save changes to “Done and paid”');
    await button(page, 'Saved searches: Done and paid').waitFor();

    await choose(page, /^Saved searches/, 'Save as new search');
    await hasFocus(nameField(page));
    await nameField(page).fill('DONE and paid');
    await page.keyboard.press('Enter');
    await page.getByText('You already have a saved search called “Done and paid”').waitFor();
    await expect.poll(() => nameField(page).getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');

    await choose(page, /^Saved searches/, 'Rename “Done and paid”');
    await hasFocus(nameField(page));
    await expect.poll(() => nameField(page).inputValue()).toBe('Done and paid');
    await nameField(page).fill('Complete');
    await page.keyboard.press('Enter');
    await button(page, 'Saved searches: Complete').waitFor();
    await page.reload();
    await button(page, 'Saved searches: Complete').waitFor();
    expect(new URL(page.url()).searchParams.get('paid')).toBe(null);

    await choose(page, /^Saved searches/, 'Delete “Complete”');
    await button(page, 'Delete search').click();
    await button(page, 'Saved searches').waitFor();
    await page.waitForURL(addressed({ statuses: 'COMPLETE', savedSearchId: null }));
    await searches(page).click();
    await entry(page, 'No saved searches yet').waitFor();
  });

  it('work by keyboard only', async () => {
    const waiting: OrderSearch = { filters: { statuses: ['SUBMITTED'] }, sortBy: 'created', sortDesc: false };
    await keeps(ADMIN, { name: 'Done and paid', search: DONE_AND_PAID }, { name: 'Waiting for us', search: waiting });
    const page = await visit(ADMIN, '/orders');
    await rows(page).first().waitFor();
    await page.getByRole('searchbox').focus();
    await tabTo(page, '[aria-label^="Saved searches"]');
    await page.keyboard.press('ArrowDown');
    await hasFocus(entry(page, 'All orders'));
    await entry(page, 'Waiting for us').waitFor();
    await page.keyboard.press('w');
    await hasFocus(entry(page, 'Waiting for us'));
    await page.keyboard.press('Enter');
    await page.waitForURL(addressed({ statuses: 'SUBMITTED' }));
    await button(page, 'Saved searches: Waiting for us').waitFor();
    await hasFocus(searches(page));
    await page.keyboard.press('Enter');
    await hasFocus(entry(page, 'All orders'));
    await page.keyboard.press('ArrowUp');
    await hasFocus(entry(page, 'Delete “Waiting for us”'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await hasFocus(nameField(page));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Not accepted yet');
    await page.keyboard.press('Enter');
    await button(page, 'Saved searches: Not accepted yet').waitFor();
    await hasFocus(searches(page));
  });

  it('fit a phone', async () => {
    const dueLately = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    for (let placed = 0; placed < 2; placed++) {
      await placeOrder(stage.database.database.db, { status: 'DELIVERED', paymentDueDate: dueLately });
    }
    const page = await visit(OWNER, '/orders', { viewport: { width: 360, height: 740 } });
    await page.locator('[data-part=cards] > li').first().waitFor();
    await choose(page, /^Saved searches/, 'Unpaid, due in the last 30 days');
    await page.waitForURL(addressed({ paid: 'false' }));
    await button(page, 'Columns').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Export').click();
    await entry(page, /^All [\d,]+ matching orders$/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('an export', () => {
  it('downloads all matches with the columns shown, beyond the page', async () => {
    const page = await visit(OWNER, '/orders?statuses=COMPLETE&sortBy=totalUsd');
    await rows(page).first().waitFor();
    const shown = await numbersShown(page);
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Status' }).uncheck();
    await page.keyboard.press('Escape');
    const { name, cells } = await download(page, () => choose(page, 'Export', /^All [\d,]+ matching orders/));
    expect(name).toMatch(/^\d{6}_orders\.csv$/);
    expect(cells[0]?.slice(0, 3)).toEqual(['Order', 'Customer', 'Total']);
    expect(numbersOf(cells).slice(0, shown.length)).toEqual(shown);
    expect(cells.length - 1).toBeGreaterThan(25);
    await page
      .getByRole('status')
      .filter({ hasText: `${name} downloaded` })
      .waitFor();
  });

  it('downloads the line items of the selected orders, or of all that match on any page', async () => {
    const page = await visit(OWNER, '/orders');
    await rows(page).nth(1).waitFor();
    const shown = (await numbersShown(page)).slice(0, 2);
    await rows(page).nth(0).getByRole('checkbox').click();
    await rows(page).nth(1).getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    const { name, cells } = await download(page, async () => {
      await bar.getByRole('button', { name: 'Export' }).click();
      await entry(page, 'Line items of the 2 selected').click();
    });
    expect(name).toMatch(/^\d{6}_line_items\.csv$/);
    expect(cells[0]).toContain('Product');
    expect(new Set(numbersOf(cells))).toEqual(new Set(shown));

    await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
    await bar.getByRole('button', { name: /^Select all/ }).click();
    const all = await download(page, async () => {
      await bar.getByRole('button', { name: 'Export' }).click();
      await entry(page, 'Line items of all matching orders').click();
    });
    expect(all.cells[0]).toEqual(expect.arrayContaining(['SKU', 'Units per case', 'License', 'Sales reps']));
    expect(new Set(numbersOf(all.cells)).size).toBeGreaterThan(25);
  });

  it('can be cancelled while being prepared, and retried after a failure', async () => {
    const page = await visit(OWNER, '/orders');
    await rows(page).first().waitFor();
    const path = '**/api/leaflink/orders/export';
    await page.route(path, () => {});
    await choose(page, 'Export', /^All [\d,+]+ matching orders/);
    await page.getByText('Preparing export…').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Cancel').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Preparing export…').waitFor({ state: 'detached' });
    await hasFocus(button(page, 'Export'));

    await page.unroute(path);
    await page.route(path, (route) => route.fulfill({ status: 503, body: '' }));
    await choose(page, 'Export', /^All [\d,+]+ matching orders/);
    await page.getByRole('alert').getByText('We can’t reach Verdant right now').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const { cells } = await download(page, () => button(page, 'Try again').click());
    expect(cells.length).toBeGreaterThan(25);
  });

  it('of the page equals the start of the full export, to the last digit', async () => {
    const page = await visit(OWNER, '/orders?statuses=COMPLETE&sortBy=totalUsd');
    await rows(page).first().waitFor();
    const shown = await download(page, () => choose(page, 'Export', /^This page/));
    const all = await download(page, () => choose(page, 'Export', /^All [\d,]+ matching orders/));
    expect(shown.cells.length).toBe(26);
    expect(all.cells.slice(0, shown.cells.length)).toEqual(shown.cells);
    const total = shown.cells[0]?.indexOf('Total') ?? -1;
    expect(shown.cells.slice(1).map((cells) => cells[total])).toEqual(
      Array.from({ length: 25 }, () => expect.stringMatching(/^\d+\.\d\d$/)),
    );
  });

  it('requires the plan, for the page as for everything', async () => {
    const page = await visit(BUYER, '/orders/purchases');
    await rows(page).first().waitFor();
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    for (const part of [/^This page/, /^All [\d,+]+ matching orders/]) {
      await choose(page, 'Export', part);
      const question = dialog(page, 'Upgrade Required');
      await question.getByText('Your plan doesn’t include “CSV export”').waitFor();
      await question
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .last()
        .click();
    }
    expect(files).toBe(0);
  });
});

describe('what the plan doesn’t include', () => {
  it('is explained, offers an upgrade when pressed, and keeps what was typed', async () => {
    const page = await visit(SHORT_OF_PLAN, '/orders?statuses=COMPLETE');
    await rows(page).first().waitFor();
    await searches(page).click();
    await entry(page, 'Your plan doesn’t include “Saved searches”').click();
    await hasFocus(nameField(page));
    await nameField(page).fill('Finished');
    await page.keyboard.press('Enter');
    const question = dialog(page, 'Upgrade Required');
    await question.getByText('Your plan doesn’t include “Saved searches”').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe('Finished');
  });

  it('happens once the plan is paid: back on the orders with the search saved', async () => {
    const page = await visit(SHORT_OF_PLAN, '/orders?statuses=COMPLETE');
    await rows(page).first().waitFor();
    await choose(page, 'Saved searches', 'Save this search');
    await hasFocus(nameField(page));
    await nameField(page).fill('Finished');
    await page.keyboard.press('Enter');
    await button(page, 'Compare Plans').click();
    await page.waitForURL('**/account/billing?for=saved-searches');
    await page.getByText('You were about to save the search “Finished”').waitFor();
    await button(page, /Starter/).click();
    await page.waitForURL('**/sandbox/billing/**');
    await button(page, 'Pay').click();
    await page.waitForURL(addressed({ statuses: 'COMPLETE', savedSearchId: /^\d+$/ }), PATIENCE);
    await button(page, 'Saved searches: Finished').waitFor();
    const { cells } = await download(page, () => choose(page, 'Export', /^All [\d,+]+ matching orders/));
    expect(cells.length).toBeGreaterThan(1);
  });

  it('downloads after the upgrade, when it was an export the plan blocked', async () => {
    const page = await visit(BUYING_OWNER, '/orders/purchases');
    await rows(page).first().waitFor();
    await choose(page, 'Export', /^All [\d,+]+ matching orders/);
    await button(page, 'Compare Plans').click();
    await page.getByText('You were about to export these orders').waitFor();
    await button(page, /Starter/).click();
    await page.waitForURL('**/sandbox/billing/**');
    const { name, cells } = await download(page, () => button(page, 'Pay').click());
    expect(name).toBe('orders.csv');
    expect(cells.length).toBeGreaterThan(1);
    await page.waitForURL('**/orders/purchases');
  });
});
