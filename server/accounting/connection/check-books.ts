import { and, eq, sql } from 'drizzle-orm';
import { planAllows } from '../../../domain/access/plans';
import { PlanTypeSchema } from '../../../domain/access/vocabulary';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingConnections as connections, organizations } from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { BooksRefused } from '../books';
import { findActive } from '../find-connection';

/** Of some organizations, those whose plan includes accounting: the others' books are neither read nor written. */
export async function withAccounting(db: Db, orgIds: readonly number[]): Promise<Set<number>> {
  const found = await db
    .select({ id: organizations.id, plan: organizations.plan })
    .from(organizations)
    .where(isOneOf(organizations.id, orgIds));
  return new Set(found.filter(({ plan }) => planAllows(PlanTypeSchema.parse(plan), 'accounting')).map(({ id }) => id));
}

/** Has every connection checked. */
export async function findBooks({ database: { db }, jobs }: Services): Promise<void> {
  const active = await db
    .select({ orgId: connections.orgId, connectionId: connections.id })
    .from(connections)
    .where(eq(connections.state, 'ACTIVE'));
  const paid = await withAccounting(db, [...new Set(active.map(({ orgId }) => orgId))]);
  for (const data of active.filter(({ orgId }) => paid.has(orgId)))
    await jobs.enqueue(db, { name: 'check-books', data });
}

/**
 * Reads how a company's books are kept, which shows whether the connection works and renews what ends, and notes what is
 * wrong. A refusal for good is noted by whoever renews the token.
 */
export async function checkBooks(
  { database: { db }, books, log }: Services,
  { orgId, connectionId }: { orgId: number; connectionId: number },
): Promise<void> {
  const before = await findActive(db, { orgId, connectionId });
  if (before === null || !(await withAccounting(db, [orgId])).has(orgId)) return;
  const isIt = and(eq(connections.orgId, orgId), eq(connections.id, connectionId), eq(connections.state, 'ACTIVE'));
  const found = await books.preferences({ orgId, connectionId }).catch((error: unknown) => {
    if (error instanceof BooksRefused) return error;
    throw error;
  });
  if (found instanceof BooksRefused) log.info({ fault: found.fault }, 'books could not be checked');
  const values =
    found instanceof BooksRefused
      ? { problem: PROBLEMS[found.fault] ?? found.message }
      : { problem: null, preferences: found, externalName: found.name };
  await transact(db, async (tx) => {
    await tx
      .update(connections)
      .set({ ...values, checkedAt: sql`now()`, updatedAt: sql`now()` })
      .where(isIt);
    await publish(tx, { topic: 'integrations', kind: 'changed', id: connectionId, orgIds: [orgId] });
  });
}

const PROBLEMS: Partial<Record<BooksRefused['fault'], string>> = {
  TRANSIENT: 'The accounting service isn’t responding.',
  UNCERTAIN: 'The accounting service isn’t responding.',
  THROTTLED: 'The accounting service takes no more calls for now.',
  ENDED: 'The subscription of the books has ended.',
  AUTH: 'The books don’t let Verdant read them. Connect them again as somebody who may.',
};
