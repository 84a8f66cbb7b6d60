import type { Page } from 'playwright';
import { WRAPPER_READY } from '../../../domain/wrapper/messages';

/** A phone's webview, as its user agent says. */
export const PHONE = {
  viewport: { width: 390, height: 800 },
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
};

type Behavior = {
  /** When its object is there; `with-event` it says so, once the page waits for it; `never` not by itself. */
  comes?: 'at-once' | 'late' | 'with-event' | 'never';
  /** Messages whose handler fails. */
  rejects?: readonly string[];
  /** What a handler answers, by message. */
  replies?: Readonly<Record<string, unknown>>;
};

type Heard = { name: string; what: Record<string, unknown>; meta: { id: number; sentAt: string } };

type FakeWindow = typeof window & { heard: Heard[]; appComes: () => void };

/** The mobile app around a page, as far as the page can tell. */
export type FakeApp = {
  page: Page;
  /** What was logged as an error, oldest first. */
  logged: string[];
  /** What it heard of a message, or of all; oldest first. */
  heard: (name?: string) => Promise<Heard[]>;
  /** Tells the page something; resolves to whether that was understood. */
  tell: (name: string, what: unknown) => Promise<boolean>;
  /** Its object is there from now on, with the event that says so. */
  comes: () => Promise<void>;
};

/** Plays the app around a page from the next address on, which it opens with its mark. */
export async function openInApp(page: Page, path: string, behavior: Behavior = {}): Promise<FakeApp> {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const played: Played = { ready: WRAPPER_READY, comes: 'at-once', rejects: [], replies: {}, ...behavior };
  await page.addInitScript(play, played);
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}is_flutter=true`);
  return {
    page,
    logged,
    heard: (wanted) =>
      page.evaluate(
        (name) => (window as unknown as FakeWindow).heard.filter((one) => name === undefined || one.name === name),
        wanted,
      ),
    tell: async (name, what) => {
      await page.waitForFunction(() => window.verdantWrapper !== undefined);
      return page.evaluate(([to, told]) => window.verdantWrapper?.receive(to as string, told) ?? false, [name, what]);
    },
    comes: () => page.evaluate(() => (window as unknown as FakeWindow).appComes()),
  };
}

type Played = Required<Behavior> & { ready: string };

/** Runs in the page, before its own scripts. */
function play({ ready, comes, rejects, replies }: Played): void {
  const there = window as unknown as FakeWindow;
  there.heard = [];
  const app = {
    callHandler: async (name: string, what: unknown, meta: unknown) => {
      if (rejects.includes(name)) throw new Error(`No handler ${name}`);
      there.heard.push({ name, what, meta } as Heard);
      return replies[name] ?? null;
    },
  };
  there.appComes = () => {
    there.flutter_inappwebview = app;
    dispatchEvent(new Event(ready));
  };
  if (comes === 'at-once') there.flutter_inappwebview = app;
  // By the page's own timers, so that it is before the page gives up, however slow both are.
  if (comes === 'with-event') {
    there.flutter_inappwebview = {};
    const looking = setInterval(() => {
      if (there.verdantWrapper === undefined) return;
      clearInterval(looking);
      setTimeout(there.appComes, 500);
    }, 50);
  }
  if (comes === 'late') {
    setTimeout(() => {
      there.flutter_inappwebview = app;
    }, 1_500);
  }
}
