import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

const stage = openStage();
const rows = (page: Page) => page.locator('[data-part=body] > [role=row]');
const cards = (page: Page) => page.locator('[data-part=cards] > li');

/** Rows fully visible between header and totals. */
const seenRows = (page: Page) =>
  page.evaluate(() => {
    const edge = (part: string, side: 'top' | 'bottom') =>
      document.querySelector(`[data-part=${part}]`)?.getBoundingClientRect()[side] ?? Number.NaN;
    const [top, bottom] = [edge('head', 'bottom'), Math.min(edge('totals', 'top'), innerHeight)];
    return [...document.querySelectorAll('[data-part=body] > [role=row]')]
      .map((row) => row.getBoundingClientRect())
      .filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
  });

describe('a list', () => {
  it('shows twenty orders at once on a 1440 × 900 screen', async () => {
    const page = await stage.visit(OWNER, '/orders', { viewport: DESKTOP });
    await rows(page).first().waitFor();
    await expect.poll(() => seenRows(page)).toBeGreaterThanOrEqual(20);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  });

  it('stays in place when filters are set', async () => {
    const page = await stage.visit(OWNER, '/orders', { viewport: DESKTOP });
    const top = async () => (await page.locator('[data-part=head]').boundingBox())?.y;
    await rows(page).first().waitFor();
    const before = await top();
    await page.goto(
      '/orders?statuses=COMPLETE,SHIPPED,DELIVERED&paid=false&totalFrom=10&totalTo=90000&createdRel=LAST_90_DAYS',
    );
    await page.getByRole('list', { name: 'Filters set' }).waitFor();
    expect(await top()).toBe(before);
  });

  it.each([
    [OWNER, '/orders'],
    [OWNER, '/network/customers'],
    [OWNER, '/account/manage-users'],
    [BUYER, '/orders/purchases'],
  ])('is small cards on a phone, the first on the first screen: to %s at %s', async (email, path) => {
    const page = await stage.visit(email, path, { viewport: PHONE });
    await cards(page).first().waitFor();
    const boxes = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
    for (const box of boxes) expect(box.height).toBeLessThanOrEqual(120);
    expect(boxes[0].top).toBeGreaterThan(0);
    const bottom = await page.locator('[data-part=scroll]').evaluate((part) => part.getBoundingClientRect().bottom);
    expect(boxes[0].bottom).toBeLessThanOrEqual(Math.min(bottom, PHONE.height));
  });

  it('shows the team’s email addresses in full at 1440', async () => {
    const page = await stage.visit(OWNER, '/account/manage-users', { viewport: DESKTOP });
    await rows(page).first().waitFor();
    const cut = await page
      .locator('[data-part=body] [role=gridcell]')
      .evaluateAll(
        (cells) =>
          cells.filter((cell) => cell.textContent?.includes('@') && cell.scrollWidth > cell.clientWidth).length,
      );
    expect(cut).toBe(0);
  });

  it('keeps the bulk bar to one line on a phone', async () => {
    const page = await stage.visit(OWNER, '/orders', { viewport: PHONE });
    await cards(page).first().getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.waitFor();
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56);
    expect(await page.getByRole('searchbox').isVisible()).toBe(true);
  });
});

describe('the frame', () => {
  it('has one green in its bar, in every part of the app and on the public pages', async () => {
    const page = await stage.visit(OWNER, '/orders', { viewport: DESKTOP });
    const greens = new Set<string>();
    for (const path of ['/orders', '/inventory', '/marketplace', '/network/customers', '/account/manage-users', '/']) {
      await page.goto(path);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      greens.add(await page.locator('[data-shell=bar]').evaluate((bar) => getComputedStyle(bar).backgroundColor));
    }
    expect([...greens]).toHaveLength(1);
  });

  it('stays whole enlarged to twice its size, and where nothing may move', async () => {
    const page = await stage.visit(OWNER, '/orders', {
      viewport: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
      reducedMotion: 'reduce',
    });
    await rows(page).first().waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    const part = (name: string) => page.locator(name).evaluate((found) => found.getBoundingClientRect().toJSON());
    // The list is high enough to read in, and its pages are reached below it.
    expect((await part('[data-part=scroll]')).height).toBeGreaterThan(200);
    await page.locator('[data-part=footer]').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/page=2/);
  });

  it('shows the rail’s entries on top of the list', async () => {
    const page = await stage.visit(OWNER, '/orders', { viewport: { width: 1100, height: 900 } });
    await rows(page).first().waitFor();
    await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Organization' }).hover();
    const entry = page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Integrations' });
    await entry.waitFor();
    const isOnTop = await entry.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  });

  it('surrounds an error page, in the same colors', async () => {
    const page = await stage.visit(OWNER, '/no/such/page', { viewport: DESKTOP });
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByRole('navigation', { name: 'Apps' }).waitFor();
    const groundOf = (selector: string) =>
      page.locator(selector).evaluate((part) => {
        let at: Element | null = part;
        while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
        return at && getComputedStyle(at).backgroundColor;
      });
    expect(await groundOf('[data-status]')).toBe(await groundOf('body'));
  });
});

describe('an order', () => {
  it('shows each line’s SKU, and finds sales reps by typing', async () => {
    const { db, pool } = stage.database.database;
    const { id } = await placeOrder(db, { status: 'ACCEPTED', rep: 'rep@fernhollow.example' });
    await pool.query(
      `update products set sku = 'FH-FL-ELM-10' where id = (select product_id from order_line_items where order_id = $1)`,
      [id],
    );
    const page = await stage.visit(OWNER, `/orders/${id}`, { viewport: DESKTOP });
    const lines = page.getByRole('region', { name: /^Line items/ });
    await lines.getByText('FH-FL-ELM-10').waitFor();
    const box = page.getByRole('combobox', { name: 'Sales reps' });
    const chosen = page.getByRole('list', { name: 'Sales reps chosen' });
    const removals = chosen.getByRole('button');
    while ((await removals.count()) > 0) await removals.first().click();
    await box.focus();
    const name = 'Jasmine Cole';
    await page.getByRole('option', { name }).waitFor();
    await box.fill('nobody of this name');
    await page.getByText('No matches for “nobody of this name”.').waitFor();
    await box.press('Enter');
    expect(await page.getByText('Order details saved').count()).toBe(0);
    await box.fill(name.slice(0, 5).toLowerCase());
    await box.press('Enter');
    await chosen.getByText(name).waitFor();
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Order details saved').waitFor();
    await page.reload();
    await chosen.getByText(name).waitFor();
    expect(await chosen.getByRole('listitem').count()).toBe(1);
  });
});
