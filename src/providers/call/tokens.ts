import { listeners } from '../listeners';
import { shownSubject } from './call-context';

export type Tokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  /** Identifies the session to the provider on sign-out. */
  idToken?: string | undefined;
  /** When the access token expires by this browser's clock, in ms since 1970; set by `saveTokens`. */
  expiresAt?: number | undefined;
};

/*
 * Tokens are in localStorage, not cookies: every tab sees a refresh or sign-out at once through the storage event, and
 * since nothing is attached to requests automatically, forged requests can't carry them.
 */
const KEY = 'auth.tokens';
/** Per tab, so support staff keep their own session in other tabs. */
const TEMPORARY_KEY = 'auth.temporary';

const changes = listeners<Tokens | null>();

const SECRET_KEY = 'auth.browser';

/** What only this browser knows, to ask again for new tokens whose answer was lost. */
export function browserSecret(): string {
  const secret = localStorage.getItem(SECRET_KEY) || crypto.randomUUID();
  localStorage.setItem(SECRET_KEY, secret);
  return secret;
}

/** Subscribes to sign-in, refresh and sign-out, in this tab and others. */
export const onTokens = changes.on;

export function readTokens(): Tokens | null {
  const kept = localStorage.getItem(KEY);
  if (!kept) return null;
  try {
    const tokens = JSON.parse(kept) as Partial<Tokens> | null;
    return typeof tokens?.accessToken === 'string' ? (tokens as Tokens) : null;
  } catch {
    return null;
  }
}

/** `null` signs out; `'ended'` means the session expired, so the screen may stay. */
export function saveTokens(tokens: Tokens | 'ended' | null): void {
  if (tokens) localStorage.setItem(KEY, JSON.stringify(tokens === 'ended' ? tokens : dated(tokens)));
  else localStorage.removeItem(KEY);
  changes.emit(readTokens());
}

/** Whether the session expired, rather than being signed out. */
export function hasEnded(): boolean {
  return localStorage.getItem(KEY) === JSON.stringify('ended');
}

export function readTemporaryToken(): string | null {
  return sessionStorage.getItem(TEMPORARY_KEY);
}

/** When the temporary token expires, in ms since 1970; null without one. */
export function temporaryUntil(): number | null {
  const exp = claimsOf(readTemporaryToken() ?? '').exp;
  return exp === undefined ? null : exp * 1000;
}

/** Uses this token instead of the person's own, in this tab, until refused or dropped with null. */
export function saveTemporaryToken(token: string | null): void {
  if (token) sessionStorage.setItem(TEMPORARY_KEY, token);
  else sessionStorage.removeItem(TEMPORARY_KEY);
  changes.emit(readTokens());
}

type Claims = { exp?: number; iat?: number; sub?: string };

/** Stored relative to now, so a wrong clock doesn't matter. */
function dated(tokens: Tokens): Tokens {
  const { exp, iat } = claimsOf(tokens.accessToken);
  if (exp === undefined) return tokens;
  const isAsBefore = readTokens()?.accessToken === tokens.accessToken && tokens.expiresAt !== undefined;
  return isAsBefore
    ? tokens
    : { ...tokens, expiresAt: iat === undefined ? exp * 1000 : Date.now() + (exp - iat) * 1000 };
}

/** A JWT's claims, unverified; nothing if unreadable. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Whether a JWT has expired by its own claim; false if unreadable. */
export function isExpired(token: string, now = Date.now()): boolean {
  const { exp } = claimsOf(token);
  return exp !== undefined && exp * 1000 <= now;
}

/** Whether the access token expires within `aheadMs`, by the stored expiry; false if unknown. */
export function runsOutSoon({ expiresAt }: Tokens, aheadMs: number, now = Date.now()): boolean {
  return expiresAt !== undefined && expiresAt - aheadMs <= now;
}

/** The person the tokens name; only used to separate people's preferences. */
export function currentSubject(): string {
  const token = readTemporaryToken() ?? readTokens()?.accessToken;
  return (token && claimsOf(token).sub) || 'somebody';
}

/** Whether tokens name another person than the one this tab shows; false where tokens can't be read. */
export function areOthers(tokens: Tokens | null): boolean {
  const [shown, sub] = [shownSubject(), tokens && claimsOf(tokens.accessToken).sub];
  return !!shown && !!sub && sub !== shown;
}

/** Whether tokens of the same person were issued before these; false where that can't be read. */
export function isOlder(tokens: Tokens, than: Tokens): boolean {
  const [one, other] = [claimsOf(tokens.accessToken), claimsOf(than.accessToken)];
  return one.sub !== undefined && one.sub === other.sub && (one.iat ?? 0) < (other.iat ?? 0);
}

/** Tells of the tokens as they are now, which something else may have changed in this very tab. */
export const noticeTokens = (): void => changes.emit(readTokens());

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) changes.emit(readTokens());
});
