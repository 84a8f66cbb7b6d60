import { describe, expect, it } from 'vitest';
import { openStage } from '../support/stage';

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
