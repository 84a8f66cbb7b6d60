import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium, newWindow, signInWith } from './browser';
import { createSeededDatabase, type TestDatabase } from './database';
import { startVerdant, type Verdant } from './process';

export interface Stage {
  readonly database: TestDatabase;
  readonly verdant: Verdant;
  readonly browser: Browser;
  /** A window with a demo person signed in, at `path`; one of an earlier test, emptied, unless it must be `isNew`. */
  visit(email: string, path: string, options?: BrowserContextOptions & { isNew?: boolean }): Promise<Page>;
  /** The same for a visitor. */
  stranger(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** One Chromium for all test files of a worker; it ends with it. */
let chromium: Promise<Browser> | undefined;

/**
 * Windows of earlier tests of the worker, by their options. They have nothing left of those but the app's files, which
 * Chromium needn't load and compile again: that takes longer than most tests.
 */
const idle = new Map<string, BrowserContext[]>();
const inUse = new Map<BrowserContext, string>();

/** Where the server of the worker's last file was: at the same address, windows know the next file's as well. */
let usualPort: string | undefined;

async function startServer(url: string): Promise<Verdant> {
  const environment = { DATABASE_URL: url };
  const again = usualPort && (await startVerdant({ ...environment, PORT: usualPort }).catch(() => undefined));
  const verdant = again || (await startVerdant(environment));
  usualPort = verdant.port;
  return verdant;
}

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
    verdant = await startServer(database.url);
    browser = await chromium;
  });
  const closeAll = () =>
    Promise.all((browser?.contexts() ?? []).filter((one) => !isIdle(one)).map((one) => putBack(one)));
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
    async visit(email, path, { isNew = false, ...options } = {}) {
      const kind = JSON.stringify([verdant.url, options]);
      const context = (isNew ? undefined : idle.get(kind)?.pop()) ?? (await newWindow(browser, verdant.url, options));
      if (!isNew) inUse.set(context, kind);
      return signInWith(context, verdant.url, email, path);
    },

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

const isIdle = (context: BrowserContext): boolean => [...idle.values()].some((all) => all.includes(context));

/** Empties a window for later tests; closes one that can't be. */
async function putBack(context: BrowserContext): Promise<void> {
  const kind = inUse.get(context);
  inUse.delete(context);
  const isEmptied = kind !== undefined && (await empty(context));
  if (!isEmptied) return closeWindows(context);
  idle.set(kind, [...(idle.get(kind) ?? []), context]);
}

/** Whether all of a window's pages closed in time. What it stored is forgotten at the next sign-in. */
async function empty(context: BrowserContext): Promise<boolean> {
  const clear = async () => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(context.pages().map((page) => page.close()));
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      context.clearCookies(),
    ]);
    return true;
  };
  return Promise.race([clear().catch(() => false), setTimeout(CLOSING_MS, false, { ref: false })]);
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
