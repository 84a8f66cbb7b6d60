import { and, eq, inArray } from 'drizzle-orm';
import type { Services } from '../../context';
import { accountingConnections as connections } from '../../db/schema';
import { transact } from '../../db/transact';
import { realmsOf } from './hook-news';

/** A webhook came: what changed is read soon, once, however often and late it comes. Unknown companies are no one's. */
export async function hearBooks(services: Services, body: Buffer): Promise<void> {
  const realms = [...realmsOf(body)];
  if (realms.length === 0) return;
  const { database, jobs } = services;
  const heard = await database.db
    .select({ orgId: connections.orgId, connectionId: connections.id })
    .from(connections)
    .where(and(inArray(connections.externalCompanyId, realms), eq(connections.state, 'ACTIVE')));
  for (const { orgId, connectionId } of heard)
    await transact(database.db, async (tx) => {
      await tx
        .update(connections)
        .set({ hookHeardAt: new Date() })
        .where(and(eq(connections.orgId, orgId), eq(connections.id, connectionId)));
      await jobs.enqueue(tx, { name: 'read-books', data: { orgId, connectionId } });
    });
}

/** Has every connection's changes read, whatever webhooks were lost. */
export async function sweepBooks({ database: { db }, jobs }: Services): Promise<void> {
  for (const data of await activeConnections(db)) await jobs.enqueue(db, { name: 'read-books', data });
}

/** Has every connection's customers and items read whole, once a day. */
export async function sweepBooksRecords({ database: { db }, jobs }: Services): Promise<void> {
  for (const data of await activeConnections(db)) await jobs.enqueue(db, { name: 'read-books-records', data });
}

const activeConnections = (db: Services['database']['db']) =>
  db
    .select({ orgId: connections.orgId, connectionId: connections.id })
    .from(connections)
    .where(eq(connections.state, 'ACTIVE'));
