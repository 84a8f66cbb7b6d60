import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, noDialog } from '../../support/browser';
import { imageFile, photo } from '../../support/files/pictures';
import { moveLastUp, namesIn } from '../../support/screens/ordered-list';
import { details, dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
const CALIFORNIA = 'Fernhollow Farms California';
const PRODUCTS = '/inventory/products';

const stage = openStage();
const { visit } = stage;

/** Sells as another company of the organization. */
async function sellAs(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
  await page.getByLabel('Selling as').selectOption({ label: company });
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByText(company).waitFor();
}

/** A product of the organization whose stock is entered by hand, as it is offered now. */
async function managedProduct(): Promise<{ id: number; name: string }> {
  const { rows } = await stage.database.database.pool.query<{ id: string; name: string }>(
    `select product.id, product.name from products product
       join companies company on company.id = product.company_id
      where company.name = $1 and product.inventory_management = 'MANUAL' and product.listing_state = 'AVAILABLE'
        and not product.sell_in_bulk and not product.is_parent
      order by product.id limit 1`,
    [CALIFORNIA],
  );
  const [found] = rows;
  if (!found) throw new Error('no managed product');
  return { id: Number(found.id), name: found.name };
}

it('a product is added with its mistakes at their fields, gets a picture, and a buyer sees it on the menu', async () => {
  const page = await visit(OWNER, PRODUCTS);
  await sellAs(page, CALIFORNIA);
  await page.getByRole('link', { name: 'Add product' }).click();
  await heading(page, 'New product');
  await page.getByRole('button', { name: 'Add product' }).click();
  await said(page, 'Name is required');
  await hasFocus(page.getByLabel('Name'));
  const form = details(page);
  await form.getByLabel('Name').fill('Moonbow 3.5g Jar');
  await form.getByLabel('SKU').fill('FE-MOONBOW-35');
  await form.getByLabel('Brand').selectOption({ label: 'Fernhollow' });
  await form.getByLabel(/^Category/).selectOption({ label: 'Buds (prepackaged)' });
  await form.getByLabel('Product line').selectOption({ label: 'Reserve Eighths' });
  await form.getByRole('button', { name: 'Add a strain' }).click();
  await dialog(page).getByLabel('Name').fill('Moonbow 12');
  await dialog(page).getByLabel('Type').selectOption({ label: 'Indica Hybrid' });
  await dialog(page).getByRole('button', { name: 'Add strain' }).click();
  await form.getByText('Moonbow 12 (Indica Hybrid)').waitFor();
  await form.getByLabel('Sold by').selectOption({ label: 'Case' });
  await form.getByLabel('Units per case').fill('32');
  await form.getByLabel('Wholesale price').fill('352');
  await form.getByText('$11.00').waitFor();
  await form.getByLabel('Sale price', { exact: true }).fill('360');
  await form.getByLabel('Status').selectOption({ label: 'Available' });
  await form.getByLabel('On hand').fill('640');
  await page.getByRole('button', { name: 'Add product' }).click();
  await said(page, 'Must be less than or equal to the wholesale price');
  await hasFocus(form.getByLabel('Sale price', { exact: true }));
  expect(await axeFindings(page)).toEqual([]);
  await form.getByLabel('Sale price', { exact: true }).fill('320');
  await form.getByText('$10.00').waitFor();
  await page.getByRole('button', { name: 'Add product' }).click();
  await heading(page, 'Moonbow 3.5g Jar');
  await panel(page, 'Stock').getByText('640 units').first().waitFor();
  await panel(page, 'Stock ledger').getByText('Opening stock').waitFor();

  const pictures = panel(page, 'Pictures');
  for (const size of [640, 800]) {
    await pictures.getByRole('button', { name: 'Add picture' }).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles(await imageFile(await photo(size, size), 'jar.jpg'));
    await said(page, 'Picture saved.');
    await noDialog(page);
  }
  await pictures.getByRole('button', { name: 'Edit Picture 2' }).click();
  await dialog(page).getByLabel('Description').fill('A jar of Moonbow');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => namesIn(page, 'Pictures')).toEqual(['Picture 1', 'A jar of Moonbow']);
  await moveLastUp(page, 'Pictures');
  await expect.poll(() => namesIn(page, 'Pictures')).toEqual(['A jar of Moonbow', 'Picture 2']);
  await pictures.getByRole('button', { name: 'Remove Picture 2' }).click();
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click();
  await expect.poll(() => namesIn(page, 'Pictures')).toEqual(['A jar of Moonbow']);
  expect(await axeFindings(page)).toEqual([]);

  const buyer = await visit(BUYER, '/marketplace/brands/fernhollow');
  await buyer.getByRole('heading', { name: 'Moonbow 3.5g Jar' }).waitFor();
  await buyer.getByRole('img', { name: 'A jar of Moonbow' }).waitFor();
  await buyer.getByRole('button', { name: 'Moonbow 3.5g Jar', exact: true }).click();
  await dialog(buyer).getByRole('img', { name: 'A jar of Moonbow' }).waitFor();
  await dialog(buyer).getByText('Moonbow 12 (Indica Hybrid)').waitFor();
  expect(await axeFindings(buyer)).toEqual([]);
});

