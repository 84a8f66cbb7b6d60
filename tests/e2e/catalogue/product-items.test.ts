import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { sandboxKey } from '../../support/integrations/sandbox-key';
import { dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const PANEL = 'Tracking system items';
const KEPT = `product.org_id = 1 and product.company_id = 1 and product.unit_of_measure = 'Pound'
  and product.inventory_management = 'METRC' and product.listing_state = 'AVAILABLE'`;

const stage = openStage();

/** A product in pounds whose stock the tracking system keeps. */
async function openBulk(page: Page): Promise<void> {
  const { rows } = await stage.database.database.pool.query<{ id: number; name: string }>(
    `select product.id, product.name from products product where ${KEPT} order by product.id limit 1`,
  );
  await page.goto(`/inventory/products/${rows[0]?.id}`);
  await heading(page, rows[0]?.name ?? '');
  await panel(page, PANEL).getByText('Together').waitFor();
}

const BY_WEIGHT = ['oz', 'lb'];

/** An item in one of these units that belongs to no product. */
async function freeItem(units: readonly string[]): Promise<string> {
  const { rows } = await stage.database.database.pool.query<{ name: string }>(
    `select item.name from tracking_items item join licenses license on license.id = item.license_id and license.us_state = 'CA'
      where item.org_id = 1 and item.unit_of_measure = any ($1)
        and not exists (select from product_items mapped where mapped.org_id = 1 and mapped.item_id = item.id)
      order by item.id limit 1`,
    [units],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.name ?? '';
}

const mapItems = (page: Page) => panel(page, PANEL).getByRole('button', { name: 'Map items' }).click();
const named = (page: Page, name: string) => panel(page, PANEL).getByRole('listitem').filter({ hasText: name });

it('items are mapped to a product, whose stock becomes the sum of their packages, and removed again', async () => {
  const page = await stage.visit(OWNER, '/inventory/products');
  await openBulk(page);
  const [item, counted] = [await freeItem(BY_WEIGHT), await freeItem(['ea'])];
  await mapItems(page);
  // By its name: others are there only until the list is narrowed.
  const refused = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: counted })
    .filter({ hasText: 'Measured in ea, but this product is sold by weight' });
  await dialog(page).getByLabel('Item name').fill(counted);
  await refused.first().waitFor();
  expect(await refused.first().getByRole('checkbox').isDisabled()).toBe(true);
  await dialog(page).getByLabel('Item name').fill(item);
  await dialog(page).getByRole('checkbox', { name: item }).first().check();
  const effect = dialog(page).getByText(/^The stock on hand changes from .+ to .+\.$/);
  const sum = /to ([\d,.]+ pounds?)\.$/.exec((await effect.textContent()) ?? '')?.[1] ?? '';
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Map item' }).click();
  await named(page, item).waitFor();
  await panel(page, 'Stock').getByText(sum).first().waitFor();
  await panel(page, 'Stock ledger').getByText(`Mapped ${item}.`).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: `Remove ${item}` }).click();
  await dialog(page).getByText(`The stock on hand changes from ${sum}`).waitFor();
  await dialog(page).getByRole('button', { name: 'Remove item' }).click();
  await named(page, item).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await named(page, item).waitFor();
  await panel(page, 'Stock').getByText(sum).first().waitFor();

  await page.getByRole('button', { name: `Remove ${item}` }).click();
  await dialog(page).getByRole('button', { name: 'Remove item' }).click();
  await named(page, item).waitFor({ state: 'detached' });
  await mapItems(page);
  await dialog(page).getByRole('region', { name: 'Used recently' }).getByText(item).waitFor();
});

it('a new item is added to the tracking system once its key is there, and is ready to be mapped', async () => {
  const { pool } = stage.database.database;
  await pool.query('delete from license_syncs where org_id = 1');
  await pool.query('delete from tracking_keys where org_id = 1');
  const page = await stage.visit(OWNER, '/inventory/products');
  await openBulk(page);
  const key = await sandboxKey(page, '/sandbox/tracking', /Fernhollow Farms.*CA/);
  await mapItems(page);
  await dialog(page).getByRole('button', { name: 'New item' }).click();
  await said(page, 'This needs your tracking system key for California.');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'New item' }).getByRole('button', { name: 'Try again' }).click();
  await said(page, 'This needs your tracking system key for California.');
  await page.getByRole('dialog').last().getByLabel(/^Key/).fill(key);
  await page.getByRole('button', { name: 'Save key' }).click();
  await page.getByText('This needs your tracking system key').waitFor({ state: 'detached' });
  const drawer = page.getByRole('dialog', { name: 'New item' });
  expect(await axeFindings(page)).toEqual([]);
  await drawer.getByLabel('Name').fill('Fog Line Bulk');
  await drawer.getByRole('button', { name: 'Add item' }).click();
  const added = page.getByRole('dialog', { name: 'Map items' }).getByRole('checkbox', { name: /Fog Line Bulk/ });
  await added.first().waitFor();
  expect(await added.first().isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Map item', exact: true }).click();
  await named(page, 'Fog Line Bulk').getByText('No active packages').waitFor();
});
