import { ilike } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { trackingItems } from '../../../server/db/schema';
import { axeFindings, noDialog } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const WAREHOUSE = 'warehouse@fernhollow.example';
const ITEMS = '/inventory/brands';

const stage = openStage();
const { visit } = stage;

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

it('a rule says what it will do before it is added, then assigns', async () => {
  const { db } = stage.database.database;
  await db.update(trackingItems).set({ brandId: null }).where(ilike(trackingItems.name, '%gelato%'));
  const page = await visit(OWNER, '/inventory/brands/rules');
  await heading(page, 'Assignment rules');
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  await dialog(page).getByRole('button', { name: 'Add rule' }).click();
  await dialog(page).getByText('Enter at least 2 characters').last().waitFor();
  await dialog(page).getByLabel('Name contains').fill('gelato');
  await dialog(page).getByLabel('Brand').selectOption('Kind Orchard');
  const promise = dialog(page).getByText(/^Finds \d+ items?, assigns \d+\.$/);
  await promise.waitFor();
  const assigns = Number(/assigns (\d+)/.exec((await promise.textContent()) ?? '')?.[1]);
  expect(assigns).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add rule' }).click();
  await noDialog(page);
  await page.getByText(`${assigns === 1 ? '1 item' : `${assigns} items`} assigned to Kind Orchard.`).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'gelato' });
  await row.getByText('Kind Orchard').waitFor();
  await row.getByRole('button', { name: /actions/i }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByText('stay there').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('Rule “gelato” deleted.').waitFor();
});
