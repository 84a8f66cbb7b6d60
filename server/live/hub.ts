import type pg from 'pg';
import { LiveEvent } from '../../domain/live/events';
import type { Log } from '../log';
import { listenTo } from './listen';
import { LIVE_CHANNEL } from './publish';

/** Someone who wants to hear of changes. `resync` means that some may have been missed: fetch afresh. */
export interface Listener {
  change(event: LiveEvent): void;
  resync(): void;
}

export interface Hub {
  /** Gives back the way to stop listening. */
  listen(listener: Listener): () => void;
  /** What was heard in the last so many milliseconds; null where some of it may have been missed or forgotten. */
  heardWithin(ms: number): LiveEvent[] | null;
  close(): Promise<void>;
}

/** Events kept for those who have just begun to read; more than a page's loading ever sees. */
const MOST_HEARD = 2000;

/**
 * Hears every server process and tells this process's readers. When the connection is lost it is made again, and
 * everyone is told to fetch afresh.
 */
export async function openHub(connection: pg.ClientConfig, log: Log): Promise<Hub> {
  const listeners = new Set<Listener>();
  let heard: { at: number; event: LiveEvent }[] = [];
  let wholeSince = Number.POSITIVE_INFINITY;
  const remember = (event: LiveEvent) => {
    heard.push({ at: performance.now(), event });
    if (heard.length <= MOST_HEARD) return;
    heard = heard.slice(-MOST_HEARD / 2);
    wholeSince = Math.max(wholeSince, heard[0]?.at ?? 0);
  };
  const close = await listenTo(LIVE_CHANNEL, connection, log, {
    hear(payload) {
      const parsed = LiveEvent.safeParse(parseJson(payload));
      if (!parsed.success) return log.warn({ payload }, 'live event not understood');
      remember(parsed.data);
      for (const listener of listeners) listener.change(parsed.data);
    },
    missed() {
      heard = [];
      wholeSince = performance.now();
      for (const listener of listeners) listener.resync();
    },
  });
  wholeSince = performance.now();
  return {
    heardWithin(ms) {
      const from = performance.now() - ms;
      return from < wholeSince ? null : heard.filter(({ at }) => at >= from).map(({ event }) => event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
