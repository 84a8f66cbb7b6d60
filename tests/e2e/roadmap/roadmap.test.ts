import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, failsUntilClick, scrollsSideways } from '../../support/browser';
import { dialog, heading, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const BUYER = 'buyer@harborvine.example';
const STAFF = 'support@verdant.example';
const OTHER = 'owner@tidemark.example';
const LABELS = 'Print package labels from an intake';
const STOPS = 'Deliver an order in several stops';

const { visit } = openStage();

async function fits(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

const votes = (page: Page, count: string) =>
  page.getByRole('heading', { level: 2, name: count, exact: true }).waitFor();

it('something is suggested after what is like it was shown, reviewed unseen by others, published, and told of once', async () => {
  const buyer = await visit(BUYER, '/marketplace');
  await buyer.getByRole('button', { name: /^Account:/ }).click();
  await buyer.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Roadmap' }).click();
  await heading(buyer, 'Roadmap');
  await buyer.getByRole('link', { name: LABELS }).waitFor();
  await fits(buyer);

  await buyer.getByRole('button', { name: 'Suggest something' }).click();
  const title = dialog(buyer).getByLabel('Title');
  await title.fill('Scan');
  await dialog(buyer).getByRole('button', { name: 'Send suggestion' }).click();
  await dialog(buyer).getByText('Say it in a few words').waitFor();
  await title.fill('printing labels');
  await dialog(buyer).getByRole('link', { name: LABELS }).waitFor();
  await fits(buyer);
  await title.fill('Search orders by driver');
  await dialog(buyer).getByRole('link', { name: LABELS }).waitFor({ state: 'hidden' });
  await dialog(buyer).getByLabel('What would it change for you?').fill('Drivers call us with nothing but a name.');
  await dialog(buyer).getByRole('button', { name: 'Send suggestion' }).click();
  await heading(buyer, 'Search orders by driver');
  await said(buyer, 'Waiting for review');
  await said(buyer, 'You, seen as Harbor & Vine');
  const path = new URL(buyer.url()).pathname;

  const other = await visit(OTHER, path);
  await said(other, 'This entry doesn’t exist, or isn’t published yet.');

  const staff = await visit(STAFF, path);
  await staff.getByRole('button', { name: 'Change status' }).click();
  await dialog(staff).getByLabel('Note').fill('Good.');
  await dialog(staff).getByRole('button', { name: 'Change and tell followers' }).click();
  await dialog(staff).getByText('Write at least 10 characters').first().waitFor();
  await dialog(staff).getByLabel('Note').fill('Good idea. Who else would use it?');
  await dialog(staff).getByLabel('Status').selectOption('Planned');
  await dialog(staff).getByRole('button', { name: 'Change and tell followers' }).click();
  await said(staff, 'Status changed. Followers are told.');
  await said(staff, 'Good idea. Who else would use it?');
  await fits(staff);

  await buyer.getByText('Good idea. Who else would use it?').first().waitFor();
  await buyer.goto('/roadmap');
  await buyer.getByRole('button', { name: /^Notifications/ }).click();
  await buyer.getByText('Planned: Search orders by driver').click();
  await heading(buyer, 'Search orders by driver');
  await other.goto(path);
  await votes(other, '1 vote');
  expect(await other.getByText('Nathan').count()).toBe(0);
});

it('a vote counts once however fast it is pressed, has a reason, and is taken back and undone', async () => {
  const page = await visit(OTHER, '/roadmap');
  await page.getByRole('link', { name: STOPS }).click();
  await votes(page, '2 votes');
  await page.getByRole('button', { name: 'Vote', exact: true }).dblclick();
  await votes(page, '3 votes');
  await page.getByRole('button', { name: 'You voted' }).waitFor();
  expect(await page.getByLabel('Tell me when its status changes').isChecked()).toBe(true);
  await page.getByLabel('What would it change for you?').fill('Our vans stop at six shops a day.');
  await page.getByRole('button', { name: 'Save reason' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Our vans stop at six shops a day.' }).waitFor();
  await fits(page);
  await page.getByRole('button', { name: 'You voted' }).click();
  await votes(page, '2 votes');
  await page.getByRole('button', { name: 'Undo' }).click();
  await votes(page, '3 votes');
  await page.getByRole('listitem').filter({ hasText: 'Our vans stop at six shops a day.' }).waitFor();

  // As it was, if it couldn't be saved.
  await page.route('**/api/roadmap/*/vote', (route) => route.abort());
  await page.getByRole('button', { name: 'You voted' }).click();
  await votes(page, '3 votes');
  await page.unrouteAll({ behavior: 'wait' });
});

it('an entry is merged into another, keeps its address, and stands alone again', async () => {
  const staff = await visit(STAFF, '/roadmap');
  await staff.getByRole('link', { name: 'Recurring orders' }).click();
  await votes(staff, '1 vote');
  await staff.getByRole('button', { name: 'Merge' }).click();
  await dialog(staff).getByRole('combobox', { name: 'Into' }).fill('price history');
  await staff.locator('.ant-select-item-option').filter({ hasText: 'Show the price history' }).click();
  await dialog(staff).getByRole('button', { name: 'Merge' }).click();
  await said(staff, 'This was merged into');
  await staff.getByRole('link', { name: 'Show the price history of a product' }).click();
  await votes(staff, '4 votes');
  await staff.getByRole('link', { name: 'Recurring orders' }).click();
  await staff.getByRole('button', { name: 'Undo merge' }).click();
  await dialog(staff).getByRole('button', { name: 'Undo merge' }).click();
  await votes(staff, '1 vote');
});

it('a person without an organization is told why there is nothing, and a failed page can be read again', async () => {
  const newcomer = await visit('new@verdant.example', '/roadmap');
  await newcomer.waitForURL(/onboarding/);
  const page = await visit(OTHER, '/marketplace');
  await failsUntilClick(page, '**/api/roadmap/search', {
    status: 503,
    json: { userFriendlyMessage: 'Try again in a moment.' },
  });
  await page.goto('/roadmap');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: LABELS }).waitFor();
});
