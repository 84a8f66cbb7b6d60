import type { APIResponse, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, noDialog, scrollsSideways } from '../../support/browser';
import { BUYER as BUYER_NAME, placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const BUYER = 'buyer@harborvine.example';

const stage = openStage();

/** Long enough for a machine that is busy with much else. */
const PATIENCE = { timeout: 60_000 };

const { visit } = stage;
const rows = (page: Page) => page.locator('[data-part=body] > [role=row]');
const cells = (page: Page, column: string) =>
  page.evaluate((header) => {
    const heads = [...document.querySelectorAll('[role=columnheader]')];
    const index = heads.find((head) => head.textContent?.includes(header))?.getAttribute('aria-colindex');
    return [...document.querySelectorAll(`[data-part=body] [aria-colindex="${index}"]`)].map(
      (cell) => cell.textContent ?? '',
    );
  }, column);
const status = (page: Page) => page.locator('h1 ~ [data-pill]');
const snack = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const becomes = (page: Page, label: string) => status(page).filter({ hasText: label }).waitFor();

const addressed = (wanted: Record<string, string>) => (url: URL) =>
  Object.entries(wanted).every(([name, value]) => url.searchParams.get(name) === value);

const isAscending = (numbers: number[]) =>
  numbers.length > 1 && numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0));

/** Presses Tab until the focus is where it should be. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((within) => document.activeElement?.closest(within) != null, selector)) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}

/** From its next load on the page hears of no changes. */
const hearsNothing = (page: Page) => page.route(/\/api\/live\b/, (route) => route.abort());

/** From its next load on the page hears of no changes, and reads the order as it was, until it moves the order itself. */
async function staysBehind(page: Page, id: number): Promise<void> {
  let read: Promise<APIResponse> | undefined;
  let isBehind = true;
  await hearsNothing(page);
  await page.route(`**/api/seller/orders/${id}`, async (route) => {
    if (!isBehind) return route.continue();
    read ??= route.fetch();
    return route.fulfill({ response: await read });
  });
  await page.route(`**/api/seller/orders/${id}/transition`, (route) => {
    isBehind = false;
    return route.continue();
  });
}

const place = (wanted: Parameters<typeof placeOrder>[1]) => placeOrder(stage.database.database.db, wanted);

