import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { imageFile, photo } from '../../support/files/pictures';
import { moveLastUp, namesIn } from '../../support/screens/ordered-list';
import { addLocation, details, dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
const BUYER = 'owner@copperline.example';
const COMPANY = 'Fernhollow Farms California';

const { visit } = openStage();

async function openCompany(page: Page): Promise<void> {
  await page.getByRole('link', { name: COMPANY }).click();
  await heading(page, COMPANY);
}

it('setup says what is missing and leads to it, and the organization is renamed there', async () => {
  const page = await visit(OWNER, '/account');
  await heading(page, 'Setup');
  const name = page.getByLabel('Name');
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await said(page, 'Name is required');
  await name.fill('Fernhollow Family Farms');
  await page.getByRole('button', { name: 'Save name' }).click();
  await said(page, 'Name saved.');
  await page.getByRole('listitem').filter({ hasText: 'Companies' }).getByText('2 companies').waitFor();
  await page.getByRole('link', { name: 'Open Companies' }).click();
  await heading(page, 'Companies');
  await page.getByRole('button', { name: 'Add company' }).click();
  await dialog(page).getByRole('button', { name: 'Add company' }).click();
  await dialog(page).getByText('Name is required').waitFor();
  await dialog(page).getByLabel('Name').fill('Fernhollow Oregon');
  await dialog(page).getByLabel('Type').selectOption({ label: 'Wholesaler' });
  await dialog(page).getByLabel('State').selectOption({ label: 'Oregon' });
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add company' }).click();
  await heading(page, 'Fernhollow Oregon');
  await page.goto('/account/manage');
  const missing = page.getByRole('listitem').filter({ hasText: 'Fernhollow Oregon' });
  await missing.getByText('No license, key people, locations yet.').waitFor();
  await missing.getByRole('link', { name: 'Set up Fernhollow Oregon' }).click();
  await heading(page, 'Fernhollow Oregon');
});

it('a company’s people, locations and payment options are kept and put in order by keyboard', async () => {
  const page = await visit(OWNER, '/account/manage/companies');
  await openCompany(page);
  const people = panel(page, 'Key people');
  await people.getByRole('button', { name: 'Add person' }).click();
  await dialog(page).getByLabel('Name').fill('June Alder');
  await dialog(page).getByLabel('Email').fill('june');
  await dialog(page).getByRole('button', { name: 'Add person' }).click();
  await dialog(page).getByText('Enter an email address, such as name@company.com').waitFor();
  await dialog(page).getByLabel('Email').fill('june@fernhollow.example');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add person' }).click();
  await said(page, 'Company updated successfully!');
  await expect.poll(async () => (await namesIn(page, 'Key people')).at(-1)).toBe('June Alder');
  const moved = await moveLastUp(page, 'Key people');
  await expect.poll(() => namesIn(page, 'Key people')).toEqual(moved);
  await page.reload();
  await expect.poll(() => namesIn(page, 'Key people')).toEqual(moved);
  await people.getByRole('button', { name: 'Remove June Alder' }).click();
  await dialog(page).getByRole('button', { name: 'Remove person' }).click();
  await expect.poll(() => namesIn(page, 'Key people')).not.toContain('June Alder');

  const locations = panel(page, 'Locations');
  await addLocation(page);
  await locations.getByRole('button', { name: 'Remove Drying barn' }).click();
  await dialog(page).getByRole('button', { name: 'Remove location' }).click();
  await locations.getByRole('button', { name: 'Show Drying barn' }).click();
  await expect.poll(async () => (await namesIn(page, 'Locations')).at(-1)).toBe('Drying barn');

  const payment = panel(page, 'Payment options');
  await payment.getByRole('button', { name: 'Add payment option' }).click();
  await dialog(page).getByLabel('Name').fill('net 30');
  await dialog(page).getByRole('button', { name: 'Add payment option' }).click();
  await dialog(page).getByText('Enter a number of days').waitFor();
  await dialog(page).getByLabel('Days to pay').fill('45');
  await dialog(page).getByRole('button', { name: 'Add payment option' }).click();
  await dialog(page).getByText('Two payment options have the same name').waitFor();
  await dialog(page).getByLabel('Name').fill('Net 45');
  await dialog(page).getByRole('button', { name: 'Add payment option' }).click();
  await payment.getByText('Due 45 days after acceptance').waitFor();

  const buyers = panel(page, 'Buyers');
  await buyers.getByRole('button', { name: 'Invite a buyer' }).click();
  await dialog(page).getByLabel('Email').fill('hello@sagebrush.example');
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  await buyers.getByText('hello@sagebrush.example').waitFor();
});

it('a company’s time zone is found by typing, and named where days of its orders are chosen', async () => {
  const page = await visit(OWNER, '/account/manage/companies', { timezoneId: 'UTC' });
  await openCompany(page);
  const zone = details(page).getByLabel('Time zone');
  await details(page).getByText('Each reader’s own', { exact: true }).waitFor();
  await zone.click();
  await zone.fill('tokyo');
  await page.getByTitle('Asia/Tokyo').click();
  await details(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Company updated successfully!');
  await page.reload();
  await details(page).getByText('Asia/Tokyo').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/orders?report=REVENUE&createdRel=LAST_1_YEAR');
  await page.getByRole('figure').getByText('Days in UTC').waitFor();
  await page.getByRole('button', { name: /^Working for/ }).click();
  await page.getByLabel('Selling as').selectOption({ label: COMPANY });
  await page.getByRole('figure').getByText('Days in Japan Standard Time (Tokyo)').waitFor();
  await page.goto('/orders');
  await page.getByRole('button', { name: 'All filters' }).click();
  await page.getByText('Days in Japan Standard Time (Tokyo)').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/account/manage/companies');
  await openCompany(page);
  await details(page).getByText('Asia/Tokyo').hover();
  await details(page).locator('.ant-select-clear').click();
  await details(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Company updated successfully!');
  await page.reload();
  await details(page).getByText('Each reader’s own', { exact: true }).waitFor();
});

it('two admins on one company keep each other’s changes and see where they differ', async () => {
  const [first, second] = [
    await visit(OWNER, '/account/manage/companies'),
    await visit(ADMIN, '/account/manage/companies'),
  ];
  for (const page of [first, second]) await openCompany(page);
  await details(first).getByLabel('Type').selectOption({ label: 'Processor' });
  await details(second).getByLabel('Name').fill('Fernhollow Coast');
  await details(second).getByRole('button', { name: 'Save' }).click();
  await said(second, 'Company updated successfully!');
  await expect.poll(() => details(first).getByLabel('Name').inputValue()).toBe('Fernhollow Coast');
  await details(first).getByRole('button', { name: 'Save' }).click();
  await said(first, 'Company updated successfully!');
  await expect.poll(() => details(second).getByLabel('Type').inputValue()).toBe('PROCESSOR');
  await details(first).getByLabel('Name').fill('Fernhollow North');
  await details(second).getByLabel('Name').fill(COMPANY);
  await details(second).getByRole('button', { name: 'Save' }).click();
  await first.getByText(/Someone else changed Name/).waitFor();
  await first.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => details(first).getByLabel('Name').inputValue()).toBe(COMPANY);
});

it('who is emailed about new orders is chosen by company', async () => {
  const page = await visit(OWNER, '/account/manage/companies');
  await openCompany(page);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await heading(page, 'Notification settings');
  const manager = page.getByRole('group', { name: 'New orders' }).getByRole('checkbox', { name: /manager@fernhollow/ });
  await expect.poll(() => manager.isChecked()).toBe(true);
  await manager.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Notification settings updated successfully');
  await page.reload();
  await expect.poll(() => manager.isChecked()).toBe(false);
});

it('a company with open orders can’t be removed and says so; one without goes', async () => {
  const page = await visit(OWNER, '/account/manage/companies');
  await openCompany(page);
  await page.getByRole('button', { name: 'Remove company' }).click();
  await dialog(page)
    .getByRole('link', { name: /open orders?$/ })
    .waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page)
    .getByRole('link', { name: /open orders?$/ })
    .click();
  await heading(page, 'Sales Orders');
  await page.locator('header').getByText(COMPANY).first().waitFor();

  await page.goto('/account/manage/companies?new');
  await dialog(page).getByLabel('Name').fill('Fernhollow Spare');
  await dialog(page).getByLabel('Type').selectOption({ label: 'Wholesaler' });
  await dialog(page).getByRole('button', { name: 'Add company' }).click();
  await heading(page, 'Fernhollow Spare');
  await page.getByRole('button', { name: 'Remove company' }).click();
  await dialog(page).getByText('Buyers can’t order from it anymore.', { exact: false }).waitFor();
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await heading(page, 'Companies');
  await page.getByRole('link', { name: COMPANY }).waitFor();
  await page.getByRole('link', { name: 'Fernhollow Spare' }).waitFor({ state: 'detached' });
});

it('who removes or edits a company that another admin has just removed is told so, and nothing comes back', async () => {
  const first = await visit(OWNER, '/account/manage/companies?new');
  await dialog(first).getByLabel('Name').fill('Fernhollow Twice');
  await dialog(first).getByLabel('Type').selectOption({ label: 'Wholesaler' });
  await dialog(first).getByRole('button', { name: 'Add company' }).click();
  await heading(first, 'Fernhollow Twice');
  const late = [
    await visit(ADMIN, '/account/manage/companies'),
    await visit(ADMIN, '/account/manage/companies'),
  ] as const;
  for (const page of late) {
    // They don't hear of the removal.
    await page.route(/\/api\/live\b/, (route) => route.abort());
    await page.goto(new URL(first.url()).pathname);
    await heading(page, 'Fernhollow Twice');
  }
  const [remover, editor] = late;
  for (const page of [first, remover]) {
    await page.getByRole('button', { name: 'Remove company' }).click();
    await dialog(page).getByText('1 payment option').waitFor();
  }
  await details(editor).getByLabel('Name').fill('Fernhollow Thrice');
  await dialog(first).getByRole('button', { name: 'Remove', exact: true }).click();
  await heading(first, 'Companies');
  await dialog(remover).getByRole('button', { name: 'Remove', exact: true }).click();
  await details(editor).getByRole('button', { name: 'Save' }).click();
  await said(remover, 'Fernhollow Twice had already been removed.');
  await said(editor, 'This company doesn’t exist, or it isn’t assigned to you.');
  await first.reload();
  await first.getByRole('link', { name: COMPANY }).waitFor();
  expect(await first.getByRole('link', { name: /Fernhollow T(w|hr)ice/ }).count()).toBe(0);
});

it('the organization’s picture is set under Setup, and refused if it isn’t one', async () => {
  const page = await visit(OWNER, '/account/manage');
  const field = page.getByRole('group', { name: 'Organization picture' });
  const chooser = field.locator('input[type=file]');
  await chooser.setInputFiles(await imageFile(new Blob(['<svg/>']), 'logo.jpg'));
  await field.getByText('Choose a JPEG, PNG or WebP picture of up to 10 MB').waitFor();
  await chooser.setInputFiles(await imageFile(await photo(640, 640), 'logo.jpg'));
  await said(page, 'Organization picture saved.');
  await page.reload();
  await field.locator('img').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('a buyer company is renamed', async () => {
  const page = await visit(BUYER, '/account/manage/buyer-companies');
  await page.getByRole('grid').getByRole('link').first().click();
  const form = details(page);
  await form.getByLabel('Legal name').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Legal name is required').waitFor();
  await form.getByLabel('Legal name').fill('Copperline Retail Group LLC');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Buyer company updated successfully');
});

it('someone without the permission is told what they need', async () => {
  const page = await visit('rep@fernhollow.example', '/account');
  await page.getByText('Nothing here for your role').waitFor();
  for (const path of ['/account/manage', '/account/manage/companies', '/account/manage/companies/1']) {
    await page.goto(path);
    await page.getByText(/You need read access to “Organization”/).waitFor();
  }
});
