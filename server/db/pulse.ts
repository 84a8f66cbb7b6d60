import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const TICK_MS = 500;
const MOST_TICKS = 8;
const BETWEEN_MS = 1_000;

/** The database took a connection or a question and says nothing: frozen, or cut off without a word. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The database does not answer');
  }
}

/** What work gives, or DatabaseSilent after some four seconds in which this process was not itself held up. */
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

/** Lets go of a connection without a word to the other end, which may not be listening. */
export function cut(client: pg.ClientBase, why?: Error): void {
  (client as unknown as { connection: { stream: { destroy(why?: Error): void } } }).connection.stream.destroy(why);
}

/** Asks a connection every second until it no longer answers or is lost, which is what it raises. */
export async function askRepeatedly(client: pg.ClientBase, answered: () => void, signal: AbortSignal): Promise<never> {
  for (;;) {
    await inTime(client.query('select 1'));
    answered();
    await pause(BETWEEN_MS, undefined, { signal, ref: false });
  }
}

/**
 * Follows by a connection of its own whether the database answers, which no time limit on a query can tell from one
 * that is busy. Reports when silence begins, and every answer or refusal. Gives a function that stops it.
 */
export function followPulse(open: () => pg.Client, tell: { silent(error: Error): void; answers(): void }): () => void {
  const stop = new AbortController();
  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      const client = open();
      client.on('error', () => {});
      const end = () => cut(client);
      stop.signal.addEventListener('abort', end);
      try {
        await inTime(client.connect());
        await askRepeatedly(client, tell.answers, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof DatabaseSilent) tell.silent(error);
        else tell.answers();
      } finally {
        stop.signal.removeEventListener('abort', end);
        cut(client);
      }
      await pause(BETWEEN_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  }
  follow();
  return () => stop.abort();
}
