import { and, asc, eq, sql } from 'drizzle-orm';
import { type Side, whyNotDismiss, whyNotRestore } from '../../../domain/accounting/changes';
import type { accountingChanges as contract } from '../../../domain/accounting/changes-contract';
import type { ProposalKind, ProposalState } from '../../../domain/accounting/vocabulary';
import { DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import {
  accountingConnections as connections,
  accountingProposals as proposals,
  accountingRemotes as remotes,
} from '../../db/schema';
import { transact } from '../../db/transact';
import type { Verb } from '../../implement';
import { type BooksOf, BooksRefused } from '../books';
import { type ConnectionRecord, requireConnection } from '../find-connection';
import { pushAgain } from '../push-again';
import { acceptProposal, decide, lockProposal, type ProposalRecord, StaleChange } from './accept-change';
import { DELETED } from './find-changes';
import { visibleChanges } from './search-changes';

type Decided = { id: number; problem: string | null };

/**
 * Takes changes over, each by itself. They are read again first: one that either side changed since is refused, and comes
 * back as it is now. Of one alone the refusal is a CONFLICT.
 */
export const acceptChanges: Verb<typeof contract.accept> = async (ctx, { params, body }) => {
  const { connection, rows } = await findChosen(ctx, params.companyId, body.ids);
  const versions = await versionsNow(ctx, connection, rows);
  return settleEach(ctx, connection, rows, 'accept', (step, { id }) =>
    acceptProposal(step, id, versions.get(id) ?? null),
  );
};

/** Leaves changes be: they aren't told again. */
export const dismissChanges: Verb<typeof contract.dismiss> = async (ctx, { params, body }) => {
  const { connection, rows } = await findChosen(ctx, params.companyId, body.ids);
  return settleEach(ctx, connection, rows, 'dismiss', async (step, { id }) => {
    const row = await lockProposal(step, id);
    refuse(whyNotDismiss({ kind: row.kind as ProposalKind, state: row.state as ProposalState }));
    await decide(step, row, 'DISMISSED');
  });
};

/** Pushes our invoices over what was changed there. */
export const restoreOurs: Verb<typeof contract.restore> = async (ctx, { params, body }) => {
  const { connection, rows } = await findChosen(ctx, params.companyId, body.ids);
  return settleEach(ctx, connection, rows, 'restore', async (step, { id }) => {
    const row = await lockProposal(step, id);
    refuse(whyNotRestore({ kind: row.kind as ProposalKind, state: row.state as ProposalState }));
    await pushAgain(step, connection, row.orderId ?? 0);
    await decide(step, row, 'DISMISSED');
  });
};

function refuse(why: string | null): void {
  if (why !== null) throw new DomainError('CONFLICT', why);
}

async function findChosen(ctx: Ctx, companyId: number, ids: readonly number[]) {
  const connection = await requireConnection(ctx, companyId);
  const rows = await ctx.db
    .select()
    .from(proposals)
    .where(and(visibleChanges(ctx.membership, connection.id), isOneOf(proposals.id, ids)))
    .orderBy(asc(proposals.id));
  if (rows.length < new Set(ids).size) throw notFound('Change');
  return { connection, rows };
}

async function settleEach(
  ctx: Ctx,
  { orgId, id: connectionId }: ConnectionRecord,
  rows: readonly ProposalRecord[],
  name: string,
  work: (step: Ctx, row: ProposalRecord) => Promise<void>,
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const row of rows) {
    const problem = await ctx
      .step(`${name} ${row.id}`, async (step) => {
        await work(step, row);
        return true;
      })
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof StaleChange || error instanceof DomainError) return error;
        throw error;
      });
    if (problem instanceof StaleChange) await readAgain(ctx, { orgId, connectionId }, row.id);
    if (problem !== null && rows.length === 1)
      throw problem instanceof DomainError ? problem : new DomainError('CONFLICT', problem.message);
    decided.push({ id: row.id, problem: problem?.message ?? null });
  }
  return decided;
}

