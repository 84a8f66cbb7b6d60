import { record } from '@rrweb/record';
import { usage as calls } from '../../domain/usage/contract';
import { masked } from '../../domain/usage/masking';
import { RECORDER_OPTIONS, RECORDING_COST, RECORDING_LIMITS, tooCostly } from '../../domain/usage/recording';
import { call } from '../providers/call';
import { pack } from './packed';

/** Why a recording stopped itself. */
export type Stopped = 'slow' | 'large' | 'long' | 'failed';

const SEND_MS = 10_000;
const MINUTE_MS = 60_000;
/** Characters of events after which they are sent at once. */
const MANY = 1_000_000;
/** Chunks that wait for a connection. */
const MOST_WAITING = 6;
let spentMs = 0;
let depth = 0;

/** Counts the main thread's time for recording, once where one part of it calls another. */
function timed<T>(work: () => T): T {
  if (depth > 0) return work();
  const begun = performance.now();
  depth = 1;
  try {
    return work();
  } finally {
    depth = 0;
    spentMs += performance.now() - begun;
  }
}

const Native = globalThis.MutationObserver;

/** The recorder's own, which reads what changed: most of its work. */
class TimedObserver extends Native {
  constructor(tell: MutationCallback) {
    super((...given) => timed(() => tell(...given)));
  }
}

/** Which the recorder takes only where its constructor reads as native, as a bound one does; else that of a frame it makes. */
TimedObserver.prototype.constructor = TimedObserver.bind(null);

/**
 * Records this tab until the signal aborts, masked, and sends it in chunks. Stops itself, and says why, where it costs too
 * much or can't be sent. `screen` adds which screen is open.
 */
export function startRecording(signal: AbortSignal, onStop: (why: Stopped) => void) {
  /** The recording's, once there is something to store. */
  let id: number | undefined;
  const sent: { at: number; bytes: number }[] = [];
  const waiting: { number: number; text: string }[] = [];
  let events: string[] = [];
  let size = 0;
  let next = 0;
  let isSending = false;
  const own = new AbortController();
  const all = AbortSignal.any([signal, own.signal]);
  const stop = (why: Stopped) => {
    if (all.aborted) return;
    own.abort();
    onStop(why);
  };

  const keep = (event: unknown) => {
    const kept = masked(event);
    if (kept === null || all.aborted) return;
    const text = JSON.stringify(kept);
    events.push(text);
    size += text.length;
    if (size > MANY) void send();
  };

  async function send(): Promise<void> {
    if (events.length > 0) {
      waiting.push({ number: next++, text: `[${events.join()}]` });
      events = [];
      size = 0;
    }
    if (isSending) return;
    isSending = true;
    try {
      for (let chunk = waiting[0]; chunk && !all.aborted; chunk = waiting[0]) {
        id ??= (await call(calls.begin, {}, { quiet: true, asksNothing: true })).id;
        const { bytes, text } = await pack(chunk.text);
        if (bytes > RECORDING_LIMITS.chunk) return stop('large');
        // Withdrawn meanwhile.
        if (all.aborted) return;
        const body = { number: chunk.number, events: text };
        await call(calls.add, { params: { id }, body }, { quiet: true, asksNothing: true });
        sent.push({ at: performance.now(), bytes });
        waiting.shift();
      }
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 413) stop('long');
      else if (status !== undefined || waiting.length > MOST_WAITING) stop('failed');
    } finally {
      isSending = false;
    }
  }

  globalThis.MutationObserver = TimedObserver;
  let end: (() => void) | undefined;
  try {
    end = timed(() =>
      record({
        emit: (event) => timed(() => keep(event)),
        ...RECORDER_OPTIONS,
      }),
    );
  } finally {
    globalThis.MutationObserver = Native;
  }

  let window = { at: performance.now(), spentMs };
  const judge = () => {
    const now = performance.now();
    if (now - window.at < RECORDING_COST.windowMs) return;
    while (sent[0] && now - sent[0].at > MINUTE_MS) sent.shift();
    const bytes = sent.reduce((sum, one) => sum + one.bytes, 0);
    const why = tooCostly({ spentMs: spentMs - window.spentMs, ofMs: now - window.at, bytes });
    window = { at: now, spentMs };
    if (why) stop(why);
  };
  const timer = setInterval(() => {
    void send();
    judge();
  }, SEND_MS);
  const hidden = () => document.hidden && void send();
  document.addEventListener('visibilitychange', hidden);
  all.addEventListener('abort', () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', hidden);
    end?.();
  });
  return {
    screen: (path: string) => keep({ type: 5, timestamp: Date.now(), data: { tag: 'screen', payload: path } }),
  };
}
