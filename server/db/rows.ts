import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { notFound } from '../../domain/errors';
import type { Db } from './client';

/**
 * How a row is locked until the transaction ends. To change it, 'no key update' lets new rows refer to it meanwhile:
 * their writers may hold what the changer waits for, as an order's lines hold their products and the order their stock.
 * To delete it, 'update' also waits for those rows, so that they are seen.
 */
export type LockStrength = 'no key update' | 'update';

/** A row, locked until the transaction ends. NOT_FOUND, naming `noun`, if there is none. */
export async function lockRow<T extends PgTable>(
  db: Db,
  table: T,
  where: SQL | undefined,
  noun: string,
  strength: LockStrength = 'no key update',
): Promise<T['$inferSelect']> {
  const [row] = await db
    .select()
    .from(table as PgTable)
    .where(where)
    .for(strength);
  if (row === undefined) throw notFound(noun);
  return row;
}

/**
 * Locks rows until the transaction ends, by id, so that callers wait for one another in one order. They are read
 * afterwards, as they are by then.
 */
export async function lockRows(
  db: Db,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
  strength: LockStrength = 'no key update',
): Promise<void> {
  await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(table.id)
    .for(strength);
}

/** The row of a statement that always returns one. */
export function returnedRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The statement returned no row');
  return row;
}
