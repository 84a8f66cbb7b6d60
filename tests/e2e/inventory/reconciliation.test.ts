import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, noDialog } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WAREHOUSE = 'warehouse@fernhollow.example';
const OWNER = 'owner@fernhollow.example';
const REP = 'rep@fernhollow.example';
const INBOX = '/inventory/reconciliation';

const stage = openStage();
const { visit } = stage;

type Found = { label: string; quantity: string };

/** The `nth` active package in California counted in units; with `says`, the tracking system says so many of it. */
async function countedPackage(nth: number, says?: string): Promise<Found> {
  const { pool } = stage.database.database;
  const { rows } = await pool.query<Found & { id: number; orgId: number }>(
    `select pack.id, pack.org_id as "orgId", pack.label, pack.quantity
       from packages pack join licenses license on license.id = pack.license_id
       join organizations org on org.id = pack.org_id
      where org.name = 'Fernhollow Farms' and license.us_state = 'CA' and pack.status = 'ACTIVE'
        and pack.unit_of_measure = 'ea' and pack.quantity between 60 and 900 and pack.quantity = pack.tracking_quantity
      order by pack.id offset $1 limit 1`,
    [nth],
  );
  const [found] = rows;
  if (!found) throw new Error('no such package');
  if (says !== undefined) {
    await pool.query('update packages set tracking_quantity = $3 where org_id = $1 and id = $2', [
      found.orgId,
      found.id,
      says,
    ]);
    await pool.query(
      `insert into tracking_differences (org_id, license_id, package_id, label, kind, ours, theirs, cause)
       select org_id, license_id, id, label, 'QUANTITY', quantity || ' ea', tracking_quantity || ' ea', 'ADJUSTED'
         from packages where org_id = $1 and id = $2`,
      [found.orgId, found.id],
    );
  }
  return found;
}

async function nameOf(email: string): Promise<string> {
  const { rows } = await stage.database.database.pool.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where email = $1`,
    [email],
  );
  return rows[0]?.name ?? '';
}

const row = (page: Page, label: string) => page.getByRole('row', { name: label });
const find = async (page: Page, label: string) => {
  await page.getByRole('searchbox', { name: 'Find a tag, item or harvest' }).fill(label);
  await row(page, label).waitFor();
};
const choose = async (page: Page, label: string, act: string) => {
  await row(page, label)
    .getByRole('button', { name: /actions|more/i })
    .click();
  await page.getByRole('menuitem', { name: act }).click();
};

it('a difference is corrected or accepted, with a mistake on the way, and leaves the inbox', async () => {
  const [one, other] = [await countedPackage(0, '41'), await countedPackage(2, '37.5')];
  const page = await visit(WAREHOUSE, INBOX);
  await heading(page, 'Reconciliation');
  await find(page, one.label);
  await row(page, one.label).getByText('41 ea').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await choose(page, one.label, 'Correct ours');
  await dialog(page).getByLabel('Quantity in ea').fill('forty');
  await dialog(page).getByRole('button', { name: 'Correct ours' }).click();
  await dialog(page).getByText('Must be a number').first().waitFor();
  await dialog(page).getByLabel('Quantity in ea').fill('41');
  await dialog(page).getByRole('button', { name: 'Correct ours' }).click();
  await noDialog(page);
  await row(page, one.label).waitFor({ state: 'detached' });

  await find(page, other.label);
  await choose(page, other.label, 'Accept theirs');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Accept theirs' }).click();
  await noDialog(page);
  await row(page, other.label).waitFor({ state: 'detached' });

  const packages = await visit(WAREHOUSE, `/inventory?packageLabelSearchTerm=${other.label}`);
  await row(packages, other.label).getByText('37.5').waitFor();
  const rep = await visit(REP, INBOX);
  await rep.getByText('You can’t open this page').waitFor();
});

it('what the tracking system refused is noted, not accepted, and leaves the inbox', async () => {
  const [{ label: whole }, label] = [await countedPackage(8), '1A4060300002199000099912'];
  await stage.database.database.pool.query(
    `insert into tracking_differences (org_id, license_id, package_id, label, kind, ours, theirs, cause)
     select org_id, license_id, id, found.label, found.kind, found.ours, found.theirs, found.cause
       from packages, (values ($2, 'REFUSED', '3 ea of it', 'It is on hold there.', 'REFUSED'),
                              ($1, 'QUANTITY', '64 ea', '3 ea', 'ADJUSTED')) as found (label, kind, ours, theirs, cause)
      where packages.label = $1`,
    [whole, label],
  );
  const packages = await visit(WAREHOUSE, `/inventory?packageLabelSearchTerm=${whole}`);
  await packages.getByRole('link', { name: whole, exact: true }).click();
  await dialog(packages).getByText('3 ea of it: It is on hold there.').waitFor();
  await dialog(packages).getByRole('link', { name: 'Refused' }).click();
  await row(packages, label).getByText('It is on hold there.').waitFor();
  const page = await visit(WAREHOUSE, INBOX);
  await find(page, label);
  await row(page, label).getByText('It is on hold there.').waitFor();
  await choose(page, label, 'Mark as noted');
  await dialog(page).getByText('It is on hold there.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Mark as noted' }).click();
  await noDialog(page);
  await row(page, label).waitFor({ state: 'detached' });
});

it('a package is split into others of one size, but not into more than it holds', async () => {
  const whole = await countedPackage(4);
  const page = await visit(WAREHOUSE, `/inventory?packageLabelSearchTerm=${whole.label}`);
  await page.getByRole('link', { name: whole.label, exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Split', exact: true }).click();
  await dialog(page).getByLabel('Same size').fill('25');
  await dialog(page)
    .getByRole('button', { name: /^Fill in \d+ packages$/ })
    .click();
  expect(await axeFindings(page)).toEqual([]);
  const first = dialog(page).getByLabel('Quantity in ea').first();
  await first.fill(String(Number(whole.quantity) + 1));
  await dialog(page).getByText('more than this package holds').waitFor();
  await dialog(page).getByRole('button', { name: 'Split', exact: true }).click();
  await dialog(page)
    .getByText(/^Only .* ea in this package/)
    .first()
    .waitFor();
  await first.fill('25');
  const tag = await dialog(page).getByLabel('Tag').first().inputValue();
  await dialog(page).getByRole('button', { name: 'Split', exact: true }).click();
  await dialog(page).getByRole('heading', { name: 'Packages made of it' }).waitFor();
  await dialog(page).getByRole('button', { name: tag }).click();
  await dialog(page).getByRole('heading', { name: tag }).waitFor();
  await dialog(page).getByText(whole.label).waitFor();
});

it('a colleague is asked about a difference, who finds it among what was asked of them', async () => {
  const { label } = await countedPackage(6, '12');
  const page = await visit(OWNER, INBOX);
  await find(page, label);
  await choose(page, label, 'Ask a colleague');
  await dialog(page).getByRole('button', { name: 'Ask', exact: true }).click();
  await dialog(page).getByText('Write what you’d like to know').waitFor();
  await dialog(page)
    .getByLabel('Colleague')
    .selectOption({ label: await nameOf(WAREHOUSE) });
  await dialog(page).getByLabel('Question').fill('Was a jar broken?');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Ask', exact: true }).click();
  await noDialog(page);
  await row(page, label).getByText('Was a jar broken?').waitFor();
  const asked = await visit(WAREHOUSE, `${INBOX}?askedOfMe=true`);
  await row(asked, label).getByText('Was a jar broken?').waitFor();
  expect(await asked.getByRole('row').count()).toBe(2);
});
