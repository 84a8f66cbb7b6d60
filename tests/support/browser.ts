import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright';
import { DEMO_PASSWORD } from '../../server/seed/people';

const PATIENCE_MS = 15_000;

/** Chromium as the tests run it; close it in the end. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

/** A window of its own in which somebody of the demo has signed in and is at `path`. */
export async function signInAt(
  browser: Browser,
  url: string,
  email: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options, baseURL: url });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname + address.search === path);
  return page;
}

/** Waits until an element has the focus, so that what is typed next goes there. */
export function hasFocus(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[] }[] };

/**
 * What axe finds on the page in words, by all its rules or those named; empty when it finds nothing. What is only passing,
 * such as a color half-way to another theme, is not counted: a finding is one that stays.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  let found = await runAxe(page, rules);
  for (let looks = 1; found.length > 0 && looks < 8; looks++) {
    await page.waitForTimeout(250);
    found = await runAxe(page, rules);
  }
  return found;
}

async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const options = { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) };
    return (await axe.run(document, options)).violations;
  }, rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
