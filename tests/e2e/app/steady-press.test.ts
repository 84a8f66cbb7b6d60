import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { chooseCustomer, typeLine } from '../../support/orders/entry-page';
import { openStage } from '../../support/stage';

const SKU = 'FE-CO-P10-GEL';
const stage = openStage();

const save = (page: Page) => page.getByRole('button', { name: 'Save draft' });

async function topOf(page: Page): Promise<number> {
  return (await save(page).boundingBox())?.y ?? 0;
}

/** Presses “Save draft” while the line just typed is looked up; its row moves the button away under the pointer. */
async function pressWhileItMoves(page: Page): Promise<void> {
  await chooseCustomer(page);
  const isPressed = Promise.withResolvers<void>();
  await page.route('**/api/order-line-products', async (route) => {
    await isPressed.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, SKU, '3');
  await save(page).hover();
  const before = await topOf(page);
  await page.mouse.down();
  isPressed.resolve();
  await page.getByRole('grid', { name: 'Order lines', exact: true }).getByRole('row', { name: SKU }).waitFor();
  await expect.poll(() => topOf(page)).toBeLessThan(before - 20);
}

it('a button that moves away under a hand at rest is pressed all the same, once', async () => {
  const page = await stage.visit('owner@fernhollow.example', '/orders/new');
  let saved = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/seller/orders')) saved += 1;
  });
  await pressWhileItMoves(page);
  await page.mouse.up();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  expect(saved).toBe(1);
});

it('a hand that leaves the button before it lets go takes the press back', async () => {
  const page = await stage.visit('owner@fernhollow.example', '/orders/new');
  await pressWhileItMoves(page);
  await page.mouse.move(700, 300, { steps: 3 });
  await page.mouse.up();
  // What is pressed next counts, so the first press has had its time.
  await page.getByRole('button', { name: 'Terms', exact: true }).click();
  await page.getByLabel('Shipping details').fill('Dock 4');
  await page.getByText('Unsaved changes').waitFor();
  expect(new URL(page.url()).pathname).toBe('/orders/new');
});
