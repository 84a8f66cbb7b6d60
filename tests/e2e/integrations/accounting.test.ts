import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const SCREEN = '/account/integrations';
const SELLER = 'owner@tidemark.example';
const SHOTS = process.env.SHOTS;

const stage = openStage();
const visit = (email = SELLER) => stage.visit(email, SCREEN);

const section = (page: Page) => page.getByRole('region', { name: 'Accounting' });
const row = (page: Page, company: string) => section(page).getByRole('listitem').filter({ hasText: company });

async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
  }
}

/** The accounting service's page, answered. */
async function answer(page: Page, act: 'Allow' | 'Refuse'): Promise<void> {
  await page.getByRole('heading', { name: 'Let Verdant into your books?' }).waitFor();
  await page.getByRole('button', { name: act }).click();
  await page.getByRole('heading', { name: 'Accounting' }).waitFor();
}

it('connects a company to its books, or says that nothing changed where a person refuses', async () => {
  const page = await visit();
  const company = row(page, 'Tidemark Distribution').first();
  await company.getByText('Not connected').waitFor();
  await shot(page, 'accounting-unconnected');
  await company.getByRole('button', { name: 'Connect' }).click();
  await answer(page, 'Refuse');
  await section(page).getByRole('alert').getByText('wasn’t connected: Verdant wasn’t let into the books').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'accounting-refused');

  await company.getByRole('button', { name: 'Connect' }).click();
  await answer(page, 'Allow');
  await section(page).getByRole('status').getByText('is connected to “').waitFor();
  await company.getByText('Connected', { exact: true }).waitFor();
  await company.getByText('without a match').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
  await shot(page, 'accounting-connected');
});

it('saves the accounts it chose, and says which one isn’t right', async () => {
  const page = await visit();
  const company = row(page, 'Tidemark Distribution').first();
  await company.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: /^Accounting settings/ });
  const pick = async (label: string, typed: string, name: string) => {
    await drawer.getByLabel(label).fill(typed);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click();
  };
  await pick('Income account', 'sales', 'Sales of Product Income');
  await pick('Cost account', 'goods', 'Cost of Goods Sold');
  await pick('Discount account', 'disc', 'Discounts given');
  await drawer.getByLabel('Send invoices').selectOption('Once an order is shipped');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'accounting-settings');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Accounting settings updated').waitFor();
  await drawer.waitFor({ state: 'detached' });
  await hasFocus(company.getByRole('button', { name: 'Settings' }));
});

it('asks for a plan that includes it, and for no more', async () => {
  const page = await visit('owner@millrace.example');
  await section(page).getByText('Your plan doesn’t include “Accounting”').waitFor();
  await section(page).getByRole('button', { name: 'Connect' }).first().click();
  await page.getByRole('dialog', { name: 'Upgrade Required' }).getByText('“Accounting”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'accounting-no-plan');
});

it('says who may read it where somebody may not', async () => {
  const page = await visit('sales@millrace.example');
  await section(page)
    .getByText(/You need read access to “Organization”/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('says that a connection was refused, and connects the same books again', async () => {
  const { pool } = stage.database.database;
  await pool.query(
    `update accounting_connections set state = 'REFUSED', problem = 'The accounting service no longer lets Verdant in. Connect the books again.'`,
  );
  const page = await visit();
  const company = row(page, 'Tidemark Distribution').first();
  await company.getByText('The accounting service no longer lets Verdant in.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'accounting-again');
  await company.getByRole('button', { name: 'Connect again' }).click();
  await answer(page, 'Allow');
  await company.getByText('Connected', { exact: true }).waitFor();
  await company.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: /^Accounting settings/ });
  // What was chosen before is still chosen.
  await drawer.getByText('Discounts given').first().waitFor();
});

it('disconnects after saying what stays', async () => {
  const page = await visit();
  const company = row(page, 'Tidemark Distribution').first();
  await company.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: /^Disconnect Tidemark/ });
  await question.getByText('Invoices and payments it sent stay in the books.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'accounting-disconnect');
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await company.getByText('Not connected').waitFor();
});