it('a product is copied with a SKU of its own, archived and restored', async () => {
  const { id, name } = await managedProduct();
  const page = await visit(OWNER, `${PRODUCTS}/${id}`);
  await heading(page, name);
  const sku = await details(page).getByLabel('SKU').inputValue();
  await page.getByRole('link', { name: 'Copy' }).click();
  await heading(page, `Copy ${name}`);
  await details(page).getByLabel('SKU').fill(sku);
  await page.getByRole('button', { name: 'Add product' }).click();
  await said(page, `Another product has the SKU ${sku}`);
  await details(page).getByLabel('SKU').fill(`${sku}-2`);
  await page.getByRole('button', { name: 'Add product' }).click();
  await heading(page, `${name} (copy)`);
  await panel(page, 'Where it’s sold').getByText('Not on a menu: its status is Internal.').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog(page).getByRole('button', { name: 'Archive' }).click();
  await said(page, 'This product is archived. Restore it to change it.');
  expect(await page.getByRole('button', { name: 'Enter stock' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Restore' }).click();
  await details(page).getByLabel('Name').waitFor();
});

it('a parent product gets a child, which begins with what they share', async () => {
  const page = await visit(OWNER, `${PRODUCTS}/new`);
  const form = details(page);
  await form.getByLabel('Name').fill('Sunset Sherbet');
  await form.getByLabel('SKU').fill('SUNSET');
  await form.getByLabel('Brand').selectOption({ label: 'Kind Orchard' });
  await form.getByLabel(/^Category/).selectOption({ label: 'Infused Edible (each)' });
  await form.getByLabel('Subcategory').selectOption({ label: 'Gummies' });
  await form.getByLabel('This is a parent product').check();
  expect(await form.getByLabel('Wholesale price').count()).toBe(0);
  await page.getByRole('button', { name: 'Add product' }).click();
  await heading(page, 'Sunset Sherbet');
  expect(await panel(page, 'Stock').count()).toBe(0);
  await panel(page, 'Ways it’s sold').getByRole('link', { name: 'Add child product' }).click();
  await heading(page, 'New product');
  await form.getByText('Sunset Sherbet', { exact: true }).waitFor();
  expect(await form.getByLabel('Subcategory').locator('option:checked').textContent()).toBe('Gummies');
  await form.getByLabel('Name').fill('Sunset Sherbet Tin');
  await form.getByLabel('SKU').fill('SUNSET-TIN');
  await form.getByLabel('Wholesale price').fill('9.50');
  await page.getByRole('button', { name: 'Add product' }).click();
  await heading(page, 'Sunset Sherbet Tin');
  await panel(page, 'Family').getByRole('link', { name: 'Sunset Sherbet' }).click();
  await heading(page, /^Sunset Sherbet$/);
  await panel(page, 'Ways it’s sold').getByRole('link', { name: 'Sunset Sherbet Tin' }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog(page).getByRole('button', { name: 'Archive' }).click();
  await dialog(page).getByText('Archive its child products first: Sunset Sherbet Tin.').waitFor();
});

it('someone who may only read sees a product and why it isn’t theirs to change', async () => {
  const { id, name } = await managedProduct();
  const page = await visit(VIEWER, `${PRODUCTS}/${id}`);
  await heading(page, name);
  await said(page, 'You need write access to “Products”.');
  expect(await details(page).count()).toBe(0);
  for (const act of ['Add picture', 'Enter stock', 'Change source'])
    expect(await page.getByRole('button', { name: act }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
  await page.goto(`${PRODUCTS}/new`);
  await said(page, 'You need write access to “Products”.');
});

it('two editors of a product keep each other’s changes, see where they differ, and find them in its history', async () => {
  const { id, name } = await managedProduct();
  const [first, second] = [await visit(OWNER, `${PRODUCTS}/${id}`), await visit(ADMIN, `${PRODUCTS}/${id}`)];
  for (const page of [first, second]) await heading(page, name);
  const save = (page: Page) => details(page).getByRole('button', { name: 'Save' }).click();
  await details(first).getByLabel('Wholesale price').fill('41.50');
  await details(second).getByLabel('Description').fill('Cured for three weeks.');
  await save(second);
  await said(second, 'Product saved.');
  await expect.poll(() => details(first).getByLabel('Description').inputValue()).toBe('Cured for three weeks.');
  await save(first);
  await said(first, 'Product saved.');
  await expect.poll(() => details(second).getByLabel('Wholesale price').inputValue()).toBe('41.50');
  await details(first).getByLabel('Wholesale price').fill('44.00');
  await details(second).getByLabel('Wholesale price').fill('43.00');
  await save(second);
  await first.getByText(/Someone else changed Wholesale price/).waitFor();
  expect(await axeFindings(first)).toEqual([]);
  await first.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => details(first).getByLabel('Wholesale price').inputValue()).toBe('43.00');

  const history = panel(first, 'History');
  await history.getByText('Wholesale price: $41.50 → $43.00').waitFor();
  await history
    .getByRole('button', { name: /^See it then on/ })
    .last()
    .click();
  await dialog(first).getByText('Cured for three weeks.').waitFor();
  expect(await axeFindings(first)).toEqual([]);
});

it('stock is entered with a note and found in the ledger; another source says first what it does to it', async () => {
  const { id, name } = await managedProduct();
  const page = await visit(OWNER, `${PRODUCTS}/${id}`);
  await heading(page, name);
  const stock = panel(page, 'Stock');
  await stock.getByRole('button', { name: 'Enter stock' }).click();
  await dialog(page).getByLabel('On hand').fill('4,321');
  await dialog(page)
    .getByText(/left to sell\./)
    .waitFor();
  await dialog(page).getByLabel('Note').fill('Counted in the vault');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Save stock' }).click();
  await stock
    .getByText(/^4,321 /)
    .first()
    .waitFor();
  const [latest] = await panel(page, 'Stock ledger').getByRole('row').filter({ hasText: 'Counted' }).all();
  expect(await latest?.textContent()).toContain('Counted in the vault');

  await stock.getByRole('button', { name: 'Change source' }).click();
  await dialog(page).getByLabel('Stock from').selectOption({ label: 'Unlimited' });
  await dialog(page)
    .getByText(/The 4,321 \w+ on hand are kept/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await stock.getByText('Unlimited', { exact: true }).first().waitFor();
  expect(await stock.getByRole('button', { name: 'Enter stock' }).count()).toBe(0);
});

it('many products are repriced after the difference is shown, and the change is undone', async () => {
  const page = await visit(OWNER, PRODUCTS);
  await page.getByRole('gridcell', { name: /^\$/ }).first().waitFor();
  const price = () => page.getByRole('row').nth(1).getByRole('gridcell', { name: /^\$/ }).first().textContent();
  const before = await price();
  await page.getByRole('row').nth(1).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Change the price of 1 by percent/ }).click();
  await dialog(page).getByLabel('Percent').fill('-1');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await dialog(page).getByText('1 product will change.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Change the price of 1 product by percent' }).click();
  await said(page, '1 product changed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, '1 restored');
  await expect.poll(price).toBe(before);
});

it('a brand’s product lines are added, renamed, put in order by keyboard and deleted', async () => {
  const page = await visit(OWNER, PRODUCTS);
  await page.getByRole('link', { name: 'Product lines' }).click();
  await heading(page, 'Product lines');
  await page.getByLabel('Brand').selectOption({ label: 'Fernhollow' });
  await expect.poll(() => namesIn(page, 'Product lines')).toContain('Reserve Eighths');
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add product line' }).first().click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Add product line' }).click();
  };
  await add('reserve eighths');
  await dialog(page).getByText('This brand has a product line with this name').waitFor();
  await dialog(page).getByLabel('Name').fill('Sungrown');
  await dialog(page).getByRole('button', { name: 'Add product line' }).click();
  await expect.poll(async () => (await namesIn(page, 'Product lines')).at(-1)).toBe('Sungrown');
  const moved = await moveLastUp(page, 'Product lines');
  await page.reload();
  await expect.poll(() => namesIn(page, 'Product lines')).toEqual(moved);
  await page.getByRole('button', { name: 'Rename Sungrown' }).click();
  await dialog(page).getByLabel('Name').fill('Sun-grown');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => namesIn(page, 'Product lines')).toContain('Sun-grown');
  await page.getByRole('button', { name: 'Delete Reserve Eighths' }).click();
  await dialog(page).getByRole('button', { name: 'Delete product line' }).click();
  await dialog(page)
    .getByText(/^Move the products of Reserve Eighths/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Sun-grown' }).click();
  await dialog(page).getByRole('button', { name: 'Delete product line' }).click();
  await expect.poll(() => namesIn(page, 'Product lines')).not.toContain('Sun-grown');
  expect(await axeFindings(page)).toEqual([]);
});
