// Over 350 lines: one seller’s order entry; a server of its own for each half would cost more than the lines.
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { products } from '../../../server/db/schema';
import { axeFindings, hasFocus } from '../../support/browser';
import { makeProduct } from '../../support/catalogue/factories';
import { chooseCustomer, openTerms, typeLine } from '../../support/orders/entry-page';
import { dialog } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const COLLEAGUE = 'admin@fernhollow.example';
/** Sold to Harbor & Vine Boulder at $216.75 a case. */
const JAR = 'Gelato Pre-Roll 1g';
const SKU = 'FE-CO-P10-GEL';

/** Among the longest names and SKUs of the demo. */
const LONG = { name: 'Wedding Cake Mini Pre-Rolls 5 x 0.5g', sku: 'FE-CO-P55-WEDCAK' };

/** Sold by the unit, from 10. */
const LOOSE = { name: 'Loose Flower 1g', sku: 'FE-LOOSE-1' };

const { visit } = openStage({
  prepare: async ({ db }) => {
    const [sold] = await db.select().from(products).where(eq(products.sku, SKU));
    if (!sold) throw new Error(`The demo has no ${SKU}`);
    const seller = { org: { id: sold.orgId }, company: { id: sold.companyId }, brand: { id: sold.brandId } };
    await makeProduct(db, seller as never, { ...LOOSE, minimumOrder: '10', quantity: '500' });
  },
});

const lines = (page: Page) => page.getByRole('grid', { name: 'Order lines', exact: true });
const lineOf = (page: Page, name: string) => lines(page).getByRole('row', { name });
const total = (page: Page) => page.locator('dl', { hasText: 'Subtotal' }).last();
const save = (page: Page) => page.getByRole('button', { name: 'Save draft' });

async function typeQuantity(page: Page, name: string, quantity: string): Promise<void> {
  await lineOf(page, name).getByRole('gridcell').nth(3).dblclick();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(quantity);
  await page.keyboard.press('Enter');
}

it('an order is entered by keyboard, with mistakes said where they are, then saved, changed and deleted', async () => {
  const page = await visit(OWNER, '/orders');
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor();
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, SKU, '3');
  await typeLine(page, 'NO-SUCH-SKU', '2');
  await page.getByText('“NO-SUCH-SKU” isn’t the SKU or name of one of this company’s products.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (const wrong of ['-3', 'abc', '1e3']) {
    await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
    await page.keyboard.type(SKU);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Quantity to add' }).fill(wrong);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Quantity to add' }).getAttribute('aria-invalid'))
      .toBe('true');
    expect(await page.getByRole('textbox', { name: 'Quantity to add' }).inputValue()).toBe(wrong);
  }
  await page.getByRole('textbox', { name: 'Quantity to add' }).fill('');
  expect(await lineOf(page, JAR).count()).toBe(1);
  await save(page).click();
  await expect.poll(() => page.getByRole('combobox', { name: /^Customer/ }).getAttribute('aria-invalid')).toBe('true');
  await chooseCustomer(page);
  await openTerms(page);
  await page.getByLabel('Source', { exact: true }).selectOption('Wholesale marketplace');
  await lineOf(page, JAR).getByText('$216.75').waitFor();
  await total(page).getByText('$650.25').first().waitFor();

  await typeQuantity(page, JAR, '1.5');
  await lineOf(page, JAR).getByText('Must be whole units').waitFor();
  await page.getByText('1 line needs a change before you can submit.').waitFor();
  await typeQuantity(page, JAR, '4');
  await total(page).getByText('$867.00').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await save(page).click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await page.getByText('$867.00').first().waitFor();

  await page.getByRole('button', { name: 'Edit order' }).click();
  await typeQuantity(page, JAR, '5');
  await openTerms(page);
  await page.getByLabel('Discount in').selectOption('%');
  await page.getByLabel('Discount', { exact: true }).fill('10');
  await total(page).getByText('$975.37').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Edit order' }).waitFor();
  await page.getByText('Discount (10%)').waitFor();
  await page.locator('dl', { hasText: 'Source' }).getByText('Wholesale marketplace').waitFor();

  await page.getByRole('button', { name: 'Delete draft' }).click();
  await dialog(page).getByRole('button', { name: 'Delete draft' }).click();
  await page.getByText(/Draft \d+ deleted/).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Sales Orders' }).waitFor();
});

