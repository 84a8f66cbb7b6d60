import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

/** A buyer on the free plan. */
const FREE = 'owner@copperline.example';
/** Sellers on pay-as-you-go, Starter and Premium. */
const PAYG = 'owner@northwater.example';
const STARTER = 'owner@millrace.example';
const PREMIUM = 'owner@tidemark.example';
/** From the pay-as-you-go seller too, but may not change its plan. */
const COLLEAGUE = 'sales@northwater.example';
const BILLING = '/account/billing';

const stage = openStage();

const { visit } = stage;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname + url.search === path);

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}

/** Tries to save the current orders as a search, which the seller's plan doesn't include. */
async function saveSearch(page: Page, name: string): Promise<void> {
  await page.locator('[data-part=body] > [role=row]').first().waitFor();
  await page.getByRole('button', { name: /^Saved searches/ }).click();
  await page.getByRole('menuitem', { name: /^Save this search/ }).click();
  await hasFocus(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await dialog(page, 'Upgrade Required').waitFor();
}

it('lets an owner compare plans, be declined, leave and pay; another open tab updates', async () => {
  const page = await visit(FREE, `${BILLING}?for=csv-export`);
  const other = await page.context().newPage();
  await other.goto(BILLING);
  await heading(other, 'Free plan');
  await page.getByRole('row', { name: /CSV export What you need/ }).waitFor();
  await page.getByRole('columnheader', { name: /Starter Includes this/ }).waitFor();
  expect(await button(page, 'Manage billing').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Yearly').check();
  await button(page, 'Upgrade to Premium').click();
  await heading(page, 'Pay for Premium');
  await page.getByText('No money moves').waitFor();
  await page.getByText('Premium, yearly').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('A card that is declined').check();
  await button(page, 'Pay').click();
  await page.getByRole('alert').getByText('The card was declined').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Cancel').click();
  await page.getByText('Nothing was charged. You’re still on the Free plan.').waitFor();
  await isAt(page, BILLING);
  expect(await axeFindings(page)).toEqual([]);

  await button(page, 'Upgrade to Premium').click();
  await heading(page, 'Pay for Premium');
  await page.getByLabel('A card that is accepted').check();
  await button(page, 'Pay').click();
  await page.getByText('Thank you. You’re now on the Premium plan.').waitFor();
  await heading(page, /^Premium plan/);
  await heading(other, /^Premium plan/);
  await button(other, 'Manage billing').waitFor();
  await isAt(page, BILLING);
  expect(await axeFindings(page)).toEqual([]);
});

it('returns someone a plan blocked to what they were doing, and does it once paid', async () => {
  const page = await visit(PAYG, '/orders?statuses=COMPLETE');
  const colleague = await visit(COLLEAGUE, '/orders');
  await saveSearch(page, 'Done ones');
  const question = dialog(page, 'Upgrade Required');
  expect(await question.evaluate((element) => element.getBoundingClientRect().width)).toBe(400);
  expect(await axeFindings(page)).toEqual([]);
  await saveSearch(colleague, 'Everything');
  await colleague
    .getByText(
      "You do not have access to upgrade your organization's plan. Please reach out to an admin on your team for help.",
    )
    .waitFor();
  expect(await button(colleague, 'Compare Plans').count()).toBe(0);

  await button(page, 'Compare Plans').click();
  await isAt(page, `${BILLING}?for=saved-searches`);
  await page.getByText('You were about to save the search “Done ones”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Upgrade to Starter').click();
  await heading(page, 'Pay for Starter');
  await button(page, 'Pay').click();
  await button(page, 'Saved searches: Done ones').waitFor();
  expect(new URL(page.url()).pathname).toBe('/orders');
  expect(new URL(page.url()).searchParams.get('statuses')).toBe('COMPLETE');

  const upgraded = dialog(colleague, 'Your plan was upgraded');
  await upgraded.getByText('You can now save the search “Everything”').waitFor();
  expect(await axeFindings(colleague)).toEqual([]);
  await button(colleague, 'Continue').click();
  await button(colleague, 'Saved searches: Everything').waitFor();
  const saved = await stage.database.database.pool.query('select name from saved_searches where name = any($1)', [
    ['Done ones', 'Everything'],
  ]);
  expect(saved.rows).toHaveLength(2);
});

it('cancels a subscription and reactivates it on the billing page', async () => {
  const page = await visit(PREMIUM, BILLING);
  await button(page, 'Manage billing').click();
  await heading(page, 'Manage billing');
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Cancel subscription').click();
  await page.getByText(/^Your Premium plan ends on .* You keep its features until then\./).waitFor();
  await page.getByText('Ending', { exact: true }).waitFor();
  await button(page, 'Manage billing').click();
  await button(page, 'Reactivate subscription').click();
  await page.getByText(/^Your Premium plan is active again and renews on/).waitFor();
  await button(page, 'Manage billing').click();
  await page.getByRole('combobox', { name: 'Plan' }).selectOption({ label: 'Starter' });
  await button(page, 'Change plan').click();
  await page.getByText('You’re now on the Starter plan.').waitFor();
  await heading(page, /^Starter plan/);
});

it('is paid by keyboard only, on a phone in the dark', async () => {
  const page = await visit(STARTER, BILLING, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await heading(page, 'Compare plans');
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, '[aria-label="Plans"] li:last-child :is(a, button)');
  await page.keyboard.press('Enter');
  await heading(page, 'Pay for Enterprise');
  expect(await scrollsSideways(page)).toBe(false);
  await tabTo(page, 'input[value=accepted]');
  await tabTo(page, 'button.primary');
  await page.keyboard.press('Enter');
  await page.getByText('Thank you. You’re now on the Enterprise plan.').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
});

it('is closed to people who can’t see billing', async () => {
  const page = await visit('viewer@fernhollow.example', BILLING);
  await page.getByText('You can’t open this page').waitFor();
  await page.getByText(/You need read access to “Billing”/).waitFor();
});
