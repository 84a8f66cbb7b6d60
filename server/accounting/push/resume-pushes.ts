import { and, eq } from 'drizzle-orm';
import type { Services } from '../../context';
import { accountingConnections, accountingDocuments } from '../../db/schema';

/** Sends again what a process that died, or books that didn't answer for long, left open. */
export async function resumePushes({ database: { db }, jobs }: Services): Promise<void> {
  const open = await db
    .selectDistinct({ orgId: accountingDocuments.orgId, connectionId: accountingDocuments.connectionId })
    .from(accountingDocuments)
    .innerJoin(
      accountingConnections,
      and(
        eq(accountingConnections.orgId, accountingDocuments.orgId),
        eq(accountingConnections.id, accountingDocuments.connectionId),
      ),
    )
    .where(and(eq(accountingDocuments.state, 'PENDING'), eq(accountingConnections.state, 'ACTIVE')));
  for (const data of open) await jobs.enqueue(db, { name: 'push-books', data });
}
