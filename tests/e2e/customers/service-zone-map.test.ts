import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const COMPANIES = '/account/manage/companies';
const MAP = `${COMPANIES}/1/map-service-zones`;

const { visit } = openStage();

const form = (page: Page, zone: string) => page.getByRole('form', { name: `Area of ${zone}` });
const chosen = (page: Page, zone: string) =>
  form(page, zone).getByRole('list', { name: 'Counties chosen' }).getByRole('listitem').allTextContents();

async function addCounty(page: Page, zone: string, name: string): Promise<void> {
  await form(page, zone).getByRole('combobox', { name: 'Counties' }).fill(name);
  await form(page, zone).getByRole('listbox').getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

it('a zone gets counties by keyboard, map and drawing; its customers are reviewed before they move', async () => {
  const page = await visit(OWNER, MAP);
  await heading(page, 'Service zone map');
  await page.getByRole('button', { name: 'Change the area of Los Angeles' }).click();
  await form(page, 'Los Angeles').waitFor();
  const review = form(page, 'Los Angeles').getByRole('button', { name: 'Review changes' });

  await addCounty(page, 'Los Angeles', 'Alameda');
  await review.click();
  await page.getByText('Alameda is in Bay Area. Remove it there first.').waitFor();
  await form(page, 'Los Angeles').getByRole('button', { name: 'Remove Alameda' }).click();
  await form(page, 'Los Angeles').getByLabel('ZIP codes').fill('97205');
  await review.click();
  await page.getByText('97205 isn’t a ZIP code in CA').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form(page, 'Los Angeles').getByLabel('ZIP codes').fill('');

  const map = page.getByRole('img', { name: /Map of California/ });
  await map.locator('[data-region="06059"]').click();
  await expect.poll(() => chosen(page, 'Los Angeles')).toContain('Orange');
  await review.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/from no zone to Los Angeles/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await review.click();
  await dialog.getByRole('button', { name: /^Save and move \d+ customers?$/ }).click();
  await page.getByText(/Area of “Los Angeles” saved/).waitFor();
  const row = page.getByRole('row', { name: /92701 Orange Los Angeles/ });
  await row.first().waitFor();
  await page.reload();
  await row.first().waitFor();

  await page.getByRole('button', { name: 'Draw to add ZIP codes' }).click();
  await page.getByLabel('Show').selectOption({ label: 'Riverside' });
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no box');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 250, y - 150);
  await page.mouse.down();
  for (const [dx, dy] of [
    [250, -150],
    [250, 150],
    [-250, 150],
  ] as const) {
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
  }
  await page.mouse.up();
  await expect
    .poll(() => form(page, 'Los Angeles').getByLabel('ZIP codes').inputValue())
    .toMatch(/^922\d\d(, \d{5})+$/);
});

it('two admins who change one zone’s area keep both changes', async () => {
  const [one, other] = [await visit(OWNER, MAP), await visit('admin@fernhollow.example', MAP)];
  for (const page of [one, other]) {
    await page.getByRole('button', { name: 'Change the area of North Coast' }).click();
    await form(page, 'North Coast').waitFor();
  }
  const save = async (page: Page) => {
    await form(page, 'North Coast').getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await page.getByText(/Area of “North Coast” saved/).waitFor();
  };
  await form(other, 'North Coast').getByLabel('ZIP codes').fill('93514');
  await addCounty(one, 'North Coast', 'Mono');
  await save(one);
  await expect.poll(() => chosen(other, 'North Coast')).toContain('Mono');
  await expect.poll(() => form(other, 'North Coast').getByLabel('ZIP codes').inputValue()).toContain('93514');
  await save(other);
  await one.reload();
  await expect.poll(() => chosen(one, 'North Coast')).toContain('Mono');
  await expect.poll(() => form(one, 'North Coast').getByLabel('ZIP codes').inputValue()).toContain('93514');
});

it('a map that can’t be loaded says so and is loaded on asking', async () => {
  const page = await visit(OWNER, COMPANIES);
  const asked = '**/api/us-states/CA/map**';
  await page.route(asked, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(new URL(MAP, page.url()).href);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
  await again.click();
  await page.getByRole('img', { name: /Map of California/ }).waitFor();
});

it('someone with read only sees the map, and is told why they can’t change it', async () => {
  const page = await visit('viewer@fernhollow.example', MAP);
  await heading(page, 'Service zone map');
  const zone = page.getByRole('button', { name: 'Change the area of Bay Area' });
  await expect.poll(() => zone.isDisabled()).toBe(true);
  await page
    .getByText(/need write access to “Customers”/)
    .first()
    .waitFor();
  const stranger = await visit('warehouse@fernhollow.example', MAP);
  await stranger.getByText(/You need read access to “Customers”/).waitFor();
});

it('a company’s page names each brand’s usual distributor, removes and adds one', async () => {
  const page = await visit('owner@tidemark.example', COMPANIES);
  await page
    .getByRole('link', { name: /California|Tidemark/ })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Usual distributors' });
  await panel.getByRole('listitem').first().waitFor();
  const before = await panel.getByRole('listitem').count();
  const remove = panel.getByRole('button', { name: /^Remove / }).first();
  const brand = (await remove.getAttribute('aria-label'))?.replace('Remove ', '') ?? '';
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove distributor' }).click();
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(before - 1);
  await panel.getByRole('button', { name: 'Add distributor' }).click();
  await dialog.getByLabel('Brand').selectOption({ label: brand });
  await dialog.getByRole('button', { name: 'Add distributor' }).click();
  await expect.poll(() => dialog.getByLabel('Distributor').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Distributor').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Add distributor' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => panel.getByRole('listitem').count()).toBe(before);
});
