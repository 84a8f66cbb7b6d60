import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways, tabTo } from '../../support/browser';
import { dialog, heading, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const ADMIN = 'admin@fernhollow.example';
const REP = 'rep@fernhollow.example';
const LICENSES = '/network/licenses';
const TEAM = '/account/manage-users';
const PHONE = { viewport: { width: 360, height: 740 } };
const SPARE = 'C10-0000778-LIC';

const stage = openStage();
const { visit } = stage;

const query = (text: string, values: unknown[]) => stage.database.database.pool.query(text, values);
const remove = (page: Page) => dialog(page).getByRole('button', { name: 'Remove', exact: true });
const rowOf = (page: Page, grid: string, text: string) =>
  page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: text });

async function act(page: Page, of: RegExp | string, name: string): Promise<void> {
  await page.getByRole('button', { name: of }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** A license nothing sells with. */
async function addLicense(page: Page): Promise<void> {
  await page.goto(`${LICENSES}?new`);
  await dialog(page).getByLabel('License number').fill(SPARE);
  await dialog(page).getByLabel('Name').fill('Fernhollow Spare');
  await dialog(page).getByRole('button', { name: 'Add license' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await showLicense(page);
}

/** One of many, so it is searched for. */
async function showLicense(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a license' }).fill('fernhollow spare');
  await page.getByRole('button', { name: new RegExp(`^Actions for .*${SPARE}`) }).waitFor();
}

const askToRemoveLicense = (page: Page) => act(page, new RegExp(`^Actions for .*${SPARE}`), 'Remove');

describe('giving up a brand', () => {
  const NAME = 'Alpenglow Extracts';
  const PAGE = '/account/manage/brands/alpenglow-extracts';

  it('with products says so and offers to disable it; without, it is free for others and gone for buyers', async () => {
    const page = await visit(OWNER, PAGE);
    await heading(page, NAME);
    await page.getByRole('button', { name: 'Give up brand' }).click();
    await dialog(page)
      .getByText(new RegExp(`^${NAME} still has \\d+ products\\.`))
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Disable brand…' }).click();
    await page.getByRole('dialog', { name: `Disable ${NAME}?` }).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await query(
      `update products set listing_state = 'ARCHIVED' where brand_id = (select id from brands where name = $1)`,
      [NAME],
    );
    await page.getByRole('button', { name: 'Give up brand' }).click();
    await dialog(page).getByText('any organization can claim it', { exact: false }).waitFor();
    await dialog(page).getByRole('button', { name: 'Give up brand' }).click();
    await heading(page, 'My Brands');
    await said(page, `${NAME} is no longer your brand.`);
    await page.getByRole('link', { name: 'Fernhollow', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: NAME }).count()).toBe(0);
    await page.goto(PAGE);
    await said(page, 'This brand doesn’t exist, or it isn’t assigned to you.');
  });
});

describe('removing a person', () => {
  const NAME = 'Caleb Winters';

  it('says what names them, leads to it, and ends their access at once', async () => {
    const page = await visit(ADMIN, TEAM);
    const theirs = await visit(REP, '/orders');
    await heading(theirs, 'Sales Orders');
    await act(page, `Actions for ${NAME}`, 'Remove');
    const orders = dialog(page)
      .getByRole('link', { name: /^\d+ open orders? they’re the rep of/ })
      .first();
    const count = Number.parseInt((await orders.textContent()) ?? '', 10);
    expect(await axeFindings(page)).toEqual([]);
    await orders.click();
    await heading(page, 'Sales Orders');
    await page.getByText(`${count} orders`).first().waitFor();

    await page.goto(TEAM);
    await act(page, `Actions for ${NAME}`, 'Remove');
    await remove(page).click();
    await said(page, `${NAME} is no longer on the team.`);
    await rowOf(page, 'Team', NAME).waitFor({ state: 'detached' });
    await theirs.getByRole('link', { name: 'Sales Orders' }).waitFor({ state: 'detached' });
    await theirs.getByRole('grid', { name: 'Sales orders' }).waitFor({ state: 'detached' });
  });
});

describe('removing a license', () => {
  it('names the people assigned to it, and leads to just them', async () => {
    const page = await visit(OWNER, LICENSES);
    await addLicense(page);
    await query(
      `update org_users set license_ids = license_ids || array(select id from licenses where license_number = $1)
        where user_id = (select id from users where email = $2)`,
      [SPARE, 'manager@fernhollow.example'],
    );
    await askToRemoveLicense(page);
    await dialog(page).getByRole('link', { name: '1 person assigned to it' }).click();
    await heading(page, 'Team');
    await page.getByRole('button', { name: new RegExp(`^Assigned license: .*${SPARE}`) }).waitFor();
    await page.getByText('1 person').first().waitFor();
  });

  it('fits a phone, is reached by keyboard, and two admins who remove it at once are both told', async () => {
    const first = await visit(OWNER, LICENSES, PHONE);
    const second = await visit(ADMIN, LICENSES);
    // They don't hear of the removal.
    await second.route(/\/api\/live\b/, (route) => route.abort());
    await second.goto(LICENSES);
    for (const page of [first, second]) {
      await showLicense(page);
      await askToRemoveLicense(page);
      await dialog(page).getByText(`Anyone who has license ${SPARE} can add it again.`, { exact: false }).waitFor();
    }
    expect(await scrollsSideways(first)).toBe(false);
    expect(await axeFindings(first)).toEqual([]);
    await tabTo(first, remove(first));
    await first.keyboard.press('Enter');
    await dialog(first).waitFor({ state: 'detached' });
    await remove(second).click();
    await second.getByText(/Fernhollow Spare.* had already been removed\./).waitFor();
  });
});

it('the question about a company fits a phone and is left by Escape', async () => {
  const page = await visit(OWNER, '/account/manage/companies', PHONE);
  await page.getByRole('link', { name: 'Fernhollow Farms California' }).click();
  await page.getByRole('button', { name: 'Remove company' }).click();
  await dialog(page).getByText('These still depend on it:').waitFor();
  expect(await remove(page).isDisabled()).toBe(true);
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('button', { name: 'Remove company' }));
});
