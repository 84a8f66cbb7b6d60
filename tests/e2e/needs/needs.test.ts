import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const REP = 'rep@fernhollow.example';
const BUYER = 'buyer@harborvine.example';

const stage = openStage();
const { visit } = stage;
const needs = (page: Page) => page.getByRole('navigation', { name: 'What needs you' });

/** How many a list says it has found. */
async function listed(page: Page): Promise<number> {
  const grid = page.getByRole('grid');
  // The header is a row, and so are the totals.
  const totals = await page.locator('[data-part=totals]').count();
  return Number(await grid.getAttribute('aria-rowcount')) - 1 - totals;
}

it('tells sellers on their first screen what needs them, each count that of the list it opens', async () => {
  const { db, pool } = stage.database.database;
  await placeOrder(db, { status: 'SUBMITTED' });
  await placeOrder(db, { status: 'ACCEPTED', paymentDueDate: '2024-01-15' });
  await pool.query(
    `update licenses set expires_on = current_date + 7 where id in
       (select license.id from licenses license join organizations org on org.id = license.org_id
         where org.name = 'Fernhollow Farms' order by license.id limit 1)`,
  );
  await pool.query(
    `update product_stock set quantity = reserved where (org_id, product_id) in
       (select product.org_id, product.id from products product join organizations org on org.id = product.org_id
         where org.name = 'Fernhollow Farms' and product.listing_state = 'AVAILABLE'
           and product.inventory_management = 'MANUAL' order by product.id limit 2)`,
  );
  const page = await visit(OWNER, '/orders');
  const links = needs(page).getByRole('link');
  await links.first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const said = await links.allTextContents();
  for (const kind of [/orders? to accept/, /late payments?/, /products? low on stock/, /licenses? expires? soon/])
    expect(said).toContainEqual(expect.stringMatching(kind));
  for (const text of said) {
    await page.goto('/orders');
    await needs(page).getByRole('link', { name: text, exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/orders' || url.search !== '');
    // The former list stays until the next is read.
    await expect.poll(() => listed(page)).toBe(Number.parseInt(text, 10));
  }

  const phone = await visit(OWNER, '/orders', { viewport: { width: 360, height: 740 } });
  await needs(phone).getByRole('link').first().waitFor();
  expect(await scrollsSideways(phone)).toBe(false);
});

it('counts down as an order is accepted elsewhere, and shows nobody a list they may not open', async () => {
  const { db, pool } = stage.database.database;
  const page = await visit(OWNER, '/orders');
  const toAccept = needs(page).getByRole('link', { name: /to accept/ });
  await toAccept.waitFor();
  const before = Number.parseInt((await toAccept.textContent()) ?? '', 10);
  await placeOrder(db, { status: 'SUBMITTED', rep: REP });
  await page.reload();
  await expect.poll(async () => Number.parseInt((await toAccept.textContent()) ?? '', 10)).toBe(before + 1);
  const { rows } = await pool.query("select max(id)::int as id from orders where status = 'SUBMITTED'");
  const other = await visit(OWNER, `/orders/${rows[0].id}`);
  await other.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(async () => Number.parseInt((await toAccept.textContent()) ?? '', 10)).toBe(before);

  const rep = await visit(REP, '/orders');
  await needs(rep).getByText('What needs you').waitFor();
  await expect.poll(() => needs(rep).getAttribute('aria-busy')).toBe('false');
  expect(
    await needs(rep)
      .getByRole('link', { name: /license/ })
      .count(),
  ).toBe(0);
  const buyer = await visit(BUYER, '/orders/purchases');
  await buyer.getByRole('grid').waitFor();
  expect(await needs(buyer).count()).toBe(0);
});

it('has a search box in the bar, which opens the palette', async () => {
  const page = await visit(OWNER, '/orders');
  const find = page.getByRole('banner').getByRole('button', { name: 'Find anything' });
  await find.click();
  await hasFocus(page.getByRole('combobox', { name: 'Page, record or action' }));
  await page.keyboard.type('products');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inventory/products');

  await page.setViewportSize({ width: 360, height: 740 });
  await find.click();
  await hasFocus(page.getByRole('combobox', { name: 'Page, record or action' }));
  expect(await scrollsSideways(page)).toBe(false);
});
