import { type CallInput, type CallOutput, type Endpoint, isWrite } from '../../domain/contract/endpoint';
import { parseTolerantly } from '../../domain/contract/tolerant';
import { ERROR_CODES, type ErrorBody } from '../../domain/errors';
import { READ_AFTER, WRITTEN_AT } from '../../domain/live/position';
import { session } from '../../domain/session/contract';
import { type CallContext, callContext } from './call-context';
import { CallError, isAbort, LookingOnly, NetworkError, UnreadableReply } from './call-errors';
import { type Early, keepEarly, takeEarly } from './early';
import { listeners } from './listeners';
import { readAfter, seePosition } from './position';
import { settings } from './settings';
import { simulation } from './simulation';
import {
  isExpired,
  readTemporaryToken,
  readTokens,
  runsOutSoon,
  saveTemporaryToken,
  saveTokens,
  type Tokens,
} from './tokens';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** One per intent of a person, kept over attempts; a call declared `idempotent` makes its own when none is given. */
  idempotencyKey?: string | undefined;
  /** Asks for another organization than the one entered, or for none; such a call outlives a switch. */
  orgId?: number | null | undefined;
  /** Work in the background that no progress bar speaks of. */
  quiet?: boolean;
  /** A read the next visit begins with. */
  early?: Early;
  /** The resource Refine writes through this call: it reads that one again by itself. */
  resource?: string;
};

/** What the shell may want to say or do about calls; none of it happens here. */
export const callNews = {
  /** The session cannot be continued: the provider refused to. */
  signedOut: listeners<void>(),
  temporaryEnded: listeners<void>(),
  /** Every refusal, also those a screen shows by itself. */
  refused: listeners<{ error: CallError; endpoint: Endpoint }>(),
  /** A write was carried out; `resource` is the one Refine reads again by itself. */
  done: listeners<{ endpoint: Endpoint; resource: string | undefined }>(),
  /** The server speaks a newer dialect than this page. */
  unreadable: listeners<void>(),
  online: listeners<boolean>(),
  /** Calls under way. */
  busy: listeners<number>(),
};

const TIMEOUT_MS = 60_000;
/** From asking for a file to its last byte. */
const FILE_TIMEOUT_MS = 15 * 60_000;
const RETRY_DELAYS_MS = [300, 1200];
const REFRESH_LOCK = 'verdant.refresh';
/** A token that runs out sooner than this is renewed before it is sent. */
const REFRESH_AHEAD_MS = 30_000;

/** What this tab calls itself, so that it knows the news of its own changes. */
export const TAB_ID = crypto.randomUUID();

let underWay = 0;
const never = new AbortController().signal;

/**
 * Calls the platform. Gives the reply as the endpoint declares it.
 * Raises CallError for a refusal, LookingOnly for a write while the app is looked at as somebody else, NetworkError when
 * no answer came, UnreadableReply for one of another shape, and an AbortError when `signal` fires or the organization is
 * switched meanwhile.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  return exchange(endpoint, input, options, (response) => answer(endpoint, response));
}

/** A file as it was sent, under the name it was sent by. */
export type CalledFile = { name: string; blob: Blob };

/**
 * Calls the platform for a file; `onProgress` hears how many bytes have come. Raises what `call` raises, and NetworkError
 * too where the file breaks off.
 */
export function callFile<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
  { onProgress, ...options }: CallOptions & { onProgress?: (bytes: number) => void } = {},
): Promise<CalledFile> {
  return exchange(endpoint, input, options, async (response) => {
    if (!response.ok) throw await refusal(endpoint, response);
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';
    return { name, blob: await readBlob(response, onProgress, options.signal) };
  });
}

