import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import { orderEntry } from '../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../domain/orders/entry/draft';
import type { Manifest } from '../../../src/providers/manifest';
import { AddLine } from '../../../src/resources/orders/entry/AddLine';
import { openAt, world } from '../support/app';
import { reply } from '../support/platform';

const SKUS = ['BD-8', 'GG-1', '850012345678'];
const productOf = (sku: string): LineProduct => ({
  id: SKUS.indexOf(sku) + 1,
  name: `Product ${sku}`,
  sku,
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  price: { unitPrice: '18.00', wholesalePrice: '18.00', salePrice: null, isOnSale: false, why: { kind: 'wholesale' } },
  brand: { id: 1, name: 'Fernhollow' },
  imageUri: null,
  isParent: false,
  totalEffectiveInventory: '500',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  rules: { unitOfMeasure: 'Unit', minimum: null, maximum: '100000', available: '500', decimals: 0, isFixed: false },
});

const OUT: LineProduct = {
  ...productOf('GG-1'),
  sellInBulk: true,
  sellInUnitOfMeasure: 'Case',
  unitMultiplier: '24',
  totalEffectiveInventory: '5',
};

const added: string[] = [];

const Screen = () => (
  <AddLine
    scope={{ orgId: 1, companyId: 10, customerId: null }}
    onAdd={({ sku }, quantity) => added.push(`${sku} × ${quantity}`)}
    onPaste={() => {}}
  />
);
const entry: Manifest = {
  name: 'entry',
  label: 'Entry',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [{ path: 'entry', title: 'Entry', load: async () => ({ default: Screen }) }],
};

async function open() {
  added.length = 0;
  world.net.on(orderEntry.lineProducts, ({ body }) => {
    const { skus = [], searchTerm } = body as { skus?: string[]; searchTerm?: string };
    const bySku = skus.map((sku) => (SKUS.includes(sku) ? productOf(sku) : null));
    return reply(orderEntry.lineProducts, { results: searchTerm ? [productOf('BD-8'), OUT] : [], bySku });
  });
  await openAt('/entry', [entry]);
  const sku = page.getByRole('combobox', { name: 'Product or SKU' });
  const quantity = page.getByRole('textbox', { name: 'Quantity to add' });
  await sku.click();
  return { sku, quantity };
}

it('SKUs scanned one after the other are a line of one each, whether the scanner ends with Enter or Tab', async () => {
  const { sku, quantity } = await open();
  await userEvent.keyboard('BD-8{Enter}');
  await expect.element(quantity).toHaveFocus();
  await userEvent.keyboard('*GG-1*{Tab}');
  await expect.poll(() => added).toEqual(['BD-8 × 1']);
  await expect.element(quantity).toHaveFocus();
  await userEvent.keyboard('850012345678{Enter}');
  await expect.poll(() => added).toEqual(['BD-8 × 1', 'GG-1 × 1']);
  await expect.element(quantity).toHaveValue('');
  await userEvent.keyboard('BD-8{Enter}');
  await expect.poll(() => added.at(-1)).toBe('850012345678 × 1');
  await expect.element(quantity).toHaveValue('');
  await userEvent.keyboard('12{Enter}');
  await expect.poll(() => added.at(-1)).toBe('BD-8 × 12');
  await expect.element(sku).toHaveFocus();
});

it.each(['1o', '999912345678'])(
  'what is neither a quantity nor a product’s SKU stays to be corrected: %s',
  async (typed) => {
    const { quantity } = await open();
    await userEvent.keyboard('BD-8{Enter}');
    await expect.element(quantity).toHaveFocus();
    await userEvent.keyboard(`${typed}{Enter}`);
    await expect.element(page.getByText('Must be a number, such as 12')).toBeVisible();
    await expect.element(quantity).toHaveValue(typed);
    await quantity.fill('2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => added).toEqual(['BD-8 × 2']);
  },
);

it('the unit beside a quantity is that of the product chosen last, however late an earlier one is found', async () => {
  const { sku, quantity } = await open();
  let found = () => {};
  const held = new Promise<void>((resolve) => {
    found = resolve;
  });
  world.net.on(orderEntry.lineProducts, async ({ body }) => {
    const { skus } = body as { skus?: string[] };
    if (skus) await held;
    return reply(orderEntry.lineProducts, { results: [OUT], bySku: skus ? [productOf('BD-8')] : [] });
  });
  await userEvent.keyboard('BD-8{Enter}');
  await expect.element(quantity).toHaveFocus();
  await sku.fill('Product');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(quantity).toHaveAttribute('placeholder', 'cases');
  found();
  // The reply is read, and what follows from it is drawn.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(quantity).toHaveAttribute('placeholder', 'cases');
});

it('a product is offered with its unit, price and stock, and its unit is said beside it', async () => {
  const { sku, quantity } = await open();
  await sku.fill('Product');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2);
  const [first, second] = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
  expect(first).toBe('Product BD-8$18.00 per unitBD-8500 units');
  expect(second).toBe('Product GG-1$18.00 per caseGG-1 · 24 units per caseOut of stock');
  await userEvent.keyboard('{Enter}');
  await expect.element(quantity).toHaveAttribute('placeholder', 'units');
  await userEvent.keyboard('0{Enter}');
  await expect.element(page.getByText('Must be greater than 0')).toBeVisible();
  expect(added).toEqual([]);
});
