import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, noDialog, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const MANAGER = 'manager@fernhollow.example';
/** A seller whose plan has the other reports, but not this one. */
const SHORT_OF_PLAN = 'owner@tidemark.example';

const { visit } = openStage();

const table = (page: Page) => page.getByRole('grid', { name: 'Pivot report' });
const names = (page: Page) => page.locator('[data-part=body] [role=rowheader]').allTextContents();
const cell = (page: Page, row: number, column: number) =>
  page.locator(`[data-part=body] [data-r="${row}"] [data-c="${column}"]`);
const choose = (page: Page, field: string, choice: string) =>
  page.getByLabel(field, { exact: true }).selectOption({ label: choice });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const number = (text: string | null) => Number((text ?? '').replace(/[$,]/g, ''));

it('a manager arranges a report, is told what can’t be, flips it, folds it and sorts it', async () => {
  const page = await visit(MANAGER, '/orders?createdRel=LAST_90_DAYS');
  await page.getByRole('link', { name: 'Pivot (beta)' }).click();
  await table(page).waitFor();
  await choose(page, 'Row Primary', 'None');
  await page
    .getByText('Please select both Row Primary and Column Primary fields to generate the pivot report.')
    .waitFor();
  await choose(page, 'Row Primary', 'Created by month');
  await page.getByText('The same field cannot be selected in both row and column dimensions.').waitFor();
  await choose(page, 'Row Primary', 'Brand');
  await page.getByText(/^Line item fields cannot be used on the row axis/).waitFor();
  await button(page, 'Flip axes').last().click();
  await table(page).waitFor();
  expect(new URL(page.url()).searchParams.get('y1Field')).toBe('BRAND');
  await choose(page, 'Row Secondary', 'Customer');
  await choose(page, 'Value', 'Line sales');
  const months = page.locator('[data-part=body] [role=row][data-level="1"]');
  const customers = page.locator('[data-part=body] [role=row][data-level="2"]');
  await customers.first().waitFor();
  await button(page, 'Collapse all').click();
  await customers.first().waitFor({ state: 'detached' });
  const total = page.getByRole('columnheader', { name: 'Total', exact: true });
  await total.click();
  await expect.poll(() => total.getAttribute('aria-sort')).toBe('descending');
  const revenue = (await months.locator('[data-c="1"]').allTextContents()).map(number);
  expect(revenue.length).toBeGreaterThan(1);
  expect(revenue).toEqual(revenue.toSorted((a, b) => b - a));
  await page.reload();
  await table(page).waitFor();
  expect(await total.getAttribute('aria-sort')).toBe('descending');
});

it('the orders behind a cell add up to it, and lead to an order', async () => {
  const page = await visit(MANAGER, '/orders?report=PIVOT&createdRel=LAST_90_DAYS&y1Field=STATUS&value=revenue');
  await table(page).waitFor();
  const one = cell(page, 1, 1);
  const [customer, revenue] = [(await names(page))[1] ?? '', (await one.textContent()) ?? ''];
  expect(revenue).toMatch(/^\$[\d,]+\.\d\d$/);
  await cell(page, 0, 0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await hasFocus(one);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `${customer}, Total` });
  const orders = drawer.getByRole('grid');
  await drawer.getByLabel('Rows per page').selectOption('250');
  await expect.poll(() => drawer.locator('[data-part=totals] [data-c]').last().textContent()).toBe(revenue);
  const listed = await orders.locator('[data-part=body] [data-c="2"]').allTextContents();
  expect(new Set(listed)).toEqual(new Set([customer]));
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await noDialog(page);
  await hasFocus(one);
  await page.keyboard.press('Enter');
  await orders.getByRole('link').first().click();
  await page.waitForURL(/\/orders\/\d+$/);
});

it('the export has what is seen: folded, sorted, cell for cell', async () => {
  const page = await visit(
    MANAGER,
    '/orders?report=PIVOT&createdRel=LAST_30_DAYS&x2Field=STATUS&y1Field=CREATED_WEEK&value=orders',
  );
  await table(page).waitFor();
  const seen = page.locator('[data-part=body] [role=row]');
  await button(page, 'Collapse all').click();
  await page.getByRole('columnheader', { name: 'Total', exact: true }).click();
  await expect.poll(() => page.locator('[data-part=body] [data-level="2"][role=row]').count()).toBe(0);
  const rows = await Promise.all(
    (await seen.all()).map((row) => row.locator('[role=rowheader], [role=gridcell]').allTextContents()),
  );
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  const text = await readFile(await file.path(), 'utf8');
  const { data } = papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true });
  const saved = data.slice(1).map((row) => row.filter((_, at) => at !== 1));
  expect(saved.slice(0, rows.length).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
});

const plain = (text: string) => text.replaceAll(',', '');

it('a plan without it is offered one', async () => {
  const page = await visit(SHORT_OF_PLAN, '/orders?report=PIVOT&createdRel=LAST_30_DAYS');
  await page.getByText('You can’t see this report').waitFor();
  await button(page, 'Upgrade').click();
  await page.getByRole('dialog', { name: 'Upgrade Required' }).waitFor();
});

it('leaves axe nothing to report, wide and small, light and dark', async () => {
  const page = await visit(
    MANAGER,
    '/orders?report=PIVOT&createdRel=LAST_90_DAYS&x2Field=STATUS&y1Field=BRAND&y2Field=PRODUCT',
  );
  await table(page).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  }
});
