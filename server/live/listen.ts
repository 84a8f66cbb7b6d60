import pg from 'pg';
import { askRepeatedly, cut, inTime } from '../db/connection/database-monitor';
import type { Log } from '../log';

export interface ChannelListener {
  /** One notification, as sent. */
  hear(payload: string): void;
  /** Reconnected after a loss: some notifications may have been missed. */
  missed(): void;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

/**
 * Listens to one NOTIFY channel on its own connection, which reconnects when lost. Returns a function that stops it.
 */
export async function listenTo(
  channel: string,
  connection: pg.ClientConfig,
  log: Log,
  { hear, missed }: ChannelListener,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let closed = false;
  const stop = new AbortController();
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: 'verdant-live' });
    next.on('notification', ({ payload }) => hear(payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'live connection'));
    next.on('end', () => client === next && reconnect(FIRST_RETRY_MS));
    try {
      await inTime(next.connect());
      await inTime(next.query(`listen ${channel}`));
    } catch (error) {
      cut(next);
      throw error;
    }
    // It is mostly idle, so a loss would go unnoticed without a check.
    askRepeatedly(next, () => {}, stop.signal).catch(() => closed || cut(next));
    // Attached only now: an earlier failure is retried by the caller.
    client = next;
    if (closed) await next.end();
  }

  function reconnect(delay: number): void {
    if (closed) return;
    retry = setTimeout(() => {
      connect().then(missed, () => reconnect(Math.min(delay * 2, LAST_RETRY_MS)));
    }, delay);
  }

  await connect();
  return async () => {
    closed = true;
    stop.abort();
    clearTimeout(retry);
    await client?.end();
  };
}
