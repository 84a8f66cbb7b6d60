import type { Page } from 'playwright';
import { hasFocus } from '../browser';

/** A customer of the demo's seller in Colorado. */
const CUSTOMER = 'Harbor & Vine Boulder';

/** Chooses a customer on the page that enters an order. */
export async function chooseCustomer(page: Page, name = CUSTOMER): Promise<void> {
  const box = page.getByRole('combobox', { name: /^Customer/ });
  await box.fill(name);
  await page.locator('.ant-select-item-option-active', { hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Credit left').waitFor();
}

/** Unfolds the order's terms. */
export const openTerms = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Terms', exact: true, expanded: false }).click();

/** Types a line as somebody at the phone does: SKU, Enter, quantity, Enter. */
export async function typeLine(page: Page, sku: string, quantity: string): Promise<void> {
  await page.keyboard.type(sku);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('textbox', { name: 'Quantity to add' }));
  await page.keyboard.type(quantity);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('combobox', { name: 'Product or SKU' }));
}
