import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { hasFocus } from '../../support/browser';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const TIDEMARK = 'owner@tidemark.example';
const BUYER = 'owner@harborvine.example';

const { visit } = openStage();
const rows = (page: Page) => page.locator('[data-part=body] > [role=row]');
/** For the audit log. */
async function changeSomething(): Promise<void> {
  const page = await visit(OWNER, '/network/customers?new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Lupine Street Wellness');
  await form.getByRole('button', { name: 'Add customer' }).click();
  await form.waitFor({ state: 'detached' });
}
const links = (page: Page) => rows(page).locator('[data-c] a');

describe('a row that opens', () => {
  it.each([
    [OWNER, '/orders'],
    [OWNER, '/inventory'],
    [OWNER, '/inventory/products'],
    [OWNER, '/inventory/pricing/price-schedules'],
    [OWNER, '/network/customers'],
    [OWNER, '/network/licenses'],
    [OWNER, '/network/brands'],
    [TIDEMARK, '/deals/ours'],
    [OWNER, '/deals/bids'],
    [OWNER, '/account/history'],
    [BUYER, '/deals'],
    [BUYER, '/orders/purchases'],
  ])('has a link in its first cell: to %s at %s', async (email, path) => {
    if (path === '/account/history') await changeSomething();
    const page = await visit(email, path);
    await rows(page).first().waitFor();
    const firstCells = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const cells = [...row.querySelectorAll('[data-c]')].filter(
          (cell) => !cell.querySelector('input[type=checkbox]'),
        );
        return cells[0]?.querySelector('a[href]')?.textContent ?? '';
      }),
    );
    for (const name of firstCells) expect(name).not.toBe('');
  });

  it('is opened by the link of its drawer, also in a window of its own, and closing leads back to the link', async () => {
    const page = await visit(OWNER, '/network/licenses?searchTerm=f');
    const link = links(page).first();
    await link.click();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).searchParams.get('searchTerm')).toBe('f');
    const address = page.url();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(link);
    await page.goto(address);
    await page.getByRole('dialog').waitFor();
  });

  it('is reached from the search with the arrow down, on its link, from which the arrow keys go on', async () => {
    const page = await visit(OWNER, '/orders');
    await links(page).first().waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await hasFocus(links(page).first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\/\d+$/);
  });
});

it('sorts by a click anywhere in a header but its menu and its edge', async () => {
  const page = await visit(OWNER, '/orders');
  await rows(page).first().waitFor();
  const headers = page.locator('[data-part=head] [aria-sort]');
  const count = await headers.count();
  expect(count).toBeGreaterThan(5);
  for (let index = 0; index < count; index += 1) {
    const header = headers.nth(index);
    await header.scrollIntoViewIfNeeded();
    const box = await header.boundingBox();
    if (!box) throw new Error('A header has no place');
    for (const part of [0.4, 0.5, 0.6]) {
      const before = await header.getAttribute('aria-sort');
      await page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
      await expect.poll(() => header.getAttribute('aria-sort')).not.toBe(before);
    }
    expect(await page.getByRole('menu').count()).toBe(0);
  }
});
