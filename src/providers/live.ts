import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseTolerantly } from '../../domain/contract/tolerant';
import { LiveEvent, type LiveTopic } from '../../domain/live/events';
import { openStream } from './call';
import { listeners } from './listeners';
import { seePosition } from './position';

/**
 * `resync`: something may have been missed, so everything that is watched is read again; `isFirst` when the stream has
 * only just been opened, so that it concerns nothing that is read later.
 */
export type LiveNews = { kind: 'change'; event: LiveEvent } | { kind: 'resync'; isFirst: boolean };

const news = listeners<LiveNews>();

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** Heartbeats come far more often: a stream silent for this long is dead. */
const SILENCE_MS = 60_000;
/** A page is young while the server still knows what happened since it was opened. */
const YOUNG_MS = 60_000;
/** Hidden tabs give their stream up soon: browsers allow six connections to a host, over all tabs. */
const HIDDEN_MS = 30_000;

/** Hears of what changes while the stream is open. */
export const onLive = news.on;

/** Hears of changes of one topic, and of every resync with `null`. */
export function onTopic(topic: LiveTopic, listener: (event: LiveEvent | null) => void): () => void {
  return news.on((item) => {
    if (item.kind === 'resync') listener(null);
    else if (item.event.topic === topic) listener(item.event);
  });
}

/** Has everything that is watched read again, as when the reader may see more or less of it than before. */
export function readAllAgain(): void {
  news.emit({ kind: 'resync', isFirst: false });
}

let following: { orgId: number; stop: AbortController } | null = null;

/**
 * Keeps the stream of one organization's live events open, and no other: reconnects with growing, scattered delays, asks
 * everyone to read again after a gap, and rests while the page is hidden.
 */
export function followLive(orgId: number | null): void {
  if (following?.orgId === (orgId ?? undefined)) return;
  following?.stop.abort();
  following = orgId === null ? null : { orgId, stop: new AbortController() };
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
      // Whatever ended it, the next connection makes up for what was missed.
    } finally {
      connection.close();
    }
    if (signal.aborted) return;
    // A stream that is cut off as soon as it opens is no reason to hurry: each one makes everything be read again.
    if (Date.now() - begun > LONGEST_DELAY_MS) delay = FIRST_DELAY_MS;
    await pause(delay * (0.5 + Math.random()), signal);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    await visible(signal);
  }
}

/** Nothing of a page is older than the page: with that said, the stream begins with what came since instead of a resync. */
const ageOfPage = () => `/live?age=${Math.ceil(performance.now())}`;

type Connection = { signal: AbortSignal; resetSilence: () => void; close: () => void };

/** Ends with its parent, after a silence, or when the page stays hidden. */
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
  // A stream that lived through a lost connection may be dead without knowing.
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

/** The server begins every connection with a resync, unless it was told the page's age and knows what came since. */
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
      seePosition((JSON.parse(data) as { position?: unknown }).position);
      news.emit({ kind: 'resync', isFirst });
    } else if (event === 'change') emitChange(data);
  }
}

function emitChange(data: string): void {
  const parsed = parseTolerantly(LiveEvent, JSON.parse(data));
  if (parsed.success) seePosition(parsed.data.position);
  // A kind of change this page does not know of: reading again is always right.
  news.emit(parsed.success ? { kind: 'change', event: parsed.data } : { kind: 'resync', isFirst: false });
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
