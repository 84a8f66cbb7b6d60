import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus } from '../../support/browser';
import { moveLastUp, namesIn } from '../../support/screens/ordered-list';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
/** Can read customers but not change them. */
const REP = 'rep@fernhollow.example';
const CUSTOMERS = '/network/customers';

const { visit } = openStage();

const drawer = (page: Page) => page.getByRole('dialog');

async function add(page: Page, name: string): Promise<void> {
  await page.goto(`${CUSTOMERS}?new`);
  await drawer(page).getByLabel('Name').fill(name);
  await drawer(page).getByRole('button', { name: 'Add customer' }).click();
  await drawer(page).waitFor({ state: 'detached' });
}

it('a customer is added, found by name, edited, and put on hold and released', async () => {
  const page = await visit(OWNER, CUSTOMERS);
  await heading(page, 'Customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await drawer(page).getByRole('button', { name: 'Add customer' }).click();
  await drawer(page).getByText('Name is required').waitFor();
  await drawer(page).getByLabel('Name').fill('Lupine Street Wellness');
  await drawer(page).getByLabel('Email').fill('orders');
  await drawer(page).getByRole('button', { name: 'Add customer' }).click();
  await drawer(page).getByText('Enter an email address').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await drawer(page).getByLabel('Email').fill('orders@lupine.example');
  await drawer(page).getByLabel('Credit limit').fill('2500');
  await drawer(page).getByRole('button', { name: 'Add customer' }).click();
  await drawer(page).waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Find a customer' }).fill('lupine street');
  await page.getByRole('link', { name: 'Lupine Street Wellness' }).click();
  await heading(page, 'Lupine Street Wellness');
  const credit = page.getByRole('region', { name: 'Credit' });
  await credit.getByText('$2,500.00').first().waitFor();
  await page.getByText('No orders yet').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await drawer(page).getByLabel('Phone').fill('(510) 555-0100');
  await drawer(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: '(510) 555-0100' }).waitFor();

  await credit.getByRole('button', { name: 'Put on hold' }).click();
  await drawer(page).getByLabel('Reason').fill('Two invoices past due');
  await drawer(page).getByRole('button', { name: 'Put on hold' }).click();
  await credit.getByText('On hold: Two invoices past due').waitFor();
  await credit.getByRole('button', { name: 'Release hold' }).click();
  await drawer(page).getByRole('button', { name: 'Release hold' }).click();
  await credit.getByRole('button', { name: 'Put on hold' }).waitFor();
});

it('someone with read only sees customers, and is told why they can’t add any', async () => {
  const page = await visit(REP, CUSTOMERS);
  await heading(page, 'Customers');
  await expect.poll(() => page.getByRole('button', { name: 'Add customer' }).isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
  await page.goto(`${CUSTOMERS}?new`);
  await page
    .getByText(/need write access to “Customers”/)
    .first()
    .waitFor();
  expect(await drawer(page).count()).toBe(0);
});

it('a file is imported with a result for each row, and undone', async () => {
  const page = await visit(OWNER, `${CUSTOMERS}/import`);
  await page.getByLabel('Or paste rows here').fill('only a header');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('There are no rows below the header').waitFor();
  await page
    .getByLabel('Or paste rows here')
    .fill('Customer name,E-mail,Zone\nSorrel Market,buy@sorrel.example,\nTansy Goods,nonsense,\nYarrow Co,,Nowhere\n');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Review rows' }).click();
  await page.getByText('1 new, 0 changed, 0 unchanged, 2 skipped').waitFor();
  await page.getByText('No service zone called “Nowhere”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 customer' }).click();
  await page.getByText(/ imported 1 customer, /).waitFor();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await drawer(page).getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Removed', { exact: true }).waitFor();
  await page.goto(`${CUSTOMERS}?searchTerm=sorrel`);
  await page.getByText('No customers match these filters').waitFor();
});

