import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const BUYER = 'buyer@harborvine.example';
const FERNHOLLOW = '/directory/org-1?from=search';

const stage = openStage();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const results = (page: Page) => page.getByRole('list', { name: 'Results' });
const found = (page: Page, name: string) =>
  results(page)
    .getByRole('link')
    .filter({ has: page.getByText(name, { exact: true }) });
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const stored = (page: Page) =>
  page.evaluate(() => ['US_STATE_FILTER', 'LICENSE_TYPE_FILTER', 'SORT_FIELD'].map((key) => localStorage.getItem(key)));

/** The page at each width: whole, and without anything axe reports. */
async function looksRight(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

describe('a visitor', () => {
  it('searches and opens listings, with filters and sort locked and nothing that leads to a person', async () => {
    const page = await stage.stranger('/directory');
    await page.getByRole('list', { name: 'Featured' }).getByText('Night Heron').waitFor();
    await page.getByText('Sign up or Login to unlock filters/sorting').waitFor();
    expect(await page.getByLabel('Sort by').isDisabled()).toBe(true);
    expect(await filters(page).getByRole('checkbox', { name: 'Retailer' }).isDisabled()).toBe(true);
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    await looksRight(page);

    await page.getByLabel('Search Directory').fill('fernhollow colorado');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/directory?searchTerm=fernhollow+colorado');
    await found(page, 'Fernhollow Colorado').click();
    await page.waitForURL(/\/directory\/license-\d+\?from=search$/);
    await heading(page, 'Fernhollow Colorado');
    await page.getByText(/Denver, CO$/).waitFor();
    expect(await page.getByText('Phone').count()).toBe(0);
    await page.getByText('Sign up or Login to connect and keep lists').waitFor();
    await looksRight(page);

    await page.getByRole('link', { name: 'Fernhollow Farms' }).click();
    await heading(page, 'Fernhollow Farms');
    expect(await page.getByText('People you know').count()).toBe(0);
    await page.goto('/directory/user-5eed0000-0000-4000-8000-000000000001');
    await page.getByText('People are shown to their connections').waitFor();
    await page.goto('/directory/lists');
    await heading(page, 'Sign in');
    await page.getByLabel('Email').waitFor();
  });

  it('can’t unlock them by an address', async () => {
    const page = await stage.stranger('/directory?states=MI&sort=name&searchTerm=fernhollow');
    await found(page, 'Fernhollow Farms').waitFor();
  });
});

describe('somebody signed in', () => {
  it('filters by keyboard: Cancel resets, Save keeps for next time, Apply doesn’t, and a sort searches again', async () => {
    const page = await stage.visit(BUYER, '/directory', { isNew: true });
    await results(page).waitFor();
    const colorado = filters(page).getByRole('checkbox', { name: 'Colorado' });
    await colorado.focus();
    await page.keyboard.press('Space');
    expect(await colorado.isChecked()).toBe(true);
    await button(page, 'Cancel').press('Enter');
    expect(await colorado.isChecked()).toBe(false);
    expect(await stored(page)).toEqual([null, null, null]);

    await colorado.check();
    await filters(page).getByRole('checkbox', { name: 'Retailer' }).check();
    expect(new URL(page.url()).search).toBe('');
    await button(page, 'Save').press('Enter');
    await page.waitForURL(/states=CO/);
    await found(page, 'Fernhollow Colorado').waitFor({ state: 'detached' });
    await found(page, 'Harbor & Vine Boulder').waitFor();
    expect(await stored(page)).toEqual(['CO', 'RETAILER', 'all']);

    await page.goto('/directory?searchTerm=harbor');
    await found(page, 'Harbor & Vine Boulder').waitFor();
    expect(await colorado.isChecked()).toBe(true);
    await filters(page).getByRole('checkbox', { name: 'California' }).check();
    await button(page, 'Apply').click();
    await found(page, 'Harbor & Vine Ventura').waitFor();
    expect(await stored(page)).toEqual(['CO', 'RETAILER', 'all']);

    // The marketplace begins with what was saved, and changes nothing of it.
    await page.goto('/marketplace');
    await page.getByRole('heading', { name: /in CO$/ }).waitFor();
    await page.getByLabel('State').selectOption({ label: 'California' });
    await page.getByRole('heading', { name: /in CA$/ }).waitFor();
    expect(await stored(page)).toEqual(['CA', 'RETAILER', 'all']);
    await page.goto('/directory?searchTerm=harbor');
    await found(page, 'Harbor & Vine Boulder').waitFor();
    expect(await colorado.isChecked()).toBe(true);
    expect(await filters(page).getByRole('checkbox', { name: 'California' }).isChecked()).toBe(false);
    await filters(page).getByRole('checkbox', { name: 'California' }).check();
    await button(page, 'Apply').click();
    await found(page, 'Harbor & Vine Ventura').waitFor();

    const asked = page.waitForRequest((request) => /directory-listings\?.*sort=name/.test(request.url()));
    await page.getByLabel('Sort by').selectOption({ label: 'Name' });
    await asked;
    await page.waitForURL(/sort=name/);
    await looksRight(page);
    await page.goto('/directory?searchTerm=nothing+is+called+so');
    await page.getByText('Nothing matches “nothing is called so”').waitFor();
    await button(page, 'Show all listings').click();
    await results(page).waitFor();
  });

  it('on a phone searches in a dialog, and has filters and sort with a search alone', async () => {
    const page = await stage.visit(BUYER, '/directory', { isNew: true, viewport: { width: 360, height: 740 } });
    await results(page).waitFor();
    expect(await page.getByLabel('Sort by').count()).toBe(0);
    expect(await button(page, 'Filters').count()).toBe(0);
    await button(page, 'Search').click();
    await page.getByRole('dialog', { name: 'Search Directory' }).getByLabel('Search Directory').fill('fern');
    await page.keyboard.press('Enter');
    await found(page, 'Fernhollow Colorado').waitFor();
    await button(page, 'Filters').click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('checkbox', { name: 'Colorado' }).check();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await found(page, 'Fernhollow Farms California').waitFor({ state: 'detached' });
    await button(page, '1 filter').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
  });

  it('finds whom they know at a listing, messages and blocks them, and invites others by email', async () => {
    const page = await stage.visit(BUYER, FERNHOLLOW, { isNew: true });
    await heading(page, 'Fernhollow Farms');
    await button(page, 'Message Olivia Marsh').waitFor();
    await looksRight(page);
    await page.getByRole('link', { name: 'Olivia Marsh' }).click();
    await heading(page, 'Olivia Marsh');
    await page.getByText('You’re connected').waitFor();
    await page.goBack();

    await button(page, 'Connect').click();
    const question = page.getByRole('dialog', { name: 'Connect with someone at Fernhollow Farms' });
    await question.getByLabel('Email').fill('nobody');
    await question.getByRole('button', { name: 'Send invite' }).click();
    await question.getByText('Enter an email address').first().waitFor();
    await question.getByLabel('Email').fill('grower@fernhollow.example');
    // A refusal is said in the question, and it can be asked again.
    await page.route(/connection-link\/send-email/, (route) => route.abort());
    await question.getByRole('button', { name: 'Send invite' }).click();
    await question.getByRole('alert').first().waitFor();
    await page.unroute(/connection-link\/send-email/);
    await question.getByRole('button', { name: 'Send invite' }).click();
    await page.getByText('We emailed your link.').waitFor();

    await button(page, 'Block Olivia Marsh').click();
    await page.getByRole('dialog', { name: 'Block Olivia Marsh?' }).getByRole('button', { name: 'Block' }).click();
    await page.getByText('None of your connections work here.').waitFor();
    const other = await stage.visit('owner@fernhollow.example', '/directory/connections');
    await other.waitForURL('**/directory/connections/connected');
    await other.getByRole('heading', { level: 2, name: 'Connected' }).waitFor();
    expect(await other.getByText('Nathan Brooks').count()).toBe(0);
  });

  it('keeps lists, which colleagues see and other organizations don’t', async () => {
    const page = await stage.visit(BUYER, '/directory?searchTerm=night', { isNew: true });
    await found(page, 'Night Heron').click();
    await page.waitForURL(/\/directory\/brand-\d+-night-heron\?from=search$/);
    await button(page, 'Add to list').click();
    await button(page, 'New list').click();
    const question = page.getByRole('dialog', { name: 'New list' });
    await question.getByRole('button', { name: 'Make list' }).click();
    await question.getByText('Name is required').first().waitFor();
    await question.getByLabel('Name').fill('Pre-rolls');
    await question.getByRole('button', { name: 'Make list' }).click();
    await question.waitFor({ state: 'detached' });
    await button(page, 'Add to list').click();
    const lists = page.getByRole('dialog', { name: 'Lists with Night Heron' });
    await expect.poll(() => lists.getByRole('checkbox', { name: 'Pre-rolls' }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await lists.getByRole('button', { name: 'Done' }).click();
    await hasFocus(button(page, 'Add to list'));

    const colleague = await stage.visit('owner@harborvine.example', '/directory/lists');
    const list = colleague.getByRole('list', { name: 'Lists' });
    await list.getByRole('link', { name: /^My licenses/ }).waitFor();
    await looksRight(colleague);
    await list.getByRole('link', { name: /^Pre-rolls/ }).click();
    await heading(colleague, 'Pre-rolls');
    const address = new URL(colleague.url()).pathname;
    await colleague.getByRole('link', { name: /^Night Heron/ }).waitFor();
    await looksRight(colleague);
    await button(colleague, 'Remove Night Heron').click();
    await colleague.getByText('Nothing in this list yet').waitFor();
    await button(colleague, 'Delete').click();
    const stranger = await stage.visit('owner@fernhollow.example', address);
    await stranger.getByRole('alert').first().waitFor();
    await colleague.getByRole('button', { name: 'Delete list' }).click();
    await colleague.waitForURL('**/directory/lists');
    await expect.poll(() => list.getByRole('link', { name: /^Pre-rolls/ }).count()).toBe(0);
  });
});
