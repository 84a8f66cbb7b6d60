import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const { visit } = openStage();

const rowOf = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text });

it('products are imported from a file after a look at each difference, and taken back as one', async () => {
  const page = await visit(OWNER, '/inventory/products?productNameSearch=KO-CO-CHO-MIN');
  await rowOf(page, 'KO-CO-CHO-MIN').first().waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Import products' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const lines = [
    'Item name,Item SKU,Brand,Category,Price,Qty,Line',
    'Renamed Chocolate,KO-CO-CHO-MIN,Kind Orchard,,$99.50,,',
    'Papaya Punch Eighth,FILE-1,fernhollow,Buds (prepackaged),24,64,',
    'Papaya Punch Half,FILE-2,Fernhollow,Buds (prepackaged),free,64,No such line',
  ];
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Continue' }).click();

  // A mistake: the column everything hangs on isn't chosen.
  const sku = page.getByLabel('SKU');
  await expect.poll(() => sku.locator('option:checked').textContent()).toBe('Item SKU (KO-CO-CHO-MIN)');
  await sku.selectOption({ label: 'Not in this file' });
  await page.getByRole('button', { name: 'Review rows' }).click();
  await page.getByText('Choose the column with the SKU.').waitFor();
  await sku.selectOption({ label: 'Item SKU (KO-CO-CHO-MIN)' });
  await page.getByRole('button', { name: 'Review rows' }).click();

  await page.getByText('1 new, 1 changed, 0 unchanged, 1 skipped.').waitFor();
  await rowOf(page, 'Renamed Chocolate').getByText('→ Renamed Chocolate').waitFor();
  await rowOf(page, 'Papaya Punch Half').getByText('Product line: no product line called “No such line”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await page.getByText(/^Imported 2 products from menu\.csv, .* 1 row skipped\.$/).waitFor();
  await page.getByRole('link', { name: 'Papaya Punch Eighth' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const list = await visit(OWNER, '/inventory/products?productNameSearch=FILE-1');
  await list.getByRole('row', { name: /Papaya Punch Eighth.*Internal.*\$24\.00.*64 unit/ }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText(/Undone .*: 1 restored, 1 removed\.$/).waitFor();
  await rowOf(page, 'Papaya Punch Eighth').getByText('Removed').waitFor();
  await rowOf(page, 'KO-CO-CHO-MIN').getByText('Restored').waitFor();
  await rowOf(list, 'FILE-1').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Recent imports' }).click();
  const recent = page.getByRole('dialog', { name: 'Recent imports' });
  const undone = recent.getByRole('listitem').filter({ hasText: /Undone\./ });
  await undone.getByText('Import 2 products').waitFor();
  expect(await recent.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
});

it('a file’s letters are told, its bad rows come first with their number, and can be downloaded and corrected', async () => {
  const page = await visit(OWNER, '/inventory/products/import');
  const choose = async (name: string, buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const lines = [
    'SKU;Name;Brand;Category;Price',
    'OLD-1;Piñón Jar;Fernhollow;Pre-Roll;9',
    '',
    'OLD-2;Ten; of them;Fernhollow;Pre-Roll;9',
  ];
  await choose('open.csv', Buffer.from(`${lines.join('\n')}\n"OLD-3;`));
  await page.getByText('Row 5 has a quote that isn’t closed, so nothing after it can be read.').waitFor();
  await choose('old.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
  await page.getByText('so we read it as Windows-1252').waitFor();
  await page.getByRole('button', { name: 'Review rows' }).click();
  await page.getByText('1 new, 0 changed, 0 unchanged, 1 skipped.').waitFor();
  await page.locator('[data-r="0"]').getByText('The row has 6 cells, the header has 5.').waitFor();
  await rowOf(page, 'Piñón Jar').getByText('New').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download skipped rows' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('old skipped.csv');
  const skipped = await readFile(await file.path(), 'utf8');
  expect(skipped).toBe(
    [
      '\uFEFFRow,What to correct,SKU,Name,Brand,Category,Price',
      '4,"The row has 6 cells, the header has 5. Put cells that contain a separator in quotes.",OLD-2,Ten," of them",Fernhollow,Pre-Roll,9',
    ].join('\r\n'),
  );
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await page.getByText(/1 row skipped\.$/).waitFor();
  await page.getByRole('link', { name: 'Piñón Jar' }).waitFor();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose('old skipped.csv', Buffer.from(skipped.replace('Ten," of them"', '"Ten, of them"')));
  await page.getByRole('button', { name: 'Review rows' }).click();
  await page.getByText('1 new, 0 changed, 0 unchanged, 0 skipped.').waitFor();
  await rowOf(page, 'Ten, of them').getByText('OLD-2').waitFor();
});

it('a search of products is saved and shown again', async () => {
  const page = await visit(OWNER, '/inventory/products?listingStates=SAMPLE');
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitem', { name: /Save/ }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Samples');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto('/inventory/products');
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Samples' }).click();
  await expect.poll(() => page.url()).toContain('listingStates=SAMPLE');
});

it('people who may only look at products don’t reach the import', async () => {
  const page = await visit('viewer@fernhollow.example', '/inventory/products/import');
  await page.getByText('You can’t open this page').waitFor();
});
