import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { licenseSyncs } from '../../../server/db/schema';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
const MOST_ASKED = 15;
/** How long there must be no request for a page to count as loaded. */
const QUIET_MS = 1500;
/** Has nothing fetched that only a next page would need; `look-ahead.test.ts` has that. */
const SPARES = `Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })`;

const stage = openStage();

// A check of licenses, due every quarter of an hour, is news that pages read again for.
beforeAll(async () => {
  await stage.database.database.db.delete(licenseSyncs);
});

/** A page's requests until it has loaded, in a browser with an empty cache and a signed-in person. */
async function askedAt(path: string, first: string, { isKnown }: { isKnown: boolean }): Promise<string[]> {
  // /health isn't a page of the app, so visiting it caches nothing.
  const before = await stage.visit(SELLER, isKnown ? path : '/health');
  if (isKnown) await settled(before, before.locator(first).first().waitFor());
  const storageState = await before.context().storageState();
  await before.context().close();
  const context = await stage.browser.newContext({ storageState, baseURL: stage.verdant.url });
  const page = await context.newPage();
  await page.addInitScript({ content: SPARES });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url().slice(stage.verdant.url.length)}`));
  await page.goto(path);
  await settled(page, page.locator(first).first().waitFor());
  return asked;
}

async function settled(page: Page, shown: Promise<void>): Promise<void> {
  let last = Date.now();
  page.on('request', () => {
    last = Date.now();
  });
  await shown;
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
}

const isPicture = (asked: string) => asked.includes('/pictures/');
const repeated = (asked: string[]) => asked.filter((one, at) => asked.indexOf(one) < at);

/** Keeps the names of the `Intl` objects a page creates. */
const NOTES_INTL = `
  window.made = [];
  for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat', 'PluralRules']) {
    const note = (act) => (kind, ...given) => {
      window.made.push(name);
      return Reflect[act](kind, ...given);
    };
    Intl[name] = new Proxy(Intl[name], { construct: note('construct'), apply: note('apply') });
  }
`;

/** Keeps which of them there were when an element came. */
const notesUntil = (first: string) => `
  new MutationObserver(() => {
    if (!window.madeBefore && document.querySelector(${JSON.stringify(first)})) window.madeBefore = [...window.made];
  }).observe(document, { childList: true, subtree: true });
`;

describe.each([
  ['/orders', '[role="row"][data-r="0"] a'],
  ['/marketplace', 'main a[href^="/marketplace/brands/"]'],
])('%s with nothing cached', (path, first) => {
  it.each([
    ['somebody who was here before', { isKnown: true }],
    ['somebody on a new device', { isKnown: false }],
  ])(`makes at most ${MOST_ASKED} requests, none twice, for %s`, async (_, who) => {
    const asked = await askedAt(path, first, who);
    expect(repeated(asked)).toEqual([]);
    // Brand pictures vary with the data, so they aren't counted.
    expect(asked.filter((one) => !isPicture(one)).slice(MOST_ASKED)).toEqual([]);
  });

  // A page's first one takes as long as drawing the rows.
  it('shows what people came for without a formatter or collator', async () => {
    const page = await stage.visit(SELLER, '/health');
    await page.addInitScript({ content: NOTES_INTL + notesUntil(first) });
    await page.goto(path);
    await page.locator(first).first().waitFor();
    expect(await page.evaluate(() => (window as { madeBefore?: string[] }).madeBefore)).toEqual([]);
  });
});
