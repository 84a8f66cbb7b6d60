import { describe, expect, it } from 'vitest';
import { hasFocus } from '../support/browser';
import { BRAND, cartButton, checkOut, nameOf, openShop, quantities, SHOPPER } from '../support/shopping';

const { stage, orderCount } = openShop();
const { visit } = stage;

describe('a checkout', () => {
  it('orders the last typed quantity, and nothing while a refused one hasn’t been seen', async () => {
    const page = await visit(SHOPPER, BRAND);
    const name = await nameOf(page, 0);
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/cart');
    const before = await orderCount();
    const quantity = page.getByRole('textbox', { name: `Quantity of ${name}`, exact: true });
    const checkout = page.getByRole('button', { name: 'Review order', exact: true });
    await quantity.fill('99999');
    await checkout.click();
    await page.getByText('Nothing was ordered. Fix the marked quantity').waitFor();
    await hasFocus(quantity);
    expect(await orderCount()).toBe(before);
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await quantity.fill('2');
    await checkOut(page);
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    const { rows } = await stage.database.database.pool.query<{ quantity: string }>(
      'select quantity::text from order_line_items order by id desc limit 1',
    );
    expect(Number(rows[0]?.quantity)).toBe(2);
  });

  it('rereads the carts for a colleague’s changes, and not for one’s own', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/cart');
    const colleague = await visit('owner@harborvine.example', '/marketplace/cart');
    const [mine, theirs] = [quantities(page).first(), quantities(colleague).first()];
    await theirs.waitFor();
    let reads = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/carts') reads += 1;
    });
    for (const wanted of ['2', '3']) {
      await mine.fill(wanted);
      await mine.press('Enter');
      await expect.poll(() => theirs.inputValue()).toBe(wanted);
    }
    expect(reads).toBe(0);
    await theirs.fill('1');
    await theirs.press('Enter');
    await expect.poll(() => mine.inputValue()).toBe('1');
    expect(reads).toBeGreaterThan(0);
  });

  it('orders once when the connection is lost during checkout, however often it is retried', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).nth(2).press('Enter');
    await page.getByRole('button', { name: /^Cart \(/ }).waitFor();
    await page.goto('/marketplace/cart');
    const before = await orderCount();
    let attempts = 0;
    await page.route('**/api/checkout', async (route) => {
      attempts += 1;
      if (attempts <= 3) await route.fetch();
      if (attempts <= 6) await route.abort('connectionreset');
      else await route.continue();
    });
    await checkOut(page);
    await page.getByText('We lost the connection').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => attempts).toBe(6);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    expect(await page.getByRole('link', { name: /^Order \d+/ }).count()).toBe(1);
    expect(await orderCount()).toBe(before + 1);
  });

  it('shows what changed between review and order, and asks again', async () => {
    const page = await visit(SHOPPER, BRAND);
    // News would show the new price before the order is placed.
    await page.route(/\/api\/live\b/, (route) => route.abort());
    await quantities(page).nth(3).press('Enter');
    await page.getByRole('button', { name: /^Cart \(/ }).waitFor();
    await page.goto('/marketplace/cart');
    const before = await orderCount();
    const review = page.getByRole('dialog', { name: 'Review your order' });
    const total = review.getByRole('region').locator('strong');
    const place = review.getByRole('button', { name: 'Place order', exact: true });
    await page.getByRole('button', { name: 'Review order', exact: true }).click();
    const shown = await total.textContent();
    await stage.database.database.pool.query(
      'update products set wholesale_price = wholesale_price + 1, sale_price = null',
    );
    await place.click();
    await review.getByText(`It was ${shown}`).waitFor();
    await expect.poll(() => total.textContent()).not.toBe(shown);
    expect(await page.getByRole('heading', { name: /^Failed to complete checkout/ }).count()).toBe(0);
    expect(await orderCount()).toBe(before);
    await place.click();
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    expect(await orderCount()).toBe(before + 1);
  });

  it('shows in the open review what a colleague removes from the cart', async () => {
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).nth(0).press('Enter');
    await quantities(page).nth(1).press('Enter');
    await cartButton(page, 2).waitFor();
    await page.goto('/marketplace/cart');
    const colleague = await visit('owner@harborvine.example', '/marketplace/cart');
    await page.getByRole('button', { name: 'Review order', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review your order' });
    const shown = await review.getByRole('region').locator('strong').textContent();
    await colleague
      .getByRole('main')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await review.getByText(`It was ${shown}`).waitFor();
    await colleague
      .getByRole('main')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await review.getByText('this cart is gone').waitFor();
    await expect.poll(() => review.getByRole('button', { name: 'Place order' }).count()).toBe(0);
    await review.getByRole('button', { name: 'Back to cart' }).click();
    await page.getByText('Your cart is empty.').waitFor();
  });
});