async function exchange<E extends Endpoint, R>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
  read: (response: Response) => Promise<R>,
): Promise<R> {
  const seenAs = simulation();
  if (seenAs && isWrite(endpoint)) throw new LookingOnly(seenAs.name);
  const context = options.orgId === undefined ? callContext() : { orgId: options.orgId, signal: never };
  const idempotencyKey = options.idempotencyKey ?? (endpoint.idempotent ? crypto.randomUUID() : undefined);
  const signal = isWrite(endpoint) ? options.signal : anySignal(options.signal, context.signal);
  const { path, init } = request(endpoint, input, idempotencyKey);
  const timeoutMs = endpoint.file ? FILE_TIMEOUT_MS : TIMEOUT_MS;
  if (!options.quiet) callNews.busy.emit(++underWay);
  try {
    const response = await authorized(endpoint.requires.kind !== 'publicly', (token) =>
      persistently(!isWrite(endpoint) || idempotencyKey !== undefined, signal, () =>
        send(path, init, token, context, signal, timeoutMs),
      ),
    );
    const reply = await read(response);
    if (options.early) {
      const orgId = options.early === 'place' ? (reply as { orgId: number }).orgId : context.orgId;
      keepEarly(options.early, address(path), earlyInit(init, { ...context, orgId }), orgId);
    }
    if (isWrite(endpoint)) callNews.done.emit({ endpoint, resource: options.resource });
    // The person moved on to another organization: what was done stands, but its reply must not land in the other.
    context.signal.throwIfAborted();
    return reply;
  } finally {
    if (!options.quiet) callNews.busy.emit(--underWay);
  }
}

/** Opens the stream of live events; authorized and refreshed as any call is. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const context = callContext();
  const init = { method: 'GET', headers: { Accept: 'text/event-stream' } };
  const response = await authorized(true, (token) =>
    fetch(address(path), { ...init, headers: headers(init.headers, token, context), signal, cache: 'no-store' }),
  );
  if (!response.ok) throw new CallError(response.status, await errorBody(response));
  return response;
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Init = { method: string; headers: Record<string, string>; body?: string };

function request(endpoint: Endpoint, input: unknown, idempotencyKey: string | undefined): { path: string; init: Init } {
  const { params = {}, query = {}, body } = (input ?? {}) as Parts;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    init: {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

function address(path: string): string {
  return settings.apiBase + path;
}

function headers(own: Record<string, string>, token: string | null, context: CallContext): Record<string, string> {
  return {
    ...own,
    'Client-Type': 'web',
    'Client-Id': TAB_ID,
    ...(readAfter() === null ? {} : { [READ_AFTER]: readAfter() ?? '' }),
    Timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(context.orgId === null || readTemporaryToken() !== null ? {} : { 'Org-Id': String(context.orgId) }),
  };
}

/** What `early` sends of a request: all but the token, which may be another by then. */
const earlyInit = (init: Init, context: CallContext): RequestInit => ({
  ...init,
  headers: headers(init.headers, null, context),
});

async function send(
  path: string,
  init: Init,
  token: string | null,
  context: CallContext,
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const early = takeEarly(address(path), init, { orgId: context.orgId, token });
    const response =
      (await early?.catch(() => undefined)) ??
      (await fetch(address(path), {
        ...init,
        headers: headers(init.headers, token, context),
        signal: anySignal(signal, timeout) ?? null,
      }));
    signal?.throwIfAborted();
    callNews.online.emit(true);
    seePosition(response.headers.get(WRITTEN_AT));
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    callNews.online.emit(false);
    throw new NetworkError({ cause: error });
  }
}

/** Repeats what got no answer, where repeating is safe. */
async function persistently<T>(safe: boolean, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  for (const delay of safe ? RETRY_DELAYS_MS : []) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
    }
    await new Promise((done) => setTimeout(done, delay * (0.5 + Math.random())));
    signal?.throwIfAborted();
  }
  return attempt();
}

/** Sends with the token in force, renewed ahead of its end; when it turns out expired, refreshes it and sends once more. */
async function authorized(asksWho: boolean, sendWith: (token: string | null) => Promise<Response>): Promise<Response> {
  if (!asksWho) return sendWith(null);
  const temporary = readTemporaryToken();
  if (temporary !== null) {
    const response = await sendWith(temporary);
    if (isRefusal(response) && readTemporaryToken() === temporary) {
      saveTemporaryToken(null);
      callNews.temporaryEnded.emit();
    }
    return response;
  }
  const tokens = await currentTokens();
  const response = await sendWith(tokens?.accessToken ?? null);
  if (!tokens || !isRefusal(response) || !(await needsRefresh(response, tokens.accessToken))) return response;
  const renewed = await refreshed(tokens.accessToken);
  return renewed === null ? response : sendWith(renewed.accessToken);
}

