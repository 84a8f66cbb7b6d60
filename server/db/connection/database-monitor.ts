import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const TICK_MS = 500;
const MOST_TICKS = 8;
const BETWEEN_MS = 1_000;

/** The database accepted a connection or query but doesn't respond: frozen, or cut off silently. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The database does not answer');
  }
}

/** The work's result, or DatabaseSilent after about four seconds in which this process itself wasn't blocked. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks >= MOST_TICKS) fail(new DatabaseSilent());
    }, TICK_MS);
    work.then(done, fail);
    work.catch(() => {}).finally(() => clearInterval(timer));
  });
}

/** Drops a connection without a goodbye, since the other end may not respond. */
export function cut(client: pg.ClientBase, why?: Error): void {
  (client as unknown as { connection: { stream: { destroy(why?: Error): void } } }).connection.stream.destroy(why);
}

/** Queries a connection every second until it stops responding or is lost, which raises. */
export async function askRepeatedly(client: pg.ClientBase, answered: () => void, signal: AbortSignal): Promise<never> {
  for (;;) {
    await inTime(client.query('select 1'));
    answered();
    await pause(BETWEEN_MS, undefined, { signal, ref: false });
  }
}

/**
 * Monitors on its own connection whether the database responds; query timeouts can't tell a frozen database from a busy
 * one. Reports when silence starts, and every reply or refusal. Returns a function that stops it.
 */
export function monitorDatabase(
  open: () => pg.Client,
  tell: { silent(error: Error): void; answers(): void },
): () => void {
  const stop = new AbortController();
  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      let client: pg.Client | undefined;
      const end = () => client && cut(client);
      stop.signal.addEventListener('abort', end);
      try {
        client = open();
        client.on('error', () => {});
        await inTime(client.connect());
        await askRepeatedly(client, tell.answers, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof DatabaseSilent) tell.silent(error);
        else tell.answers();
      } finally {
        stop.signal.removeEventListener('abort', end);
        end();
      }
      await pause(BETWEEN_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  }
  follow();
  return () => stop.abort();
}
