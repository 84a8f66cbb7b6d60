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
  close(): Promise<void>;
}

/**
 * Hears every server process and tells this process's readers. When the connection is lost it is made again, and
 * everyone is told to fetch afresh.
 */
export async function openHub(connection: pg.ClientConfig, log: Log): Promise<Hub> {
  const listeners = new Set<Listener>();
  const close = await listenTo(LIVE_CHANNEL, connection, log, {
    hear(payload) {
      const parsed = LiveEvent.safeParse(parseJson(payload));
      if (!parsed.success) return log.warn({ payload }, 'live event not understood');
      for (const listener of listeners) listener.change(parsed.data);
    },
    missed() {
      for (const listener of listeners) listener.resync();
    },
  });
  return {
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
