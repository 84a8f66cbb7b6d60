import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, hasFocus } from '../../support/browser';
import { BRAND, cartButton, openShop, quantities, SHOPPER } from '../../support/carts/shopping';
import { stockUp } from '../../support/demo';

const { stage } = openShop();
const { visit } = stage;
const COLORADO = '/marketplace/brands/fernhollow';
const BOULDER = /Harbor & Vine Boulder/;
beforeAll(() => stockUp(stage.database.database.db, 'fernhollow'));

const rowsOf = (page: Page) => page.getByRole('main').locator('[data-product]');
const topOf = async (page: Page) => (await rowsOf(page).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;

/** A product that is sold in Colorado alone. */
async function coloradan(): Promise<{ id: string; name: string }> {
  const { rows } = await stage.database.database.pool.query<{ id: string; name: string }>(
    `select product.id, product.name from products product join brands on brands.id = product.brand_id
       join companies on companies.id = product.company_id
      where brands.slug = 'fernhollow' and companies.us_state = 'CO' and product.listing_state = 'AVAILABLE'
        and product.minimum_order is null
      order by product.id limit 1`,
  );
  if (!rows[0]) throw new Error('The demo sells nothing in Colorado');
  return rows[0];
}

describe('a brand’s page', () => {
  it('begins with its products, and folds what else there is to say of the brand', async () => {
    const page = await visit(SHOPPER, BRAND);
    await rowsOf(page).first().waitFor();
    expect(await topOf(page)).toBeLessThan(400);
    await page.getByText('About Night Heron').click();
    await expect.poll(() => topOf(page)).toBeGreaterThan(400);
    await page.getByText('About Night Heron').click();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(() => topOf(page)).toBeLessThan(500);
    const high = await rowsOf(page).evaluateAll((all) =>
      all.flatMap((row) => (row.clientHeight >= 120 ? [`${row.textContent}: ${row.clientHeight}`] : [])),
    );
    expect(high).toEqual([]);
  });

  it('counts what each filter leaves by the others, in the address too', async () => {
    const page = await visit(SHOPPER, BRAND);
    await rowsOf(page).first().waitFor();
    const category = page.getByRole('combobox', { name: 'Category' });
    const textOf = (name: string) => page.getByRole('combobox', { name }).locator('option:checked').textContent();
    /** What the chosen option of a filter counts, once it is chosen. */
    const countOf = async (name: string) => {
      await expect.poll(() => textOf(name)).toMatch(/\(\d+\)$/);
      return Number(/\((\d+)\)$/.exec((await textOf(name)) ?? '')?.[1]);
    };
    const [, value = ''] = await category
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    await category.selectOption(value);
    const many = await countOf('Category');
    await expect.poll(() => rowsOf(page).count()).toBe(many);
    const price = page.getByRole('combobox', { name: 'Price' });
    await price.selectOption({ index: 1 });
    const fewer = await countOf('Price');
    expect(fewer).toBeLessThan(many);
    await expect.poll(() => rowsOf(page).count()).toBe(fewer);
    await expect.poll(() => textOf('Category')).toMatch(new RegExp(`\\(${fewer}\\)$`));
    await page.reload();
    await expect.poll(() => rowsOf(page).count()).toBe(fewer);
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(many);
  });

  it('says the least order, the days of delivery and what is in the cart so far', async () => {
    await stage.database.database.pool.query(
      `insert into company_order_terms (org_id, company_id, minimum_usd, delivery_days, time_zone)
       select org_id, id, 5000, '{2,4}', 'America/Los_Angeles' from companies where name = 'Tidemark Distribution'`,
    );
    const page = await visit(SHOPPER, BRAND);
    await page.getByText('Minimum order $5,000.00').waitFor();
    await page.getByText(/^Delivers Tue, Thu, next \d\d\/\d\d\/\d{4} if you order by/).waitFor();
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.getByText(/^In your cart: 1 line \$[\d,.]+ · \$[\d,.]+ to the \$5,000\.00 minimum$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: 'In your cart: 1 line' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await stage.database.database.pool.query('delete from company_order_terms');
  });

  it('says what a lab found of each product, and narrows by it', async () => {
    const { pool } = stage.database.database;
    const { rowCount } = await pool.query(
      `insert into lab_reports (org_id, package_id, performed, lab_license, lab_name, source_label, passed, is_revoked, findings, seen_at)
       select pack.org_id, pack.id, current_date, 'C8-0000064-LIC', 'Clearwater Analytics', pack.label, true, false,
         '[{"name":"Total THC","unit":"%","group":"CANNABINOIDS","level":"24.31","passed":true,"isInformational":false,"comment":""}]', now()
       from packages pack join product_items mapped on mapped.org_id = pack.org_id and mapped.item_id = pack.item_id
       join products product on product.org_id = pack.org_id and product.id = mapped.product_id
       join brands on brands.id = product.brand_id join companies on companies.id = product.company_id
       where brands.slug = 'fernhollow' and companies.us_state = 'CA' and product.listing_state = 'AVAILABLE' and pack.status = 'ACTIVE'
       order by pack.id limit 1`,
    );
    expect(rowCount).toBe(1);
    await pool.query(`update packages set lab_test_state = 'TestPassed'
      where id in (select package_id from lab_reports where lab_name = 'Clearwater Analytics' and performed = current_date)`);
    const page = await visit(SHOPPER, COLORADO);
    const tested = rowsOf(page).filter({ hasText: 'THC 24.31%' });
    await tested.first().waitFor();
    await tested
      .first()
      .getByText(/^Lab passed \d/)
      .waitFor();
    await tested
      .first()
      .getByText(/^Batch …/)
      .waitFor();
    const many = await tested.count();
    await page.getByRole('combobox', { name: 'THC' }).selectOption('20');
    await expect.poll(() => rowsOf(page).count()).toBe(many);
  });
});

describe('a product’s window', () => {
  it('takes a quantity, says the stock, adds to the cart and closes at its row', async () => {
    const page = await visit(SHOPPER, BRAND);
    await rowsOf(page).last().waitFor();
    const id = await rowsOf(page).last().getAttribute('data-product');
    await page.goto(`${BRAND}?product=${id}`);
    const window = page.getByRole('dialog');
    await window
      .getByText(/available|in stock/i)
      .first()
      .waitFor();
    await window.getByRole('textbox', { name: /^Quantity of/ }).fill('3');
    await window.getByRole('button', { name: /^Add to cart/ }).click();
    await window.getByText('In cart').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const row = page.locator(`[data-product="${id}"]`);
    await hasFocus(row.getByRole('heading').getByRole('button'));
    expect(await row.getByRole('textbox').inputValue()).toBe('3');
    const box = await row.boundingBox();
    expect(box && box.y >= 0 && box.y < 900).toBe(true);
  });

  it('opens for visitors, without a price, with the way to sign in', async () => {
    const page = await stage.stranger(BRAND);
    const name = page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('button');
    await name.click();
    const window = page.getByRole('dialog');
    await window.getByText('SKU').waitFor();
    expect(await window.getByText('$').count()).toBe(0);
    await window.getByRole('link', { name: /^Sign in to order/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(name);
  });
});

describe('a product of another state', () => {
  it('offers the license that can buy it, from a link', async () => {
    const { id, name } = await coloradan();
    const page = await visit(SHOPPER, `${COLORADO}?product=${id}`);
    await page.getByText(`${name} is sold in CO.`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: BOULDER }).click();
    await page
      .getByRole('dialog', { name })
      .getByRole('button', { name: /^Add to cart/ })
      .click();
    await cartButton(page, 1).waitFor();
  });

  it('shows its price in the search, with the license that can buy it, and is added there', async () => {
    const { name } = await coloradan();
    const page = await visit(SHOPPER, `/marketplace?state=CO&search=${encodeURIComponent(name)}`);
    const row = rowsOf(page).filter({ hasText: name }).first();
    await row
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor();
    expect(await row.getByRole('button', { name: /^Add to cart/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: BOULDER }).click();
    await row.getByRole('button', { name: /^Add to cart/ }).waitFor();
    await hasFocus(row.getByRole('heading').getByRole('button'));
    await row.getByRole('button', { name: /^Add to cart/ }).click();
    await cartButton(page, 1).waitFor();
  });

  it('offers that license in its window too, from the search, and is added there', async () => {
    const { name } = await coloradan();
    const page = await visit(SHOPPER, `/marketplace?state=CO&search=${encodeURIComponent(name)}`);
    const row = rowsOf(page).filter({ hasText: name }).first();
    await row.getByRole('heading').getByRole('button').click();
    const window = page.getByRole('dialog', { name });
    await window.getByRole('button', { name: BOULDER }).click();
    await hasFocus(window.getByRole('button', { name: /^Less: Quantity of/ }));
    await window.getByRole('button', { name: /^Add to cart/ }).click();
    await window.getByText('In cart').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is in the cart once somebody who wanted it has signed in and chosen that license', async () => {
    const { id, name } = await coloradan();
    const page = await stage.stranger(`${COLORADO}?add=${id}`);
    await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
    await page.goto(`/login?returnTo=${encodeURIComponent(`${COLORADO}?add=${id}`)}`);
    await page.getByLabel('Email').fill(SHOPPER);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(`${name} is sold in CO.`).waitFor();
    await page.getByRole('button', { name: BOULDER }).click();
    await page.getByText(`${name} is in your cart.`).waitFor();
    expect(page.url()).not.toContain('add=');
  });
});

it('what is followed is headed in order', async () => {
  const page = await visit(SHOPPER, BRAND);
  await rowsOf(page).first().getByRole('heading').getByRole('button').click();
  await page.getByRole('button', { name: 'Follow price and stock' }).click();
  await page.getByRole('button', { name: 'Stop following' }).waitFor();
  await page.goto('/marketplace/following');
  await rowsOf(page).first().waitFor();
  const levels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => tagName));
  expect(levels.slice(0, 3)).toEqual(['H1', 'H2', 'H3']);
  expect(await axeFindings(page)).toEqual([]);
});
