import { session } from '../../../domain/session/contract';
import { type FromWrapper, WRAPPER_LOG } from '../../../domain/wrapper/messages';
import { call } from '../call';
import { acrossTabs } from '../call/call-tokens';
import { browserSecret, isExpired, isOlder, noticeTokens, readTokens, saveTokens, type Tokens } from '../call/tokens';
import { loadSession, signedInNow } from '../session/session-store';
import { isStartingOver } from '../session/start-over';
import { setWrapperState } from './state';

type Given = FromWrapper['tokensRefreshed'];

/**
 * Takes the mobile app's tokens where they differ, and reads the person again. Returns whether the page's are now as new
 * as those; whatever fails is only logged.
 */
export async function takeTokens(given: Given): Promise<boolean> {
  try {
    const here = signedInNow();
    const isTaken = await acrossTabs(() => take(given));
    // Who wasn't signed in is read because tokens were stored; for another person the page starts over.
    if (isTaken && here && !here.hasEnded && !isStartingOver()) await loadSession(here.scope?.orgId);
    return true;
  } catch (error) {
    console.error(WRAPPER_LOG.tokensFailed);
    const { status = 0 } = error as { status?: number };
    // Refused, its tokens are no good: it may have ours.
    if ([400, 401, 403].includes(status)) noticeTokens();
    else {
      // Nobody was reached, which says nothing of them: it keeps what it has.
      const { accessToken = null, refreshToken = null } = readTokens() ?? {};
      setWrapperState({ accessToken, refreshToken });
    }
    return false;
  }
}

async function take(given: Given): Promise<boolean> {
  const own = readTokens();
  // Whatever differs from these in the end is told to the app.
  setWrapperState(given);
  if (own?.accessToken === given.accessToken && own.refreshToken === given.refreshToken) return false;
  if (own && isOlder(given, own)) {
    noticeTokens();
    return false;
  }
  saveTokens(await tried(given));
  return true;
}

/** Tokens that somebody is signed in with, renewed where they ran out. Raises for those of a session that is over. */
async function tried(given: Given): Promise<Tokens> {
  const tokens: Tokens = isExpired(given.accessToken)
    ? {
        ...given,
        ...(await call(session.refresh, { body: { refreshToken: given.refreshToken, client: browserSecret() } })),
      }
    : given;
  await call(session.me, { query: {} }, { as: tokens.accessToken, orgId: null, quiet: true });
  return tokens;
}
