import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, hasFocus } from '../../support/browser';
import { BRAND, cartButton, checkOut, nameOf, openShop, quantities, SHOPPER } from '../../support/carts/shopping';
import { stockUp } from '../../support/demo';

const { stage, orderCount } = openShop();
const { visit } = stage;
const OTHER = '/marketplace/brands/fernhollow';
beforeAll(() => stockUp(stage.database.database.db, 'fernhollow'));

/** The shopper's cart page, with a cart at each of these brands. */
async function cartOf(...brands: string[]): Promise<Page> {
  const page = await visit(SHOPPER, brands[0] ?? BRAND);
  for (const [at, brand] of brands.entries()) {
    if (at > 0) await page.goto(brand);
    await quantities(page).first().press('Enter');
    await cartButton(page, at + 1).waitFor();
  }
  await page.goto('/marketplace/cart');
  await page.getByRole('complementary', { name: 'Checkout' }).waitFor();
  return page;
}

describe('the review of an order', () => {
  it('of two carts tells at its cart what changed, and orders once the new total is confirmed', async () => {
    const page = await cartOf(BRAND, OTHER);
    const before = await orderCount();
    await page.getByRole('button', { name: 'Review 2 orders' }).click();
    const review = page.getByRole('dialog', { name: 'Review 2 orders' });
    const carts = review.getByRole('region', { name: /^Order from / });
    await expect.poll(() => carts.count()).toBe(2);
    const place = review.getByRole('button', { name: 'Place 2 orders' });
    expect(await place.isEnabled()).toBe(true);
    const seller = await carts.last().getByRole('heading').textContent();
    const colleague = await visit('owner@harborvine.example', '/marketplace/cart');
    await quantities(colleague).last().fill('2');
    await quantities(colleague).last().press('Enter');
    await carts.last().getByText('Quantities changed. The total is now').waitFor();
    expect(await carts.first().getByText('changed').count()).toBe(0);
    await review.getByText(`Your order from ${seller} changed and isn’t placed yet.`).waitFor();
    expect(await place.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await review.getByRole('checkbox', { name: /^Order at the new total of \$/ }).check();
    await place.click();
    await page.getByRole('heading', { name: '2 orders placed' }).waitFor();
    expect(await orderCount()).toBe(before + 2);
  });

  it('says in a second tab which order the cart became in the first', async () => {
    const page = await cartOf(BRAND);
    await page.getByRole('button', { name: 'Review order', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review your order' });
    await review.waitFor();
    const first = await page.context().newPage();
    await first.goto('/marketplace/cart');
    await checkOut(first);
    await first.getByRole('heading', { name: 'Order placed' }).waitFor();
    await review.getByText('You placed this order in another window').waitFor();
    expect(await page.getByRole('button', { name: 'Place order' }).count()).toBe(0);
    await review.getByRole('link', { name: /^Order \d+/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Order \d+/ }).waitFor();
    await first.close({ runBeforeUnload: true });
  });

  it('says so too where no news arrived and the order is placed again', async () => {
    const page = await cartOf(BRAND);
    await page.route(/\/api\/live\b/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Review order', exact: true }).click();
    const first = await page.context().newPage();
    await first.goto('/marketplace/cart');
    await checkOut(first);
    await first.getByRole('heading', { name: 'Order placed' }).waitFor();
    const before = await orderCount();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByText('You placed this order in another window').waitFor();
    expect(await page.getByRole('heading', { name: /^Failed to complete checkout/ }).count()).toBe(0);
    expect(await orderCount()).toBe(before);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Your cart is empty.').waitFor();
    expect(await page.getByRole('heading', { name: /^Failed to complete checkout/ }).count()).toBe(0);
    await first.close({ runBeforeUnload: true });
  });

  it('of two carts says which one was ordered in another tab, and orders the other', async () => {
    const page = await cartOf(BRAND, OTHER);
    const before = await orderCount();
    await page.getByRole('button', { name: 'Review 2 orders' }).click();
    const review = page.getByRole('dialog', { name: /^Review / });
    await review.getByRole('button', { name: 'Place 2 orders' }).waitFor();
    const first = await page.context().newPage();
    await first.goto('/marketplace/cart');
    await first.getByRole('button', { name: 'Review this order' }).first().click();
    await first.getByRole('button', { name: 'Place order', exact: true }).click();
    await first.getByRole('heading', { name: 'Order placed' }).waitFor();
    const ordered = review.getByRole('region', { name: /^Already ordered from / });
    await ordered.getByText('You placed this order in another window').waitFor();
    const seller = await ordered.getByRole('heading').textContent();
    await review.getByText(`Your order from ${seller} is already placed.`, { exact: true }).waitFor();
    await review.getByRole('checkbox', { name: /^Order at the new total of \$/ }).check();
    await review.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('heading', { name: 'Order placed' }).waitFor();
    expect(await orderCount()).toBe(before + 2);
    await first.close({ runBeforeUnload: true });
  });

  it('is left with Back, which leads to the cart, and with its button, after which Back leaves the cart', async () => {
    const page = await cartOf(BRAND);
    const open = page.getByRole('button', { name: 'Review order', exact: true });
    const review = page.getByRole('dialog', { name: 'Review your order' });
    await open.click();
    await review.waitFor();
    await page.waitForURL('**/marketplace/cart?review=open');
    await page.goBack();
    await expect.poll(() => review.count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await open.click();
    await page.waitForURL('**/marketplace/cart?review=open');
    await review.getByRole('button', { name: 'Back to cart' }).click();
    await page.waitForURL('**/marketplace/cart');
    await page.goBack();
    await page.waitForURL(`**${BRAND}`);
  });

  it('is scrolled by keyboard on a phone, where the total’s bar covers no focused line', async () => {
    const page = await cartOf(BRAND, OTHER);
    await page.setViewportSize({ width: 360, height: 640 });
    const bar = page.getByRole('complementary', { name: 'Checkout' });
    for (const quantity of await quantities(page).all()) {
      await quantity.focus();
      const [line, top] = [await quantity.boundingBox(), (await bar.boundingBox())?.y ?? 0];
      expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(top);
    }
    await page.getByRole('button', { name: 'Review 2 orders' }).click();
    const what = page.getByRole('dialog').getByRole('group', { name: 'What you order' });
    await hasFocus(what);
    expect(await axeFindings(page)).toEqual([]);
    const scrolled = () => what.evaluate((group) => group.parentElement?.scrollTop ?? 0);
    await page.keyboard.press('PageDown');
    await expect.poll(scrolled).toBeGreaterThan(0);
  });
});

describe('a cart', () => {
  it('loses a line whose quantity is emptied or 0, and has it back with an undo that stays until one leaves', async () => {
    const page = await visit(SHOPPER, BRAND);
    const names = [await nameOf(page, 0), await nameOf(page, 1)];
    await quantities(page).nth(0).press('Enter');
    await quantities(page).nth(1).press('Enter');
    await cartButton(page, 2).waitFor();
    await page.goto('/marketplace/cart');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await page.clock.install();
    await quantities(page).first().fill('');
    await quantities(page).first().press('Tab');
    await expect.poll(() => quantities(page).count()).toBe(1);
    await quantities(page).first().fill('0');
    await quantities(page).first().press('Enter');
    await page.getByText('Your cart is empty.').waitFor();
    await page.getByText('Removed 2 lines from your cart').waitFor();
    await page.clock.fastForward('05:00');
    await undo.click();
    for (const name of names) await page.getByRole('textbox', { name: `Quantity of ${name}`, exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await undo.waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Marketplace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Marketplace' }).waitFor();
    await expect.poll(() => undo.count()).toBe(0);
  });

  it('asks for notes and delivery preferences once they are wanted, and shows those it has', async () => {
    const page = await cartOf(BRAND);
    expect(await page.getByLabel('Delivery preferences').count()).toBe(0);
    await page.getByRole('button', { name: 'Add notes or delivery preferences' }).click();
    await hasFocus(page.getByRole('textbox', { name: /^Notes for/ }));
    await page.getByLabel('Delivery preferences').fill('Mornings');
    await page.getByText('Notes saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Delivery preferences').inputValue()).toBe('Mornings');
  });
});
