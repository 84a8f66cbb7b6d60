import type { BrowserContextOptions, Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
const FIRST = '[role="row"][data-r="0"] a';
const FRAME = '[data-part="first-frame"]';

const stage = openStage();

type Kept = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** What a browser stores of a person who was at /orders, and words of theirs that stood there. */
async function seenOrders(): Promise<{ storageState: Kept; theirs: string[]; page: Page }> {
  const page = await stage.visit(SELLER, '/orders');
  await page.locator(FIRST).first().waitFor();
  await expect.poll(() => framed(page)).toEqual(['/orders']);
  const row = await page.locator('[role="row"][data-r="0"] [role="gridcell"]').allInnerTexts();
  const theirs = [...row, 'Fernhollow'].map((text) => text.trim()).filter((text) => text.length > 3);
  return { storageState: await page.context().storageState(), theirs, page };
}

/** The addresses whose frames a page's browser has. */
const framed = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('verdant.frame') ?? '{}').frames ?? {}));

/** Notes what is on the page at the moment its frame goes, and what moves. */
const WATCHES = `
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // Less is under a pixel of a word.
      if (value >= 0.001) window.moved.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 200))]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    const isThere = document.querySelector('${FRAME}') !== null;
    if (isThere) window.wasFramed = true;
    else if (window.wasFramed && !window.after) {
      const count = (parts) => document.querySelectorAll(parts).length;
      window.after = { cells: count('[role="gridcell"]'), bars: count('[data-shell="bar"]') };
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Has the app wait for the replies of its first render however slow the machine is: longer than it would for a person. */
const PATIENT = `
  const schedule = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => schedule(run, ms === 3000 ? 60_000 : ms, ...given);
`;

/** Opens an address in a browser with these things stored, whose scripts don't come before `release` is called. */
async function openHeld(storageState: Kept, path: string, options: BrowserContextOptions = {}) {
  const context = await stage.browser.newContext({
    storageState,
    baseURL: stage.verdant.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    ...options,
  });
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript({ content: WATCHES + PATIENT });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  return { page, release: held.resolve };
}

describe('a list somebody was at before', () => {
  let seen: Awaited<ReturnType<typeof seenOrders>>;
  beforeEach(async () => {
    seen = await seenOrders();
  });

  it('is drawn before its code has come, in the interface’s words and none of theirs; its rows come with the first render, and nothing moves', async () => {
    const { page, release } = await openHeld(seen.storageState, '/orders');
    const frame = page.locator(FRAME);
    await frame.waitFor();
    const words = (await frame.allInnerTexts()).join(' ');
    expect(words).toContain('Sales Orders');
    expect(words).toContain('Customer');
    expect(seen.theirs.length).toBeGreaterThan(3);
    expect(seen.theirs.filter((text) => words.includes(text))).toEqual([]);
    expect(await page.getByRole('link').count()).toBe(0);
    release();
    await page.locator(FIRST).first().waitFor();
    expect(await frame.count()).toBe(0);
    const after = await page.evaluate(() => (window as { after?: { cells: number; bars: number } }).after);
    expect(after?.bars).toBe(1);
    expect(after?.cells).toBeGreaterThan(20);
    expect(await page.evaluate(() => (window as { moved?: unknown[] }).moved)).toEqual([]);
  });

  it.each<[string, string, BrowserContextOptions]>([
    ['in a window of another width', '/orders', { viewport: { width: 900, height: 900 } }],
    ['in the other colors', '/orders', { colorScheme: 'dark' }],
    ['at another address', '/network/customers', {}],
  ])('isn’t drawn %s', async (_, path, options) => {
    const { page, release } = await openHeld(seen.storageState, path, options);
    expect(await page.locator(FRAME).count()).toBe(0);
    release();
    await page.locator(FIRST).first().waitFor();
  });

  it('isn’t drawn for somebody else in that browser', async () => {
    const { page } = seen;
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('verdant.frame') ?? '{}');
      localStorage.setItem('verdant.frame', JSON.stringify({ ...kept, subject: 'somebody-else' }));
    });
    const { page: theirs, release } = await openHeld(await page.context().storageState(), '/orders');
    expect(await theirs.locator(FRAME).count()).toBe(0);
    release();
    await theirs.locator(FIRST).first().waitFor();
  });

  it('is forgotten with a sign-out, and a record is never kept', async () => {
    const { page } = seen;
    await page.locator(FIRST).first().click();
    await page.getByRole('heading', { level: 1, name: /Order/ }).waitFor();
    await page.waitForTimeout(2500);
    expect(await framed(page)).toEqual(['/orders']);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor();
    expect(await framed(page)).toEqual([]);
  });
});
