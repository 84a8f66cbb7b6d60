import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { BUYER as BUYER_NAME, placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const stage = openStage();
const { visit } = stage;

const sums = (page: Page) =>
  page
    .locator('dl', { hasText: 'On backorder, not invoiced yet' })
    .evaluate((list) => [...list.children].map((row) => [...row.children].map((cell) => cell.textContent?.trim())));

it('an order of which some waits says what is owed now, to its seller and its buyer', async () => {
  const { db } = stage.database.database;
  const { id } = await placeOrder(db, { status: 'ACCEPTED', buyer: BUYER_NAME, quantity: '3', later: '6' });
  const page = await visit('owner@fernhollow.example', `/orders/${id}`);
  const expected = (paid: string, balance: string, state: string) => [
    ['Subtotal', '$180.00'],
    ['Total', '$180.00'],
    ['On backorder, not invoiced yet', '-$120.00'],
    ['Paid', paid],
    [`Balance ${state}`, balance],
  ];
  await expect.poll(() => sums(page)).toEqual(expected('$0.00', '$60.00', 'Unpaid'));
  await page.getByRole('button', { name: 'Record payment' }).click();
  const form = page.getByRole('form', { name: 'Record payment' });
  await form.getByText('Balance $60.00. $120.00 of the total waits as backorder.').waitFor();
  await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('60.00');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText('What is invoiced is paid in full. $120.00 of the total waits as backorder.').waitFor();
  await expect.poll(() => sums(page)).toEqual(expected('$60.00', '$0.00', 'Paid'));
  expect(await axeFindings(page)).toEqual([]);

  // In the list of the company that the seller's people see first.
  const other = await placeOrder(db, { status: 'ACCEPTED', quantity: '3', later: '6' });
  await page.goto(`/orders?sellerOrderNumber=${other.orderNumber}`);
  const row = page.getByRole('row').filter({ hasText: other.orderNumber });
  await row.getByTitle('$120.00 of the total waits as backorder').waitFor();
  expect(await row.textContent()).toMatch(/\$180\.00.*Unpaid.*\$60\.00/);

  const purchase = await visit('buyer@harborvine.example', `/orders/purchases/${id}`);
  await expect.poll(() => sums(purchase)).toEqual(expected('$60.00', '$0.00', 'Paid'));
  await purchase.setViewportSize({ width: 360, height: 740 });
  expect(await scrollsSideways(purchase)).toBe(false);
});
