import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { openStage } from '../../support/stage';

const ADMIN = 'admin@fernhollow.example';
const { visit } = openStage();

/** Pastes rows and goes on to their review. */
async function review(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByLabel('Or paste rows here').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Review rows' }).click();
}
const rowOf = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text });

it('many people are invited from pasted rows, and what is wrong in a row is said before anything is sent', async () => {
  const page = await visit(ADMIN, '/account/manage-users');
  await page.getByRole('link', { name: 'Invite many' }).click();
  await page.getByRole('heading', { level: 1, name: 'Invite many' }).waitFor();
  await page.getByLabel('Or paste rows here').fill('email');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('There are no rows below the header.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await review(page, [
    'E-mail,Full name,Role,Companies',
    'lupe@pickers.example,Lupe Ortiz,User,',
    'sol@pickers.example,Sol Reyes,Sales rep,Fernhollow Farms California',
    'sol@pickers,Sol,Captain,',
  ]);
  await page.getByText('2 new, 0 changed, 0 unchanged, 1 skipped.').waitFor();
  await rowOf(page, 'sol@pickers').getByText('Enter an email address · No role called “Captain”').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await page.getByText('2 people invited.').waitFor();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await review(page, ['Email,Role', 'ren@pickers.example,User']);
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await page.getByText('1 person invited.').waitFor();
  await page.getByRole('button', { name: 'Recent imports' }).click();
  await page.getByRole('button', { name: 'Undo: Invite 1 person' }).click();
  await page.getByText('Undone for 1 person.').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Go to the team' }).click();
  await page.getByRole('row', { name: /Lupe Ortiz.*Invited/ }).waitFor();
  await page.getByRole('row', { name: /Sol Reyes.*Sales rep.*1 company.*Invited/ }).waitFor();
  expect(await page.getByRole('row', { name: /ren@pickers/ }).count()).toBe(0);
});

it('several people get a role at once', async () => {
  const page = await visit(ADMIN, '/account/manage-users?q=fernhollow.example');
  for (const name of ['warehouse@', 'viewer@']) {
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitem', { name: 'Set the role of 2…' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText('Choose a role').last().waitFor();
  await form.getByLabel('Role').selectOption({ label: 'User' });
  await form.getByRole('button', { name: 'Review' }).click();
  await page.getByText('2 people will be set to User.').waitFor();
  await page.getByRole('button', { name: 'Set the role of 2 people' }).click();
  for (const name of ['warehouse@', 'viewer@']) {
    await expect.poll(() => page.getByRole('row').filter({ hasText: name }).textContent()).toMatch(/User/);
  }
});

it('licenses are imported from pasted rows; those there already stay', async () => {
  const page = await visit(ADMIN, '/account/manage/licenses/import');
  await review(page, [
    'License number,Name,State,Type',
    'C11-0009901-LIC,Fernhollow Annex,California,Distributor',
    'CCL18-0000512,Ours,CA,',
    'C11-0000217-LIC,Somebody else’s,CA,',
  ]);
  await page.getByText('1 new, 0 changed, 1 unchanged, 1 skipped.').waitFor();
  await page.getByRole('button', { name: 'Import 1 license' }).click();
  await page.getByText('1 license imported.').waitFor();
  await page.getByRole('link', { name: 'Go to licenses' }).click();
  await page.getByRole('row').filter({ hasText: 'C11-0009901-LIC' }).waitFor();
});

it('people who may not invite or add licenses don’t reach the imports', async () => {
  const page = await visit('manager@fernhollow.example', '/account/manage-users/import');
  await page.getByText('You can’t open this page').waitFor();
  await page.goto('/account/manage/licenses/import');
  await page.getByText('You can’t open this page').waitFor();
});

/** Opens the focused row's menu by keyboard, and chooses with one more key. */
async function pressInMenu(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

it('a person and a license are edited within three keystrokes of their row, or handed to another act', async () => {
  const page = await visit('owner@fernhollow.example', '/account/manage-users');
  const person = page.getByRole('row').filter({ hasText: 'rep@fernhollow.example' }).first();
  await person.getByText('rep@fernhollow.example').click();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Edit / });
  await drawer.getByLabel('Title').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await person.getByText('rep@fernhollow.example').click();
  await pressInMenu(page, 'r');
  const question = page.getByRole('dialog', { name: /^Remove / });
  await question.getByRole('link', { name: /customers? they manage/ }).waitFor();
  await question.getByRole('link', { name: /open orders? they’re the rep of/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });

  await page.goto('/network/licenses');
  const license = page.getByRole('row').filter({ hasText: 'CCL18-0000512' });
  await license.getByText('CCL18-0000512').click();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: /^Edit / })
    .getByLabel('DBA')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await license.getByText('CCL18-0000512').click();
  await pressInMenu(page, 'ArrowUp');
  await page.getByRole('dialog', { name: /^Stop syncing/ }).waitFor();
});

it('two admins who edit one person keep both changes', async () => {
  const [one, other] = [
    await visit(ADMIN, '/account/manage-users?q=manager@fernhollow.example'),
    await visit('owner@fernhollow.example', '/account/manage-users?q=manager@fernhollow.example'),
  ];
  for (const page of [one, other]) {
    await page.getByRole('grid', { name: 'Team' }).getByText('manager@fernhollow.example').dblclick();
  }
  const form = (page: Page) => page.getByRole('dialog', { name: /^Edit / });
  await form(one).getByLabel('Title').fill('Head of sales');
  await form(other).getByLabel('Sales rep ID').fill('SR-900');
  await form(one).getByRole('button', { name: 'Save' }).click();
  await form(one).waitFor({ state: 'detached' });
  await expect.poll(() => form(other).getByLabel('Title').inputValue()).toBe('Head of sales');
  await expect.poll(() => form(other).getByLabel('Sales rep ID').inputValue()).toBe('SR-900');
  await form(other).getByRole('button', { name: 'Save' }).click();
  await form(other).waitFor({ state: 'detached' });
  await other.getByRole('row', { name: /Head of sales.*SR-900/ }).waitFor();
  await one.getByRole('row', { name: /Head of sales.*SR-900/ }).waitFor();
});