/** A change that is out of date leaves the inbox, and what it is now is read. */
async function readAgain({ services }: Ctx, of: BooksOf, id: number): Promise<void> {
  await transact(services.database.db, async (tx) => {
    const [gone] = await tx
      .delete(proposals)
      .where(and(eq(proposals.orgId, of.orgId), eq(proposals.id, id), eq(proposals.state, 'OPEN')))
      .returning({ createdAt: proposals.createdAt });
    // From before it was noticed, so that it is noticed as it is now.
    if (gone)
      await tx
        .update(connections)
        .set({
          changesReadUntil: sql`least(${connections.changesReadUntil}, ${gone.createdAt.toISOString()}::timestamptz - interval '1 day')`,
        })
        .where(and(eq(connections.orgId, of.orgId), eq(connections.id, of.connectionId)));
    await services.jobs.enqueue(tx, { name: 'read-books', data: of });
  });
}

/** The versions of what was changed as they are now, by change. UNAVAILABLE while the books don't answer. */
async function versionsNow(
  ctx: Ctx,
  connection: ConnectionRecord,
  rows: readonly ProposalRecord[],
): Promise<ReadonlyMap<number, string>> {
  const of = { orgId: connection.orgId, connectionId: connection.id };
  const { books, database } = ctx.services;
  const payments = rows.filter(({ kind }) => kind === 'PAID' || kind === 'PAYMENT_VOIDED');
  const ofInvoices = rows.filter(({ kind }) => kind !== 'RENAMED' && !payments.some((one) => one.kind === kind));
  const paymentIds = payments.filter((row) => !isOfInvoice(row)).map(idOf);
  const invoiceIds = [...ofInvoices, ...payments.filter(isOfInvoice)].map(idOf);
  try {
    const [paid, invoiced] = await Promise.all([
      paymentIds.length === 0 ? [] : books.findPayments(of, { ids: paymentIds }),
      invoiceIds.length === 0 ? [] : books.findInvoices(of, { ids: invoiceIds }),
    ]);
    const named = await recordVersions(database.db, of, rows);
    return new Map(
      rows.map((row) => {
        if (row.kind === 'RENAMED') return [row.id, named.get(row.externalId) ?? DELETED];
        const found = (payments.includes(row) && !isOfInvoice(row) ? paid : invoiced).find(
          ({ id }) => id === idOf(row),
        );
        return [row.id, found?.version ?? DELETED];
      }),
    );
  } catch (error) {
    if (!(error instanceof BooksRefused)) throw error;
    throw new DomainError('UNAVAILABLE', 'Your books don’t answer right now. Try again in a moment.');
  }
}

const isOfInvoice = ({ externalId }: ProposalRecord): boolean => externalId.startsWith('invoice:');

/** The id of the record itself: of a payment for several invoices, or of an invoice paid by payments we don't know. */
function idOf(row: ProposalRecord): string {
  const [first = '', second] = row.externalId.split(':');
  return isOfInvoice(row) ? (second ?? '') : first;
}

async function recordVersions(
  db: Db,
  { orgId, connectionId }: BooksOf,
  rows: readonly ProposalRecord[],
): Promise<ReadonlyMap<string, string>> {
  const renamed = rows.filter(({ kind }) => kind === 'RENAMED');
  if (renamed.length === 0) return new Map();
  const found = await db
    .select({ kind: remotes.kind, externalId: remotes.externalId, record: remotes.record })
    .from(remotes)
    .where(
      and(
        eq(remotes.orgId, orgId),
        eq(remotes.connectionId, connectionId),
        isOneOf(
          remotes.externalId,
          renamed.map(({ externalId, ours }) => externalId.slice(((ours as Side).of ?? '').length + 1)),
        ),
      ),
    );
  return new Map(
    found.map(({ kind, externalId, record }) => [`${kind}:${externalId}`, (record as { version: string }).version]),
  );
}
