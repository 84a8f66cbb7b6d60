import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cartItems, products } from '../../../server/db/schema';
import { openStage } from '../../support/stage';

const BUYER = 'buyer@harborvine.example';
const stage = openStage();

describe('the marketplace’s home', () => {
  it('shows what somebody looked at on their other devices too, and moves nothing as it arrives', async () => {
    const first = await stage.visit(BUYER, '/marketplace/brands/saltwater-sweets');
    const opened = first.waitForResponse((reply) => reply.url().endsWith('/marketplace/opened'));
    await first.getByRole('heading', { level: 1, name: 'Saltwater Sweets' }).waitFor();
    await opened;

    const page = await stage.visit(BUYER, '/health', { viewport: { width: 360, height: 800 } });
    await page.addInitScript({
      content: `window.moved = 0; new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.moved += value;
      }).observe({ type: 'layout-shift', buffered: true });`,
    });
    await page.goto('/marketplace');
    const recent = page.getByRole('region', { name: 'Recently viewed' });
    await expect.poll(() => recent.getByRole('link').first().textContent()).toContain('Saltwater Sweets');
    await page.getByRole('region', { name: 'New since your last visit' }).waitFor();
    await page
      .getByRole('region', { name: 'Bought before' })
      .getByText(/^Ordered \d\d\/\d\d\/\d{4}$/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: /^All brands in/ }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02);

    await page.reload();
    await page.getByRole('region', { name: 'New since your last visit' }).waitFor();
  });

  it('shows visitors and a search nobody’s own sections', async () => {
    const page = await stage.visit(BUYER, '/marketplace?search=heron');
    await page.getByRole('heading', { name: /^Brands matching/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Recently viewed' }).count()).toBe(0);
  });
});

describe('a product', () => {
  const MENU = '/marketplace/brands/night-heron';

  it('is followed with one press, its lower price told before and now, and no longer followed with another', async () => {
    const page = await stage.visit(BUYER, MENU);
    const row = page.locator('[data-product]').first();
    const id = Number(await row.getAttribute('data-product'));
    await page.goto(`${MENU}?product=${id}`);
    await page.getByRole('button', { name: 'Follow price and stock' }).click();
    await page.getByRole('button', { name: 'Stop following' }).waitFor();
    const { db } = stage.database.database;
    await db.update(products).set({ wholesalePrice: '40.00', salePrice: null }).where(eq(products.id, id));
    await page.goto('/marketplace');
    await page.getByRole('link', { name: 'Following 1 product' }).click();
    await page.getByText(/^\$\d+\.\d\d → \$\d+\.\d\d since/).waitFor();
    await page.getByRole('button', { name: /^Add to cart/ }).click();
    await page.getByText('In cart').waitFor();
    await page.getByRole('button', { name: /^Stop following/ }).click();
    await page.getByText('You don’t follow any products yet').waitFor();
  });

  it('that left the menu is replaced in the cart by a substitute, and put back', async () => {
    const page = await stage.visit(BUYER, MENU);
    const row = page.locator('[data-product]').nth(1);
    const id = Number(await row.getAttribute('data-product'));
    const name = (await row.getByRole('heading').textContent()) ?? '';
    await row.getByRole('button', { name: /^Add to cart/ }).click();
    await row.getByText('In cart').waitFor();
    const { db } = stage.database.database;
    await db.update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, id));
    await page.goto('/marketplace/cart');
    await page.getByRole('button', { name: `See substitutes for ${name}` }).click();
    const offered = page.getByRole('list', { name: 'Substitutes' }).getByRole('listitem');
    await offered.first().waitFor();
    expect(await offered.count()).toBeLessThanOrEqual(3);
    await offered.first().getByRole('button').click();
    await page.getByText(`replaced ${name} in your cart`).waitFor();
    expect(await page.getByText('Product no longer available').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Product no longer available').waitFor();
    await db.update(products).set({ listingState: 'AVAILABLE' }).where(eq(products.id, id));
  });

  it('sold by the case is read and typed in units, on the next device too, and ordered in cases', async () => {
    const page = await stage.visit(BUYER, MENU);
    const row = page.locator('[data-product]').nth(2);
    await page.getByLabel('Show cases in units').check();
    const unit = /^units, (\d+) per case$/;
    const perCase = Number(unit.exec((await row.getByText(unit).textContent()) ?? '')?.[1]);
    const field = row.getByRole('textbox');
    await field.fill(String(perCase * 2 + 1));
    await row.getByText(`Must be a multiple of ${perCase}, the units per case`).waitFor();
    await field.fill(String(perCase * 2));
    await row.getByRole('button', { name: /^Add to cart/ }).click();
    await row.getByText('In cart').waitFor();
    const items = await stage.database.database.db.select().from(cartItems);
    const id = Number(await row.getAttribute('data-product'));
    expect(items.find(({ productId }) => productId === id)?.quantity).toBe('2');

    const next = await stage.visit(BUYER, MENU);
    await next.getByLabel('Show cases in units').and(next.locator(':checked')).waitFor();
    await next.getByLabel('Show cases in units').uncheck();
    const same = next.locator('[data-product]').nth(2);
    await expect.poll(() => same.getByRole('textbox').inputValue()).toBe('2');
  });
});
