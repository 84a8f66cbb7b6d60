import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
const PRICING = '/inventory/pricing';
/** Of Fernhollow Colorado, for Harbor & Vine Boulder among others. */
const KEY_ACCOUNTS = `${PRICING}/price-schedules/4`;
const JAR = 'Gelato Pre-Roll 1g';
const SKU = 'FE-CO-P10-GEL';

const { visit } = openStage();

const planNote = (page: Page) => dialog(page).getByText(/^“Price schedules” comes with the Starter plan\./);
const ruleOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Prices by product', exact: true }).getByRole('row', { name });

/** Types a price into a product's cell. */
async function typePrice(page: Page, name: string, price: string): Promise<void> {
  await ruleOf(page, name).getByRole('gridcell').nth(2).dblclick();
  await page.getByRole('textbox', { name: 'Price' }).fill(price);
  await page.keyboard.press('Enter');
}

async function saveReviewed(page: Page, said: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click();
  await dialog(page).getByText(said).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Key accounts” saved.').waitFor();
}

/** The license that Harbor & Vine buys for in Colorado, as the menu names it. */
const boulder = async (page: Page): Promise<string> => {
  const options = page.getByLabel('Buying for license').locator('option', { hasText: 'Boulder' });
  return (await options.first().textContent()) ?? '';
};

it('a seller changes a price, sees who will pay it, and a buyer’s open menu shows it at once', async () => {
  const [page, menu] = [await visit(OWNER, KEY_ACCOUNTS), await visit(BUYER, '/marketplace/brands/fernhollow')];
  await heading(page, 'Key accounts');
  await menu.getByRole('heading', { level: 1, name: 'Fernhollow' }).waitFor();
  await menu.getByLabel('Buying for license').selectOption({ label: await boulder(menu) });
  await menu.getByText('$216.75').first().waitFor();
  await typePrice(page, JAR, 'cheap');
  await page.getByText('Enter a price, such as 18.00').waitFor();
  await page.getByRole('textbox', { name: 'Price' }).fill('$201.5');
  await page.keyboard.press('Enter');
  await ruleOf(page, JAR).getByText('Was $216.75').waitFor();
  await saveReviewed(page, /customers get new prices for 1 product: \d+ lower/);
  await menu.getByText('$201.50').first().waitFor();
  await menu.getByText('Your price').first().waitFor();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“Key accounts” is as it was.').waitFor();
  await ruleOf(page, JAR).getByText('$216.75').waitFor();
  await menu.getByText('$216.75').first().waitFor();
});

