import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, noDialog } from '../../support/browser';
import { makeLabReport } from '../../support/factories';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const WAREHOUSE = 'warehouse@fernhollow.example';
const REP = 'rep@fernhollow.example';
const PACKAGES = '/inventory';

const stage = openStage();
const { visit } = stage;

/** An active package in California of an item that is mapped to a product whose stock the tracking system keeps. */
async function mappedPackage() {
  const { rows } = await stage.database.database.pool.query<{ label: string; item: string; product: string }>(
    `select pack.label, item.name as item, product.name as product
       from packages pack
       join tracking_items item on item.org_id = pack.org_id and item.id = pack.item_id
       join product_items mapped on mapped.org_id = pack.org_id and mapped.item_id = pack.item_id
       join products product on product.org_id = pack.org_id and product.id = mapped.product_id
       join licenses license on license.id = pack.license_id
       join organizations org on org.id = pack.org_id
      where org.name = 'Fernhollow Farms' and license.us_state = 'CA' and pack.status = 'ACTIVE'
        and product.inventory_management = 'METRC'
      order by pack.id limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no package of a mapped item');
  return found;
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find or scan a tag' });
const row = (page: Page, label: string) => page.getByRole('row', { name: label });

it('a tag finds its package, which says what it counts for', async () => {
  const { label, item, product } = await mappedPackage();
  const page = await visit(WAREHOUSE, PACKAGES);
  await heading(page, 'Packages');
  await search(page).fill(label.slice(-9));
  await row(page, label).waitFor();
  await page.getByRole('grid', { name: 'Packages' }).locator('[data-r="1"]').waitFor({ state: 'detached' });
  await row(page, label).getByText(item).waitFor();
  await page.getByRole('link', { name: label, exact: true }).click();
  await dialog(page).getByRole('heading', { name: label }).waitFor();
  await dialog(page).getByRole('link', { name: product }).waitFor();
  await dialog(page)
    .getByText(/Its stock is the sum of \d+ active packages?\./)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await noDialog(page);
  await search(page).fill('no such tag');
  await page.getByText('No packages match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('row').nth(5).waitFor();
});

it('notes are typed in the list, and seen at once in another window', async () => {
  const { label } = await mappedPackage();
  const [page, reader] = [await visit(WAREHOUSE, PACKAGES), await visit(WAREHOUSE, PACKAGES)];
  for (const one of [page, reader]) {
    await one.setViewportSize({ width: 2600, height: 900 });
    await search(one).fill(label);
    await row(one, label).waitFor();
  }
  const cell = row(page, label).getByRole('gridcell').last();
  await cell.click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Shelf 4');
  await page.keyboard.press('Enter');
  await row(page, label).getByText('Shelf 4').waitFor();
  await row(reader, label).getByText('Shelf 4').waitFor();
});

it('tags are scanned one after the other by keyboard alone, and noted together', async () => {
  const { label } = await mappedPackage();
  const page = await visit(WAREHOUSE, PACKAGES);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  const tag = dialog(page).getByLabel('Tag', { exact: true });
  await tag.waitFor();
  for (const scanned of [label, '1A40603NOSUCHTAG00000001', label]) {
    await page.keyboard.type(scanned);
    await page.keyboard.press('Enter');
  }
  await dialog(page).getByText('2 of 100 scanned, 1 not found').waitFor();
  await dialog(page).getByText('Not among your packages in CA').waitFor();
  expect(await tag.inputValue()).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByLabel('Notes').fill('Counted twice');
  await dialog(page).getByRole('button', { name: 'Save notes of 1 package' }).click();
  await noDialog(page);
  await page.getByText('1 package noted.').waitFor();
  await page.setViewportSize({ width: 2600, height: 900 });
  await search(page).fill(label);
  await row(page, label).getByText('Counted twice').waitFor();
});

it('what is wrong in a link is said and the list still shows; people without the permission don’t reach it', async () => {
  const page = await visit(OWNER, `${PACKAGES}?quantityFrom=9&quantityTo=3&selectedStatuses=ON_HOLD`);
  await page.getByRole('row').nth(1).waitFor();
  await page.getByText('On hold').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const rep = await visit(REP, PACKAGES);
  await rep.getByText('You can’t open this page').waitFor();
});

it('a package shows what its lab found, and packages are seen together by item', async () => {
  const { label } = await mappedPackage();
  const { db, pool } = stage.database.database;
  const { rows } = await pool.query('select id, org_id as "orgId", label from packages where label = $1', [label]);
  await makeLabReport(db, { ...rows[0], id: Number(rows[0].id), orgId: Number(rows[0].orgId) });
  const page = await visit(WAREHOUSE, PACKAGES);
  await search(page).fill(label);
  await page.getByRole('link', { name: label, exact: true }).click();
  const lab = dialog(page).getByRole('region', { name: 'Lab results' });
  await lab.getByText('24.31 %').waitFor();
  await lab.getByText('Heavy metals').click();
  await lab.getByText('0.1 ppm').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await noDialog(page);
  await page.getByRole('link', { name: 'By item' }).click();
  await heading(page, 'Packages by item');
  await page.getByRole('row').nth(2).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('no such item');
  await page.getByText('No rows match these filters').waitFor();
});

it('many packages get notes at once, reviewed first', async () => {
  const page = await visit(WAREHOUSE, PACKAGES);
  await page.locator('[data-r="5"]').waitFor();
  for (const nth of [1, 2]) await page.getByRole('row').nth(nth).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitem', { name: /^Set the notes of 2/ }).click();
  await dialog(page).getByLabel('Notes').fill('Count again');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await dialog(page)
    .getByText(/2 packages will be noted “Count again”/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Set the notes of 2 packages' }).click();
  await dialog(page)
    .getByText(/noted “Count again”/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await noDialog(page);
});

it('packages are moved to another location, which the tracking system hears of', async () => {
  const page = await visit(WAREHOUSE, `${PACKAGES}?selectedStatuses=ACTIVE`);
  await page.locator('[data-r="5"]').waitFor();
  await page.getByRole('row').nth(3).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitem', { name: /^Move 1/ }).click();
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await dialog(page).getByRole('alert').or(dialog(page).locator('[aria-invalid=true]')).first().waitFor();
  await dialog(page).getByLabel('Location').selectOption('Quarantine');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Move 1 package' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await noDialog(page);
});

it('filters are kept as a view, for oneself', async () => {
  const page = await visit(WAREHOUSE, `${PACKAGES}?selectedStatuses=ON_HOLD`);
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: /^Saved searches/ }).click();
  await page.getByRole('menuitem', { name: /^Save/ }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('On hold today');
  await dialog(page).getByRole('button', { name: /^Save/ }).click();
  await noDialog(page);
  await page.goto(PACKAGES);
  await page.locator('[data-r="5"]').waitFor();
  await page.getByRole('button', { name: /^Saved searches/ }).click();
  await page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: 'On hold today' }).click();
  await page.waitForURL(/selectedStatuses=ON_HOLD/);
});
