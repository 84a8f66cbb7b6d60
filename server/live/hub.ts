import pg from 'pg';
import { LiveEvent } from '../../domain/live/events';
import type { Log } from '../log';
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

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** This connection mostly listens in silence; without this the system would notice its loss after two hours. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Hears every server process through LISTEN on a connection of its own and tells this process's readers. When that
 * connection is lost it is made again, and everyone is told to fetch afresh.
 */
export async function openHub(connection: pg.ClientConfig, log: Log): Promise<Hub> {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      application_name: 'verdant-live',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    next.on('notification', ({ payload }) => tell(payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'live connection'));
    next.on('end', () => client === next && reconnect(FIRST_RETRY_MS));
    try {
      await next.connect();
      await next.query(`listen ${LIVE_CHANNEL}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    // Only now: one that failed before is tried again by whoever asked for it, and not a second time by its end.
    client = next;
    if (closed) await next.end();
  }

  function reconnect(delay: number): void {
    if (closed) return;
    retry = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of listeners) listener.resync();
        },
        () => reconnect(Math.min(delay * 2, LAST_RETRY_MS)),
      );
    }, delay);
  }

  function tell(payload: string): void {
    const parsed = LiveEvent.safeParse(parseJson(payload));
    if (!parsed.success) {
      log.warn({ payload }, 'live event not understood');
      return;
    }
    for (const listener of listeners) listener.change(parsed.data);
  }

  await connect();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
