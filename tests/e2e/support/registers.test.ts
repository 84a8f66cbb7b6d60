import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dayOf } from '../../../domain/dates';
import { zoneOfState } from '../../../domain/organization/state-zones';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const STAFF = 'support@verdant.example';
const IMPORT = '/support/registers/import';

const stage = openStage();
const { visit } = stage;

type GivenFile = { name: string; mimeType?: string; buffer: Buffer };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'What the register changes' }).getByRole('link', { name });

async function choose(page: Page, state: string, file: GivenFile, asOf = dayOf(new Date(), zoneOfState(state))) {
  await page.getByRole('combobox', { name: 'State' }).selectOption(state);
  await page.getByLabel('As of').fill(asOf);
  await page.locator('input[type="file"]').setInputFiles({ mimeType: 'application/octet-stream', ...file });
  await button(page, 'Continue').click();
}

/** A question's answer: the button within it. */
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** What the register says of a license. */
async function registered(licenseNumber: string) {
  const { rows } = await stage.database.database.pool.query(
    `select name, status, expires_on::text as "expiresOn", city, not_listed_since is null as "isListed"
       from registered_licenses where license_number = $1`,
    [licenseNumber],
  );
  return rows[0] ?? null;
}

it('a csv with columns matched by hand is compared with the register, applied and undone', async () => {
  const page = await visit(STAFF, '/support/registers');
  await page.getByText('Applied', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Import a register' }).click();
  const buffer = await readFile(join(import.meta.dirname, '../../../docs/samples/colorado-licenses.csv'));
  await choose(page, 'CO', { name: 'colorado-licenses.csv', buffer });

  await page.getByLabel('License number').waitFor();
  await button(page, 'Compare').click();
  await page.getByText('Choose the columns with the license number and the name.').waitFor();
  await page.getByLabel('License number').selectOption({ label: 'License # (402R-00001)' });
  await page.getByLabel('Name', { exact: true }).selectOption({ index: 2 });
  await page.getByLabel('Status').selectOption({ index: 4 });
  await button(page, 'Compare').click();

  await page.getByRole('heading', { level: 1, name: 'Register of Colorado' }).waitFor();
  await page.getByText('Statuses we don’t know, which are left blank: “Conditional” (1).').waitFor();
  await tab(page, /^New 4$/).waitFor();
  await page.getByText('402R-00903').waitFor();
  await tab(page, /^Changed 5$/).click();
  await page.getByText('Copperline Fort Collins').waitFor();
  await page.getByText('Suspended', { exact: true }).waitFor();
  await tab(page, /^No longer listed 4$/).click();
  await page.getByText('402R-00671').waitFor();
  await tab(page, /^Left out 2$/).click();
  await page.getByText(/a spreadsheet shortened this number to 4.02E\+10/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await registered('402R-00533')).toMatchObject({ status: 'SUSPENDED' });

  await button(page, 'Apply').click();
  await page.getByText(/4 new licenses, 5 changed, 4 no longer listed/).waitFor();
  await answer(page, 'Apply register');
  await page.getByText('The register of Colorado is applied.').waitFor();
  await button(page, 'Undo import').waitFor();
  expect(await registered('402R-00533')).toMatchObject({ status: 'ACTIVE', isListed: true });
  expect(await registered('402R-00671')).toMatchObject({ isListed: false });
  expect(await registered('402R-00903')).toMatchObject({ name: 'Animas Extracts', city: 'Durango' });

  await button(page, 'Undo import').click();
  await answer(page, 'Undo import');
  await page.getByText('Undone', { exact: true }).first().waitFor();
  expect(await registered('402R-00533')).toMatchObject({ status: 'SUSPENDED' });
  expect(await registered('402R-00671')).toMatchObject({ isListed: true });
  expect(await registered('402R-00903')).toBeNull();
});

/** A workbook with a sheet of notes before the one with licenses, which has a title above its headings. */
function workbook(): Buffer {
  const notes = utils.aoa_to_sheet([
    ['Column', 'Meaning'],
    ['License', 'As issued'],
  ]);
  const sheet = utils.aoa_to_sheet([
    ['Licensed businesses of Oklahoma'],
    [],
    ['License', 'Business', 'Status', 'Valid until', 'Plate'],
    [null, 'Red Earth Growers', 'Active', null, 'x'],
    [null, 'Cross Timbers', 'Expired', null, 'y'],
    ['GAAA-1', 'Osage Farm', 'Revoked', 'soon', 'z'],
  ]);
  Object.assign(sheet, {
    // Shown with its zeros; as a day; and shown as 1.23457E+11.
    A4: { t: 'n', v: 4821, z: '0000000' },
    D4: { t: 'n', v: 46_346, z: 'm/d/yy' },
    A5: { t: 'n', v: 123_456_789_012 },
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, notes, 'Notes');
  utils.book_append_sheet(book, sheet, 'Licenses');
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

it('a sheet of an xlsx is read as it is shown: leading zeros, whole numbers and days', async () => {
  const page = await visit(STAFF, IMPORT);
  await choose(page, 'OK', { name: 'oklahoma.xlsx', buffer: workbook() });
  await page.getByLabel('Sheet').selectOption({ label: 'Licenses' });
  await page.getByText('3 rows in oklahoma.xlsx.').waitFor();
  await page.getByLabel('Name', { exact: true }).selectOption({ label: 'Business (Red Earth Growers)' });
  await page.getByLabel('Expires').selectOption({ label: 'Valid until (2026-11-20)' });
  await button(page, 'Compare').click();
  await tab(page, /^New 2$/).waitFor();
  await page.getByText('0004821').waitFor();
  await page.getByText('123456789012').waitFor();
  await tab(page, /^Left out 1$/).click();
  await page.getByText('Expires: “soon” isn’t a date, such as 11/20/2026').waitFor();
  await button(page, 'Apply').click();
  await answer(page, 'Apply register');
  await button(page, 'Undo import').waitFor();
  expect(await registered('0004821')).toMatchObject({ name: 'Red Earth Growers', expiresOn: '2026-11-20' });
  expect(await registered('123456789012')).toMatchObject({ status: 'EXPIRED' });
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('State registers').click();
  await page.getByText('2 new, 0 changed, 0 no longer listed').waitFor();
});

it('on a phone, a file that is no register is refused in plain words, and a draft is discarded', async () => {
  const page = await visit(STAFF, IMPORT, { viewport: { width: 360, height: 740 } });
  await button(page, 'Continue').click();
  await page.getByRole('alert').getByText('Choose a file').waitFor();
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  await choose(page, 'NV', { name: 'nevada.xls', buffer: old });
  await says('This spreadsheet is from an older program or has a password.');
  await choose(page, 'NV', { name: 'nevada.xlsx', buffer: Buffer.from('PK\u0003\u0004 and nothing else') });
  await says('The file can’t be read as a spreadsheet.');
  await choose(page, 'NV', { name: 'nevada.csv', buffer: Buffer.from('License,Name\n') });
  await says('There are no rows below the header.');
  await choose(page, 'NV', { name: 'nevada.csv', buffer: Buffer.from('License,Name\nC1,Basin') }, '2031-01-01');
  await says('As of: can’t be in the future.');
  expect(await scrollsSideways(page)).toBe(false);

  await choose(page, 'NV', { name: 'nevada.csv', buffer: Buffer.from('License,Name\nC1,Basin') });
  await button(page, 'Compare').click();
  await tab(page, /^New 1$/).waitFor();
  await page.getByText('Basin').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Discard').click();
  await answer(page, 'Discard draft');
  await page.getByRole('heading', { level: 1, name: 'State registers' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await registered('C1')).toBeNull();
});
