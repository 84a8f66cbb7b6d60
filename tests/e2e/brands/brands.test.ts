import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, noDialog } from '../../support/browser';
import { imageFile, photo } from '../../support/files/pictures';
import { moveLastUp, namesIn } from '../../support/screens/ordered-list';
import { addLocation, details, dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
const REP = 'rep@fernhollow.example';
const STAFF = 'support@verdant.example';
const BRAND = 'Fernhollow';
const OTHER = 'Kind Orchard';
const PICTURED = 'Alpenglow Extracts';

const { visit } = openStage();

async function openBrand(page: Page, name: string): Promise<void> {
  await page.getByRole('grid').getByRole('link', { name, exact: true }).click();
  await heading(page, name);
}

it('a brand’s page shows beside the form what a buyer will see, and keeps its people and places in order', async () => {
  const page = await visit(OWNER, '/account/manage');
  await page.getByRole('link', { name: 'Open Brands' }).click();
  await heading(page, 'My Brands');
  await openBrand(page, BRAND);
  const preview = panel(page, 'What buyers see');
  await details(page).getByLabel('Tagline').fill('Fog-fed flower');
  await preview.getByText('Fog-fed flower').waitFor();
  await details(page).getByLabel('Name').fill(' ');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Name is required');
  await details(page).getByLabel('Name').fill('Fernhollow Coast');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Brand updated successfully!');

  const people = panel(page, 'Key people');
  await people.getByRole('button', { name: 'Add person' }).click();
  await dialog(page).getByLabel('Name').fill('June Alder');
  await dialog(page).getByRole('button', { name: 'Add person' }).click();
  await expect.poll(async () => (await namesIn(page, 'Key people')).at(-1)).toBe('June Alder');
  const moved = await moveLastUp(page, 'Key people');
  await expect.poll(() => namesIn(page, 'Key people')).toEqual(moved);

  await addLocation(page);
  const placed = await moveLastUp(page, 'Locations');
  await page.reload();
  await expect.poll(() => namesIn(page, 'Locations')).toEqual(placed);

  await page.getByRole('button', { name: 'Give up brand' }).click();
  await dialog(page)
    .getByText(/still has \d+ products/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Disable brand' }).click();
  await dialog(page)
    .getByText(/Buyers will no longer see Fernhollow Coast and its \d+ products/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Disable brand' }).click();
  await page.getByRole('button', { name: 'Enable brand' }).click();
  await page.getByRole('button', { name: 'Disable brand' }).waitFor();
});

it('a saved change is on the page before it is read again, so the next one builds on it', async () => {
  const page = await visit(OWNER, '/network/brands');
  await openBrand(page, PICTURED);
  const held = Promise.withResolvers<void>();
  await page.route('**/orgs/*/brands/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await details(page).getByLabel('Tagline').fill('Above the tree line');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Brand updated successfully!');
  await panel(page, 'Key people').getByRole('button', { name: 'Add person' }).click();
  await dialog(page).getByLabel('Name').fill('Rowan Pike');
  await dialog(page).getByRole('button', { name: 'Add person' }).click();
  await expect.poll(() => namesIn(page, 'Key people')).toContain('Rowan Pike');
  await noDialog(page);
  held.resolve();
});

it('a brand’s gallery is filled, described, put in order and thinned out, and its address names the brand', async () => {
  const page = await visit(OWNER, '/network/brands');
  await openBrand(page, PICTURED);
  expect(new URL(page.url()).pathname).toBe('/account/manage/brands/alpenglow-extracts');
  const gallery = panel(page, 'Gallery');
  const shown = () =>
    panel(page, 'What buyers see')
      .getByRole('list', { name: `Pictures of ${PICTURED}` })
      .getByRole('img')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute('alt')));
  // The page opens with what its row knows, which is not the gallery.
  await expect.poll(() => namesIn(page, 'Gallery')).not.toEqual([]);
  const before = await namesIn(page, 'Gallery');
  await gallery.getByRole('button', { name: 'Add picture' }).click();
  const chooser = dialog(page).locator('input[type=file]');
  await chooser.setInputFiles(await imageFile(new Blob(['<svg/>']), 'a.jpg'));
  await dialog(page).getByText('Choose a JPEG, PNG or WebP picture of up to 10 MB').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await chooser.setInputFiles(await imageFile(await photo(900, 600), 'orchard.jpg'));
  const added = `Picture ${before.length + 1}`;
  await expect.poll(() => namesIn(page, 'Gallery')).toEqual([...before, added]);

  await gallery.getByRole('button', { name: `Edit ${added}` }).click();
  await dialog(page).getByLabel('Description').fill('The orchard at noon');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(shown).toEqual([...before, 'The orchard at noon']);
  const moved = await moveLastUp(page, 'Gallery');
  await expect.poll(shown).toEqual(moved);
  await gallery.getByRole('button', { name: `Remove ${moved.at(-1)}` }).click();
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click();
  await expect.poll(shown).toEqual(moved.slice(0, -1));
  expect(await axeFindings(page)).toEqual([]);
});

it('a free brand is claimed, a taken one says so, and a new one is suggested and reviewed', async () => {
  const page = await visit(OWNER, '/network/brands');
  await page.getByRole('button', { name: 'Claim brand' }).click();
  const find = dialog(page).getByRole('combobox', { name: 'Brand' });
  await find.fill('Night');
  await page.getByText('Unavailable - already claimed').first().waitFor();
  await find.fill('Fog');
  await page.getByText('Available!').first().click();
  await dialog(page).getByRole('button', { name: 'Claim brand' }).click();
  await heading(page, 'Fog Harbor');

  await page.goto('/network/brands?suggest');
  await dialog(page).getByLabel('Name').fill('Fog Harbor');
  await dialog(page).getByRole('combobox', { name: 'States' }).fill('Oreg');
  await dialog(page).getByRole('option', { name: 'Oregon' }).click();
  await dialog(page).getByRole('button', { name: 'Suggest brand' }).click();
  await dialog(page).getByText('Your organization already has Fog Harbor.').waitFor();
  await dialog(page).getByLabel('Name').fill('Redtail Ridge');
  await dialog(page).getByRole('button', { name: 'Suggest brand' }).click();
  const row = page.getByRole('grid').getByRole('row', { name: /Redtail Ridge/ });
  await row.getByText('In review').waitFor();

  const staff = await visit(STAFF, '/support/brands');
  await staff.getByRole('row').filter({ hasText: 'Redtail Ridge' }).getByRole('button').last().click();
  await staff.getByRole('menuitem', { name: 'Approve' }).click();
  await dialog(staff).getByRole('button', { name: 'Approve brand' }).click();
  await said(staff, 'Redtail Ridge created.');
  await row.getByText('Shown to buyers').waitFor();
});

it('two admins on one brand keep each other’s changes', async () => {
  const [first, second] = [await visit(OWNER, '/network/brands'), await visit(ADMIN, '/network/brands')];
  for (const page of [first, second]) await openBrand(page, OTHER);
  await details(first).getByLabel('Tagline').fill('From the coast');
  await details(second).getByLabel('Description').fill('Three greenhouses.');
  await details(second).getByRole('button', { name: 'Save' }).click();
  await said(second, 'Brand updated successfully!');
  await expect.poll(() => details(first).getByLabel('Description').inputValue()).toBe('Three greenhouses.');
  await details(first).getByRole('button', { name: 'Save' }).click();
  await said(first, 'Brand updated successfully!');
  await expect.poll(() => details(second).getByLabel('Tagline').inputValue()).toBe('From the coast');
});

it('a rep without access to brands sees why not', async () => {
  const rep = await visit(REP, '/network/brands');
  await rep.getByText(/You need read access to “Brands”/).waitFor();
});

it('a listing is shown by its type and id; another type and a missing one say so', async () => {
  const page = await visit(OWNER, '/account/listing/brand-1-fernhollow');
  await heading(page, /^Fernhollow/);
  for (const unsupported of ['package-1', 'product-1-blue-dream']) {
    await page.goto(`/account/listing/${unsupported}`);
    await page.getByText('Unsupported listing type').waitFor();
  }
  await page.goto('/account/listing');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Fernhollow/ })
    .last()
    .click();
  await heading(page, /^Fernhollow/);
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/brands/999999') && asked.push(request.method()));
  await page.goto('/account/listing/brand-999999');
  await page.getByText('Failed to fetch').waitFor();
  expect(asked).toEqual(['GET', 'GET']);
});
