import { type ReactNode, useEffect } from 'react';
import { callNews } from './call-news';
import { onLive, readAllAgain } from './live';
import { gather } from './live-refine';
import type { SignedIn } from './session-state';
import { loadFirstSession, refreshAccess, tokensChanged, useSessionState } from './session-store';
import { onTokens } from './tokens';

export { useSessionState };

const RETRY_MS = 5000;
const AFTER_ACTING = `/support?${new URLSearchParams({ snack: 'You’re no longer acting for someone else.' })}`;

/** The person signed in. Raises for a signed-out visitor: only for screens that need sign-in. */
export function useSession(): SignedIn {
  const state = useSessionState();
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in');
  return state;
}

/** Loads the session once, follows the tokens, and keeps role, flags and plan true while they change elsewhere. */
export function SessionKeeper({ children }: { children: ReactNode }) {
  useEffect(() => {
    loadFirstSession();
    const offTokens = onTokens(tokensChanged);
    // What is on screen belongs to the person acted for: nothing of it may be used as oneself.
    const offTemporary = callNews.temporaryEnded.on(() => location.assign(AFTER_ACTING));
    return () => {
      offTokens();
      offTemporary();
    };
  }, []);

  useEffect(() => {
    const burst = gather<void>(() => {
      refreshAccess().then(
        (isOther) => isOther && readAllAgain(),
        () => setTimeout(burst.add, RETRY_MS),
      );
    });
    const off = onLive((news) => {
      // What was just loaded is not made old by the stream's opening.
      if (news.kind === 'resync' ? !news.isFirst : ['access', 'organization'].includes(news.event.topic)) burst.add();
    });
    return () => {
      off();
      burst.stop();
    };
  }, []);

  return children;
}
