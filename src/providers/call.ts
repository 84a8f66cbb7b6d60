import { type CallInput, type CallOutput, type Endpoint, isWrite } from '../../domain/contract/endpoint';
import { CHANGED } from '../../domain/live/events';
import { WRITTEN_AT } from '../../domain/live/position';
import { session } from '../../domain/session/contract';
import { type CallContext, callContext } from './call/call-context';
import { CallError, LookingOnly, NetworkError } from './call/call-errors';
import { callNews } from './call/call-news';
import { answer, errorBody, parsedAs, readBlob, refusal } from './call/call-reply';
import { address, earlyInit, headers, type Init, request } from './call/call-request';
import { authorized } from './call/call-tokens';
import type { Progress } from './call/call-upload';
import { askAhead, dropEarly, type Early, earlyNow, readEarly, storeEarly } from './call/early';
import { recordPosition } from './call/position';
import { simulation } from './call/simulation';
import { areOthers, browserSecret, readTemporaryToken, readTokens, runsOutSoon } from './call/tokens';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** One per user intent, kept across attempts; a call declared `idempotent` creates one if none is given. */
  idempotencyKey?: string | undefined;
  /** For another organization than the current one, or none; such a call survives a switch. */
  orgId?: number | null | undefined;
  /** As whoever this token names, to see whether it still holds. */
  as?: string;
  /** A last word, sent even while the page closes. */
  outlives?: boolean;
  /** Background work, not shown in the progress bar. */
  quiet?: boolean;
  /** A refusal opens no dialog, as nobody waits for it. */
  asksNothing?: boolean;
  /** A read to repeat early on the next visit. */
  early?: Early;
  /** The resource Refine writes through this call; Refine refetches that one itself. */
  resource?: string;
  /** Gets the share of an upload sent so far, 0 to 1. */
  onProgress?: Progress;
};

const TIMEOUT_MS = 60_000;
/** Time limit for a whole file download or upload. */
const FILE_TIMEOUT_MS = 15 * 60_000;
/** A token that ends this soon is renewed first, which is for a call that is really made. */
const AHEAD_MS = 60_000;
const RETRY_DELAYS_MS = [300, 1200];

let underWay = 0;
const never = new AbortController().signal;

/**
 * Calls the platform and returns the declared reply. Raises CallError for a refusal, LookingOnly for a write while
 * viewing as someone else, NetworkError without a reply, UnreadableReply for an unexpected reply, and AbortError when
 * `signal` fires or the organization changes.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  return exchange(endpoint, input, options, (response) => answer(endpoint, response, options));
}

/**
 * Makes a read in the current organization whose reply the person will probably want next, so that `callNow` or `call` has
 * it sooner. Whatever fails is left to those.
 */
export function callAhead<E extends Endpoint>(endpoint: E, input: CallInput<E>): void {
  const tokens = readTokens();
  if (readTemporaryToken() !== null || tokens === null || runsOutSoon(tokens, AHEAD_MS) || areOthers(tokens)) return;
  const context = callContext();
  const { path, init } = request(endpoint, input, undefined);
  const who = { orgId: context.orgId, token: tokens.accessToken };
  askAhead(address(path), init, who, () => {
    const { signal } = context;
    return fetch(address(path), { ...init, headers: headers(init.headers, who.token, context), signal });
  });
}

/**
 * The reply to a read in the current organization that was asked for before the app ran or ahead, and when (ms since 1970),
 * if it is here already: for a screen's first render. Undefined otherwise, also for a refusal, which `call` raises.
 */
export function callNow<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { early: kind }: Pick<CallOptions, 'early'> = {},
): { reply: CallOutput<E>; at: number } | undefined {
  const context = callContext();
  const { orgId } = context;
  const { path, init } = request(endpoint, input, undefined);
  const early = earlyNow(address(path), init, { orgId, token: readTokens()?.accessToken ?? null });
  if (!early?.response.ok) return undefined;
  const parsed = parsedAs(endpoint, readJson(early.body));
  if (!parsed.success) return undefined;
  early.take();
  if (kind) storeEarly(kind, address(path), earlyInit(init, context), orgId);
  recordPosition(early.response.headers.get(WRITTEN_AT));
  return { reply: parsed.data, at: early.at };
}

/** A file and its name, as sent. */
export type CalledFile = { name: string; blob: Blob };

/**
 * Downloads a file from the platform; `onProgress` gets the bytes received. Raises like `call`, and NetworkError if the
 * download breaks off.
 */
export function callFile<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
  { onProgress, ...options }: Omit<CallOptions, 'onProgress'> & { onProgress?: (bytes: number) => void } = {},
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
  const { path, init: asked } = request(endpoint, input, idempotencyKey);
  const init = options.outlives ? { ...asked, keepalive: true } : asked;
  const timeoutMs = endpoint.file || endpoint.upload ? FILE_TIMEOUT_MS : TIMEOUT_MS;
  if (!options.quiet) callNews.busy.emit(++underWay);
  try {
    const response = await authorized({
      asksWho: endpoint.requires.kind !== 'publicly' || endpoint.saysWho === true,
      as: options.as,
      send: (token) =>
        persistently(!isWrite(endpoint) || idempotencyKey !== undefined, signal, () =>
          send(path, init, token, context, signal, timeoutMs, options.onProgress),
        ),
      renew,
    });
    const reply = await read(response);
    if (options.early) {
      const orgId = options.early === 'place' ? (reply as { orgId: number }).orgId : context.orgId;
      storeEarly(options.early, address(path), earlyInit(init, { ...context, orgId }), orgId);
    }
    if (isWrite(endpoint)) {
      dropEarly();
      const topics = response.headers.get(CHANGED)?.split(',') ?? [];
      callNews.done.emit({ endpoint, reply, topics, resource: options.resource });
    }
    // The person has switched organizations: the effect stays, but the reply must not land in the new one.
    context.signal.throwIfAborted();
    return reply;
  } finally {
    if (!options.quiet) callNews.busy.emit(--underWay);
  }
}

/** Opens the live event stream, authorized and refreshed like any call. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const context = callContext();
  const init = { method: 'GET', headers: { Accept: 'text/event-stream' } };
  const response = await authorized({
    asksWho: true,
    send: (token) =>
      fetch(address(path), { ...init, headers: headers(init.headers, token, context), signal, cache: 'no-store' }),
    renew,
  });
  if (!response.ok) throw new CallError(response.status, await errorBody(response));
  return response;
}

async function send(
  path: string,
  init: Init,
  token: string | null,
  context: CallContext,
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
  onProgress?: Progress,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const transmit =
      onProgress && init.body instanceof FormData
        ? (await import('./call/call-upload')).sendForm(init.body, onProgress)
        : fetch;
    const early = readEarly(address(path), init, { orgId: context.orgId, token });
    const response =
      (await early?.catch(() => undefined)) ??
      (await transmit(address(path), {
        ...init,
        headers: headers(init.headers, token, context),
        signal: anySignal(signal, timeout) ?? null,
      }));
    signal?.throwIfAborted();
    callNews.online.emit(true);
    recordPosition(response.headers.get(WRITTEN_AT));
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    callNews.online.emit(false);
    throw new NetworkError({ cause: error });
  }
}

const renew = (refreshToken: string) => {
  const { path, init } = request(session.refresh, { body: { refreshToken, client: browserSecret() } }, undefined);
  return send(path, init, null, { ...callContext(), orgId: null });
};

/** Retries calls without a reply where that is safe. */
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
