import { and, asc, eq, sql } from 'drizzle-orm';
import type { DocumentKey, Followed, SendAct, SendFault, Sending } from '../../../domain/accounting/push/followed';
import type { DocumentKind, DocumentState } from '../../../domain/accounting/vocabulary';
import type { Db } from '../../db/client';
import { accountingConnections, accountingDocuments, accountingPushes } from '../../db/schema';
import { tell } from '../../events/tell-events';
import { tellPushed } from './tell';

export type DocumentRow = typeof accountingDocuments.$inferSelect;
export type Connection = typeof accountingConnections.$inferSelect;

/** A row as the rules of following have it. */
export const followedOf = (row: DocumentRow): Followed => ({
  kind: row.kind as DocumentKind,
  state: row.state as DocumentState,
  revision: row.revision,
  content: row.content,
  sentRevision: row.sentRevision,
  sentContent: row.sentContent,
  externalId: row.externalId,
  externalVersion: row.externalVersion,
  externalNumber: row.externalNumber,
  seen: row.seen,
  incarnation: row.incarnation,
  sending: row.sending as Sending | null,
  isDoubted: row.doubtedAt !== null,
  fault: row.fault as SendFault | null,
  problem: row.problem,
  attempts: row.attempts,
  isUndone: row.undoneAt !== null,
});

/** The columns of what a document became; `before` keeps the times that were noted. */
const columnsOf = (
  { isDoubted, isUndone, ...next }: Followed,
  before: Pick<DocumentRow, 'doubtedAt' | 'undoneAt'> | null,
) => ({
  ...next,
  doubtedAt: isDoubted ? (before?.doubtedAt ?? sql`now()`) : null,
  undoneAt: isUndone ? (before?.undoneAt ?? sql`now()`) : null,
  updatedAt: sql`now()`,
});

/** Saves what a locked row became. Who has it to send keeps it, unless it is let go for others, after so many seconds. */
export async function saveDocument(db: Db, row: DocumentRow, next: Followed, freeIn?: number): Promise<void> {
  await db
    .update(accountingDocuments)
    .set({
      ...columnsOf(next, row),
      ...(freeIn !== undefined && { heldUntil: freeIn > 0 ? sql`now() + ${freeIn} * interval '1 second'` : null }),
    })
    .where(and(eq(accountingDocuments.orgId, row.orgId), eq(accountingDocuments.id, row.id)));
  if (next.state !== row.state) await tellInvoice(db, row.orgId, row, next);
}

/** Adds a document that was never sent. */
export async function addDocument(db: Db, orgId: number, key: DocumentKey, next: Followed): Promise<void> {
  const added = await db
    .insert(accountingDocuments)
    .values({ orgId, ...key, ...columnsOf(next, null) })
    .onConflictDoNothing()
    .returning({ id: accountingDocuments.id });
  if (added.length > 0) await tellInvoice(db, orgId, key, next);
  for (const { id } of added) await tellPushed(db, { orgId, id });
}

/** Tells programs that an order's invoice is in the books, or isn't for a reason. */
async function tellInvoice(
  db: Db,
  orgId: number,
  { orderId, paymentId }: DocumentKey,
  { state }: Followed,
): Promise<void> {
  if (paymentId !== null || (state !== 'SENT' && state !== 'FAILED')) return;
  const type = state === 'SENT' ? 'invoice.pushed' : 'invoice.failed';
  await tell(db, { type, orgId, subject: { kind: 'order', id: orderId } });
}

export type LogEntry = {
  act: SendAct | 'UNDO' | 'PUSH' | 'MEND';
  fault?: string | null;
  detail?: string;
  actorUserId?: string | null;
};

/** Notes what was done to a document in the books, or what they said. */
export async function logPush(
  db: Db,
  row: Pick<DocumentRow, 'orgId' | 'id' | 'revision'>,
  entry: LogEntry,
): Promise<void> {
  await db.insert(accountingPushes).values({
    orgId: row.orgId,
    documentId: row.id,
    revision: row.revision,
    act: entry.act,
    fault: entry.fault ?? null,
    detail: entry.detail ?? '',
    actorUserId: entry.actorUserId ?? null,
  });
}

/** An order's documents of a connection, locked by id. */
export function lockDocuments(db: Db, { orgId, id: connectionId }: Pick<Connection, 'orgId' | 'id'>, orderId: number) {
  return db
    .select()
    .from(accountingDocuments)
    .where(
      and(
        eq(accountingDocuments.orgId, orgId),
        eq(accountingDocuments.connectionId, connectionId),
        eq(accountingDocuments.orderId, orderId),
      ),
    )
    .orderBy(asc(accountingDocuments.id))
    .for('no key update');
}

/** The connection of a company that isn't over; undefined without. */
export async function findConnection(db: Db, orgId: number, companyId: number): Promise<Connection | undefined> {
  const [found] = await db
    .select()
    .from(accountingConnections)
    .where(
      and(
        eq(accountingConnections.orgId, orgId),
        eq(accountingConnections.companyId, companyId),
        sql`${accountingConnections.state} <> 'ENDED'`,
      ),
    );
  return found;
}

export const ofConnection = ({ orgId, id }: Pick<Connection, 'orgId' | 'id'>) =>
  and(eq(accountingDocuments.orgId, orgId), eq(accountingDocuments.connectionId, id));
