import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { schemaWords } from '../../support/schema-words';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const AUDIT_LOG = '/account/history';

const { visit } = openStage();

it('finds every change by person and kind of record, with its fields before and after', async () => {
  const page = await visit(OWNER, AUDIT_LOG);
  await page.getByText('No changes yet').waitFor();

  await page.goto('/network/customers?new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Lupine Street Wellness');
  await form.getByRole('button', { name: 'Add customer' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto('/profile/settings');
  await page.getByLabel('First name').fill('Marisol');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.').waitFor();

  const navigation = page.getByRole('navigation', { name: 'Apps' });
  await navigation.getByText('Organization').click();
  await navigation.getByText('Audit Log').click();
  const changes = page.getByRole('grid', { name: 'Audit log' });
  const added = changes.getByRole('row', { name: /Add a customer/ });
  await added.getByText('Lupine Street Wellness').waitFor();
  await changes.getByRole('row', { name: /Change your name/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // Filters are in the link, also of the former address, and so is an open entry.
  await page.goto('/account/audit-log?entity=customer');
  await page.waitForURL(`**${AUDIT_LOG}?entity=customer`);
  await added.waitFor();
  expect(await changes.getByRole('row', { name: /Change your name/ }).count()).toBe(0);
  await added.getByRole('link', { name: 'Add a customer' }).click();
  const entry = page.getByRole('dialog', { name: 'Add a customer' });
  await entry.getByRole('row', { name: 'Name — Lupine Street Wellness' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'detached' });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^The matching change/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Lupine Street Wellness');
  expect(file).not.toContain('Change your name');
  // In people's words, here as on screen: no name of a field, no JSON, no id in place of a name.
  expect(schemaWords(file.replace(/^.*\n/, ''))).toEqual([]);

  await page.getByRole('searchbox', { name: 'Find a person' }).fill('nobody of this name');
  await page.getByText('No changes match these filters').waitFor();
});

it('is closed to everyone but owners and admins, and says so', async () => {
  const page = await visit('manager@fernhollow.example', AUDIT_LOG);
  await page.getByText('You can’t open this page').waitFor();
  await page.getByText('Only your organization’s owner and admins can do this.').waitFor();
  expect(await page.getByRole('navigation', { name: 'Apps' }).getByText('Audit Log').count()).toBe(0);
});

it('fits a phone, in the dark too', async () => {
  const page = await visit(OWNER, AUDIT_LOG, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
});
