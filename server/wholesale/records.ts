import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { TheirCustomer, TheirOrder, TheirProduct } from '../../domain/wholesale/theirs';
import type { WholesaleKind } from '../../domain/wholesale/vocabulary';
import type { Db } from '../db/client';
import { recordset } from '../db/recordset';
import { wholesaleRecords } from '../db/schema';
import type { Sync } from './syncs';

export type WholesaleRecord = typeof wholesaleRecords.$inferSelect;
type Of = Pick<Sync, 'orgId' | 'id'>;

/** The records of a kind that a connection has. */
export const recordsIn = ({ orgId, id }: Of, kind: WholesaleKind): SQL | undefined =>
  and(eq(wholesaleRecords.orgId, orgId), eq(wholesaleRecords.syncId, id), eq(wholesaleRecords.kind, kind));

export const recordIs = (of: Of, kind: WholesaleKind, externalId: string): SQL | undefined =>
  and(recordsIn(of, kind), eq(wholesaleRecords.externalId, externalId));

type Stored = { externalId: string; name: string; mark: string | null; theirs: object; theirModifiedAt: Date | null };

export const orderRecord = (order: TheirOrder): Stored => ({
  externalId: order.number,
  name: order.customer?.name ?? '',
  mark: order.shortId || null,
  theirs: order,
  theirModifiedAt: new Date(order.modified),
});
export const productRecord = (product: TheirProduct): Stored => ({
  externalId: product.id,
  name: product.name,
  mark: product.sku || null,
  theirs: product,
  theirModifiedAt: new Date(product.modified),
});
export const customerRecord = (customer: TheirCustomer): Stored => ({
  externalId: customer.id,
  name: customer.name,
  mark: customer.licenseNumber || null,
  theirs: customer,
  theirModifiedAt: new Date(customer.modified),
});

/**
 * Keeps records as they were just read. What is older than what is known says nothing; what is newer waits to be taken over
 * (`due_at`), however often it is read.
 */
export async function storeRecords(db: Db, of: Of, kind: WholesaleKind, all: readonly Stored[]): Promise<void> {
  const once = new Map(all.map((one) => [one.externalId, one]));
  const rows = [...once.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  if (rows.length === 0) return;
  const read = recordset('read', wholesaleRecords, rows);
  await db.execute(sql`
    insert into ${wholesaleRecords} as known (org_id, sync_id, kind, seen_at, due_at, stock_due_at, ${read.columns})
    select ${of.orgId}::bigint, ${of.id}::bigint, ${kind}::text, statement_timestamp(), statement_timestamp(),
           case when shared.external_id is not null then statement_timestamp() end, ${read.values}
      from ${read.source} left join (${sharingStock(of, kind)}) shared on shared.external_id = read.external_id
    on conflict (org_id, sync_id, kind, external_id) do update
       set name = excluded.name, mark = excluded.mark, theirs = excluded.theirs,
           their_modified_at = excluded.their_modified_at, seen_at = excluded.seen_at,
           due_at = case when known.their_modified_at is distinct from excluded.their_modified_at
                         then coalesce(known.due_at, excluded.due_at) else known.due_at end,
           stock_due_at = case when known.theirs ->> 'available' is distinct from excluded.theirs ->> 'available'
                         then coalesce(known.stock_due_at, excluded.stock_due_at) else known.stock_due_at end
     where known.their_modified_at is null or known.their_modified_at <= excluded.their_modified_at`);
}

/** The records of products that have their stock from us, whose own figure we push when theirs changes. */
const sharingStock = (of: Of, kind: WholesaleKind): SQL => sql`
  select record.external_id from ${wholesaleRecords} record
    join products product on product.org_id = record.org_id and product.id = record.own_id
   where record.org_id = ${of.orgId}::bigint and record.sync_id = ${of.id}::bigint and record.kind = ${kind}::text
     and record.kind = 'PRODUCT' and record.state = 'MATCHED' and product.inventory_management = 'INHERITED'`;

/** What waits to be taken over, as they changed it. */
export function dueRecords(db: Db, of: Of, kind: WholesaleKind, limit: number): Promise<{ externalId: string }[]> {
  return db
    .select({ externalId: wholesaleRecords.externalId })
    .from(wholesaleRecords)
    .where(and(recordsIn(of, kind), isNotNull(wholesaleRecords.dueAt), ne(wholesaleRecords.state, 'IGNORED')))
    .orderBy(asc(wholesaleRecords.theirModifiedAt), asc(wholesaleRecords.externalId))
    .limit(limit);
}

/** A record that waits, locked until the transaction ends; undefined once another process took it over. */
export async function lockDue(
  db: Db,
  of: Of,
  kind: WholesaleKind,
  externalId: string,
): Promise<WholesaleRecord | undefined> {
  const [record] = await db
    .select()
    .from(wholesaleRecords)
    .where(recordIs(of, kind, externalId))
    .for('no key update');
  return record?.dueAt && record.state !== 'IGNORED' ? record : undefined;
}

/** What taking a record over came to. */
export type Outcome = Partial<Pick<WholesaleRecord, 'state' | 'ownId' | 'agreed' | 'problem'>>;

/** Notes what became of a record, which then waits no more. */
export async function settleRecord(
  db: Db,
  of: Of,
  record: Pick<WholesaleRecord, 'kind' | 'externalId'>,
  outcome: Outcome,
) {
  await db
    .update(wholesaleRecords)
    .set({ problem: null, ...outcome, dueAt: null, updatedAt: sql`now()` })
    .where(recordIs(of, record.kind as WholesaleKind, record.externalId));
}

/** Has orders that couldn't be taken over tried again, as something they lacked is known now. */
export async function retryOrders(db: Db, of: Of): Promise<void> {
  await db
    .update(wholesaleRecords)
    .set({ dueAt: sql`statement_timestamp()` })
    .where(and(recordsIn(of, 'ORDER'), isNotNull(wholesaleRecords.problem)));
}

/** Raised where a record can't be taken over: its message is what people read of it. */
export class CantTake extends Error {
  override name = 'CantTake';
}
