import { expect, it } from 'vitest';
import { axeFindings, noDialog } from '../support/browser';
import { dialog, heading } from '../support/record-screen';
import { openStage } from '../support/stage';

const OWNER = 'owner@fernhollow.example';
const WAREHOUSE = 'warehouse@fernhollow.example';
const ITEMS = '/inventory/brands';

const { visit } = openStage();

it('selected items are assigned to a brand, once one is chosen', async () => {
  const page = await visit(OWNER, ITEMS);
  await heading(page, 'Items');
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await first.getByRole('checkbox').click();
  await second.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Assign to a brand' }).click();
  const assign = dialog(page).getByRole('button', { name: 'Assign', exact: true });
  await assign.click();
  await dialog(page).getByText('Choose a brand').last().waitFor();
  await dialog(page).getByLabel('Brand').selectOption('Kind Orchard');
  expect(await axeFindings(page)).toEqual([]);
  await assign.click();
  await noDialog(page);
  await page.getByText('2 items assigned.').waitFor();
  for (const row of [first, second]) await row.getByText('Kind Orchard').waitFor();
});

it('isn’t for those who may not assign brands', async () => {
  const page = await visit(WAREHOUSE, ITEMS);
  await page.getByText('You can’t open this page').waitFor();
});
