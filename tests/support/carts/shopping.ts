import type { Page } from 'playwright';
import { beforeAll, beforeEach } from 'vitest';
import { stockUp } from '../demo';
import { openStage } from '../stage';

export const SHOPPER = 'buyer@harborvine.example';
export const BRAND = '/marketplace/brands/night-heron';

/** A stage where a marketplace brand has enough stock and carts are empty before each test. */
export function openShop() {
  const stage = openStage();
  beforeAll(() => stockUp(stage.database.database.db, 'night-heron'));
  beforeEach(() => stage.database.database.pool.query('delete from carts'));

  /** The number of orders of the shopper's organization. */
  async function orderCount(): Promise<number> {
    const { rows } = await stage.database.database.pool.query<{ count: string }>(
      `select count(*) from orders join organizations on organizations.id = orders.buyer_org_id where name = 'Harbor & Vine'`,
    );
    return Number(rows[0]?.count);
  }
  return { stage, orderCount };
}

export const quantities = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Quantity of/ });
export const cartButton = (page: Page, count: number) => page.getByRole('button', { name: `Cart (${count})` });

/** The product at a position of the menu. */
export const nameOf = async (page: Page, index: number) =>
  (await quantities(page).nth(index).getAttribute('aria-label'))?.replace('Quantity of ', '') ?? '';

/** Unfolds the notes of the page's cart. */
export const openNotes = (page: Page) =>
  page.getByRole('button', { name: 'Add notes or delivery preferences' }).click();

/** From the cart: review, then order. */
export async function checkOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review order', exact: true }).click();
  await page.getByRole('button', { name: 'Place order', exact: true }).click();
}
