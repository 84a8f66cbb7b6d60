import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { cartButton, nameOf, openShop, quantities, SHOPPER } from '../../support/carts/shopping';

const { stage } = openShop();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** What a thumb would miss: controls less than 44 px high, and links in text less than 24 px. */
const small = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const targets = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=option]');
    return [...targets].flatMap((element) => {
      // A box is tapped by its label as well.
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const isText = element.matches('a:not(.v-button), .v-link');
      const isHidden = !isShown(element) || (width <= 1 && height <= 1) || element.closest('.v-hidden, [class*=skip]');
      // Half a pixel is lost where a page is zoomed.
      return isHidden || height >= (isText ? 24 : 44) - 0.5
        ? []
        : [
            `${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)} <${element.tagName.toLowerCase()} ${element.className}> ${width.toFixed(0)} × ${height.toFixed(0)}`,
          ];
    });
  });

async function fitsThumb(page: Page, where: string): Promise<void> {
  expect.soft(await small(page), where).toEqual([]);
  expect.soft(await scrollsSideways(page), where).toBe(false);
  expect.soft(await axeFindings(page), where).toEqual([]);
}

it('a buyer with one thumb finds a brand, fills a cart, corrects a quantity and orders', async () => {
  const page = await stage.visit(SHOPPER, '/marketplace', PHONE);
  await page.getByRole('heading', { name: 'Marketplace', level: 1 }).waitFor();
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  await fitsThumb(page, 'the marketplace');

  await page.getByRole('combobox', { name: 'Search Marketplace' }).tap();
  const search = page.getByRole('combobox', { name: 'Search Marketplace' });
  await search.fill('night');
  const brand = page.getByRole('option', { name: /Night Heron/ });
  await brand.waitFor();
  await fitsThumb(page, 'the search');
  await brand.tap();
  await page.getByRole('heading', { level: 1, name: 'Night Heron' }).waitFor();
  await quantities(page).first().waitFor();
  await fitsThumb(page, 'a menu');

  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
  await page.getByRole('button', { name: `Add to cart: ${first}` }).tap();
  await cartButton(page, 1).waitFor();
  await quantities(page).nth(1).fill('1.5');
  await page.getByRole('button', { name: `Add to cart: ${second}` }).tap();
  await page
    .getByText(/Must be whole/)
    .first()
    .waitFor();
  await hasFocus(quantities(page).nth(1));
  await fitsThumb(page, 'a refused quantity');
  await quantities(page).nth(1).fill('2');
  await page.getByRole('button', { name: `Add to cart: ${second}` }).tap();
  await cartButton(page, 2).waitFor();

  await cartButton(page, 2).tap();
  const menu = page.getByRole('dialog', { name: 'Cart' });
  await menu.getByRole('button', { name: 'Go to cart' }).waitFor();
  await fitsThumb(page, 'the cart’s menu');
  await menu.getByRole('button', { name: 'Go to cart' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
  await page.getByRole('button', { name: `More: Quantity of ${second}` }).tap();
  await expect.poll(() => quantities(page).nth(1).inputValue()).toBe('3');
  await fitsThumb(page, 'the cart');
  await page.getByRole('button', { name: 'Review order', exact: true }).tap();
  const review = page.getByRole('dialog', { name: 'Review your order' });
  await review.waitFor();
  await fitsThumb(page, 'the review');
  await review.getByRole('button', { name: 'Place order', exact: true }).tap();
  await page.getByRole('heading', { name: 'Order placed' }).waitFor();
  await fitsThumb(page, 'the order placed');
});
