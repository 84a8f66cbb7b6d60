import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { cartButton, checkOut, quantities } from '../../support/carts/shopping';
import { imageFile, photo } from '../../support/files/pictures';
import { confirmEmail, signUp } from '../../support/identity/sign-up';
import { mailedLink } from '../../support/mailbox';
import { chooseCustomer, typeLine } from '../../support/orders/entry-page';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

/** Signs up in the first test, and goes on in the second. */
const JUNO = 'juno@alderhill.example';
const stage = openStage();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
const license = (page: Page, which: string) => page.getByRole('group', { name: which, exact: true });
const create = (page: Page) => button(page, 'Create organization').click();

/** Signs in with the password of the demo. */
async function signIn(email: string, path: string): Promise<Page> {
  const page = await stage.stranger(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  return page;
}

/** From the empty list of products to one with a picture. */
async function listProduct(page: Page): Promise<void> {
  await page.goto('/inventory/products');
  await page.getByRole('link', { name: 'Add product' }).first().click();
  const form = page.getByRole('form', { name: 'Details' });
  await form.getByLabel('Name').fill('Fog Line 3.5g Jar');
  await form.getByLabel('SKU').fill('FOG-35');
  await form.getByLabel('Brand').selectOption({ label: 'Fog Harbor' });
  await form.getByLabel(/^Category/).selectOption({ label: 'Buds (prepackaged)' });
  await form.getByLabel('Wholesale price').fill('30');
  await form.getByLabel('Status').selectOption({ label: 'Available' });
  await form.getByLabel('On hand').fill('200');
  await button(page, 'Add product').click();
  await heading(page, 'Fog Line 3.5g Jar');
  await button(page, 'Add picture').click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(await imageFile(await photo(640, 640), 'jar.jpg'));
  await page.getByText('Picture saved.').waitFor();
  await button(page, 'Edit Picture 1').click();
  await dialog(page).getByLabel('Description').fill('A jar of Fog Line');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('A jar of Fog Line').first().waitFor();
}

/** Gives the only customer the only product for less, which takes a plan with price schedules. */
async function priceForCustomer(page: Page): Promise<void> {
  await page.goto('/inventory/pricing');
  await button(page, 'Add price schedule').first().click();
  await dialog(page).getByLabel('Name').fill('Friends');
  await dialog(page).getByRole('button', { name: 'Add price schedule' }).click();
  await dialog(page, 'Upgrade Required').getByRole('button', { name: 'Compare Plans' }).click();
  await button(page, 'Upgrade to Starter').click();
  await heading(page, 'Pay for Starter');
  await button(page, 'Pay').click();
  await heading(page, 'Friends');
  await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('fog');
  await page.getByRole('option', { name: /Fog Line/ }).click();
  const rule = page
    .getByRole('grid', { name: 'Prices by product', exact: true })
    .getByRole('row', { name: /Fog Line/ });
  await rule.getByRole('gridcell').nth(2).dblclick();
  await page.getByRole('textbox', { name: 'Price' }).fill('27');
  await page.keyboard.press('Enter');
  await button(page, 'Choose from list').click();
  await dialog(page).getByRole('checkbox', { name: 'Select all customers on this page' }).check();
  await dialog(page).getByRole('button', { name: 'Add 1 customer' }).click();
  await button(page, 'Review and save').click();
  await dialog(page).getByText('$27.00').first().waitFor();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Friends” saved.').waitFor();
}

it('somebody signs up, begins an organization with two licenses, takes a brand, and invites a colleague and a buyer', async () => {
  const page = await stage.stranger('/signup');
  await signUp(page, JUNO);
  await confirmEmail(page, JUNO);
  // Their name was asked at sign-up.
  await heading(page, 'Create your organization');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }

  await create(page);
  await page.getByText('Name is required').first().waitFor();
  await page.getByText('Choose what you do').waitFor();
  await page.getByText('License number is required').waitFor();
  await page.getByLabel('Organization name').fill('Alder Hill');
  await page.getByLabel('What you do').selectOption({ label: 'Microbusiness' });
  await license(page, 'License').getByLabel('License number').fill('c12-0000410-lic');
  await license(page, 'License').getByLabel('State').selectOption({ label: 'California' });
  await button(page, 'Add another license').click();
  const second = license(page, 'License 2');
  await expect.poll(() => second.getByLabel('State').inputValue()).toBe('CA');
  await hasFocus(second.getByLabel('License number'));
  await button(page, 'Add another license').click();
  await license(page, 'License 3').getByLabel('License number').fill('C12-0000411-LIC');
  await button(page, 'Remove license 2').click();
  await license(page, 'License 3').waitFor({ state: 'detached' });
  await expect.poll(() => second.getByLabel('License number').inputValue()).toBe('C12-0000411-LIC');
  await second.getByLabel('Name on the license').fill('Alder Hill Storefront');
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await page.getByText('We kept what you typed earlier.').waitFor();
  await expect.poll(() => second.getByLabel('License number').inputValue()).toBe('C12-0000411-LIC');
  await create(page);
  await heading(page, 'Setup');
  await page.getByText('Welcome to Alder Hill.').first().waitFor();
  const steps = page.getByRole('list', { name: 'Setup' }).getByRole('listitem');
  await steps.filter({ hasText: '2 licenses' }).getByText('Done').waitFor();
  await steps.filter({ hasText: '1 company' }).getByText('Done').waitFor();
  await steps.filter({ hasText: '1 buyer company' }).getByText('Done').waitFor();

  await page.getByRole('link', { name: 'Set up Brands' }).click();
  await heading(page, 'My Brands');
  await button(page, 'Claim brand').first().click();
  await dialog(page).getByRole('combobox', { name: 'Brand' }).fill('Fog');
  await page.getByText('Available!').first().click();
  await dialog(page).getByRole('button', { name: 'Claim brand' }).click();
  await heading(page, 'Fog Harbor');
  await page.goto('/account/manage');
  await steps.filter({ hasText: '1 brand' }).getByText('Done').waitFor();

  await page.goto('/account/manage-users');
  await button(page, 'Invite').click();
  await dialog(page).getByLabel('Email').fill('wade@alderhill.example');
  await dialog(page).getByLabel('Role').selectOption({ label: 'Admin' });
  await button(page, 'Send invitation').click();
  await dialog(page, 'Invitation sent').getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /wade@alderhill.*Invited/ }).waitFor();

  await page.goto('/account/manage/companies');
  await page.getByRole('link', { name: 'Alder Hill' }).click();
  await heading(page, 'Alder Hill');
  await button(page, 'Invite a buyer').click();
  await dialog(page).getByLabel('Email').fill('buyer@eastside.example');
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  await page.getByText('We emailed buyer@eastside.example an invitation.').waitFor();
  const buyer = await stage.stranger('/');
  expect(await mailedLink(buyer, 'buyer@eastside.example', /Alder Hill/)).toContain('/signup');
});

