import { listeners } from './listeners';

export type Tokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  /** Names the session to the provider when signing out. */
  idToken?: string | undefined;
  /** When the access token runs out by this browser's clock, in ms since 1970; set by `saveTokens`. */
  expiresAt?: number | undefined;
};

/*
 * Tokens live in localStorage, not in cookies: every tab sees a refresh or a sign-out at once through the storage event,
 * and nothing is attached to requests that did not ask for it, so no forged request can carry them.
 */
const KEY = 'auth.tokens';
/** Per tab, so that support staff keep their own session in the others. */
const TEMPORARY_KEY = 'auth.temporary';

const changes = listeners<Tokens | null>();

/** Hears of sign-in, refresh and sign-out, in this tab and in others. */
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

/** `null` signs out; `'ended'` says that the session ran out by itself, so that what is on screen may stay there. */
export function saveTokens(tokens: Tokens | 'ended' | null): void {
  if (tokens) localStorage.setItem(KEY, JSON.stringify(tokens === 'ended' ? tokens : dated(tokens)));
  else localStorage.removeItem(KEY);
  changes.emit(readTokens());
}

/** Whether the session ran out, rather than being left on purpose. */
export function hasEnded(): boolean {
  return localStorage.getItem(KEY) === JSON.stringify('ended');
}

export function readTemporaryToken(): string | null {
  return sessionStorage.getItem(TEMPORARY_KEY);
}

/** Acts with this token instead of the person's own, in this tab, until it is refused or given up with null. */
export function saveTemporaryToken(token: string | null): void {
  if (token) sessionStorage.setItem(TEMPORARY_KEY, token);
  else sessionStorage.removeItem(TEMPORARY_KEY);
  changes.emit(readTokens());
}

type Claims = { exp?: number; iat?: number; sub?: string };

/** A clock that is wrong by hours still knows how long ago the token came. */
function dated(tokens: Tokens): Tokens {
  const { exp, iat } = claimsOf(tokens.accessToken);
  if (exp === undefined) return tokens;
  const isAsBefore = readTokens()?.accessToken === tokens.accessToken && tokens.expiresAt !== undefined;
  return isAsBefore
    ? tokens
    : { ...tokens, expiresAt: iat === undefined ? exp * 1000 : Date.now() + (exp - iat) * 1000 };
}

/** What a JWT says of itself, unverified; nothing for what cannot be read. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Whether a JWT's own clock has run out; false for what cannot be read. */
export function isExpired(token: string, now = Date.now()): boolean {
  const { exp } = claimsOf(token);
  return exp !== undefined && exp * 1000 <= now;
}

/** Whether the access token runs out within `aheadMs`, by the clock it was kept by; false where nobody knows. */
export function runsOutSoon({ expiresAt }: Tokens, aheadMs: number, now = Date.now()): boolean {
  return expiresAt !== undefined && expiresAt - aheadMs <= now;
}

/** Whom calls are made for, as the tokens name them; only to keep one person's preferences from another's. */
export function currentSubject(): string {
  const token = readTemporaryToken() ?? readTokens()?.accessToken;
  return (token && claimsOf(token).sub) || 'somebody';
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) changes.emit(readTokens());
});
