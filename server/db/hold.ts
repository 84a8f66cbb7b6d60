import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client';

type Held = {
  kind:
    | 'brand'
    | 'company'
    | 'company labels'
    | 'directory lists'
    | 'license'
    | 'license postal codes'
    | 'mailings of member'
    | 'offers of product'
    | 'partners of brand'
    | 'roadmap merges'
    | 'shares of organization'
    | 'webhook endpoints';
  id: number;
};

/*
 * Orders and the removal of what they are placed with, a change and the customers that follow it, exclude each other by
 * advisory locks until the transaction ends: locks on rows of shared tables are taken on every machine of a cluster,
 * where hundreds of checkouts deadlock. What is checked must be read by a later statement than the lock.
 */

/**
 * Keeps companies and licenses from being removed, brands from being given up, a company's statuses, zones and their areas from changing, or ZIP
 * codes from being followed; many may do so at once.
 */
export const holdShared = (db: Db, held: readonly Held[]) => lock(db, sql`pg_advisory_xact_lock_shared`, held);

/** Waits for those who hold it, and keeps others from doing so. */
export const holdAlone = (db: Db, held: Held) => lock(db, sql`pg_advisory_xact_lock`, [held]);

async function lock(db: Db, take: SQL, held: readonly Held[]): Promise<void> {
  const locks = held.map(({ kind, id }) => sql`${take}(hashtextextended(${`${kind} ${id}`}, 0))`);
  await db.execute(sql`select ${sql.join(locks, sql`, `)}`);
}
