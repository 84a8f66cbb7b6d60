import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright';
import { chromiumPath } from '../../scripts/chromium.mjs';
import { DEMO_PASSWORD } from '../../server/seed/specs/people';
import { watchHand } from './hand';
import { signIn } from './identity/sign-in';

const PATIENCE_MS = 60_000;

/**
 * What keeps Chromium from starting processes for pages that tests don't open: they load from one address, and a window
 * has one process.
 */
const FEW_PROCESSES = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

const launchOptions = () => ({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...FEW_PROCESSES],
});

/** Chromium for tests; close it at the end. */
export const launchChromium = (): Promise<Browser> => chromium.launch(launchOptions());

/** A Chromium of its own that keeps what its pages store in a folder, for the next one there; close it at the end. */
export async function launchAt(
  folder: string,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions(),
    viewport: { width: 1440, height: 900 },
    ...options,
    baseURL: url,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/**
 * A window with a demo person signed in, at `path`. They sign in through the real provider, in a separate session,
 * skipping the pages, which have their own tests.
 */
export async function signInAt(
  browser: Browser,
  url: string,
  email: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return signInWith(await newWindow(browser, url, options), url, email, path);
}

/** A window of the usual size for the app at `url`. */
export async function newWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, ...options, baseURL: url });
  context.setDefaultTimeout(PATIENCE_MS);
  await watchHand(context);
  return context;
}

/** Signs somebody in with a window that stores nothing yet. */
async function signInWith(context: BrowserContext, url: string, email: string, path: string): Promise<Page> {
  const { cookies, tokens } = await signedIn(url, email);
  await context.addCookies(cookies);
  const page = await openEmpty(context);
  const loaded = page.waitForEvent('load');
  await page.evaluate(
    ([kept, to]) => {
      localStorage.setItem('auth.tokens', kept);
      location.replace(to);
    },
    [tokens, path] as const,
  );
  await loaded;
  return page;
}

/** A small file of the app's address. */
export const EMPTY = '/icon.svg';

/**
 * A page of a small file of the app's address. What a window stores is set there: as `storageState` it takes Chromium
 * another process.
 */
export async function openEmpty(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(EMPTY);
  return page;
}

/** Forgets what the window of an empty page stored, and signs somebody in there, or nobody. */
export async function startOver(empty: Page, url: string, email?: string): Promise<void> {
  const { cookies, tokens } = email ? await signedIn(url, email) : { cookies: [], tokens: null };
  await empty.context().addCookies(cookies);
  await empty.evaluate(async (kept) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) {
      await new Promise((done) => {
        const removal = indexedDB.deleteDatabase(name ?? '');
        for (const end of ['success', 'error'] as const) removal.addEventListener(end, done);
      });
    }
    if (kept !== null) localStorage.setItem('auth.tokens', kept);
  }, tokens);
}

/** A window's cookies and stored tokens right after sign-in. */
export async function signedIn(url: string, email: string) {
  const { browser, tokens } = await signIn({ address: url, publicUrl: url }, email, DEMO_PASSWORD);
  const domain = new URL(url).hostname;
  const cookies = browser.cookies().map((cookie) => {
    return { ...cookie, domain, expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  });
  const kept = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken: tokens.id_token };
  return { cookies, tokens: JSON.stringify(kept) };
}

/** Waits until an element has focus, so typing goes there. */
export function hasFocus(element: Locator): Promise<void> {
  return element.and(element.page().locator(':focus')).waitFor();
}

/** Most presses of Tab tried. */
const FARTHEST = 120;

/** Presses Tab until the element has focus. */
export async function tabTo(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < FARTHEST; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error(`Tab never reached ${target}`);
}

/**
 * Waits until no dialog is open. What a dialog did may show behind it before it closes, and a page behind a dialog takes
 * no keys; clicks wait by themselves.
 */
export function noDialog(page: Page): Promise<void> {
  return page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/**
 * Answers a call with a failure until something is clicked on the page opened next: what reads again by itself, as after
 * news, fails as well, so only the click can have mended it.
 */
export async function failsUntilClick(
  page: Page,
  path: string,
  failure: { status: number; json: object },
): Promise<void> {
  await page.addInitScript(() => addEventListener('click', () => Object.assign(window, { clicked: true }), true));
  await page.route(path, async (route) => {
    const isClicked = await page.evaluate(() => 'clicked' in window);
    await (isClicked ? route.fallback() : route.fulfill(failure));
  });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run: (on: { exclude: Element[] }, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[] }[] };

/** How many rows of a grid axe looks at: one component draws them all, and most of axe's work is in cells. */
const ROWS_LOOKED_AT = 10;

/**
 * axe's findings on the page as text, by all rules or the given ones; empty if none. Only findings that persist count,
 * since colors may be mid-transition. Of a grid's rows it sees the first ten, and any that has focus.
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
  const violations = await page.evaluate(
    async ([runOnly, rowsLookedAt]) => {
      const { axe } = window as unknown as { axe: Axe };
      const options = { resultTypes: ['violations'], preload: false, ...(runOnly ? { runOnly } : {}) };
      const exclude = [...document.querySelectorAll('[role="grid"], [role="treegrid"], [role="table"]')].flatMap(
        (grid) =>
          [...grid.querySelectorAll('[role="row"][data-r]')]
            .slice(rowsLookedAt)
            .filter((row) => !row.matches(':focus-within')),
      );
      return (await axe.run({ exclude }, options)).violations;
    },
    [rules, ROWS_LOOKED_AT] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Frames after which a page has followed its window's new size. */
const SETTLED = 30;

/** Whether the page is wider than its window, once it has followed the window's size. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(async (frames) => {
    const isWide = () => document.documentElement.scrollWidth > innerWidth;
    for (let frame = 0; isWide() && frame < frames; frame++) await new Promise(requestAnimationFrame);
    return isWide();
  }, SETTLED);
}

/** Counts the page's loads from now on, each as soon as its document is asked for. */
export function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}
