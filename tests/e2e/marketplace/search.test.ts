import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, hasFocus } from '../../support/browser';
import { BRAND, cartButton, openShop, quantities, SHOPPER } from '../../support/carts/shopping';

const { stage } = openShop();
const { visit } = stage;

describe('a visitor', () => {
  it('sees filters and sort locked, hears how to unlock them, and still searches', async () => {
    const page = await stage.stranger('/marketplace?state=CO&kind=RETAILER&sort=name');
    await page.getByRole('heading', { name: 'All brands in all states' }).waitFor();
    for (const name of ['State', 'Kind of business', 'Sort by']) {
      const select = page.getByRole('combobox', { name, exact: true });
      expect(await select.isDisabled()).toBe(true);
      expect(await select.inputValue()).toBe('');
      const why = await select.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${why}"]`).textContent()).toBe('Sign up or Login to unlock filters/sorting');
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Search Marketplace' }).fill('heron');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Brands matching “heron” in all states' }).waitFor();
    await page.getByRole('link', { name: 'Login', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Email').fill(SHOPPER);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Sort by', exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Sort by', exact: true }).isEnabled()).toBe(true);
  });

  it('finds a product and sees no price, signs in, and has it in the cart', async () => {
    const page = await stage.stranger('/marketplace?state=all');
    await page.getByRole('heading', { name: 'All brands in all states' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(BRAND);
    await page.getByText('Prices are shown to licensed businesses.').waitFor();
    expect(await page.getByText('$').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    const order = page.getByRole('link', { name: /^Sign in to order / }).first();
    const name = (await order.getAttribute('aria-label'))?.replace('Sign in to order ', '') ?? '';
    await order.click();
    await page.getByLabel('Email').fill(SHOPPER);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(`${name} is in your cart.`).waitFor();
    await cartButton(page, 1).waitFor();
    expect(page.url()).not.toContain('add=');
    await page.reload();
    await cartButton(page, 1).waitFor();
  });
});

describe('searching', () => {
  it('finds products with typing errors, opens them on their brand’s page, and shows what was bought before', async () => {
    const page = await visit(SHOPPER, '/marketplace');
    const search = page.getByRole('combobox', { name: 'Search Marketplace' });
    await search.fill('gellato');
    const option = page.getByRole('option').first();
    await option
      .getByText(/gelato/i)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Products matching “gellato”' }).waitFor();
    expect(await search.inputValue()).toBe('gellato');
    expect(await axeFindings(page)).toEqual([]);
    const first = page
      .getByRole('region', { name: /^Products matching/ })
      .locator('[data-product]')
      .first();
    const name = first.getByRole('heading').getByRole('button');
    await first
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor();
    await name.click();
    await page.getByRole('dialog').getByText('SKU').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(name);
    await first.getByRole('button', { name: /^Add to cart/ }).click();
    await cartButton(page, 1).waitFor();
    await search.fill('xqzzvw');
    await page.getByText('Nothing matches “xqzzvw”.').waitFor();
  });

  it('has a product in the cart with two clicks: into the search, and on its Add to cart', async () => {
    const page = await visit(SHOPPER, BRAND);
    const name = (await quantities(page).first().getAttribute('aria-label'))?.replace('Quantity of ', '') ?? '';
    await page.getByRole('combobox', { name: 'Search Marketplace' }).click();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    const found = page.getByRole('region', { name: /^Products matching/ });
    await found
      .getByRole('button', { name: `Add to cart: ${name}`, exact: true })
      .first()
      .click();
    await cartButton(page, 1).waitFor();
    await found.getByText('In cart', { exact: true }).waitFor();
  });

  it('orders by SKU, with a verdict on each, keeps the cart as a list and fills it again', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().waitFor();
    const { rows } = await stage.database.database.pool.query<{ sku: string; name: string }>(
      `select product.sku, product.name from products product join brands on brands.id = product.brand_id
         join product_stock stock on stock.org_id = product.org_id and stock.product_id = product.id
         join companies on companies.id = product.company_id
        where brands.slug = 'night-heron' and product.listing_state = 'AVAILABLE' and companies.us_state = 'CA'
          and product.minimum_order is null and stock.quantity > 1000 order by product.id limit 2`,
    );
    await page.getByRole('button', { name: 'Quick order' }).click();
    const quick = page.getByRole('dialog');
    await quick.getByLabel('SKUs and quantities').fill(`${rows[0]?.sku}, 2\n${rows[1]?.sku}\t3\nNOPE, 1\nX\tmany`);
    await quick.getByText('Line 4 needs a quantity').waitFor();
    await quick.getByText('The seller has no product with this SKU').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await quick.getByRole('button', { name: 'Add 2 products to cart' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await cartButton(page, 2).waitFor();
    await page.getByText('2 products in your cart. 2 lines left to correct.').waitFor();
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect.poll(() => quick.getByLabel('SKUs and quantities').inputValue()).toBe('NOPE, 1\nX\tmany');
    await page.goBack();

    await page.getByRole('button', { name: 'Save as a standing list' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Tuesday order');
    await page.getByRole('dialog').getByRole('button', { name: 'Save list' }).click();
    const lists = page.getByRole('region', { name: 'Standing lists' });
    await lists.getByText('Tuesday order').first().waitFor();
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await cartButton(page, 1).waitFor();
    await lists.getByRole('button', { name: 'Fill cart with Tuesday order' }).click();
    await page.getByRole('dialog').getByLabel('Replace what’s in the cart').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add 2 products to cart' }).click();
    await cartButton(page, 2).waitFor();
    await lists.getByRole('button', { name: 'Delete Tuesday order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click();
    await lists.waitFor({ state: 'detached' });
  });

  it('orders a whole product line, once each product was looked through', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().waitFor();
    await page
      .getByRole('button', { name: /^Order all of / })
      .first()
      .click();
    const all = page.getByRole('dialog');
    await all.getByText(/products of \d+ will be added to your cart/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await all.getByRole('button', { name: /^Add \d+ products to cart$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: /^Quantity of/ }).count()).toBeGreaterThan(3);
  });

  it('prints a menu, and sorts it', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Menu PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^\d{6}_menu\.pdf$/);
    await page.getByLabel('Sort by').selectOption('Name');
    await page.waitForURL(/sort=name/);
    const names = () => page.getByRole('main').locator('[data-product] h3').allTextContents();
    const byName = async () => (await names()).sort((one, other) => one.localeCompare(other)).join();
    await expect.poll(async () => (await names()).join()).toBe(await byName());
  });
});