it('statuses are added, reordered by keyboard, and one in use asks where to move its customers', async () => {
  const page = await visit(OWNER, CUSTOMERS);
  await add(page, 'Burdock House');
  await page.getByRole('link', { name: 'Statuses' }).click();
  await heading(page, 'Customer statuses');
  const names = () => namesIn(page, 'Customer statuses');
  await page.getByRole('button', { name: 'Add status' }).click();
  await drawer(page).getByLabel('Name').fill('Archived');
  await drawer(page).getByRole('button', { name: 'Add status' }).click();
  await expect.poll(async () => (await names()).at(-1)).toBe('Archived');
  const moved = await moveLastUp(page, 'Customer statuses');
  await expect.poll(names).toEqual(moved);
  await page.reload();
  await expect.poll(names).toEqual(moved);

  await page.getByRole('button', { name: 'Delete Active' }).click();
  await drawer(page).getByRole('button', { name: 'Delete status' }).click();
  await drawer(page)
    .getByText(/have this status. Choose what to move them to/)
    .waitFor();
  await drawer(page).getByLabel('Move its customers to').selectOption({ label: 'Archived' });
  await drawer(page).getByRole('button', { name: 'Delete status' }).click();
  await expect.poll(names).not.toContain('Active');
});

it('zones are added, renamed, reordered and deleted, moving their customers; others are told why they can’t', async () => {
  const page = await visit(OWNER, CUSTOMERS);
  await page.getByRole('link', { name: 'Zones' }).click();
  await heading(page, 'Service zones');
  const names = () => namesIn(page, 'Service zones');
  await expect.poll(names).not.toEqual([]);
  const [first = '', second = ''] = await names();
  const name = drawer(page).getByLabel('Name');
  const save = drawer(page).getByRole('button', { name: /Add zone|Save/ });
  await page.getByRole('button', { name: 'Add zone' }).click();
  await save.click();
  await drawer(page).getByText('Name is required').waitFor();
  await name.fill('North of the pass, '.repeat(4));
  await save.click();
  await drawer(page).getByText('Must be 60 characters or fewer').waitFor();
  await name.fill(first.toUpperCase());
  await save.click();
  await drawer(page).getByText('Another service zone already has this name').waitFor();
  await expect.poll(() => name.inputValue()).toBe(first.toUpperCase());
  expect(await axeFindings(page)).toEqual([]);
  await name.fill('San Luis');
  await save.click();
  await expect.poll(async () => (await names()).at(-1)).toBe('San Luis');

  await page.getByRole('button', { name: 'Rename San Luis', exact: true }).click();
  await name.fill('San Luis Valley');
  await save.click();
  await expect.poll(async () => (await names()).at(-1)).toBe('San Luis Valley');
  const moved = await moveLastUp(page, 'Service zones');
  await expect.poll(names).toEqual(moved);
  await page.reload();
  await expect.poll(names).toEqual(moved);

  await page.getByRole('button', { name: `Delete ${second}` }).click();
  const remove = drawer(page).getByRole('button', { name: 'Delete zone' });
  await remove.click();
  await drawer(page)
    .getByText(/have this service zone. Choose what to move them to/)
    .waitFor();
  await drawer(page).getByLabel('Move its customers to').selectOption({ label: 'San Luis Valley' });
  await remove.click();
  await expect.poll(names).toEqual(moved.filter((one) => one !== second));
  await hasFocus(page.getByRole('list', { name: 'Service zones' }));
  await page.getByRole('link', { name: /customers: San Luis Valley/ }).click();
  await page.getByText('Service zones: San Luis Valley').waitFor();
  await page.goBack();
  await heading(page, 'Service zones');

  const { pathname } = new URL(page.url());
  const reader = await visit('viewer@fernhollow.example', pathname);
  await expect.poll(() => namesIn(reader, 'Service zones')).toContain(first);
  await expect.poll(() => reader.getByRole('button', { name: 'Add zone' }).isDisabled()).toBe(true);
  expect(await reader.getByRole('button', { name: /^(Move|Rename|Delete) / }).count()).toBe(0);
  const stranger = await visit('warehouse@fernhollow.example', pathname);
  await stranger.getByText(/You need read access to “Customers”/).waitFor();
});
