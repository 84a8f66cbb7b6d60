import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { companies, distributorMappings, products } from '../../../server/db/schema';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { chooseCustomer, openTerms, typeLine } from '../../support/orders/entry-page';
import { dialog } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const COLLEAGUE = 'admin@fernhollow.example';
const JAR = 'Gelato Pre-Roll 1g';
const SKU = 'FE-CO-P10-GEL';

const stage = openStage();
const { visit } = stage;

const lines = (page: Page) => page.getByRole('grid', { name: 'Order lines', exact: true });
const cell = (page: Page, column: string) =>
  lines(page).getByRole('row', { name: JAR }).locator(`[data-c="${column}"]`);
const QUANTITY = '3';
const AVAILABLE = '5';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const quantityBox = (page: Page) => page.getByRole('textbox', { name: 'Quantity', exact: true });

/** A new order with a line, not saved. */
async function begin(quantity: string, email = OWNER): Promise<Page> {
  const page = await visit(email, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, SKU, quantity);
  await cell(page, QUANTITY).waitFor();
  return page;
}

async function saveDraft(page: Page): Promise<string> {
  await button(page, 'Save draft').click();
  const heading = page.getByRole('heading', { level: 1, name: /^Order \d+$/ });
  await heading.waitFor();
  return (await heading.textContent())?.replace(/\D/g, '') ?? '';
}

it('a new order begins with the distributor that usually carries the brand of its first line', async () => {
  const { db } = stage.database.database;
  const [sold] = await db
    .select({ orgId: products.orgId, companyId: products.companyId, brandId: products.brandId })
    .from(products)
    .where(eq(products.sku, SKU));
  if (!sold) throw new Error(`The demo has no ${SKU}`);
  const { orgId } = sold;
  const [carrier] = await db
    .insert(companies)
    .values({ orgId, name: 'Timberline Haulers', companyType: 'DISTRIBUTOR', usState: 'CO' })
    .returning();
  if (!carrier) throw new Error('The distributor wasn’t made');
  const page = await begin('1');
  await openTerms(page);
  const distributor = (of: Page) => of.getByLabel('Distributor', { exact: true });
  await distributor(page).locator('option', { hasText: carrier.name }).waitFor({ state: 'attached' });
  expect(await distributor(page).inputValue()).toBe('');
  await db.insert(distributorMappings).values({ ...sold, distributorId: carrier.id });
  const next = await begin('1');
  await next.getByText(carrier.name).waitFor();
  await openTerms(next);
  await expect.poll(() => distributor(next).inputValue()).toBe(String(carrier.id));
});

it('lines are taken from an earlier order of the customer', async () => {
  const earlier = await saveDraft(await begin('3'));
  const page = await visit(OWNER, '/orders/new');
  expect(await button(page, 'From an earlier order').isDisabled()).toBe(true);
  await chooseCustomer(page);
  await button(page, 'From an earlier order').click();
  await dialog(page)
    .getByRole('button', { name: /^Add the lines of order/ })
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, `Add the lines of order ${earlier}`).click();
  await expect.poll(() => cell(page, QUANTITY).textContent()).toBe('3');
  await saveDraft(page);
});

it('what is available follows what others order, while a quantity is being typed', async () => {
  const page = await begin('2');
  const shown = async () => Number((await cell(page, AVAILABLE).textContent())?.replace(/\D/g, ''));
  const before = await shown();
  await cell(page, QUANTITY).dblclick();
  await quantityBox(page).fill('7');
  const other = await begin('5', COLLEAGUE);
  await saveDraft(other);
  await button(other, 'Accept').click();
  await other.getByText('Order status updated').first().waitFor();
  await expect.poll(shown).toBe(before - 5);
  expect(await quantityBox(page).inputValue()).toBe('7');
  await page.keyboard.press('Enter');
  await expect.poll(() => cell(page, QUANTITY).textContent()).toBe('7');
});

it('an order kept in the wholesale marketplace says where its lines change, and takes the rest', async () => {
  const { id } = await placeOrder(stage.database.database.db, {
    status: 'ACCEPTED',
    orderSource: 'WHOLESALE_MARKETPLACE',
    externalId: 'WM-990001',
  });
  const page = await visit(OWNER, `/orders/${id}?edit`);
  await page
    .getByText('The lines of this order are kept in the wholesale marketplace. Change them there.')
    .first()
    .waitFor();
  await openTerms(page);
  await page.getByText('Its source can’t change.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Product or SKU' }).count()).toBe(0);
  await lines(page).getByRole('gridcell', { name: '10', exact: true }).dblclick();
  expect(await quantityBox(page).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Ship date').fill('2026-12-15');
  await button(page, 'Save order').click();
  await button(page, 'Edit order').waitFor();
  expect(await page.getByLabel('Ship date').inputValue()).toBe('2026-12-15');
});

it('nothing typed is lost when the session ends: it is saved after signing in again', async () => {
  const page = await begin('4');
  await openTerms(page);
  await page.getByLabel('Shipping details').fill('Dock 4');
  const elsewhere = await visit(OWNER, '/profile/settings');
  await button(elsewhere, 'End all other sessions').click();
  await dialog(elsewhere).getByRole('button', { name: /^End / }).click();
  await elsewhere.getByText('You’re not signed in anywhere else.').waitFor();
  await button(page, 'Save draft').click();
  await page.getByText('Please sign in again').waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog(page).getByRole('link', { name: 'Sign in' }).click(),
  ]);
  await tab.getByLabel('Email').fill(OWNER);
  await tab.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Shipping details').inputValue()).toBe('Dock 4');
  await expect.poll(() => cell(page, QUANTITY).textContent()).toBe('4');
  await saveDraft(page);
  await page.getByText('4 cases').first().waitFor();
});

it('a lost connection is said, and what was typed is saved once it is back', async () => {
  const page = await begin('4');
  await openTerms(page);
  await page.context().setOffline(true);
  await page.getByLabel('Shipping details').fill('Dock 5');
  await button(page, 'Save draft').click();
  const said = page
    .getByRole('region', { name: 'Save' })
    .getByText(/We can’t reach Verdant.*Nothing you typed is lost/);
  await said.waitFor();
  await page.context().setOffline(false);
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await page.getByText('4 cases').first().waitFor();
  expect(await page.getByLabel('Shipping details').inputValue()).toBe('Dock 5');
});

it('a date typed in part stays as typed beside the one payment terms imply, and isn’t taken for none', async () => {
  const page = await begin('1');
  await openTerms(page);
  const due = page.getByLabel('Payment due');
  await page.getByLabel('Payment option').selectOption('Net 30');
  await expect.poll(() => due.inputValue()).not.toBe('');
  const implied = await due.inputValue();
  await due.focus();
  // A month without this day on the way to a whole date.
  await page.keyboard.type('02');
  await page.keyboard.type('30');
  expect(await due.inputValue()).toBe('');
  await page.getByLabel('Shipping details').focus();
  await button(page, 'Save draft').click();
  await page.getByText(/Enter a date, such as/).waitFor();
  await due.fill('');
  await page.getByLabel('Shipping details').focus();
  await expect.poll(() => due.inputValue()).toBe(implied);
  await due.focus();
  await page.keyboard.type('02142027');
  expect(await due.inputValue()).toBe('2027-02-14');
  await saveDraft(page);
  expect(await page.getByLabel('Payment due').inputValue()).toBe('2027-02-14');
});
