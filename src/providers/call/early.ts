import { currentSubject, readTemporaryToken, readTokens } from './tokens';

/**
 * Requests to repeat on the next visit: who the person is (`place`: in the organization the reply names), or the first
 * data of the page at this address.
 */
export type Early = 'session' | 'place' | 'page';

type Asked = { key: string; path: string; init: RequestInit };
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
type Came = { response: Response; body: string };
type Given = { at: number; accessToken: string; answers: Map<string, Promise<Response>>; came: Map<string, Came> };

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
  const given = givenTo(who.token);
  const key = keyOf(path, init, who.orgId);
  const answer = given?.answers.get(key);
  given?.answers.delete(key);
  given?.came.delete(key);
  return answer;
}

/** Such a reply if it is here already, when it was asked for (ms since 1970), and what takes it so that nobody else does. */
export function earlyNow(
  path: string,
  init: RequestInit,
  who: { orgId: number | null; token: string | null },
): (Came & { at: number; take: () => void }) | undefined {
  const given = givenTo(who.token);
  if (!given?.came.size) return undefined;
  const key = keyOf(path, init, who.orgId);
  const came = given.came.get(key);
  const take = () => {
    given.answers.delete(key);
    given.came.delete(key);
  };
  return came && { ...came, at: Date.now() - (performance.now() - given.at), take };
}

/** What ends when each request `src/early.ts` made is answered; null where it made none. */
export function earlyReplies(): Promise<unknown> | null {
  const answers = given()?.answers;
  return answers?.size ? Promise.allSettled(answers.values()) : null;
}

const given = () => (window as { verdantEarly?: Given }).verdantEarly;

function givenTo(token: string | null): Given | undefined {
  const now = given();
  const isGood = now && performance.now() - now.at <= GOOD_FOR_MS && now.accessToken === token;
  return isGood ? now : undefined;
}

/** Forgets the replies not used yet: something has changed since they were asked for. */
export function dropEarly(): void {
  given()?.answers.clear();
  given()?.came.clear();
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

/** Where `src/shell/first-frame.ts` keeps what is drawn before the replies come. */
export const FRAME_KEY = 'verdant.frame';

/** Deletes the registered requests and what is drawn meanwhile, as on sign-out. */
export function forgetEarly(): void {
  localStorage.removeItem(KEY);
  localStorage.removeItem(FRAME_KEY);
}

const place = () => location.pathname + location.search;

/** A repeated registration replaces the previous one. */
function withAsked(all: readonly Asked[], asked: Asked, sameBy: (one: Asked) => string): Asked[] {
  return [...all.filter((one) => sameBy(one) !== sameBy(asked)), asked].slice(-MOST_ASKED);
}
