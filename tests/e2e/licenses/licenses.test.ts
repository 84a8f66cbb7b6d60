import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { sandboxKey } from '../../support/integrations/sandbox-key';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
/** Sees licenses but can't change them. */
const MANAGER = 'manager@fernhollow.example';
const LICENSES = '/network/licenses';
/** Jobs take as long as the machine is busy. */
const PATIENCE = 60_000;

const { visit } = openStage();

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'My Licenses' }).waitFor();
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, number: string) =>
  page.getByRole('grid', { name: 'Licenses' }).getByRole('row').filter({ hasText: number });

it('a license is added by hand, found, filtered and edited; a taken number is refused in plain words', async () => {
  const page = await visit(OWNER, LICENSES);
  await heading(page);
  await row(page, 'CCL18-0000512').getByText('Online', { exact: true }).waitFor();
  await row(page, '402R-00999').getByText('Offline', { exact: true }).waitFor();
  await row(page, 'CCL18-0000512').getByText('Fresh', { exact: true }).waitFor();
  await row(page, '402R-00999').getByText('Stale', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add license' }).click();
  const add = drawer(page, 'Add a license');
  await hasFocus(add.getByLabel('License number'));
  await add.getByRole('button', { name: 'Add license' }).click();
  await add.getByText('License number is required').waitFor();
  await add.getByText('Name is required').waitFor();
  await add.getByLabel('License number').fill('c11-0000217-lic');
  await add.getByLabel('Name').fill('Fernhollow Storefront');
  await add.getByLabel('ZIP code').fill('945');
  await add.getByRole('button', { name: 'Add license' }).click();
  await add.getByText('Enter a ZIP code, such as 94612').waitFor();
  await add.getByLabel('ZIP code').fill('94501');
  await add.getByRole('button', { name: 'Add license' }).click();
  await add
    .getByText('Another organization has license C11-0000217-LIC. If it’s yours, dispute it in My Licenses.')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await add.getByLabel('License number').fill('C10-0000991-LIC');
  await add.getByLabel('Type').selectOption({ label: 'Retailer' });
  await add.getByRole('button', { name: 'Add license' }).click();
  await page.getByText('License C10-0000991-LIC added.').waitFor();
  await add.waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Find a license' }).fill('storefront');
  const added = row(page, 'C10-0000991-LIC');
  await added.getByText('Sync Pending', { exact: true }).waitFor();
  await added.getByText('Never checked').waitFor();
  await expect.poll(() => row(page, '402R-00999').count()).toBe(0);
  await added.getByRole('link', { name: 'Fernhollow Storefront' }).click();
  const edit = drawer(page, 'Edit CA C10-0000991-LIC');
  await edit.getByLabel('DBA').fill('Night Garden');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('License C10-0000991-LIC saved.').waitFor();
  await page.getByRole('searchbox', { name: 'Find a license' }).fill('night garden');
  await added.waitFor();
  await page.goto(`${LICENSES}?connectionStatuses=OFFLINE`);
  await row(page, '402R-00999').waitFor();
  expect(await row(page, 'CCL18-0000512').count()).toBe(0);
});

it('licenses are claimed with the person’s key, which is asked for, and go online', async () => {
  const page = await visit(OWNER, LICENSES);
  await heading(page);
  await page.getByRole('link', { name: 'Claim licenses' }).click();
  const find = drawer(page, 'Claim licenses');
  await hasFocus(find.getByRole('combobox', { name: 'State' }));
  await find.getByRole('button', { name: 'Find licenses' }).click();
  const prompt = drawer(page, 'Tracking system key for California');
  await prompt.getByLabel(/^Key/).fill('not-a-key-of-anybody');
  await prompt.getByRole('button', { name: 'Save key' }).click();
  await prompt.getByText('The tracking system of California doesn’t accept this key').waitFor();
  await prompt.getByLabel(/^Key/).fill(await sandboxKey(page, '/sandbox/tracking', /Fernhollow.* CA/));
  await prompt.getByRole('button', { name: 'Save key' }).click();

  const choose = drawer(page, 'Claim licenses in California');
  const taken = choose.getByRole('checkbox', { name: /C11-0000217-LIC .*Unavailable - already claimed/ });
  await expect.poll(() => taken.isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await choose.getByRole('button', { name: 'Claim licenses' }).click();
  await choose.getByText('Choose at least one license').waitFor();
  await choose.getByRole('checkbox', { name: /CCL21-0002204 .*Available!/ }).check();
  await choose.getByRole('button', { name: 'Claim licenses' }).click();
  await page.getByText('License CCL21-0002204 claimed.').waitFor();
  await choose.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: /A license was read whole.*CCL21-0002204/ }).waitFor({ timeout: PATIENCE });
  await page.keyboard.press('Escape');
  await page.reload();
  await row(page, 'CCL21-0002204').getByText('Online', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Actions for CA CCL21-0002204' }).click();
  await page.getByRole('menuitem', { name: 'Stop syncing' }).click();
  const stop = drawer(page, 'Stop syncing CA CCL21-0002204?');
  await stop.getByRole('button', { name: 'Stop syncing' }).click();
  await row(page, 'CCL21-0002204').getByText('Sync Pending', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for CA CCL21-0002204' }).click();
  await page.getByRole('menuitem', { name: 'Turn on sync' }).click();
  await row(page, 'CCL21-0002204').getByText('Online', { exact: true }).waitFor({ timeout: PATIENCE });
});

it('two people edit one license at once, and neither loses a change', async () => {
  const [first, second] = [await visit(OWNER, LICENSES), await visit(ADMIN, LICENSES)];
  const open = async (page: Page) => {
    await heading(page);
    await row(page, '402R-00999').getByText('402R-00999').dblclick();
    return drawer(page, 'Edit CO 402R-00999');
  };
  const [mine, theirs] = [await open(first), await open(second)];
  await theirs.getByLabel('Phone').fill('(303) 555-0177');
  await mine.getByLabel('DBA').fill('Fernhollow Front Range');
  await mine.getByRole('button', { name: 'Save' }).click();
  await mine.waitFor({ state: 'detached' });
  await expect.poll(() => theirs.getByLabel('DBA').inputValue()).toBe('Fernhollow Front Range');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await theirs.waitFor({ state: 'detached' });
  await first.reload();
  const again = await open(first);
  await expect.poll(() => again.getByLabel('Phone').inputValue()).toBe('(303) 555-0177');
  await expect.poll(() => again.getByLabel('DBA').inputValue()).toBe('Fernhollow Front Range');
});

it('people who can’t change licenses see them, and are told why; others can’t open the page', async () => {
  const page = await visit(MANAGER, LICENSES);
  await row(page, '402R-00999').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add license' }).isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'Claim licenses' }).count()).toBe(0);
  await page.goto(`${LICENSES}?new`);
  await page
    .getByText(/need write access to “Claim licenses”/)
    .first()
    .waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  const other = await visit('rep@fernhollow.example', LICENSES);
  await other.getByText('You can’t open this page').waitFor();
});

it('fits a phone, in the dark too', async () => {
  const page = await visit(OWNER, '/account/manage/licenses', {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await heading(page);
  await page.getByText('402R-00999').first().waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
});

it('a license is removed once nothing sells with it, and its number can be added again', async () => {
  const page = await visit(OWNER, LICENSES);
  await heading(page);
  const act = async (number: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions for .*${number}`) }).click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  };
  await act('CCL18-0000512');
  const refused = drawer(page, /^Remove .*CCL18-0000512/);
  await refused.getByRole('link', { name: /compan(y|ies) that sells? with it/ }).waitFor();
  await refused.getByText('Settle what’s listed first, then remove it.').waitFor();
  expect(await refused.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await refused.getByRole('link', { name: /compan(y|ies) that sells? with it/ }).click();
  await page.getByRole('button', { name: /^License: .*CCL18-0000512/ }).waitFor();
  await expect.poll(() => page.getByRole('grid', { name: 'Companies' }).getByRole('link').count()).toBe(1);
  await page.goto(LICENSES);

  const addSpare = async () => {
    await page.getByRole('button', { name: 'Add license' }).click();
    const add = drawer(page, 'Add a license');
    await add.getByLabel('License number').fill('C10-0000777-LIC');
    await add.getByLabel('Name').fill('Fernhollow Spare');
    await add.getByRole('button', { name: 'Add license' }).click();
    await add.waitFor({ state: 'detached' });
    await row(page, 'C10-0000777-LIC').waitFor();
  };
  await page.getByRole('searchbox', { name: 'Find a license' }).fill('fernhollow spare');
  // Nobody fills and saves a form in the moment before a search begins.
  await expect.poll(() => page.url()).toContain('searchTerm=');
  await addSpare();
  await act('C10-0000777-LIC');
  const question = drawer(page, /^Remove .*C10-0000777-LIC/);
  await question.getByText('Anyone who has license C10-0000777-LIC can add it again.', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await row(page, 'C10-0000777-LIC').waitFor({ state: 'detached' });
  await addSpare();
});
