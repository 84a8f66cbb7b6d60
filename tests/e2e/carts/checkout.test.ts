import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus } from '../../support/browser';
import { BRAND, cartButton, checkOut, nameOf, openShop, quantities, SHOPPER } from '../../support/carts/shopping';
import { stockUp } from '../../support/demo';
import { dialog, panel } from '../../support/screens/record-screen';

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
    expect(await place.isDisabled()).toBe(true);
    await review.getByRole('checkbox', { name: `Order at the new total of ${await total.textContent()}` }).check();
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

  it('keeps to the minimum order the seller asks, which the seller sets with its delivery days', async () => {
    const seller = await visit('owner@tidemark.example', '/account/manage/companies');
    await seller.getByRole('main').getByRole('link', { name: 'Tidemark Distribution' }).click();
    const terms = panel(seller, 'Order terms');
    await terms.getByRole('button', { name: 'Add order terms' }).click();
    const form = dialog(seller);
    await form.getByLabel('Minimum order').fill('900000');
    await form.getByRole('checkbox', { name: 'Thursday' }).check();
    await form.getByLabel('Order by').selectOption('14:00');
    await form.getByLabel('Days before delivery').fill('90');
    await form.getByRole('button', { name: 'Add order terms' }).click();
    await form.getByText('Must be 14 or fewer').waitFor();
    await form.getByLabel('Days before delivery').fill('2');
    expect(await axeFindings(seller)).toEqual([]);
    await form.getByRole('button', { name: 'Add order terms' }).click();
    await terms.getByText('Minimum $900,000.00 · delivers Thu · order by 2 PM, 2 days before').waitFor();

    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/cart');
    await page.getByText(/has a minimum order of \$900,000\.00\. Add \$/).waitFor();
    await page.getByText(/Next delivery .* if you order by .* Minimum order \$900,000\.00/).waitFor();
    expect(await page.getByRole('button', { name: 'Review order', exact: true }).isDisabled()).toBe(true);

    await terms.getByRole('button', { name: 'Edit All customers' }).click();
    await form.getByLabel('Minimum order').fill('1');
    await form.getByRole('button', { name: 'Save' }).click();
    await terms.getByText('Minimum $1.00 · delivers Thu').waitFor();
    const review = page.getByRole('button', { name: 'Review order', exact: true });
    await expect.poll(() => review.isEnabled()).toBe(true);
    await review.click();
    await page
      .getByRole('dialog')
      .getByText(/, if ordered by /)
      .waitFor();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();

    await terms.getByRole('button', { name: 'Remove All customers' }).click();
    await form.getByRole('button', { name: 'Remove order terms' }).click();
    await terms.getByText('Buyers order any amount, for any day.', { exact: false }).waitFor();
  });

  it('orders the carts that are chosen, and leaves the others as they are', async () => {
    await stockUp(stage.database.database.db, 'fernhollow');
    const page = await visit(SHOPPER, BRAND);
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/brands/fernhollow');
    await quantities(page).first().press('Enter');
    await cartButton(page, 2).waitFor();
    await page.goto('/marketplace/cart');
    const carts = page.getByRole('region', { name: /^Cart of / });
    await expect.poll(() => carts.count()).toBe(2);
    const kept = await carts.first().getByRole('heading').first().textContent();
    const choices = page.getByRole('checkbox', { name: 'Order with the others' });
    const review = page.getByRole('complementary', { name: 'Checkout' }).getByRole('button', { name: /^Review/ });
    await choices.first().uncheck();
    await choices.last().uncheck();
    await page.getByText('Choose a cart to order.').waitFor();
    expect(await review.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await choices.last().check();
    const before = await orderCount();
    expect(await review.textContent()).toBe('Review 1 of 2 orders');
    await review.click();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    await expect.poll(() => carts.count()).toBe(1);
    expect(await carts.getByRole('heading').first().textContent()).toBe(kept);
    expect(await orderCount()).toBe(before + 1);
  });

  it('opens a cart from a colleague’s link, and says when it is gone', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await visit(SHOPPER, BRAND, { permissions });
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/cart');
    await page.getByRole('button', { name: 'Copy link for colleagues' }).click();
    await page.getByText('Link copied.', { exact: false }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const path = link.slice(new URL(link).origin.length);

    const colleague = await visit('owner@harborvine.example', path);
    await hasFocus(colleague.getByRole('region', { name: /^Cart of / }));
    expect(new URL(colleague.url()).search).toBe('');

    await page
      .getByRole('main')
      .getByRole('button', { name: /^Remove / })
      .click();
    await colleague.getByText('Your cart is empty.').waitFor();
    await colleague.goto(path);
    await colleague
      .getByText('We can’t find that cart. It may have been ordered or emptied, or it isn’t yours.')
      .waitFor();
    const stranger = await visit('owner@copperline.example', path);
    await stranger
      .getByText('We can’t find that cart. It may have been ordered or emptied, or it isn’t yours.')
      .waitFor();
  });

  it('sends a note for one line with the order', async () => {
    const page = await visit(SHOPPER, BRAND);
    const name = await nameOf(page, 0);
    await quantities(page).first().press('Enter');
    await cartButton(page, 1).waitFor();
    await page.goto('/marketplace/cart');
    await page.getByRole('button', { name: `Add note for ${name}` }).click();
    await dialog(page).getByLabel('Note').fill('No foil tins, please');
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Save note' }).click();
    await page.getByText('“No foil tins, please”').waitFor();
    await page.getByRole('button', { name: `Change note for ${name}` }).click();
    await dialog(page).getByLabel('Note').fill('');
    await dialog(page).getByRole('button', { name: 'Save note' }).click();
    await page.getByText('“No foil tins, please”').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Add note for ${name}` }).click();
    await dialog(page).getByLabel('Note').fill('Deliver cold');
    await dialog(page).getByRole('button', { name: 'Save note' }).click();
    await page.getByText('“Deliver cold”').waitFor();
    await checkOut(page);
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    const { rows } = await stage.database.database.pool.query<{ notes: string }>(
      'select notes from order_line_items order by id desc limit 1',
    );
    expect(rows[0]?.notes).toBe('Deliver cold');
  });
});
