import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium, signInAt } from './browser';
import { createSeededDatabase, type TestDatabase } from './database';
import { startVerdant, type Verdant } from './process';

export interface Stage {
  readonly database: TestDatabase;
  readonly verdant: Verdant;
  readonly browser: Browser;
  /** A window with a demo person signed in, at `path`. */
  visit(email: string, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same for a visitor. */
  stranger(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** One Chromium for all test files of a worker; it ends with it. */
let chromium: Promise<Browser> | undefined;

/**
 * The built server with a test file's own demo data, and Chromium; windows close after each test or, with
 * `keepsWindows`, with all else after the last.
 */
export function openStage({ keepsWindows = false } = {}): Stage {
  let database: TestDatabase;
  let verdant: Verdant;
  let browser: Browser;

  beforeAll(async () => {
    chromium ??= launchChromium();
    database = await createSeededDatabase();
    verdant = await startVerdant({ DATABASE_URL: database.url });
    browser = await chromium;
  });
  const closeAll = () => Promise.all((browser?.contexts() ?? []).map(closeWindows));
  afterAll(async () => {
    await closeAll();
    await verdant?.stop();
    await database?.drop();
  });
  if (!keepsWindows) afterEach(closeAll);

  return {
    get database() {
      return database;
    },
    get verdant() {
      return verdant;
    },
    get browser() {
      return browser;
    },
    visit: (email, path, options = {}) => signInAt(browser, verdant.url, email, path, options),

    async stranger(path, options = {}) {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ viewport, ...options, baseURL: verdant.url });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}

/** Long enough for any window to close, and far less than a hook may take. */
const CLOSING_MS = 15_000;

/**
 * Closes a test's windows; requests it held back no longer matter. Chromium can forget to close a page that is just
 * loading another (crbug.com/536385539): such a window stays open until Chromium ends, which harms no other test.
 */
export async function closeWindows(context: BrowserContext): Promise<void> {
  const close = async () => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  };
  await Promise.race([close(), setTimeout(CLOSING_MS, undefined, { ref: false })]);
}
