import type pg from 'pg';
import { LiveEvent } from '../../domain/live/events';
import type { Position } from '../../domain/live/position';
import type { Log } from '../log';
import { listenTo } from './listen';
import { LIVE_CHANNEL } from './publish';

/** Receives changes. `resync` means some may have been missed: refetch. */
export interface Listener {
  change(event: LiveEvent): void;
  resync(): void;
}

export interface Hub {
  /** Returns the unsubscribe function. */
  listen(listener: Listener): () => void;
  /** Events of the last so many milliseconds; null if some may be missing. */
  eventsWithin(ms: number): LiveEvent[] | null;
  /** How many listen. */
  count(): number;
  close(): Promise<void>;
}

/** Events kept for new readers; more than occur while a page loads. */
const MOST_HEARD = 2000;

/**
 * Distributes all server processes' events to this process's readers. After a lost connection, reconnects and makes
 * everyone refetch. With `positionNow`, each event carries the position a read must include.
 */
export async function openHub(
  connection: pg.ClientConfig,
  log: Log,
  positionNow: (() => Promise<Position | null>) | null = null,
): Promise<Hub> {
  const listeners = new Set<Listener>();
  let heard: { at: number; event: LiveEvent }[] = [];
  let wholeSince = Number.POSITIVE_INFINITY;
  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener.change(event);
    heard.push({ at: performance.now(), event });
    if (heard.length <= MOST_HEARD) return;
    heard = heard.slice(-MOST_HEARD / 2);
    wholeSince = Math.max(wholeSince, heard[0]?.at ?? 0);
  };
  const waiting: LiveEvent[] = [];
  /** In order; events arriving during the query share the next position. */
  async function positioned(ask: () => Promise<Position | null>, event: LiveEvent): Promise<void> {
    if (waiting.push(event) > 1) return;
    while (waiting.length > 0) {
      const heard = waiting.length;
      const position = await ask().catch(() => null);
      for (const each of waiting.slice(0, heard)) {
        tell(position === null ? each : { ...each, position });
      }
      waiting.splice(0, heard);
    }
  }

  const close = await listenTo(LIVE_CHANNEL, connection, log, {
    hear(payload) {
      const parsed = LiveEvent.safeParse(parseJson(payload));
      if (!parsed.success) return log.warn({ length: payload.length }, 'live event not understood');
      if (positionNow) return void positioned(positionNow, parsed.data);
      tell(parsed.data);
    },
    missed() {
      heard = [];
      wholeSince = performance.now();
      for (const listener of listeners) listener.resync();
    },
  });
  wholeSince = performance.now();
  return {
    eventsWithin(ms) {
      const from = performance.now() - ms;
      return from < wholeSince ? null : heard.filter(({ at }) => at >= from).map(({ event }) => event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    count: () => listeners.size,
    close,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
