import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const MANAGER = 'manager@fernhollow.example';
/** A seller whose plan has no reports. */
const SHORT_OF_PLAN = 'owner@northwater.example';

const { visit } = openStage();

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name, exact: true });
const totals = (page: Page) => page.locator('[data-part=totals] [data-c]');
const column = (page: Page, index: number) => page.locator(`[data-part=body] [data-c="${index}"]`).allTextContents();
const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });

it('a manager’s revenue equals the total of the same list, by link and after Back', async () => {
  const page = await visit(MANAGER, '/orders?statuses=COMPLETE&itemsPerPage=250');
  await view(page, 'Revenue').click();
  await grid(page, 'Revenue by month').waitFor();
  const revenue = await totals(page).nth(1).textContent();
  expect(revenue).toMatch(/^\$[\d,]+\.\d\d$/);
  await view(page, 'List').click();
  await grid(page, 'Sales orders').waitFor();
  await expect.poll(() => totals(page).allTextContents()).toEqual(expect.arrayContaining(['Total', revenue]));
  await page.goBack();
  await grid(page, 'Revenue by month').waitFor();
  await page.getByLabel('By', { exact: true }).selectOption({ label: 'Quarter' });
  await grid(page, 'Revenue by quarter').waitFor();
  await page.reload();
  await grid(page, 'Revenue by quarter').waitFor();
  expect(await totals(page).nth(1).textContent()).toBe(revenue);
});

it('the export has the figures of the table', async () => {
  const page = await visit(MANAGER, '/orders?report=PRODUCTS_SOLD&createdRel=LAST_30_DAYS&value=revenue');
  await grid(page, 'Products sold').waitFor();
  await expect.poll(async () => (await column(page, 4)).length).toBeGreaterThan(0);
  const [names, revenue] = [await column(page, 1), await column(page, 4)];
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const { data } = papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  const cents = (amount = '') => amount.replace(/[$,]/g, '');
  const asRead = names.map((name, row) => `${name} ${Number(cents(revenue[row]))}`);
  const asSaved = data.map((row) => `${row.Product} ${Number(cents(row['Line sales']))}`);
  expect(asSaved.slice(0, asRead.length)).toEqual(asRead);
});

it('a time that is too long is said, and a plan without reports offered', async () => {
  const page = await visit(MANAGER, '/orders?report=REVENUE&interval=DAY&createdRel=LAST_1_YEAR');
  await page.getByText(/covers at most 90 days/).waitFor();
  const other = await visit(SHORT_OF_PLAN, '/orders');
  await view(other, 'Revenue').click();
  await other.getByRole('button', { name: 'Upgrade' }).click();
  await other.getByRole('dialog', { name: 'Upgrade Required' }).waitFor();
});

it.each(['REVENUE&split=CUSTOMER', 'PRODUCTS_SOLD', 'BRANDS_SOLD'])(
  'the report %s leaves axe nothing to report, wide and small',
  async (report) => {
    const page = await visit(MANAGER, `/orders?createdRel=LAST_30_DAYS&report=${report}`);
    await page.locator('.recharts-wrapper').waitFor();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  },
);