describe('the sales orders grid', () => {
  it('keeps filters, sort and page in the address, so that a link shows the same and Back undoes', async () => {
    const page = await visit(MANAGER, '/orders');
    await rows(page).first().waitFor();
    await button(page, 'All filters').click();
    await page.getByLabel('Complete').check();
    await page.getByRole('textbox', { name: 'From ($)' }).fill('900');
    await page.getByRole('textbox', { name: 'To ($)' }).fill('100');
    await button(page, 'Apply').click();
    await page.getByText('Must be less than or equal to 100').waitFor();
    await page.getByRole('textbox', { name: 'To ($)' }).fill('5000');
    await button(page, 'Apply').click();
    await page.waitForURL(addressed({ statuses: 'COMPLETE', totalFrom: '900', totalTo: '5000' }));
    await page.getByRole('columnheader', { name: /Total/ }).getByText('Total', { exact: true }).click();
    await page.waitForURL(addressed({ statuses: 'COMPLETE', sortBy: 'totalUsd', sortDesc: 'false' }));
    const totals = async () => (await cells(page, 'Total')).map((text) => Number(text.replace(/[$,]/g, '')));
    await expect.poll(async () => isAscending(await totals()), PATIENCE).toBe(true);
    expect(Math.min(...(await totals()))).toBeGreaterThanOrEqual(900);
    expect(new Set(await cells(page, 'Status'))).toEqual(new Set(['Complete']));
    await button(page, 'Next page').click();
    await page.waitForURL(addressed({ page: '2' }));
    await page.reload();
    await page.getByText(/^26–50 of/).waitFor();

    await page.goBack();
    await page.getByText(/^1–25 of/).waitFor();
    await page.goBack();
    await page.locator('[aria-sort=descending]').waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('list', { name: 'Filters set' }).waitFor({ state: 'detached' });
  });

  it('finds an order by its number, says when nothing matches and offers the way out', async () => {
    const page = await visit(MANAGER, '/orders');
    const search = page.getByRole('searchbox', { name: 'Order, customer, license or product' });
    const number = (await page.locator('[data-part=body] a').nth(3).textContent()) ?? '';
    await search.fill(number);
    await expect.poll(() => cells(page, 'Order'), PATIENCE).toEqual([number]);
    await search.fill('nobody of this name');
    await page.getByText('No orders match these filters').waitFor();
    await button(page, 'Clear filters').click();
    await expect.poll(() => rows(page).count(), PATIENCE).toBeGreaterThan(5);
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('is worked by keyboard alone, into an order and back', async () => {
    const page = await visit(MANAGER, '/orders?statuses=COMPLETE');
    await rows(page).first().waitFor();
    await page.getByRole('searchbox').focus();
    await tabTo(page, '[role=grid]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\/\d+$/);
    await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
    await tabTo(page, '[aria-label=Breadcrumbs] a');
    await page.keyboard.press('Enter');
    await page.waitForURL(addressed({ statuses: 'COMPLETE' }));
    await rows(page).first().waitFor();
  });

  it('moves several orders at once and tells what became of them, in the rows where they are', async () => {
    for (let placed = 0; placed < 2; placed++) await place({ status: 'ACCEPTED' });
    const page = await visit(OWNER, '/orders?statuses=ACCEPTED');
    await rows(page).nth(1).waitFor();
    await rows(page).nth(0).getByRole('checkbox').click();
    await rows(page).nth(1).getByRole('checkbox').click();
    await button(page, 'Change').click();
    await page.getByRole('menuitem', { name: 'Fulfill 2' }).click();
    await button(page, 'Fulfill 2 orders').click();
    await page.getByText('2 orders fulfilled.').waitFor();
    await button(page, 'Done').click();
    await expect
      .poll(async () => (await cells(page, 'Status')).slice(0, 2), PATIENCE)
      .toEqual(['Fulfilled', 'Fulfilled']);
  });
});

describe('an order', () => {
  it('shows what this page changed in it, even where no news arrives', async () => {
    const { id, totalUsd } = await place({ status: 'ACCEPTED' });
    const page = await visit(MANAGER, '/orders');
    await hearsNothing(page);
    await page.goto(`/orders/${id}`);
    await button(page, 'Record payment').click();
    const form = page.getByRole('form', { name: 'Record payment' });
    await form.getByLabel('Amount').fill(totalUsd);
    await form.getByRole('button', { name: 'Record payment' }).click();
    await page.getByText('This order is paid in full.').waitFor();
  });

  it('goes from submitted to complete with a payment, a mistake in it and a comment', async () => {
    const { id, totalUsd: total } = await place({ status: 'SUBMITTED' });
    const page = await visit(MANAGER, `/orders/${id}`);
    for (const [verb, label] of [
      ['Accept', 'Accepted'],
      ['Fulfill', 'Fulfilled'],
      ['Ship', 'Shipped'],
      ['Mark delivered', 'Delivered'],
    ] as const) {
      await button(page, verb).click();
      await becomes(page, label);
    }
    await snack(page, 'Order status updated').waitFor();

    await button(page, 'Record payment').click();
    const form = page.getByRole('form', { name: 'Record payment' });
    await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe(total);
    await form.getByLabel('Amount').fill('0');
    await form.getByRole('button', { name: 'Record payment' }).click();
    await form.getByText('Must be greater than 0').waitFor();
    await expect.poll(() => form.getByLabel('Amount').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Amount').fill('12,50');
    await form.getByLabel('Date').fill('');
    await form.getByRole('button', { name: 'Record payment' }).click();
    await form.getByText('Use commas only between thousands, as in 1,500.00').waitFor();
    await form.getByText('Enter a date, such as 11/20/2026').waitFor();
    await hasFocus(form.getByLabel('Amount'));
    await form.getByLabel('Date').fill('2026-11-20');
    await form.getByLabel('Amount').fill(total);
    await form.getByLabel('Note').fill('Check 1042');
    await form.getByLabel('Don’t send to connected systems').check();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/payments'));
    await form.getByRole('button', { name: 'Record payment' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ skipExternalPush: true });
    await page.getByText('This order is paid in full.').waitFor();
    await button(page, /^Void payment/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Void payment' }).click();
    await page.getByRole('region', { name: 'Payments' }).getByText('voided').waitFor();
    await button(page, 'Record payment').waitFor();
    await noDialog(page);

    await page.getByLabel('New comment').fill('Dock 4, before noon');
    await page.getByLabel('New comment').press('Control+Enter');
    const comment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: 'Dock' });
    await comment.filter({ hasText: 'Dock 4, before noon' }).waitFor();
    await expect.poll(() => page.getByLabel('New comment').inputValue()).toBe('');
    await button(page, /^Your comment from/).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Edit comment').fill('Dock 5');
    await button(page, 'Save').click();
    await comment.filter({ hasText: 'Dock 5' }).waitFor();
    await button(page, /^Your comment from/).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await comment.waitFor({ state: 'detached' });

    await button(page, 'Complete').click();
    await becomes(page, 'Complete');
    const history = page.getByRole('region', { name: 'History' }).locator('[data-pill]');
    await expect
      .poll(async () => (await history.allTextContents()).slice(0, 5), PATIENCE)
      .toEqual(['Complete', 'Delivered', 'Shipped', 'Fulfilled', 'Accepted']);
  });

  it('asks before what cannot be undone', async () => {
    const { id } = await place({ status: 'ACCEPTED' });
    const page = await visit(MANAGER, `/orders/${id}`);
    await button(page, 'Reject order').click();
    await page.getByText(/Its stock is released/).waitFor();
    await button(page, 'Keep order').click();
    await becomes(page, 'Accepted');
  });

  it('says calmly that somebody else was first, and shows where the order is by then', async () => {
    const { id } = await place({ status: 'ACCEPTED' });
    const page = await visit(MANAGER, `/orders/${id}`);
    await staysBehind(page, id);
    await page.reload();
    await button(page, 'Reject order').waitFor();
    const other = await visit(OWNER, `/orders/${id}`);
    await button(other, 'Fulfill').click();
    await becomes(other, 'Fulfilled');

    await button(page, 'Backorder').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Backorder' }).click();
    await page.getByText('Someone else just changed this order. It’s now fulfilled.').waitFor();
    await becomes(page, 'Fulfilled');
    await button(page, 'Ship').waitFor();
  });

  it('keeps what was typed when somebody else saves first, tells both sides of it, and asks before it is left', async () => {
    const { id } = await place({ status: 'FULFILLED' });
    const page = await visit(MANAGER, `/orders/${id}`);
    const shipping = (of: Page) => of.getByLabel('Shipping details');
    await shipping(page).fill('Gate 4');
    const other = await visit(OWNER, `/orders/${id}`);
    await shipping(other).fill('Gate 9');
    await other.getByLabel('Notes').fill('Call ahead');
    await button(other, 'Save details').click();
    await snack(other, 'Order details saved').waitFor();

    await page.getByText(/Someone else changed Shipping details/).waitFor();
    await page.getByText('Gate 9', { exact: true }).waitFor();
    await expect.poll(() => shipping(page).inputValue()).toBe('Gate 4');
    await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Call ahead');

    await page.getByRole('link', { name: 'Sales Orders' }).first().click();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await button(page, 'Keep editing').click();
    await button(page, 'Keep mine').click();
    await button(page, 'Save details').click();
    await expect.poll(() => shipping(other).inputValue(), PATIENCE).toBe('Gate 4');
    await expect.poll(() => other.getByLabel('Notes').inputValue()).toBe('Call ahead');
  });

  it('explains to who may only read what they lack, and offers no field to type in', async () => {
    const { id } = await place({ status: 'ACCEPTED' });
    const page = await visit(VIEWER, `/orders/${id}`);
    const fulfill = button(page, 'Fulfill');
    await fulfill.hover();
    await page.getByRole('tooltip').filter({ hasText: 'You need write access' }).first().waitFor();
    await fulfill.click({ force: true });
    await expect.poll(() => fulfill.getAttribute('aria-disabled')).toBe('true');
    await becomes(page, 'Accepted');
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  });

  it('of another organization is a page that does not exist', async () => {
    const { id } = await place({ status: 'COMPLETE' });
    const page = await visit('owner@millrace.example', `/orders/${id}`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });
});

describe('a purchase order', () => {
  it('moves under its buyer’s eyes, and is cancelled by the buyer where the seller sees it', async () => {
    const { id } = await place({ status: 'ACCEPTED', buyer: BUYER_NAME });
    const seller = await visit(MANAGER, `/orders/${id}`);
    const buyer = await visit(BUYER, `/orders/${id}`);
    await buyer.waitForURL(`**/orders/purchases/${id}`);
    await button(seller, 'Backorder').click();
    await seller.getByRole('dialog').getByRole('button', { name: 'Backorder' }).click();
    await becomes(buyer, 'Backorder');
    await button(buyer, 'Cancel order').click();
    await buyer.getByRole('dialog').getByLabel('Reason').fill('Ordered twice');
    await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await snack(buyer, 'Order status updated').waitFor();
    await becomes(seller, 'Cancelled');
    await seller.getByRole('region', { name: 'History' }).getByText('Ordered twice').waitFor();
    await buyer.goto('/orders/purchases?statuses=CANCELLED');
    await expect.poll(() => cells(buyer, 'Status'), PATIENCE).toContain('Cancelled');
    expect(await axeFindings(buyer)).toEqual([]);
  });
});

it('leaves axe nothing to report, and never scrolls sideways, wide and narrow, light and dark', async () => {
  const { id } = await place({ status: 'ACCEPTED', buyer: BUYER_NAME });
  const page = await visit(MANAGER, '/orders');
  await rows(page).first().waitFor();
  const href = `/orders/${id}`;
  await stage.database.database.pool.query(
    'update order_line_items set product_name = $2, price_why = $3 where order_id = $1',
    [
      id,
      'Extraordinarily long product name '.repeat(3),
      {
        kind: 'schedule-product',
        scheduleId: 1,
        scheduleName: 'Dearest and oldest key accounts of the coast '.repeat(2),
      },
    ],
  );
  for (const path of ['/orders', href]) {
    await page.goto(path);
    const shown = path === href ? page.getByRole('region', { name: /^Line items/ }) : page.locator('[data-part=body]');
    await shown.waitFor();
    for (const [width, colorScheme] of [
      [1440, path === href ? 'dark' : 'light'],
      [360, path === href ? 'light' : 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page), `${path} at ${width}`).toEqual([]);
      expect(await scrollsSideways(page), `${path} at ${width}`).toBe(false);
    }
  }
});
