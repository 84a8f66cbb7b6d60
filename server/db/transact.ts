import { is, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { DomainError } from '../../domain/errors';
import { inSpan } from '../tracing';
import type { Db } from './client';

export const QUERY_CANCELLED = '57014';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** What a statement gets that was sent beside the one that failed; which of the two is heard of first is open. */
const ALREADY_ABORTED = '25P02';
const REPEATED = new Set<string | undefined>([SERIALIZATION_FAILURE, DEADLOCK, ALREADY_ABORTED]);
const ATTEMPTS = 4;
const POSTGRES = { 'db.system.name': 'postgresql' };

/** PostgreSQL's error code, unwrapped from Drizzle's error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Whether PostgreSQL refused a duplicate of a unique value. */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** The constraint or unique index a write broke; a cluster names it in the message alone, with its shard's number. */
export function brokenConstraint(error: unknown): string | undefined {
  const { constraint, message } = (error as { cause?: { constraint?: string; message?: string } }).cause ?? {};
  const name = constraint ?? message?.match(/ constraint "([^"]+)"/)?.[1];
  return name?.replace(/_\d+$/, '');
}

/**
 * For a write's `.catch`: raises `refusal` if another row has a value that must be unique, told by the constraint when a
 * row has several. Other errors stay as they are.
 */
export const onTaken =
  (refusal: (constraint: string | undefined) => DomainError | undefined) =>
  (error: unknown): never => {
    throw (isTaken(error) && refusal(brokenConstraint(error))) || error;
  };

/** The connection broke, the server is starting or stopping, or it has no free connection. */
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
/** The driver's messages for errors without a code. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether the database was unreachable, had no free connection, or was lost during a query. */
export function isConnectionLost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    // A stopped server's socket no longer exists.
    if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true;
    if (LOST_STATES.test(code) || LOST_SOCKETS.has(code) || LOST_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** A full disk, out of memory, a server limit or a failing disk; or a primary that has just become a standby. */
const UNABLE_STATES = /^(53...|58...|25006|55P03)$/;

/** Whether the database failed to run a valid query for now; nothing was changed. */
export function isUnable(error: unknown): boolean {
  return UNABLE_STATES.test(sqlState(error) ?? '');
}

/** Runs work in a transaction, restarting it when PostgreSQL aborts it in favor of another; work must be repeatable. */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inSpan('transaction', 'CLIENT', { ...POSTGRES, attempt }, () =>
        db.transaction((tx) => ended(tx, work)),
      );
    } catch (error) {
      if (attempt >= ATTEMPTS || !REPEATED.has(sqlState(error))) throw error;
    }
  }
}

/** Runs work that may be rolled back alone; what it leaves for the end of the transaction goes with it. */
export const savepoint = <T>(tx: Db, work: (nested: Db) => Promise<T>): Promise<T> =>
  tx.transaction(async (nested) => {
    const left: Endings = new Map();
    endings.set(nested, left);
    const result = await work(nested);
    for (const [ending, given] of left) await endWith(tx, ending as Ending<unknown>, ...given);
    return result;
  });

/** What a transaction ends with: its last statements, once for all they were given. */
type Ending<T> = (tx: Db, given: readonly T[]) => Promise<void>;
type Endings = Map<Ending<never>, unknown[]>;
const endings = new WeakMap<Db, Endings>();

async function ended<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const left: Endings = new Map();
  endings.set(tx, left);
  const result = await work(tx);
  for (const [ending, given] of left) await ending(tx, given as never);
  endings.delete(tx);
  return result;
}

/**
 * Leaves something for the end of a transaction that `transact` runs, after all other work in it: what locks rows that
 * everybody needs. Outside any, it is done at once.
 */
export async function endWith<T>(db: Db, ending: Ending<T>, ...given: readonly T[]): Promise<void> {
  if (!is(db, PgTransaction)) return transact(db, (tx) => ending(tx, given));
  const left = endings.get(db as Db);
  if (left === undefined) throw new Error('This transaction has no end of its own: run it by transact or savepoint');
  const known = left.get(ending as never);
  if (known) known.push(...given);
  else left.set(ending as never, [...given]);
}

/** Sends a payload to a channel's listeners when the transaction commits. At most 8,000 bytes. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}