/** The tokens in force. Where they cannot be renewed ahead of their end, the call itself finds out what is the matter. */
async function currentTokens(): Promise<Tokens | null> {
  const tokens = readTokens();
  if (!tokens?.refreshToken || !runsOutSoon(tokens, REFRESH_AHEAD_MS)) return tokens;
  return (await refreshed(tokens.accessToken).catch(() => null)) ?? tokens;
}

function isRefusal(response: Response): boolean {
  return response.status === 401 || response.status === 403;
}

/** A 401 always asks for another token; a 403 only when the token has run out. */
async function needsRefresh(response: Response, token: string): Promise<boolean> {
  if (response.status === 401 || isExpired(token)) return true;
  return (await errorBody(response.clone())).internalCode === ERROR_CODES.TOKEN_EXPIRED;
}

let refreshing: Promise<Tokens | null> | null = null;

/** One refresh, however many calls of this tab ask for it. Null when the session is over. */
function refreshed(spent: string): Promise<Tokens | null> {
  refreshing ??= acrossTabs(() => refresh(spent)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** One at a time over all tabs: a refresh token that is spent twice ends the session it belongs to. */
function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

async function refresh(spent: string): Promise<Tokens | null> {
  const tokens = readTokens();
  if (tokens && tokens.accessToken !== spent) return tokens;
  if (!tokens?.refreshToken) return endSession();
  const { path, init } = request(session.refresh, { body: { refreshToken: tokens.refreshToken } }, undefined);
  const response = await send(path, init, null, { ...callContext(), orgId: null });
  if (response.status === 400 || isRefusal(response)) return endSession();
  const renewed = await answer(session.refresh, response);
  // Signed out in another tab meanwhile: the new tokens are left unused.
  if (readTokens() === null) return null;
  const next = { ...tokens, ...renewed, expiresAt: undefined };
  saveTokens(next);
  return next;
}

function endSession(): null {
  const wasSignedIn = readTokens() !== null;
  saveTokens('ended');
  if (wasSignedIn) callNews.signedOut.emit();
  return null;
}

async function answer<E extends Endpoint>(endpoint: E, response: Response): Promise<CallOutput<E>> {
  if (!response.ok) throw await refusal(endpoint, response);
  const parsed = parseTolerantly(endpoint.returns, await body(response));
  if (parsed.success) return parsed.data as CallOutput<E>;
  callNews.unreadable.emit();
  throw new UnreadableReply(endpoint.path, { cause: parsed.error });
}

async function refusal(endpoint: Endpoint, response: Response): Promise<CallError> {
  const error = new CallError(response.status, await errorBody(response));
  callNews.refused.emit({ error, endpoint });
  return error;
}

async function readBlob(
  response: Response,
  onProgress: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.byteLength;
      onProgress?.(bytes);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isAbort(error) ? error : new NetworkError({ cause: error });
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
}

async function body(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    if (error instanceof SyntaxError) return undefined;
    throw new NetworkError({ cause: error });
  }
}

/** The refusal as the platform words it; a calm one of our own when something in between answered. */
async function errorBody(response: Response): Promise<ErrorBody> {
  const sent = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return {
    userFriendlyMessage:
      sent?.userFriendlyMessage || (UNSAID[sent?.internalCode ?? 0] ?? fallbackMessage(response.status)),
    message: sent?.message ?? response.statusText,
    internalCode: sent?.internalCode ?? ERROR_CODES.INTERNAL,
    errorObject: sent?.errorObject ?? null,
    errors: sent?.errors ?? null,
  };
}

/** The sentences of refusals that open a dialog or name a place to go, where none came with them. */
const UNSAID: Readonly<Record<number, string>> = {
  [ERROR_CODES.UPGRADE_REQUIRED]: 'Please upgrade your plan to complete that action',
  [ERROR_CODES.WRITE_ACCESS_REQUIRED]: 'Please enable wholesale marketplace write access to complete that action',
  [ERROR_CODES.TRACKING_KEY_REQUIRED]: 'Tracking system key required, go to your Verdant Profile Settings to update.',
};

function fallbackMessage(status: number): string {
  if (status === 429) return 'Too many requests. Wait a moment and try again.';
  return status >= 502 && status <= 504
    ? 'We can’t reach Verdant right now. Try again in a moment.'
    : 'An error occurred';
}

function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
