import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingDocuments } from '../../db/schema';
import type { Connection, DocumentRow } from './documents';

/** Writes the books take in one call. */
export const TOGETHER = 30;
/** Longer than looking up and sending a portion can take. */
const HELD = sql`now() + interval '5 minutes'`;

type Key = Pick<Connection, 'orgId' | 'id'>;

// Picked apart from the update, or the limit is applied anew for each row that is looked at.

/** All of one call of which nobody knows whether it arrived, held against other processes; empty without any. */
export async function leaseDoubted(db: Db, { orgId, id }: Key): Promise<DocumentRow[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with taken as materialized (
       select doc.id from accounting_documents doc
        where doc.org_id = ${orgId} and doc.connection_id = ${id} and doc.state = 'PENDING'
          and (doc.held_until is null or doc.held_until < now())
          and doc.sending -> 'batch' = (
            select first.sending -> 'batch' from accounting_documents first
             where first.org_id = ${orgId} and first.connection_id = ${id} and first.state = 'PENDING'
               and first.sending is not null and (first.held_until is null or first.held_until < now())
             order by first.id limit 1)
        order by doc.id for update skip locked)
    update accounting_documents held set held_until = ${HELD} from taken
     where held.org_id = ${orgId} and held.id = taken.id
    returning held.id`);
  return readRows(db, orgId, rows);
}

/**
 * The next documents to send, held against other processes. A payment waits for its invoice to be there, an invoice that is
 * taken back for its payments to be void.
 */
export async function leaseFresh(db: Db, { orgId, id }: Key): Promise<DocumentRow[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with taken as materialized (
       select doc.id from accounting_documents doc
        where doc.org_id = ${orgId} and doc.connection_id = ${id} and doc.state = 'PENDING' and doc.sending is null
          and (doc.held_until is null or doc.held_until < now())
          and case when doc.kind = 'PAYMENT' then doc.content is null or (doc.external_id is not null and doc.sent_content is not null) or exists (
                     select from accounting_documents invoice
                      where invoice.org_id = ${orgId} and invoice.connection_id = ${id}
                        and invoice.order_id = doc.order_id and invoice.kind = 'INVOICE'
                        and invoice.external_id is not null and invoice.sent_content is not null and invoice.sending is null)
                   when doc.undone_at is not null then not exists (
                     select from accounting_documents paid
                      where paid.org_id = ${orgId} and paid.connection_id = ${id}
                        and paid.order_id = doc.order_id and paid.kind = 'PAYMENT' and paid.state = 'PENDING')
                   else true end
        order by doc.id limit ${TOGETHER} for update skip locked)
    update accounting_documents held set held_until = ${HELD} from taken
     where held.org_id = ${orgId} and held.id = taken.id
    returning held.id`);
  return readRows(db, orgId, rows);
}

async function readRows(db: Db, orgId: number, found: readonly { id: number }[]): Promise<DocumentRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => Number(id));
  return db
    .select()
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, orgId), isOneOf(accountingDocuments.id, ids)))
    .orderBy(asc(accountingDocuments.id));
}

/** The rows of an organization, locked by id. */
export const lockAll = (tx: Db, orgId: number, ids: readonly number[]) =>
  tx
    .select()
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, orgId), isOneOf(accountingDocuments.id, [...ids])))
    .orderBy(asc(accountingDocuments.id))
    .for('no key update');

/** Lets rows go, for others to take after so many seconds. */
export async function release(db: Db, rows: readonly DocumentRow[], seconds: number): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const ids = rows.map(({ id }) => id);
  await db
    .update(accountingDocuments)
    .set({ heldUntil: seconds > 0 ? sql`now() + ${seconds} * interval '1 second'` : null })
    .where(and(eq(accountingDocuments.orgId, first.orgId), isOneOf(accountingDocuments.id, ids)));
}

/** Whether another process has taken a row over since it was read. */
export const isOthers = (was: DocumentRow, row: DocumentRow): boolean =>
  was.heldUntil?.getTime() !== row.heldUntil?.getTime();