it('rows pasted from a spreadsheet get a verdict each, and what was typed survives a reload', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await dialog(page).getByLabel('SKU or name, and quantity').fill(`SKU\tQty\n${SKU}\t12\nNOPE\t3\n${SKU}\tmany`);
  await dialog(page).getByRole('button', { name: 'Check rows' }).click();
  await dialog(page).getByText('Will be added').waitFor();
  await dialog(page).getByText('Isn’t the SKU or name of a product. Skipped').waitFor();
  await dialog(page).getByText('Row 4 needs a quantity, such as 12').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add 1 line' }).click();
  // What couldn't be added stays to be corrected.
  await page.getByText('1 line added. 2 rows left to correct.').waitFor();
  await dialog(page).getByText('Row 3 needs a quantity, such as 12').waitFor();
  const left = dialog(page).getByLabel('SKU or name, and quantity');
  expect(await left.inputValue()).toBe(`SKU\tQty\nNOPE\t3\n${SKU}\tmany`);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await total(page).getByText('$2,601.00').first().waitFor();
  await openTerms(page);
  await page.getByLabel('Shipping details').fill('Dock 4');
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await page.getByText('We kept what you typed earlier.').waitFor();
  await lineOf(page, JAR).getByText('$2,601.00').waitFor();
  await page.getByText(/· Dock 4$/).waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await lineOf(page, JAR).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await lineOf(page, JAR).getByText('$2,601.00').waitFor();
  await page.getByText(/· Dock 4$/).waitFor();
});

it('lines to correct are shown alone after a paste, wait in the draft, and are named when it is submitted', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const block = dialog(page).getByLabel('SKU or name, and quantity');
  await block.fill(`SKU\tQty\n${SKU}\t3\n${LOOSE.sku}\t1.5\n${LOOSE.sku}\t4`);
  await dialog(page).getByRole('button', { name: 'Check rows' }).click();
  await dialog(page).getByText('Will be added for you to correct. Must be whole units').waitFor();
  await dialog(page).getByText('Will be added. Minimum order is 10 units').waitFor();
  await dialog(page).getByRole('button', { name: 'Add 3 lines' }).click();
  await page.getByText('Showing 1 line to check.').waitFor();
  const quantity = lines(page).getByRole('gridcell', { name: '1.5', exact: true });
  await hasFocus(quantity);
  expect(await lines(page).getByRole('row').count()).toBe(2);
  await lineOf(page, LOOSE.name).getByText('Must be whole units').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await save(page).click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('alert').getByText(`${LOOSE.name} (must be whole units). Edit them first.`).waitFor();
  await page.getByRole('button', { name: 'Edit order' }).click();
  await page.getByText('1 line needs a change before you can submit.').waitFor();
  await page.getByRole('button', { name: 'Show it' }).click();
  await hasFocus(quantity);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page).getByRole('row').count()).toBe(4);
  // A mistake made afterwards hides nothing.
  await lines(page).getByRole('gridcell', { name: '2', exact: true }).dblclick();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('2.5');
  await page.keyboard.press('Enter');
  await lineOf(page, LOOSE.name).first().getByText('Must be whole units').waitFor();
  expect(await lines(page).getByRole('row').count()).toBe(4);
  await lines(page).getByRole('gridcell', { name: '2.5', exact: true }).dblclick();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Order status updated').first().waitFor();
});

it('a quantity below the minimum is saved with a warning, and leaving an edit asks', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, LOOSE.sku, '4');
  await lineOf(page, LOOSE.name).getByText('Minimum order is 10 units').waitFor();
  await page.getByText('1 line is outside its product’s limits or stock. You can still save.').waitFor();
  await save(page).click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await page.getByRole('button', { name: 'Edit order' }).click();
  await lineOf(page, LOOSE.name).getByRole('gridcell', { name: '4', exact: true }).dblclick();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('6');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await lineOf(page, LOOSE.name).getByRole('gridcell', { name: '6', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await dialog(page).getByRole('button', { name: 'Discard and leave' }).click();
  await page.getByText('4 units').first().waitFor();
});

it('terms that are wrong stay unfolded while they are corrected', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, SKU, '3');
  await openTerms(page);
  const discount = page.getByLabel('Discount', { exact: true });
  await discount.fill('abc');
  await page.getByRole('button', { name: 'Terms', exact: true, expanded: true }).click();
  await page.getByRole('button', { name: 'Terms', exact: true, expanded: true }).waitFor();
  await discount.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('100');
  await hasFocus(discount);
  await total(page).getByText('$550.25').first().waitFor();
  await save(page).click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
});

it('a removed line comes back to its place, beside what was entered since', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  for (const sku of [SKU, LONG.sku]) await typeLine(page, sku, '3');
  await lineOf(page, JAR)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove line' }).click();
  await lineOf(page, JAR).waitFor({ state: 'detached' });
  const undo = page.getByRole('button', { name: 'Undo' });
  // As long as somebody is about to press it.
  await undo.hover();
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, LOOSE.sku, '12');
  await lineOf(page, LOOSE.name).waitFor();
  await undo.click();
  await lineOf(page, JAR).waitFor();
  const names = await lines(page).getByRole('row').allTextContents();
  expect(names.map((text) => [JAR, LONG.name, LOOSE.name].find((name) => text.includes(name)))).toEqual([
    undefined,
    JAR,
    LONG.name,
    LOOSE.name,
  ]);
});

