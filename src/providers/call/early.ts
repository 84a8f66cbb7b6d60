import { currentSubject, readTemporaryToken, readTokens } from './tokens';

/**
 * Requests to repeat on the next visit: who the person is (`place`: in the organization the reply names), or the first
 * data of the page at this address.
 */
export type Early = 'session' | 'place' | 'page';

type Asked = { key: string; path: string; init: RequestInit };
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
/** A reply asked for before somebody reads it: when (`performance.now()`), for whom, and once it is here what it is. */
type Reply = {
  at: number;
  accessToken: string;
  answer: Promise<Response>;
  came?: { response: Response; body: string };
};
type Who = { orgId: number | null; token: string | null };

const KEY = 'verdant.early';
const MOST_PAGES = 12;
const MOST_ASKED = 3;
/** An unused reply this old is as stale as a cached one. */
const GOOD_FOR_MS = 15_000;

const keyOf = (path: string, { method, body }: RequestInit, orgId: number | null) =>
  [method, path, orgId ?? '', body ?? ''].join(' ');

/** Those of `src/early.ts`, which makes the map, and those asked for ahead. */
const replies = (): Map<string, Reply> => {
  const page = window as { verdantEarly?: Map<string, Reply> };
  page.verdantEarly ??= new Map();
  return page.verdantEarly;
};

/** The reply to a request already made, once; undefined without one, or for another person. */
export function readEarly(path: string, init: RequestInit, who: Who): Promise<Response> | undefined {
  const key = keyOf(path, init, who.orgId);
  const reply = replyTo(key, who.token);
  if (reply) replies().delete(key);
  return reply?.answer;
}

/** Such a reply if it is here already, when it was asked for (ms since 1970), and what takes it so that nobody else does. */
export function earlyNow(path: string, init: RequestInit, who: Who) {
  const key = keyOf(path, init, who.orgId);
  const reply = replyTo(key, who.token);
  if (!reply?.came) return undefined;
  const at = Date.now() - (performance.now() - reply.at);
  return { ...reply.came, at, take: () => void replies().delete(key) };
}

/** Makes a request whose reply somebody will probably read soon; `send` isn't called where one is under way or here. */
export function askAhead(path: string, init: RequestInit, who: Who, send: () => Promise<Response>): void {
  const { orgId, token } = who;
  for (const [key, { at }] of replies()) if (isOld(at)) replies().delete(key);
  const key = keyOf(path, init, orgId);
  if (token === null || replyTo(key, token)) return;
  const answer = send().then(async (response) => {
    const body = await response.text();
    reply.came = { response, body };
    return new Response(body || null, response);
  });
  const reply: Reply = { at: performance.now(), accessToken: token, answer };
  replies().set(key, reply);
  answer.catch(() => replies().get(key) === reply && replies().delete(key));
}

/** What ends when each request `src/early.ts` made is answered; null where it made none. */
export function earlyReplies(): Promise<unknown> | null {
  const answers = [...replies().values()].map(({ answer }) => answer);
  return answers.length > 0 ? Promise.allSettled(answers) : null;
}

const isOld = (at: number) => performance.now() - at > GOOD_FOR_MS;

function replyTo(key: string, token: string | null): Reply | undefined {
  const reply = replies().get(key);
  return reply && reply.accessToken === token && !isOld(reply.at) ? reply : undefined;
}

/** Forgets the replies not used yet: something has changed since they were asked for. */
export const dropEarly = (): void => replies().clear();

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
