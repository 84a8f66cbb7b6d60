import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const stage = openStage();
const SETTINGS = '/profile/settings';
const VIEWER = 'viewer@fernhollow.example';

it('a person downloads their data, then deletes their account, which asks for their email', async () => {
  const page = await stage.visit(VIEWER, SETTINGS);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(data.profile.email).toBe(VIEWER);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByText(/You leave Fernhollow Farms/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByLabel(`To confirm, type ${VIEWER}`).fill('viewer');
  await question.getByRole('button', { name: 'Delete account' }).click();
  await question.getByText(`Type ${VIEWER} to confirm`).waitFor();
  await question.getByLabel(`To confirm, type ${VIEWER}`).fill(VIEWER);
  await question.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/marketplace');
  await page
    .getByRole('link', { name: 'Sign in' })
    .or(page.getByRole('button', { name: 'Sign in' }))
    .first()
    .waitFor();
});

it('an owner reads what has to happen first', async () => {
  const page = await stage.visit('owner@fernhollow.example', SETTINGS);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const told = page.getByRole('dialog', { name: 'You can’t delete your account yet' });
  await told.getByText(/^You own Fernhollow Farms.*Transfer ownership first\.$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await told.getByRole('button', { name: 'Close' }).last().click();
  await told.waitFor({ state: 'detached' });
});

it('another tab of the same person shows a new name without a reload', async () => {
  const page = await stage.visit('rep@fernhollow.example', SETTINGS);
  const other = await page.context().newPage();
  await other.goto(SETTINGS);
  const inBar = other.getByRole('button', { name: /^Account: / });
  await inBar.waitFor();
  await page.getByLabel('Last name').fill('Ashgrove');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.').waitFor();
  await expect.poll(() => inBar.getAttribute('aria-label')).toContain('Ashgrove');
});

it('a session says on which browser and system it is', async () => {
  const page = await stage.stranger(SETTINGS);
  await page.getByLabel('Email').fill('warehouse@fernhollow.example');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  const here = page.getByRole('listitem').filter({ hasText: 'This session' });
  await here.getByText(/^Chrome on (Linux|Mac|Windows)$/).waitFor();
  await here.getByRole('button', { name: /^Sign out here: Chrome on / }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await scrollsSideways(page)).toBe(false);
});
