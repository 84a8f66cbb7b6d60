import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { BRAND, cartButton, nameOf, openNotes, openShop, quantities, SHOPPER } from '../../support/carts/shopping';

const { stage, orderCount } = openShop();
const { visit } = stage;

describe('a buyer', () => {
  it('searches, opens a brand, fills a cart and checks it out by keyboard alone', async () => {
    const page = await visit(SHOPPER, '/marketplace');
    const before = await orderCount();
    const search = page.getByRole('combobox', { name: 'Search Marketplace' });
    await search.focus();
    await page.keyboard.type('night');
    await page.getByRole('option', { name: /Night Heron/ }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${BRAND}`);
    await page.getByRole('heading', { level: 1, name: 'Night Heron' }).waitFor();

    await page.getByLabel('Buying for license').focus();
    await page.keyboard.type('Harbor & Vine Santa');
    await expect
      .poll(() => page.getByLabel('Buying for license').locator('option:checked').textContent())
      .toContain('Santa Cruz');

    await quantities(page).first().focus();
    await page.keyboard.type('99999');
    await page
      .getByText(/^(Only \d+ cases available|Maximum order is|Qty too high)/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await hasFocus(quantities(page).nth(1));
    await page.keyboard.press('Enter');
    await cartButton(page, 2).waitFor();
    const menu = page.getByRole('dialog', { name: 'Cart' });
    await menu.getByText('Total price').waitFor();
    await menu.getByRole('button', { name: 'Clear cart' }).waitFor();
    expect(await menu.evaluate((one) => Number.parseFloat(getComputedStyle(one).maxHeight) / innerHeight)).toBeCloseTo(
      0.7,
    );
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Go to cart' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await page.getByRole('button', { name: 'Add notes or delivery preferences' }).focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByLabel('Notes for Tidemark Distribution'));
    await page.keyboard.type('Ring twice');
    const checkout = page.getByRole('button', { name: 'Review order', exact: true });
    await checkout.focus();
    await page.getByText('Notes saved').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const review = page.getByRole('dialog', { name: 'Review your order' });
    const reviewed = review.getByRole('region', { name: 'Order from Tidemark Distribution' });
    await reviewed.getByText('Ring twice').waitFor();
    for (const fact of ['Deliver to', 'Delivery', 'Terms', 'Payment due', 'Line items', 'Total']) {
      await reviewed.getByText(fact, { exact: true }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    expect(await orderCount()).toBe(before);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await hasFocus(review.getByRole('button', { name: 'Back to cart' }));
    await page.keyboard.press('Enter');
    await hasFocus(checkout);
    await page.keyboard.press('Enter');
    await reviewed.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await hasFocus(review.getByRole('button', { name: 'Place order' }));
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    expect(await page.getByRole('link', { name: /^Order \d+/ }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'View purchase orders' }).count()).toBe(1);
    expect(await orderCount()).toBe(before + 1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('restores what was mistyped or removed, and sees a colleague’s changes without losing input', async () => {
    const page = await visit(SHOPPER, BRAND);
    const colleague = await visit('owner@harborvine.example', BRAND);
    const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
    await quantities(page).nth(0).press('Enter');
    await quantities(page).nth(1).press('Enter');
    await cartButton(page, 2).waitFor();
    await page.goto('/marketplace/cart');
    const [mine, other] = [first, second].map((name) =>
      page.getByRole('textbox', { name: `Quantity of ${name}`, exact: true }),
    );
    if (!mine || !other) throw new Error('Two lines were added');

    await mine.fill('99999');
    await page
      .getByText(/^(Only \d+ cases available|Maximum order is|Qty too high)/)
      .first()
      .waitFor();
    await mine.press('Tab');
    await expect.poll(() => mine.inputValue()).toBe('1');
    await mine.fill('0.0000001');
    await page.getByText('Must be whole units').waitFor();
    await mine.press('Tab');
    await mine.fill('1e3');
    await mine.press('Tab');
    await page.getByText('Must be a number, such as 12').waitFor();
    expect(await mine.inputValue()).toBe('1e3');
    await mine.fill('1');
    await mine.press('Tab');

    await page.getByRole('button', { name: `Remove ${second}` }).click();
    await expect.poll(() => other.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await other.waitFor();

    await cartButton(colleague, 2).waitFor();
    await openNotes(page);
    await page.getByLabel('Delivery preferences').fill('Mornings');
    await colleague
      .getByRole('main')
      .getByRole('textbox', { name: `Quantity of ${second}`, exact: true })
      .fill('3');
    await colleague.keyboard.press('Enter');
    await expect.poll(() => other.inputValue()).toBe('3');
    await expect.poll(() => page.getByLabel('Delivery preferences').inputValue()).toBe('Mornings');

    await other.fill('0');
    await other.press('Enter');
    await expect.poll(() => other.count()).toBe(0);
  });

  it('is told what is wrong with 0, a blank or what isn’t a number, and adds none of them', async () => {
    const page = await visit(SHOPPER, BRAND);
    const name = await nameOf(page, 0);
    const quantity = quantities(page).first();
    const add = page.getByRole('button', { name: `Add to cart: ${name}` });
    await quantity.fill('0');
    await add.click();
    await page.getByText('Must be greater than 0').waitFor();
    await hasFocus(quantity);
    await quantity.fill('');
    await add.click();
    await page.getByText('Quantity is required').waitFor();
    await hasFocus(quantity);
    await quantity.fill('1e3');
    await add.click();
    await page.getByText('Must be a number, such as 12').waitFor();
    expect(await quantity.inputValue()).toBe('1e3');
    expect(await page.getByRole('button', { name: /^Cart \(/ }).count()).toBe(0);
    await quantity.fill('2');
    await add.click();
    await cartButton(page, 1).waitFor();
  });

  it('keeps focus after adding and after choosing a brand', async () => {
    const page = await visit(SHOPPER, '/marketplace');
    const search = page.getByRole('combobox', { name: 'Search Marketplace' });
    await search.fill('night');
    await page.getByRole('option', { name: /Night Heron/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Night Heron' }));
    const row = page.locator('[data-product]').first();
    await row.getByRole('button', { name: /^Add to cart/ }).focus();
    await page.keyboard.press('Enter');
    await cartButton(page, 1).waitFor();
    await expect.poll(() => row.locator(':focus').textContent()).toBe('In cart');
  });

  it('sees the initial quantity in the menu again once a line is removed from the cart', async () => {
    const page = await visit(SHOPPER, BRAND);
    const quantity = quantities(page).first();
    await quantity.fill('3');
    await quantity.press('Enter');
    await cartButton(page, 1).waitFor();
    await quantity.fill('');
    await quantity.press('Tab');
    await expect.poll(() => page.getByRole('button', { name: /^Cart \(/ }).count()).toBe(0);
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await quantity.fill('1');
    await quantity.press('Enter');
    await cartButton(page, 1).waitFor();
    await quantity.fill('');
    await quantity.press('Enter');
    await expect.poll(() => page.getByRole('button', { name: /^Cart \(/ }).count()).toBe(0);
    await expect.poll(() => quantity.inputValue()).toBe('1');
  });

  it('keeps the last chosen state', async () => {
    const page = await visit(SHOPPER, '/marketplace');
    await page.getByLabel('State').selectOption({ label: 'Colorado' });
    await page.getByRole('heading', { name: 'All brands in CO' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('US_STATE_FILTER'))).toBe('CO');
    await page.goto('/marketplace');
    await page.getByRole('heading', { name: 'All brands in CO' }).waitFor();
    await page.getByLabel('State').selectOption('');
    await page.goto('/marketplace');
    await page.getByRole('heading', { name: 'All brands in all states' }).waitFor();
  });
});

describe('somebody without the permission for purchase orders', () => {
  it('can view a menu and is told why they can’t buy', async () => {
    const page = await visit('browser@harborvine.example', BRAND);
    await page.getByText('You can browse, but not order here.').waitFor();
    expect(await page.getByText('You need write access to “Purchase orders”').count()).toBe(1);
    await page
      .getByText(/per case of 50/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /Add to cart/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cart' }).click();
    await page.getByText('Your cart is empty.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto('/marketplace/cart');
    await page.getByText('You need read access to “Purchase orders”').waitFor();
  });
});

it('every screen fits a narrow window and passes axe, also in the dark', async () => {
  const page = await visit('owner@copperline.example', '/marketplace', {
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark',
  });
  for (const path of [
    '/marketplace',
    '/marketplace?search=nothing-like-this',
    '/marketplace/cart',
    BRAND,
    `${BRAND}-gone`,
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
    expect(await scrollsSideways(page), path).toBe(false);
    expect(await axeFindings(page), path).toEqual([]);
  }
});