it('prices are pasted from a spreadsheet, with the lines that can’t be used named first', async () => {
  const page = await visit(OWNER, KEY_ACCOUNTS);
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await dialog(page).getByRole('textbox').fill(`SKU\tPrice\n${SKU}\t$210.00\nNOTHING-LIKE-IT\t5\n${SKU}\t9`);
  await dialog(page).getByRole('button', { name: 'Add prices' }).click();
  await dialog(page).getByText('Line 3, “NOTHING-LIKE-IT”, isn’t the SKU or name of one of your products.').waitFor();
  await dialog(page).getByText(`Line 4, “${SKU}”, is listed twice.`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add 1, skip 2' }).click();
  // What couldn't be added stays to be corrected, and doesn't replace what was.
  await dialog(page).getByText(`Line 3, “${SKU}”, is listed twice.`).waitFor();
  expect(await dialog(page).getByRole('textbox').inputValue()).toBe(`SKU\tPrice\nNOTHING-LIKE-IT\t5\n${SKU}\t9`);
  await dialog(page).getByRole('button', { name: 'Add prices' }).click();
  await dialog(page).getByText(`Line 3, “${SKU}”, already has a price in this list.`).waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await ruleOf(page, JAR).getByText('$210.00').waitFor();
  // What was typed survives a reload.
  await page.reload();
  await page.getByText('We kept what you typed earlier.').waitFor();
  await ruleOf(page, JAR).getByText('$210.00').waitFor();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await ruleOf(page, JAR).getByText('$216.75').waitFor();
});

it('a price schedule is added, filled with a product, a line and customers, turned off and deleted', async () => {
  const page = await visit(OWNER, PRICING);
  await heading(page, 'Pricing');
  await page.getByRole('button', { name: 'Add price schedule' }).first().click();
  await dialog(page).getByLabel('Name').fill('Key accounts');
  expect(await planNote(page).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Add price schedule' }).click();
  await dialog(page).getByText('Another price schedule already has this name').waitFor();
  await dialog(page).getByLabel('Name').fill('Harvest week');
  await dialog(page).getByRole('button', { name: 'Add price schedule' }).click();
  await heading(page, 'Harvest week');

  await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('gela');
  await page
    .getByRole('option', { name: /Gelato/ })
    .first()
    .click();
  await page.getByRole('grid', { name: 'Prices by product', exact: true }).getByText('Same').waitFor();
  await page.getByRole('combobox', { name: 'Add a product line' }).fill('res');
  await page.getByRole('option', { name: /Reserve Eighths/ }).click();
  await dialog(page).getByLabel('Price or % off').fill('120%');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await dialog(page).getByText('Must be a percentage up to 100, with up to 2 decimals').waitFor();
  await dialog(page).getByLabel('Price or % off').fill('12.5%');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('grid', { name: 'Prices by product line' }).getByText('12.5% off').waitFor();

  await page.getByRole('button', { name: 'Choose from list' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Select all customers on this page' }).check();
  await dialog(page)
    .getByRole('button', { name: /^Add \d+ customers$/ })
    .click();
  await page.getByRole('button', { name: 'Review and save' }).click();
  await dialog(page)
    .getByText(/customers get new prices for \d+ products/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Harvest week” saved.').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Pricing' }).first().click();
  const row = page.getByRole('row', { name: /Harvest week/ });
  await row.getByText('On').waitFor();
  await row.getByRole('button', { name: 'Actions for price schedule Harvest week' }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await dialog(page)
    .getByText(/higher/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await row.getByText('Off').waitFor();
  await row.getByRole('button', { name: 'Actions for price schedule Harvest week' }).click();
  await page.getByRole('menuitem', { name: 'Delete price schedule' }).click();
  await dialog(page).getByText('No customer’s price changes.').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete price schedule' }).click();
  await expect.poll(() => row.count()).toBe(0);
});

it('two sellers who change one schedule see each other’s changes, and nothing typed is lost', async () => {
  const [one, other] = [await visit(OWNER, KEY_ACCOUNTS), await visit('admin@fernhollow.example', KEY_ACCOUNTS)];
  await heading(other, 'Key accounts');
  await typePrice(other, JAR, '205');
  await one.getByLabel('Name').fill('Key accounts 2026');
  await one.getByRole('button', { name: 'Review and save' }).click();
  await heading(other, 'Key accounts 2026');
  await ruleOf(other, JAR).getByText('$205.00').waitFor();
  await typePrice(one, JAR, '206');
  await one.getByRole('button', { name: 'Review and save' }).click();
  await dialog(one).getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByText(/Someone else changed Product prices/).waitFor();
  await other.getByRole('button', { name: 'Use theirs' }).click();
  await ruleOf(other, JAR).getByText('$206.00').waitFor();
});

it('someone with read only sees the prices and changes nothing', async () => {
  const page = await visit('viewer@fernhollow.example', KEY_ACCOUNTS);
  await heading(page, 'Key accounts');
  await ruleOf(page, JAR).waitFor();
  expect(await page.getByRole('button', { name: 'Paste from a spreadsheet' }).count()).toBe(0);
  await ruleOf(page, JAR).getByRole('gridcell').nth(2).dblclick();
  expect(await page.getByRole('textbox', { name: 'Price' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
});

it('an act that the plan lacks is done after the upgrade', async () => {
  const page = await visit('owner@northwater.example', PRICING);
  await page.getByRole('button', { name: 'Add price schedule' }).first().click();
  // Said before anything is typed.
  await planNote(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByLabel('Name').fill('Friends');
  await dialog(page).getByRole('button', { name: 'Add price schedule' }).click();
  await page.getByRole('dialog', { name: 'Upgrade Required' }).getByText('“Price schedules”').waitFor();
  await page.getByRole('button', { name: 'Compare Plans' }).click();
  await page.getByText('You were about to add the price schedule “Friends”').waitFor();
  await page.getByRole('button', { name: 'Upgrade to Starter' }).click();
  await heading(page, 'Pay for Starter');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Friends');
});
