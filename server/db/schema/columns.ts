import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, integer, numeric, timestamp } from 'drizzle-orm/pg-core';

/** A row's own id. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** A reference by id, or any whole number too large for an int4. */
export const ref = (name: string) => bigint(name, { mode: 'number' });

/** US dollars and cents. */
export const dollars = (name: string) => numeric(name, { precision: 14, scale: 2 });

/** Units, cases, weights or fractions, keeping their decimals. */
export const amount = (name: string) => numeric(name);

/** An instant; in milliseconds, so JavaScript dates compare equal in keyset paging. */
export const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

export const createdAt = () => at('created_at').notNull().default(sql`now()`);
export const updatedAt = () => at('updated_at').notNull().default(sql`now()`);

/**
 * Whether a text column's value is one of these domain constants; inlined as text, because it is the same for every
 * call.
 */
export function isAmong(column: AnyPgColumn | SQL, names: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(names.map((name) => `'${name}'`).join(', '))})`;
}

/** When it was removed; it stays, hidden, for the orders and history that name it. */
export const removedAt = () => at('removed_at');

/** Counts a record's writes; a save from an older version is refused. */
export const version = () => integer('version').notNull().default(0);
