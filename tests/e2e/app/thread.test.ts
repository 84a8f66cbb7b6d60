import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { stockUp } from '../../support/demo';
import { openStage } from '../../support/stage';

const STEPS = [
  ['Accept', 'Accepted'],
  ['Fulfill', 'Fulfilled'],
  ['Ship', 'Shipped'],
  ['Mark delivered', 'Delivered'],
  ['Complete', 'Complete'],
] as const;

const stage = openStage();
beforeAll(() => stockUp(stage.database.database.db, 'night-heron'));

const { visit } = stage;

/** Counts page loads, to verify "without reloading". */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

async function placeOrder(page: Page): Promise<string> {
  const quantity = page
    .getByRole('main')
    .getByRole('textbox', { name: /^Quantity of/ })
    .first();
  await quantity.fill('1');
  await quantity.press('Enter');
  await page.getByRole('button', { name: 'Cart (1)' }).waitFor();
  await page.getByRole('button', { name: 'Go to cart' }).click();
  await page.getByRole('button', { name: 'Review order', exact: true }).click();
  await page.getByRole('button', { name: 'Place order', exact: true }).click();
  const link = page.getByRole('link', { name: /^Order \d+/ });
  await link.waitFor();
  return (await link.textContent())?.match(/\d+/)?.[0] ?? '';
}

it('a buyer’s order reaches the seller, goes through its statuses and is followed by the buyer, without a reload', async () => {
  const seller = await visit('owner@tidemark.example', '/orders');
  await seller.getByRole('grid').waitFor();
  const sellerLoads = await countLoads(seller);
  const buyer = await visit('buyer@harborvine.example', '/marketplace/brands/night-heron');
  const orderNumber = await placeOrder(buyer);

  await seller.getByRole('main').getByRole('button', { name: /1 new/ }).click();
  const row = seller.getByRole('row').filter({ hasText: orderNumber });
  await row.getByText('Submitted').waitFor();
  await row.getByRole('link', { name: orderNumber }).click();
  await seller.getByRole('heading', { level: 1, name: `Order ${orderNumber}` }).waitFor();

  await buyer.getByRole('link', { name: `Order ${orderNumber}` }).click();
  await buyer.getByRole('heading', { level: 1, name: `Order ${orderNumber}` }).waitFor();
  const buyerLoads = await countLoads(buyer);
  const buyersStatus = buyer.getByRole('main').locator('header, [class*=head]').first();

  for (const [act, status] of STEPS) {
    await seller.getByRole('button', { name: act, exact: true }).click();
    await seller.getByText('Order status updated').first().waitFor();
    await buyersStatus.getByText(status, { exact: true }).first().waitFor();
  }

  await seller.getByRole('button', { name: 'Record payment' }).first().click();
  const form = seller.getByRole('form', { name: 'Record payment' });
  await form.getByLabel('Amount').fill('0');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await expect.poll(() => form.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
  await form.getByLabel('Amount').fill('1.00');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await seller.getByRole('button', { name: /^Void payment of \$1\.00/ }).waitFor();

  await seller.getByLabel('New comment').fill('Left with the night manager');
  await seller.getByLabel('New comment').press('ControlOrMeta+Enter');
  await seller.getByText('Left with the night manager').first().waitFor();

  await buyer.getByText('$1.00').first().waitFor();
  expect(await buyer.getByText('Left with the night manager').count()).toBe(0);
  expect(await seller.getByRole('button', { name: 'Reject' }).count()).toBe(0);
  expect([sellerLoads(), buyerLoads()]).toEqual([0, 0]);
}, 120_000);

it('a buyer changes their mind and cancels; the seller sees it and can’t act on it anymore', async () => {
  const buyer = await visit('buyer@harborvine.example', '/marketplace/brands/night-heron');
  const orderNumber = await placeOrder(buyer);
  await buyer.getByRole('link', { name: `Order ${orderNumber}` }).click();
  const seller = await visit('owner@tidemark.example', '/orders');
  await seller.getByRole('link', { name: orderNumber }).click();
  await seller.getByRole('button', { name: 'Accept', exact: true }).waitFor();

  await buyer.getByRole('button', { name: 'Cancel order', exact: true }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await seller.getByText('Cancelled', { exact: true }).first().waitFor();
  await expect.poll(() => seller.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
});
