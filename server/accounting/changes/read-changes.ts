import { and, eq, sql } from 'drizzle-orm';
import { AUTOMATIC_KINDS, type NewProposal } from '../../../domain/accounting/changes';
import type { ProposalKind } from '../../../domain/accounting/vocabulary';
import { DomainError } from '../../../domain/errors';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import {
  accountingConnections as connections,
  accountingProposals as proposals,
  accountingRemotes as remotes,
} from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import type { BooksChanges, BooksInvoice, BooksOf } from '../books';
import { withAccounting } from '../connection/check-books';
import { type ConnectionRecord, findActive } from '../find-connection';
import { type RemoteKind, saveRemotes } from '../mapping/read-records';
import { acceptProposal, StaleChange } from './accept-change';
import { findInvoiceChanges, findPaymentChanges } from './find-changes';
import { platformContext } from './platform';
import { addProposals, endProposals } from './store-proposals';

const MINUTE = 60_000;
/** Read once more each time: their clock isn't ours, and what is committed late is dated earlier. */
const OVERLAP_MS = 5 * MINUTE;
/** They tell at most 30 days back. */
const FARTHEST_MS = 29 * 24 * 60 * MINUTE;
const LOOKED_UP = 200;

/** The job that reads what changed in a company's books since the last time, and notes what isn't ours. */
export async function readBooksChanges(services: Services, of: BooksOf): Promise<void> {
  const { db } = services.database;
  const connection = await findActive(db, of);
  if (connection === null || !(await withAccounting(db, [of.orgId])).has(of.orgId)) return;
  const from = (connection.changesReadUntil ?? connection.createdAt).getTime() - OVERLAP_MS;
  const since = new Date(Math.max(from, Date.now() - FARTHEST_MS));
  const changes = await services.books.changes(of, since);
  const invoices = await invoicesPaid(services, of, changes);
  const added = await transact(db, (tx) => save(tx, { connection, changes, invoices }));
  await acceptAutomatic(services, connection, added);
}

/** The invoices that changed payments are for, as they are now. */
async function invoicesPaid(
  services: Services,
  of: BooksOf,
  { invoices, payments }: BooksChanges,
): Promise<BooksInvoice[]> {
  const known = new Map(invoices.map((one) => [one.id, one]));
  const ids = [...new Set(payments.flatMap(({ invoiceIds }) => invoiceIds))].filter((id) => !known.has(id));
  for (let at = 0; at < ids.length; at += LOOKED_UP)
    for (const one of await services.books.findInvoices(of, { ids: ids.slice(at, at + LOOKED_UP) }))
      known.set(one.id, one);
  return [...known.values()];
}

const OF_INVOICES: readonly ProposalKind[] = ['VOIDED', 'AMOUNT', 'NUMBER', 'CUSTOMER'];

type Read = { connection: ConnectionRecord; changes: BooksChanges; invoices: BooksInvoice[] };

/** Saves what was read, and answers what was noticed. What is being sent now is read once more: by the webhook of its answer, or by the sweep. */
async function save(tx: Db, { connection, changes, invoices }: Read): Promise<number[]> {
  const { orgId, id: connectionId } = connection;
  const of = { orgId, connectionId };
  const own = and(eq(connections.orgId, orgId), eq(connections.id, connectionId));
  await tx.select({ id: connections.id }).from(connections).where(own).for('no key update');
  const deleted = (kind: BooksChanges['deleted'][number]['kind']) =>
    changes.deleted.filter((one) => one.kind === kind).map(({ id }) => id);
  const ofInvoices = await findInvoiceChanges(tx, of, changes.invoices, deleted('INVOICE'));
  const ofPayments = await findPaymentChanges(tx, of, {
    payments: changes.payments,
    deletedIds: deleted('PAYMENT'),
    invoices,
  });
  const renamed = [
    ...(await renamedOf(tx, of, 'CUSTOMER', changes.customers)),
    ...(await renamedOf(tx, of, 'ITEM', changes.items)),
  ];
  await saveRemotes(tx, of, 'CUSTOMER', changes.customers);
  await saveRemotes(tx, of, 'ITEM', changes.items);
  for (const kind of ['CUSTOMER', 'ITEM'] as const) await closeRemotes(tx, of, kind, deleted(kind));
  await endProposals(tx, of, OF_INVOICES, ofInvoices.agreed);
  await endProposals(tx, of, ['PAID'], ofPayments.gone);
  const added = await addProposals(tx, of, [...ofInvoices.found, ...ofPayments.found, ...renamed]);
  const isSending = ofInvoices.isSending || ofPayments.isSending;
  await tx
    .update(connections)
    .set({
      checkedAt: new Date(),
      ...(!isSending && {
        changesReadUntil: sql`greatest(${connections.changesReadUntil}, ${changes.until.toISOString()}::timestamptz)`,
      }),
    })
    .where(own);
  await publish(tx, { topic: 'integrations', kind: 'changed', id: connectionId, orgIds: [orgId] });
  return added;
}

/** Records ours are mapped to that have another name now. */
async function renamedOf(
  db: Db,
  { orgId, connectionId }: BooksOf,
  of: RemoteKind,
  records: readonly { id: string; version: string; name: string }[],
): Promise<NewProposal[]> {
  if (records.length === 0) return [];
  const table = of === 'CUSTOMER' ? sql`accounting_customers` : sql`accounting_products`;
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select distinct mapped.external_id as id, mapped.external_name as name from ${table} mapped
     where mapped.org_id = ${orgId} and mapped.connection_id = ${connectionId}
       and ${isOneOf(
         sql`mapped.external_id`,
         records.map(({ id }) => id),
       )}`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return records.flatMap(({ id, version, name }): NewProposal[] => {
    const was = names.get(id);
    if (was === undefined || was === name) return [];
    const base = { externalId: `${of}:${id}`, externalVersion: version, orderId: null };
    return [{ ...base, kind: 'RENAMED', ours: { shown: was, of }, theirs: { shown: name, name } }];
  });
}

async function closeRemotes(
  db: Db,
  { orgId, connectionId }: BooksOf,
  kind: RemoteKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(remotes)
    .set({ record: sql`${remotes.record} || '{"isActive": false}'` })
    .where(
      and(
        eq(remotes.orgId, orgId),
        eq(remotes.connectionId, connectionId),
        eq(remotes.kind, kind),
        isOneOf(remotes.externalId, ids),
      ),
    );
}

/** Takes over what was just noticed and the company lets us take over without asking; what can't be waits for a person. */
async function acceptAutomatic(
  services: Services,
  { orgId, id, automatic }: ConnectionRecord,
  added: readonly number[],
): Promise<void> {
  const kinds = AUTOMATIC_KINDS.filter((kind) => automatic.includes(kind));
  if (kinds.length === 0 || added.length === 0) return;
  const { db } = services.database;
  const open = await db
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        eq(proposals.orgId, orgId),
        eq(proposals.connectionId, id),
        eq(proposals.state, 'OPEN'),
        isOneOf(proposals.kind, kinds),
        isOneOf(proposals.id, [...added]),
      ),
    )
    .orderBy(proposals.id);
  for (const one of open)
    await transact(db, async (tx) => {
      const ctx = platformContext(services, tx, orgId);
      // It was read a moment ago.
      await acceptProposal(ctx, one.id, null);
      await ctx.outbox.send();
    }).catch((error: unknown) => {
      if (!(error instanceof DomainError) && !(error instanceof StaleChange)) throw error;
      services.log.info({ proposal: one.id, why: error.message }, 'a change in the books waits for a person');
    });
}
