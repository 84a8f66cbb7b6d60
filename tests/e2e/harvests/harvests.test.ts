import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, noDialog, scrollsSideways } from '../../support/browser';
import { growAtFernhollow } from '../../support/harvests/demo';
import { dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const NAME = 'Keyboard harvest';

const { visit } = openStage({
  prepare: async (database) => {
    const { orgId } = await growAtFernhollow(database);
    await database.pool.query(
      `update roles set features = features || '{"HARVESTS": {"read": true, "write": false}}'
        where org_id = $1 and id in (select role_id from org_users where org_id = $1 and email = $2)`,
      [orgId, VIEWER],
    );
  },
});

async function fits(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

/** Presses a button by keyboard alone. */
async function press(page: Page, name: string | RegExp, within: Pick<Page, 'getByRole'> = page): Promise<void> {
  const button = within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  await button.first().focus();
  await page.keyboard.press('Enter');
}

/** Types over what a field has. */
async function typed(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByLabel(label).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

it('a harvest is begun, its plants are added, weighed and distributed, and it is submitted, by keyboard alone', async () => {
  const page = await visit(OWNER, '/harvest');
  await heading(page, 'Harvests');
  await press(page, 'Begin harvest');
  const strain = dialog(page).getByRole('combobox', { name: 'Strain' });
  await strain.focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.ant-select-item-option').first().waitFor();
  await page.keyboard.press('Enter');
  const name = dialog(page).getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.inputValue()).toMatch(/ \d\d\/\d\d\/\d{4}$/);
  await typed(page, 'Name', NAME);
  const location = dialog(page).getByRole('combobox', { name: 'Drying location' });
  await location.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, 'Begin harvest', dialog(page));
  await heading(page, NAME);
  await fits(page);

  const plants = panel(page, 'Plants');
  await press(page, 'Add plants', plants);
  await dialog(page).getByRole('row').nth(3).waitFor();
  for (const at of [1, 2, 3]) {
    await dialog(page).getByRole('row').nth(at).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
  }
  await press(page, 'Add 3 plants', dialog(page));
  await noDialog(page);
  await said(page, '0 of 3 plants weighed.');

  const first = plants.getByRole('row').nth(1);
  await first.getByRole('gridcell').nth(2).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('410.5');
  await page.keyboard.press('Enter');
  await first.getByText('410.5 g').waitFor();
  await first.getByText('Typed').waitFor();

  await press(page, 'Distribute weights', plants);
  await typed(page, 'Total weight in g', '1000.01');
  await typed(page, 'Most a plant may differ', '0');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(/2 plants can’t share this evenly\./)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await typed(page, 'Most a plant may differ', '15');
  await page.keyboard.press('Enter');
  await noDialog(page);
  await plants.getByText('Distributed').nth(1).waitFor();
  await said(page, '3 of 3 plants weighed.');
  const balance = page.getByRole('table', { name: 'Where the wet weight is' });
  await balance.getByRole('row', { name: 'Wet weight 1,000.01 g' }).waitFor();

  await press(page, 'Submit');
  await dialog(page).getByRole('table', { name: 'What is sent' }).waitFor();
  await dialog(page)
    .getByRole('list', { name: 'Before you submit' })
    .getByText(/distributed/i)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Submit harvest', dialog(page));
  await noDialog(page);
  // The page follows by itself, until everything is at the tracking system.
  await page.getByRole('button', { name: 'Finish', exact: true, disabled: false }).waitFor();
  await plants.getByText('Sent', { exact: true }).nth(2).waitFor();
  await fits(page);

  await page.goto('/harvest/submitted');
  await page.getByRole('link', { name: NAME }).waitFor();
  await page.goto('/harvest');
  await page.getByRole('link', { name: NAME }).waitFor({ state: 'detached' });
});

it('of what was submitted packages and waste are added, a package is discontinued, and the harvest is finished and reopened', async () => {
  const page = await visit(OWNER, '/harvest/submitted');
  await page.getByRole('link', { name: NAME }).click();
  await heading(page, NAME);
  const balance = page.getByRole('table', { name: 'Where the wet weight is' });
  const packages = panel(page, 'Packages');
  await packages.getByRole('button', { name: 'Add package' }).click();
  await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Tag' }).inputValue()).toMatch(/^1A4/);
  const item = dialog(page).getByRole('combobox', { name: 'Item' });
  await item.focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.ant-select-item-option').first().waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Location').selectOption({ index: 1 });
  // More than the harvest has is a mistake, said where it is.
  await dialog(page).getByLabel('Weight').fill('1000.02');
  await press(page, 'Add package', dialog(page));
  await dialog(page).getByText('Only 1,000.01 g left in this harvest').waitFor();
  await expect.poll(() => dialog(page).getByLabel('Weight').getAttribute('aria-invalid')).toBe('true');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByLabel('Weight').fill('600');
  await press(page, 'Add package', dialog(page));
  await noDialog(page);
  await balance.getByRole('row', { name: /^Packages.* 600 g/ }).waitFor();

  const waste = panel(page, 'Waste');
  await waste.getByRole('button', { name: 'Record waste' }).click();
  await expect.poll(() => dialog(page).getByLabel('Type of waste').locator('option').count()).toBeGreaterThan(1);
  await dialog(page).getByLabel('Type of waste').selectOption({ index: 1 });
  await dialog(page).getByLabel('Weight').fill('50');
  await press(page, 'Record waste', dialog(page));
  await noDialog(page);
  await waste.getByText('Sent', { exact: true }).waitFor();
  await packages.getByText('Sent', { exact: true }).waitFor();
  await packages.getByText('Can be discontinued.').waitFor();
  await fits(page);

  await packages.getByRole('button', { name: /^Discontinue package 1A4/ }).click();
  await dialog(page).getByText('350.01 g before, 950.01 g after').waitFor();
  await dialog(page).getByRole('button', { name: 'Discontinue package' }).click();
  await noDialog(page);
  await packages.getByText('Taken back').waitFor();
  await balance.getByRole('row', { name: /^Packages.* 600 g/ }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Finish', exact: true, disabled: false }).click();
  await dialog(page)
    .getByText(/950\.01 g is left and becomes moisture loss/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Finish harvest' }).click();
  await noDialog(page);
  // Nothing is taken back of a finished harvest.
  await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
  expect(await waste.getByRole('button', { name: /^Delete 50 g/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Reopen', exact: true, disabled: false }).click();
  await dialog(page).getByRole('button', { name: 'Reopen harvest' }).click();
  await noDialog(page);
  await waste.getByRole('button', { name: /^Delete 50 g/ }).waitFor();
});

it('who may only read sees harvests and is told which permission would let them change one', async () => {
  const page = await visit(VIEWER, '/harvest');
  await heading(page, 'Harvests');
  expect(await page.getByRole('button', { name: 'Begin harvest' }).first().isDisabled()).toBe(true);
  await press(page, 'Why can’t I?');
  await page.getByText(/write access to “Harvests”/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