it('then lists a product with a picture, gives a customer a price, and makes the first sale', async () => {
  const page = await signIn(JUNO, '/account/manage');
  const steps = page.getByRole('list', { name: 'Setup' }).getByRole('listitem');
  await steps.filter({ hasText: 'Products' }).getByText('Missing').waitFor();
  await listProduct(page);
  await page.goto('/account/manage');
  await steps.filter({ hasText: 'Products' }).getByText('Done').waitFor();

  await page.goto('/network/customers?new');
  await dialog(page).getByLabel('Name').fill('Harbor & Vine Oakland');
  await dialog(page).getByRole('combobox', { name: 'License' }).fill('Harbor & Vine');
  await page
    .getByTitle(/Oakland/)
    .first()
    .click();
  await dialog(page).getByRole('button', { name: 'Add customer' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await priceForCustomer(page);

  const buyer = await stage.visit('buyer@harborvine.example', '/marketplace/brands/fog-harbor');
  const oakland = buyer.getByLabel('Buying for license').locator('option', { hasText: 'Oakland' });
  await buyer.getByLabel('Buying for license').selectOption({ label: (await oakland.first().textContent()) ?? '' });
  await buyer.getByRole('img', { name: 'A jar of Fog Line' }).waitFor();
  await buyer.getByText('Your price').first().waitFor();
  await buyer.getByText('$27.00').first().waitFor();
  await quantities(buyer).first().fill('4');
  await quantities(buyer).first().press('Enter');
  await cartButton(buyer, 1).waitFor();
  await buyer.goto('/marketplace/cart');
  await checkOut(buyer);
  await buyer.getByRole('heading', { name: 'Order placed' }).waitFor();

  await page.goto('/orders');
  const order = page.getByRole('grid').getByRole('row', { name: /Harbor & Vine/ });
  await order.getByText('$108.00').first().waitFor();
  await order.getByRole('link').first().click();
  await button(page, 'Accept').click();
  await page.getByText('Accepted').first().waitFor();
});

/** Counts what a hand does with a mouse: clicks, and choices in native lists. */
function hand(page: Page) {
  let clicks = 0;
  return {
    count: () => clicks,
    click: async (what: Locator) => {
      clicks++;
      await what.click();
    },
    choose: async (list: Locator, label: string) => {
      clicks++;
      await list.selectOption({ label });
    },
    type: async (field: Locator, text: string) => {
      await field.focus();
      await page.keyboard.type(text);
    },
  };
}

it('from nothing to the first sale is at most 20 clicks, and no wait for anybody', async () => {
  const email = 'fern@newleaf.example';
  const page = await stage.stranger('/');
  const { click, choose, type, count } = hand(page);
  const main = page.getByRole('main');
  await click(main.getByRole('link', { name: 'Get Started' }));
  await signUp(page, email);
  // The link in the letter and the button after it.
  await confirmEmail(page, email);
  await heading(page, 'Create your organization');
  await type(page.getByLabel('Organization name'), 'New Leaf');
  await choose(page.getByLabel('What you do'), 'Cultivator');
  await choose(license(page, 'License').getByLabel('State'), 'California');
  await type(license(page, 'License').getByLabel('License number'), 'C12-0000417-LIC');
  await page.keyboard.press('Enter');
  await heading(page, 'Setup');

  await click(page.getByRole('link', { name: 'Set up Products' }));
  await click(page.getByRole('link', { name: 'Add product' }).first());
  const form = page.getByRole('form', { name: 'Details' });
  await expect.poll(() => form.getByLabel('Brand').locator('option').allTextContents()).toEqual(['No brands yet']);
  await click(form.getByRole('button', { name: 'Add a brand' }));
  await type(dialog(page).getByLabel('Brand name'), 'New Leaf Gardens');
  await page.keyboard.press('Enter');
  await form.getByText('In review. Buyers see its products once it’s approved.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await type(form.getByLabel('Name'), 'First Light 3.5g Jar');
  await type(form.getByLabel('SKU'), 'FL-35');
  await choose(form.getByLabel(/^Category/), 'Buds (prepackaged)');
  await type(form.getByLabel('Wholesale price'), '30');
  await form.getByLabel('On hand').fill('200');
  await page.keyboard.press('Enter');
  await heading(page, 'First Light 3.5g Jar');

  const apps = page.getByRole('navigation', { name: 'Apps' });
  await click(apps.getByRole('button', { name: 'Network' }));
  await click(apps.getByRole('link', { name: 'Customers' }));
  await click(button(page, 'Add customer').first());
  await dialog(page).getByRole('combobox', { name: 'License' }).fill('Harbor & Vine');
  await click(page.getByTitle(/Oakland/).first());
  await type(dialog(page).getByLabel('Name'), 'Harbor & Vine Oakland');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });

  await click(apps.getByRole('link', { name: /^Sales Orders/ }));
  await click(page.getByRole('link', { name: 'New order' }).first());
  await chooseCustomer(page, 'Harbor & Vine Oakland');
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, 'FL-35', '4');
  await click(button(page, 'Save draft'));
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await click(button(page, 'Submit'));
  await page.getByText('Submitted').first().waitFor();
  await page.getByText('$120.00').first().waitFor();
  // With the link in the letter and “Continue” after it.
  expect(count() + 2).toBeLessThanOrEqual(20);
});
