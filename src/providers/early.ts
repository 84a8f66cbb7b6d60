import { currentSubject } from './tokens';

/**
 * What is asked again at once on the next visit: who one is (`place`: in the organization that the reply names), or what
 * the page at this address begins with.
 */
export type Early = 'session' | 'place' | 'page';

type Asked = { key: string; path: string; init: RequestInit };
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
type Given = { at: number; accessToken: string; answers: Map<string, Promise<Response>> };

const KEY = 'verdant.early';
const MOST_PAGES = 12;
const MOST_ASKED = 3;
/** An answer that was not wanted by then is as old as one from a cache. */
const GOOD_FOR_MS = 15_000;

const keyOf = (path: string, { method, body }: RequestInit, orgId: number | null) =>
  [method, path, orgId ?? '', body ?? ''].join(' ');

/** The answer `src/early.ts` has asked for already, once; undefined where it has not, or for somebody else. */
export function takeEarly(
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

/** Has a read asked for early on the next visit. `init` comes without the token. */
export function keepEarly(kind: Early, path: string, init: RequestInit, orgId: number | null): void {
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
    // A full or forbidden storage costs time, and nothing else.
  }
}

/** Forgets what would be asked, as when its person signs out. */
export const forgetEarly = (): void => localStorage.removeItem(KEY);

const place = () => location.pathname + location.search;

/** One that asks the same anew takes the place of the former. */
function withAsked(all: readonly Asked[], asked: Asked, sameBy: (one: Asked) => string): Asked[] {
  return [...all.filter((one) => sameBy(one) !== sameBy(asked)), asked].slice(-MOST_ASKED);
}
