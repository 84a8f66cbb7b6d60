import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import { carts } from '../../../domain/carts/contract';
import { type FillLine, quickOrders } from '../../../domain/carts/fill-contract';
import { multiply } from '../../../domain/money';
import { QuickOrder } from '../../../src/marketplace/menus/brand/QuickOrder';
import { readDraft } from '../../../src/providers/drafts';
import type { Manifest } from '../../../src/providers/manifest';
import { openAt, world } from '../support/app';
import { reply } from '../support/platform';

const Screen = () => (
  <QuickOrder sellerName="Tidemark" sellerCompanyId={7} buyerLicenseId={3} begun="BD-8, 12" onClose={() => {}} />
);
const quick: Manifest = {
  name: 'quick',
  label: 'Quick order',
  app: 'marketplace',
  requires: read('PURCHASE_ORDERS'),
  screens: [{ path: 'quick', title: 'Quick order', load: async () => ({ default: Screen }) }],
};

const lineOf = ({ sku, quantity }: { sku: string; quantity: string }): FillLine => ({
  productId: 1,
  productName: 'Blue Dream',
  sku,
  quantity,
  unitOfMeasure: 'Each',
  inCart: '0',
  total: quantity,
  after: multiply(quantity, 18),
  problem: null,
  isGone: false,
});

it('a quick order adds nothing before what was changed has a verdict, not with the keyboard either', async () => {
  const { net } = world;
  const put: unknown[] = [];
  let judge = () => {};
  const judged = new Promise<void>((resolve) => {
    judge = resolve;
  });
  net.on(quickOrders.preview, async ({ body }) => {
    const { lines } = body as { lines: { sku: string; quantity: string }[] };
    if (lines[0]?.quantity === '120') await judged;
    const seller = { buyerCompanyId: 5, buyerLicenseId: 3, sellerCompanyId: 7, sellerName: 'Tidemark' };
    return reply(quickOrders.preview, { ...seller, lines: lines.map(lineOf), others: [] });
  });
  net.on(carts.create, ({ body }) => {
    put.push((body as { cartItems: { quantity: string }[] }).cartItems.map(({ quantity }) => quantity));
    return reply(carts.create, { cart: null, results: [] });
  });
  await openAt('/quick', [quick]);
  const add = page.getByRole('button', { name: 'Add 1 product to cart' });
  await expect.element(add).toBeEnabled();
  const lines = page.getByLabelText('SKUs and quantities');
  await lines.fill('BD-8, 120');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Checking what you changed…')).toBeVisible();
  judge();
  await expect.element(page.getByText('$2,160.00').first()).toBeVisible();
  await expect.element(add).toBeEnabled();
  expect(put).toEqual([]);
  await lines.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => put).toEqual([['120']]);
});

it('what is typed while the cart is being filled stays to be ordered', async () => {
  const { net } = world;
  let fill = () => {};
  const filled = new Promise<void>((resolve) => {
    fill = resolve;
  });
  net.on(quickOrders.preview, ({ body }) => {
    const { lines } = body as { lines: { sku: string; quantity: string }[] };
    const seller = { buyerCompanyId: 5, buyerLicenseId: 3, sellerCompanyId: 7, sellerName: 'Tidemark' };
    return reply(quickOrders.preview, { ...seller, lines: lines.map(lineOf), others: [] });
  });
  net.on(carts.create, async () => {
    await filled;
    return reply(carts.create, { cart: null, results: [] });
  });
  await openAt('/quick', [quick]);
  const add = page.getByRole('button', { name: 'Add 1 product to cart' });
  await expect.element(add).toBeEnabled();
  await add.click();
  await expect.poll(() => net.count('/carts')).toBe(1);
  await page.getByLabelText('SKUs and quantities').fill('BD-8, 12\nOG-1, 5');
  await expect.element(page.getByText('OG-1', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText(/^2 products of 2 will be added/)).toBeVisible();
  fill();
  await expect.element(page.getByText('1 product in your cart. 1 line left to correct.')).toBeVisible();
  expect(readDraft('quick-order/7')?.typed).toEqual({ lines: 'OG-1, 5' });
});

it('a file’s letters are read as they were saved, and one that isn’t text replaces nothing', async () => {
  world.net.on(quickOrders.preview, ({ body }) => {
    const { lines } = body as { lines: { sku: string; quantity: string }[] };
    const seller = { buyerCompanyId: 5, buyerLicenseId: 3, sellerCompanyId: 7, sellerName: 'Tidemark' };
    return reply(quickOrders.preview, { ...seller, lines: lines.map(lineOf), others: [] });
  });
  await openAt('/quick', [quick]);
  const lines = page.getByLabelText('SKUs and quantities');
  const file = page.getByLabelText('Or choose a csv file');
  const bytes = [...'Pi\u00f1\u00f3n, 2'].map((letter) => letter.charCodeAt(0));
  await file.upload(new File([new Uint8Array(bytes)], 'order.csv', { type: 'text/csv' }));
  await expect.element(lines).toHaveValue('Piñón, 2');
  await expect.element(page.getByText(/so we read it as Windows-1252/)).toBeVisible();
  await file.upload(new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'order.csv', { type: 'text/csv' }));
  await expect.element(page.getByText(/This is a spreadsheet’s own file/)).toBeVisible();
  await expect.element(lines).toHaveValue('Piñón, 2');
});

it('SKUs scanned into the box are asked for without the marks of their barcodes', async () => {
  const asked: unknown[] = [];
  world.net.on(quickOrders.preview, ({ body }) => {
    const { lines } = body as { lines: { sku: string; quantity: string }[] };
    asked.push(lines);
    const seller = { buyerCompanyId: 5, buyerLicenseId: 3, sellerCompanyId: 7, sellerName: 'Tidemark' };
    return reply(quickOrders.preview, { ...seller, lines: lines.map(lineOf), others: [] });
  });
  await openAt('/quick', [quick]);
  const lines = page.getByLabelText('SKUs and quantities');
  await lines.fill('');
  await userEvent.keyboard('*BD-8*{Enter}]C1GG-1{Enter}*BD-8*{Enter}');
  await expect
    .poll(() => asked.at(-1))
    .toEqual([
      { sku: 'BD-8', quantity: '2' },
      { sku: 'GG-1', quantity: '1' },
    ]);
  await expect.element(page.getByText(/^2 products of 2 will be added/)).toBeVisible();
});
