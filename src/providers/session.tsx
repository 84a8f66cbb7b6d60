import { type ReactNode, useEffect } from 'react';
import { callNews } from './call/call-news';
import { onTokens } from './call/tokens';
import { onLive, readAllAgain } from './live';
import { gather } from './refine/live-refine';
import type { SignedIn } from './session/session-state';
import { loadFirstSession, refreshAccess, signedInNow, tokensChanged, useSessionState } from './session/session-store';
import { startOver } from './session/start-over';

export { useSessionState };

const RETRY_MS = 5000;
const AFTER_ACTING = `/support?${new URLSearchParams({ snack: 'You’re no longer acting for someone else.' })}`;

/** The signed-in person. Raises for visitors: only for screens that require sign-in. */
export function useSession(): SignedIn {
  const state = useSessionState();
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in');
  return state;
}

/** Whether an event changes who may do what, or what the organization has: of products, whether it lists any. */
const changesAccess = (topic: string) =>
  topic === 'access' ||
  topic === 'organization' ||
  (topic === 'products' && signedInNow()?.organization?.listsProducts === false);

/** Loads the session once, follows token changes, and keeps role, flags and plan current. */
export function SessionKeeper({ children }: { children: ReactNode }) {
  useEffect(() => {
    loadFirstSession();
    const offTokens = onTokens(tokensChanged);
    const offOther = callNews.otherPerson.on(() => startOver());
    // The screen's content belongs to the person acted for: none of it may be reused as oneself.
    const offTemporary = callNews.temporaryEnded.on(() => startOver(AFTER_ACTING));
    return () => {
      offTokens();
      offTemporary();
      offOther();
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
      // The stream's opening doesn't make a fresh session stale.
      if (news.kind === 'resync' ? !news.isFirst : changesAccess(news.event.topic)) burst.add();
    });
    return () => {
      off();
      burst.stop();
    };
  }, []);

  return children;
}
