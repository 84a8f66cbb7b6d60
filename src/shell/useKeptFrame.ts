import { useEffect } from 'react';
import { readTemporaryToken } from '../providers/call/tokens';
import type { SessionState } from '../providers/session/session-state';
import { isAtRest, keepFrame } from './first-frame';
import type { RouteHandle } from './navigation/useAppNavigation';

const EVERY_MS = 1000;
const MOST_TRIES = 20;

/** The addresses kept since this page was loaded: looking at a whole screen takes a moment, which once is enough. */
const kept = new Set<string>();

const whenIdle = (run: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(run) : run());

/**
 * Keeps how the screen is drawn for the next visit to its address, once it has loaded and nothing is under way. Not of a
 * record, whose parts depend on it, and not while looking as somebody else.
 */
export function useKeptFrame(state: SessionState, active: RouteHandle | null): void {
  const isOwn =
    state.status === 'signed-in' && !state.hasEnded && state.seenAs === null && readTemporaryToken() === null;
  const { path = '', title = '', layout = 'default' } = active?.screen ?? {};
  const isKept = isOwn && active !== null && layout === 'default' && !/[:*]/.test(path);
  useEffect(() => {
    if (!isKept || kept.has(path)) return;
    let tries = 0;
    const timer = setInterval(() => {
      tries += 1;
      if (tries >= MOST_TRIES) clearInterval(timer);
      if (document.hidden) return;
      whenIdle(() => {
        if (kept.has(path) || location.pathname !== `/${path}` || !isAtRest()) return;
        clearInterval(timer);
        kept.add(path);
        keepFrame(location.pathname, title);
      });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isKept, path, title]);
}
