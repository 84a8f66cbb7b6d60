import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '../../server/db/client';
import { EMPTY, launchChromium, newWindow, openEmpty, signInAt, startOver } from './browser';
import { createSeededDatabase, type TestDatabase } from './database';
import { handOf } from './hand';
import type { Environment } from './process';
import { type Serves, serveHere } from './serve-here';

export interface Stage {
  readonly database: TestDatabase;
  readonly verdant: Serves;
  readonly browser: Browser;
  /** A window with a demo person signed in, at `path`; one of an earlier test, emptied, unless it must be `isNew`. */
  visit(email: string, path: string, options?: BrowserContextOptions & { isNew?: boolean }): Promise<Page>;
  /** The same for a visitor. */
  stranger(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** One Chromium for all test files of a worker; it ends with it. */
let chromium: Promise<Browser> | undefined;

/**
 * A window that tests use one after the other, with the page the next of them gets: a page made anew costs twice the
 * work, since Chromium reads and compiles the app's code for it again.
 */
type Window = { readonly kind: string; readonly context: BrowserContext; page: Page };

/** Windows of earlier tests of the worker. They have nothing left of those but the app's files. */
const idle: Window[] = [];
const inUse: Window[] = [];

/** Windows with what can't be taken back. */
const spoiled = new WeakSet<BrowserContext>();

/** Where the server of the worker's last file was: at the same address, windows know the next file's as well. */
let usualPort: string | undefined;

async function startServer(url: string, more: Environment): Promise<Serves> {
  const environment = { DATABASE_URL: url, ...more };
  const again = usualPort && (await serveHere({ ...environment, PORT: usualPort }).catch(() => undefined));
  const serves = again || (await serveHere(environment));
  usualPort = serves.port;
  return serves;
}

type StageOptions = {
  /** Windows close after each test or, with this, with all else after the last. */
  keepsWindows?: boolean;
  /** Changes the demo data before the server starts. */
  prepare?: (database: Database) => Promise<void>;
  /** What else the server is set to, asked for as it starts. */
  environment?: () => Environment;
};

/** The built server, in the test's own process, with a test file's own demo data, and Chromium. */
export function openStage({ keepsWindows = false, prepare, environment }: StageOptions = {}): Stage {
  let database: TestDatabase;
  let verdant: Serves;
  let browser: Browser;

  beforeAll(async () => {
    chromium ??= launchChromium();
    database = await createSeededDatabase();
    await prepare?.(database.database);
    verdant = await startServer(database.url, environment?.() ?? {});
    browser = await chromium;
  });
  const closeAll = () => Promise.all((browser?.contexts() ?? []).filter((one) => !isIdle(one)).map(putBack));
  afterAll(async () => {
    await closeAll();
    await verdant?.stop();
    await database?.drop();
  });
  afterEach(async ({ task }) => {
    const shown = task.result?.state === 'fail' ? await pagesOf(inUse) : '';
    if (!keepsWindows) await closeAll();
    // Beside the failure, where the report ends: what is printed while files run is often cut.
    if (shown) throw new Error(shown);
  });

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
    visit(email, path, { isNew = false, ...options } = {}) {
      return isNew
        ? signInAt(browser, verdant.url, email, path, options)
        : openPage(browser, verdant.url, path, options, email);
    },

    stranger(path, options = {}) {
      return openPage(browser, verdant.url, path, options);
    },
  };
}

const MOST_SHOWN = 6_000;

/** What a failed test's pages show, in words. */
async function pagesOf(windows: readonly Window[]): Promise<string> {
  const pages = windows.flatMap(({ context }) => context.pages());
  const shown = await Promise.all(
    pages.map(async (page) => {
      const parts = [
        (await page.getByRole('dialog').last().isVisible()) ? [page.getByRole('dialog').last()] : [],
        page.locator('body'),
      ].flat();
      const words = await Promise.all(
        parts.map((part) => part.ariaSnapshot({ timeout: 2_000 }).catch(() => 'nothing')),
      );
      const hand = await handOf(page).catch(() => 'unknown');
      return `${page.url()} shows\n${words.join('\nin\n').slice(0, MOST_SHOWN)}\nThe hand:\n${hand}`;
    }),
  );
  return shown.join('\n\n');
}

/** A page at `path` in a window without anything of earlier tests. */
async function openPage(
  browser: Browser,
  url: string,
  path: string,
  { viewport = { width: 1440, height: 900 }, colorScheme = 'light', ...options }: BrowserContextOptions,
  email?: string,
): Promise<Page> {
  const window = await takeWindow(browser, url, options.isMobile ? { ...options, viewport } : options);
  inUse.push(window);
  const { page } = window;
  await startOver(page, url, email);
  if (viewport && !options.isMobile) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(path);
  return page;
}

async function takeWindow(browser: Browser, url: string, options: BrowserContextOptions): Promise<Window> {
  const kind = JSON.stringify([url, options]);
  const at = idle.findLastIndex((one) => one.kind === kind);
  const [found] = at === -1 ? [] : idle.splice(at, 1);
  if (found) return found;
  const context = await newWindow(browser, url, options);
  return { kind, context, page: await openEmptyPage(context) };
}

/** An empty page that notices what stays with it. */
async function openEmptyPage(context: BrowserContext): Promise<Page> {
  const page = await openEmpty(context);
  spoilsBy(context, page, 'addInitScript');
  spoilsBy(context, page.clock, 'install');
  return page;
}

function spoilsBy<On extends object, Name extends keyof On>(context: BrowserContext, on: On, name: Name): void {
  const act = on[name] as (...given: unknown[]) => unknown;
  const noticed = (...given: unknown[]) => {
    spoiled.add(context);
    return act.apply(on, given);
  };
  Object.assign(on, { [name]: noticed });
}

const isIdle = (context: BrowserContext): boolean => idle.some((one) => one.context === context);

/** Empties a window for later tests; closes one that can't be. */
async function putBack(context: BrowserContext): Promise<void> {
  const at = inUse.findIndex((one) => one.context === context);
  const [window] = at === -1 ? [] : inUse.splice(at, 1);
  if (window && !spoiled.has(context) && (await emptied(window))) idle.push(window);
  else await closeWindows(context);
}

/** What tests listen to on a page. */
const TOLD = ['console', 'dialog', 'download', 'load', 'request', 'response', 'websocket'];

/**
 * Whether a window was emptied in time: its page left as a person leaves, others closed. What they stored is forgotten
 * at the next use.
 */
async function emptied(window: Window): Promise<boolean> {
  const { context, page } = window;
  const clear = async () => {
    await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), context.setOffline(false)]);
    if (page.isClosed()) window.page = await openEmptyPage(context);
    else await leave(page);
    await Promise.all(context.pages().map((one) => one !== window.page && one.close()));
    await context.clearCookies();
    return true;
  };
  return Promise.race([clear().catch(() => false), setTimeout(CLOSING_MS, false, { ref: false })]);
}

async function leave(page: Page): Promise<void> {
  for (const event of TOLD) page.removeAllListeners(event);
  // The app asks before typed words are lost.
  page.on('dialog', (dialog) => dialog.accept());
  await page.mouse.move(0, 0);
  await page.goto(EMPTY);
  page.removeAllListeners('dialog');
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
