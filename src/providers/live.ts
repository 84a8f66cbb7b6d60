import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseTolerantly } from '../../domain/contract/tolerant';
import { LiveEvent, type LiveTopic } from '../../domain/live/events';
import { openStream } from './call';
import { dropEarly } from './call/early';
import { recordPosition } from './call/position';
import { listeners } from './listeners';

/**
 * `resync`: events may have been missed, so refetch everything watched; `isFirst` when the stream has just opened and
 * later reads are unaffected.
 */
export type LiveNews = { kind: 'change'; event: LiveEvent } | { kind: 'resync'; isFirst: boolean };

const news = listeners<LiveNews>();

/** Tells everyone, who then read again: never a reply that was asked for before the page had run. */
function tell(item: LiveNews): void {
  if (item.kind === 'change' || !item.isFirst) dropEarly();
  news.emit(item);
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** Heartbeats are far more frequent: a stream silent this long is dead. */
const SILENCE_MS = 60_000;
/** A page is young while the server still has every event since it was opened. */
const YOUNG_MS = 60_000;
/** Hidden tabs close their stream soon: browsers allow six connections per host across tabs. */
const HIDDEN_MS = 30_000;

/** Subscribes to all changes. */
export const onLive = news.on;

/** Subscribes to one topic's changes, and to every resync as `null`. */
export function onTopic(topic: LiveTopic, listener: (event: LiveEvent | null) => void): () => void {
  return news.on((item) => {
    if (item.kind === 'resync') listener(null);
    else if (item.event.topic === topic) listener(item.event);
  });
}

/** Makes everything watched refetch, as when the reader's access changes. */
export function readAllAgain(): void {
  tell({ kind: 'resync', isFirst: false });
}

/** A signed-in person's place: an organization, or none. */
type Place = { orgId: number | null };

let following: (Place & { stop: AbortController }) | null = null;

/**
 * Keeps a person's event stream in their place open: reconnects with growing random delays, resyncs after a gap, and
 * pauses while the page is hidden. Null, for nobody, closes it.
 */
export function followLive(place: Place | null): void {
  if (following?.orgId === place?.orgId) return;
  following?.stop.abort();
  following = place && { orgId: place.orgId, stop: new AbortController() };
  if (following) void follow(following.stop.signal);
}

async function follow(signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS;
  const opening = { isFirst: true };
  while (!signal.aborted) {
    const connection = connect(signal);
    const begun = Date.now();
    try {
      const isWhole = opening.isFirst && performance.now() < YOUNG_MS;
      const response = await openStream(isWhole ? ageOfPage() : '/live', connection.signal);
      if (isWhole) opening.isFirst = false;
      await read(response, connection, opening);
    } catch {
      // Whatever ended it, the next connection resyncs.
    } finally {
      connection.close();
    }
    if (signal.aborted) return;
    // A stream that closes right after opening must back off too: each one refetches everything.
    if (Date.now() - begun > LONGEST_DELAY_MS) delay = FIRST_DELAY_MS;
    await pause(delay * (0.5 + Math.random()), signal);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    await visible(signal);
  }
}

/** Nothing on a page is older than the page: given its age, the server replays events since instead of a resync. */
const ageOfPage = () => `/live?age=${Math.ceil(performance.now())}`;

type Connection = { signal: AbortSignal; resetSilence: () => void; close: () => void };

/** Aborts with its parent, after silence, or when the page stays hidden. */
function connect(parent: AbortSignal): Connection {
  const own = new AbortController();
  let silence = setTimeout(() => own.abort(), SILENCE_MS);
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(() => own.abort(), HIDDEN_MS);
  };
  watch();
  document.addEventListener('visibilitychange', watch);
  // After an offline period, a stream may be dead without an error.
  const renew = () => own.abort();
  addEventListener('online', renew);
  return {
    signal: AbortSignal.any([parent, own.signal]),
    resetSilence() {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE_MS);
    },
    close() {
      clearTimeout(silence);
      clearTimeout(hidden);
      document.removeEventListener('visibilitychange', watch);
      removeEventListener('online', renew);
      own.abort();
    },
  };
}

/** The server starts each connection with a resync, unless it can replay everything since the page's age. */
async function read(response: Response, connection: Connection, opening: { isFirst: boolean }): Promise<void> {
  if (!response.body) return;
  const messages = response.body
    .pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          connection.resetSilence();
          controller.enqueue(chunk);
        },
      }),
    )
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of messages) {
    if (event === 'resync') {
      const { isFirst } = opening;
      opening.isFirst = false;
      recordPosition((JSON.parse(data) as { position?: unknown }).position);
      tell({ kind: 'resync', isFirst });
    } else if (event === 'change') emitChange(data);
  }
}

function emitChange(data: string): void {
  const parsed = parseTolerantly(LiveEvent, JSON.parse(data));
  if (parsed.success) recordPosition(parsed.data.position);
  // An unknown kind of change: refetching is always safe.
  tell(parsed.success ? { kind: 'change', event: parsed.data } : { kind: 'resync', isFirst: false });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

function visible(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const check = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      done();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}