it('at 1440 px the lines come first, and their names and SKUs are whole', async () => {
  const page = await visit(OWNER, '/orders/new', { viewport: { width: 1440, height: 900 } });
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  for (const { sku } of [{ sku: SKU }, LONG]) await typeLine(page, sku, '3');
  await lineOf(page, LONG.name).waitFor();
  const scroller = lines(page);
  expect(await scroller.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
  for (const text of [JAR, SKU, LONG.name, LONG.sku]) {
    const cell = lines(page).getByRole('gridcell', { name: text, exact: true });
    expect(await cell.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
  }
  const head = await page.getByRole('region', { name: 'Customer and terms' }).boundingBox();
  expect(head?.height).toBeLessThan(120);
});

it('the ship date of several orders is set at once, and asked for first', async () => {
  const page = await visit(OWNER, '/orders?statuses=DRAFT,SUBMITTED,ACCEPTED,FULFILLED,SHIPPED,DELIVERED');
  const boxes = page.getByRole('grid', { name: 'Sales orders' }).getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set the ship date of 2' }).click();
  const review = dialog(page).getByRole('button', { name: 'Review' });
  await review.click();
  await dialog(page).getByText('Enter a date, such as').waitFor();
  await dialog(page).getByLabel('Ship date').fill('2026-12-15');
  await review.click();
  await dialog(page).getByText('2 orders will be shipping on 12/15/2026.').waitFor();
  await dialog(page).getByRole('button', { name: 'Set the ship date of 2 orders' }).click();
  await page.getByText('2 orders shipping on 12/15/2026.').waitFor();
});

it('an order is cloned as a new draft, once its differences are seen', async () => {
  const page = await visit(OWNER, '/orders?statuses=COMPLETE');
  await page.getByRole('grid', { name: 'Sales orders' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  const original = page.url();
  await page.getByRole('button', { name: 'Clone', exact: true }).click();
  await dialog(page)
    .getByText(/will be copied to a new draft/)
    .waitFor();
  await dialog(page).getByLabel('Prices').selectOption('copy');
  await dialog(page)
    .getByText(/will be copied to a new draft/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Clone order' }).click();
  await page.getByText(/Order \d+ saved as a draft/).waitFor();
  await expect.poll(() => page.url()).not.toBe(original);
  await page.getByRole('button', { name: 'Delete draft' }).waitFor();
});

it('two orders of a customer are merged after a look at the result, and taken apart again', async () => {
  const numbers: string[] = [];
  const page = await visit(OWNER, '/orders/new');
  for (const quantity of ['2', '3']) {
    await page.goto('/orders/new');
    await chooseCustomer(page);
    await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
    await typeLine(page, SKU, quantity);
    await lineOf(page, JAR).waitFor();
    await save(page).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('Order status updated').first().waitFor();
    numbers.push((await page.getByRole('heading', { level: 1 }).textContent())?.replace(/\D/g, '') ?? '');
  }
  await page.goto('/orders');
  for (const number of numbers)
    await page
      .getByRole('row', { name: `order ${number}` })
      .getByRole('checkbox')
      .click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await dialog(page).getByText('$1,083.75').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Merge orders' }).click();
  await page.getByRole('heading', { level: 2, name: 'Combined from' }).waitFor();
  await page.getByText('5 cases').waitFor();
  await page.getByRole('button', { name: 'Undo merge' }).click();
  await dialog(page).getByRole('button', { name: 'Undo merge' }).click();
  await page.getByText('Merge undone').waitFor();
  await page
    .getByRole('link', { name: numbers[0] ?? '' })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: `Order ${numbers[0]}` }).waitFor();
  await page.getByText('Submitted').first().waitFor();
});

it('people who may only look at orders don’t reach the entry of one', async () => {
  const page = await visit('viewer@fernhollow.example', '/orders/new');
  await page.getByText('You can’t open this page').waitFor();
});

it('two people who edit one order keep each other’s lines, and are asked about the same one', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, SKU, '3');
  await lineOf(page, JAR).waitFor();
  await save(page).click();
  await page.getByRole('button', { name: 'Edit order' }).click();
  await page.getByRole('button', { name: 'Save order' }).waitFor();
  await openTerms(page);
  const other = await visit(COLLEAGUE, new URL(page.url()).pathname + new URL(page.url()).search);
  await typeQuantity(other, JAR, '7');
  await page.getByLabel('Notes', { exact: true }).fill('Call first');
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Edit order' }).waitFor();
  await other.getByText(/Notes: Call first/).waitFor();
  await lineOf(other, JAR).getByRole('gridcell', { name: '7', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit order' }).click();
  await typeQuantity(page, JAR, '9');
  await other.getByRole('button', { name: 'Save order' }).click();
  await other.getByRole('button', { name: 'Edit order' }).waitFor();
  await page.getByText(/Someone else changed Line items/).waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Edit order' }).waitFor();
  await page.getByText('9 cases').first().waitFor();
});
