import { sql } from 'drizzle-orm';
import type { Db } from './client';

export const QUERY_CANCELLED = '57014';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 4;

/** PostgreSQL's error code, also where Drizzle wrapped the error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Whether PostgreSQL refused a value that has to be unique and is taken. */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** The connection broke, the server stops or starts, or has no connection to spare. */
const LOST_STATES = /^(08...|57P0[1-5]|3D000|53300)$/;
const LOST_SOCKETS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What the driver says without a code. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether the database could not be reached, had no connection to spare, or was lost while it was asked. */
export function isConnectionLost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    // The socket of a server that stopped is gone.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true;
    if (LOST_STATES.test(code) || LOST_SOCKETS.has(code) || LOST_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** A full disk, no memory, a limit of the server's or a failing disk; or a primary that has just become a standby. */
const UNABLE_STATES = /^(53...|58...|25006|55P03)$/;

/** Whether the database took the question and could not do it just now, through no fault of it; nothing was changed. */
export function isUnable(error: unknown): boolean {
  return UNABLE_STATES.test(sqlState(error) ?? '');
}

/** Runs work in a transaction, again from the start when PostgreSQL gave way to another one; work must be repeatable. */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => work(tx));
    } catch (error) {
      const state = sqlState(error);
      if (attempt >= ATTEMPTS || (state !== SERIALIZATION_FAILURE && state !== DEADLOCK)) throw error;
    }
  }
}

/** Sends a payload to every listener of a channel when the transaction commits. At most 8,000 bytes. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}
