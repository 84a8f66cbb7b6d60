import { currentSubject, readTemporaryToken, readTokens } from './tokens';

/**
 * Requests to repeat on the next visit: who the person is (`place`: in the organization the reply names), or the first
 * data of the page at this address.
 */
export type Early = 'session' | 'place' | 'page';

type Asked = { key: string; path: string; init: RequestInit };
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
type Given = { at: number; accessToken: string; answers: Map<string, Promise<Response>> };

const KEY = 'verdant.early';
const MOST_PAGES = 12;
const MOST_ASKED = 3;
/** An unused reply this old is as stale as a cached one. */
const GOOD_FOR_MS = 15_000;

const keyOf = (path: string, { method, body }: RequestInit, orgId: number | null) =>
  [method, path, orgId ?? '', body ?? ''].join(' ');

/** The reply to a request `src/early.ts` has already made, once; undefined without one, or for another person. */
export function readEarly(
  path: string,
  init: RequestInit,
  who: { orgId: number | null; token: string | null },
): Promise<Response> | undefined {
  const given = (window as { verdantEarly?: Given }).verdantEarly;
  if (!given || performance.now() - given.at > GOOD_FOR_MS || given.accessToken !== who.token) return undefined;
  const key = keyOf(path, init, who.orgId);
  const answer = given.answers.get(key);
  given.answers.delete(key);
  return answer;
}

/** Forgets the replies not used yet: something has changed since they were asked for. */
export function dropEarly(): void {
  (window as { verdantEarly?: Given }).verdantEarly?.answers.clear();
}

/** Registers a read for the next visit, unless the person has signed out meanwhile. `init` comes without the token. */
export function storeEarly(kind: Early, path: string, init: RequestInit, orgId: number | null): void {
  if (readTokens() === null && readTemporaryToken() === null) return;
  try {
    const subject = currentSubject();
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    const { session, pages }: Omit<Kept, 'subject'> = stored?.subject === subject ? stored : { session: [], pages: {} };
    const asked = { key: keyOf(path, init, orgId), path, init };
    const { [place()]: ofPage = [], ...others } = pages;
    const next: Kept = {
      subject,
      session: kind !== 'page' ? withAsked(session, asked, ({ path }) => path) : session,
      pages:
        kind === 'page'
          ? {
              ...Object.fromEntries(Object.entries(others).slice(1 - MOST_PAGES)),
              [place()]: withAsked(ofPage, asked, ({ key }) => key),
            }
          : pages,
    };
    const text = JSON.stringify(next);
    if (text !== JSON.stringify(stored)) localStorage.setItem(KEY, text);
  } catch {
    // Full or blocked storage only costs time.
  }
}

/** Deletes the registered requests, as on sign-out. */
export const forgetEarly = (): void => localStorage.removeItem(KEY);

const place = () => location.pathname + location.search;

/** A repeated registration replaces the previous one. */
function withAsked(all: readonly Asked[], asked: Asked, sameBy: (one: Asked) => string): Asked[] {
  return [...all.filter((one) => sameBy(one) !== sameBy(asked)), asked].slice(-MOST_ASKED);
}
