import type { BrowserContext, Page } from 'playwright';

/** Milliseconds from the person's press or key to the frame that shows what it asked for. */
export type Steps = Record<(typeof STEPS)[number], number>;
export const STEPS = ['first record', 'back', 'next record', 'filter'] as const;

const LIST = '/orders';
const LINK = (row: number) => `[role="row"][data-r="${row}"] a`;
const IS_LIST = `location.pathname === '${LIST}' && document.querySelector('${LINK(0)}')`;
const IS_RECORD = `location.pathname !== '${LIST}' && /\\d/.test(document.querySelector('main h1')?.textContent ?? '')
  && document.querySelector('main [role="grid"], main table')`;
const IS_FILTERED = `location.search !== '' && document.querySelector('[role="grid"][aria-busy="false"]')`;

/** What somebody does in the list of orders, over and over: opens a record, goes back, opens another, filters. */
export async function steps(context: BrowserContext, url: string): Promise<Steps> {
  const page = await context.newPage();
  await page.goto(url + LIST);
  await page.locator(LINK(0)).first().waitFor();
  // A person reads before they press.
  await page.waitForTimeout(4000);
  const open = (row: number) => page.locator(LINK(row)).first().click();
  const first = await timed(page, 'pointerdown', IS_RECORD, () => open(0));
  const back = await timed(page, 'popstate', IS_LIST, () => page.goBack());
  const next = await timed(page, 'pointerdown', IS_RECORD, () => open(1));
  await page.goBack();
  await page.locator(LINK(0)).first().waitFor();
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Order/ }))
    .first()
    .fill('green');
  const filter = await timed(page, 'keydown', IS_FILTERED, () => page.keyboard.press('Enter'));
  await page.close();
  return { 'first record': first, back, 'next record': next, filter };
}

/** From an event of the page to the frame in which something holds there. */
async function timed(page: Page, event: string, holds: string, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`(() => {
    window.took = undefined;
    addEventListener('${event}', () => {
      const began = performance.now();
      const look = () => {
        if (${holds}) window.took = performance.now() - began;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  })()`);
  await act();
  const took = await page.waitForFunction(() => (window as { took?: number }).took, undefined, {
    polling: 50,
    timeout: 60_000,
  });
  await page.waitForTimeout(1000);
  return (await took.jsonValue()) as number;
}
