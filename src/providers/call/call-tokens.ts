import { ERROR_CODES } from '../../../domain/errors';
import { session } from '../../../domain/session/contract';
import { shownSubject } from './call-context';
import { callNews } from './call-news';
import { answer, errorBody } from './call-reply';
import {
  areOthers,
  isExpired,
  noticeTokens,
  readTemporaryToken,
  readTokens,
  runsOutSoon,
  saveTemporaryToken,
  saveTokens,
  type Tokens,
} from './tokens';

const REFRESH_LOCK = 'verdant.refresh';
/** A token expiring sooner than this is renewed before sending. */
const REFRESH_AHEAD_MS = 30_000;

type Sending = {
  /** Whether the call needs a token at all. */
  asksWho: boolean;
  /** The token to send instead of the person's own. */
  as?: string | undefined;
  send: (token: string | null) => Promise<Response>;
  /** Exchanges a refresh token for new tokens. */
  renew: Renew;
};
type Renew = (refreshToken: string) => Promise<Response>;

/** Sends with the current token, renewed ahead of expiry; if it turns out expired, refreshes and resends once. */
export async function authorized({ asksWho, as, send, renew }: Sending): Promise<Response> {
  if (!asksWho) return send(null);
  if (as !== undefined) return send(as);
  const temporary = readTemporaryToken();
  if (temporary !== null) {
    const response = await send(temporary);
    if (isRefusal(response) && readTemporaryToken() === temporary) {
      saveTemporaryToken(null);
      callNews.temporaryEnded.emit();
    }
    return response;
  }
  const tokens = await currentTokens(renew);
  // The browser's storage was cleared under this page: it says so and how to sign in.
  if (tokens === null && shownSubject()) noticeTokens();
  assertShown(tokens);
  const response = await send(tokens?.accessToken ?? null);
  if (!tokens || !isRefusal(response) || !(await needsRefresh(response, tokens.accessToken))) return response;
  const renewed = await refreshed(tokens.accessToken, renew);
  assertShown(renewed);
  return renewed === null ? response : send(renewed.accessToken);
}

/** Someone else signed in in another tab: what this one shows and was typed here isn't theirs, so nothing is sent. */
function assertShown(tokens: Tokens | null): void {
  if (!areOthers(tokens)) return;
  callNews.otherPerson.emit();
  throw new DOMException('Somebody else is signed in', 'AbortError');
}

/** The current tokens. If renewing ahead fails, the call itself reports the problem. */
async function currentTokens(renew: Renew): Promise<Tokens | null> {
  const tokens = readTokens();
  if (!tokens?.refreshToken || !runsOutSoon(tokens, REFRESH_AHEAD_MS)) return tokens;
  return (await refreshed(tokens.accessToken, renew).catch(() => null)) ?? tokens;
}

function isRefusal(response: Response): boolean {
  return response.status === 401 || response.status === 403;
}

/** A 401 always needs another token; a 403 only when the token has expired. */
async function needsRefresh(response: Response, token: string): Promise<boolean> {
  if (response.status === 401 || isExpired(token)) return true;
  return (await errorBody(response.clone())).internalCode === ERROR_CODES.TOKEN_EXPIRED;
}

let refreshing: Promise<Tokens | null> | null = null;

/** One refresh, however many calls in this tab need it. Null when the session is over. */
function refreshed(spent: string, renew: Renew): Promise<Tokens | null> {
  refreshing ??= acrossTabs(() => refresh(spent, renew)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** One at a time across tabs: reusing a refresh token ends its session. */
export function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

async function refresh(spent: string, renew: Renew): Promise<Tokens | null> {
  const tokens = readTokens();
  if (tokens === null || tokens.accessToken !== spent) return tokens;
  if (!tokens.refreshToken) return endSession();
  const response = await renew(tokens.refreshToken);
  const isOver = response.status === 400 || isRefusal(response);
  const renewed = isOver ? null : await answer(session.refresh, response);
  // Another tab signed out or someone else in meanwhile: the reply is about a session this browser no longer has.
  const stored = readTokens();
  if (stored?.refreshToken !== tokens.refreshToken) return stored;
  if (renewed === null) return endSession();
  const next = { ...tokens, ...renewed, expiresAt: undefined };
  saveTokens(next);
  return next;
}

function endSession(): null {
  saveTokens('ended');
  callNews.signedOut.emit();
  return null;
}
