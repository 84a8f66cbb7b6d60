import { and, eq } from 'drizzle-orm';
import { type Finding, type FindingEnd, whyNotFix } from '../../../domain/accounting/audit';
import type { accountingAudits as contract } from '../../../domain/accounting/audit-contract';
import type { NewProposal } from '../../../domain/accounting/changes';
import type { FindingKind } from '../../../domain/accounting/compare';
import { DomainError } from '../../../domain/errors';
import { formatUsd, subtract } from '../../../domain/money';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import {
  accountingAudits as audits,
  accountingDocuments as documents,
  accountingFindings as findings,
  orders,
} from '../../db/schema';
import type { Verb } from '../../implement';
import { BooksRefused } from '../books';
import { addProposals } from '../changes/store-proposals';
import { type ConnectionRecord, requireConnection } from '../find-connection';
import { pushAgain } from '../push-again';
import { findAudit, findFinding } from './read-audits';

type FindingRecord = typeof findings.$inferSelect;

/** Mends a difference as its kind asks. CONFLICT when it is settled, being pushed, or can't be mended this way. */
export const fixFinding: Verb<typeof contract.fix> = async (ctx, { params: { companyId, auditId, findingId } }) => {
  await findAudit(ctx, companyId, auditId);
  const connection = await requireConnection(ctx, companyId);
  await assertSameBooks(ctx, auditId, connection);
  const seen = await findFinding(ctx, auditId, findingId);
  const proposal =
    seen.fix === 'PROPOSE' ? await proposalOf(ctx, connection, await rowOf(ctx, auditId, findingId)) : null;
  await ctx.step('fix', async (step) => {
    const row = await lockRow(step.db, findings, ofFinding(step, auditId, findingId), 'Difference');
    const why = whyNotFix(await findFinding(step, auditId, findingId));
    if (why !== null) throw new DomainError('CONFLICT', why);
    const end = await mend(step, connection, row, seen.fix, proposal);
    // What is pushed is settled once the books took it.
    const settledAt = end === 'PUSHED' ? null : step.now;
    await step.db
      .update(findings)
      .set({ settledBy: end, settledAt, settledByUserId: step.person.userId })
      .where(ofFinding(step, auditId, findingId));
    const { kind, ours, theirs } = seen;
    await step.audit({ id: findingId, before: { kind, ours, theirs }, after: { kind, outcome: end } });
    const { orgId } = step.membership;
    await step.publish({ topic: 'integrations', kind: 'changed', id: findingId, orgIds: [orgId] });
    return true;
  });
  return findFinding(ctx, auditId, findingId);
};

/** Differences of books that were disconnected since aren't mended in others. */
async function assertSameBooks({ db, membership }: Ctx, auditId: number, connection: ConnectionRecord): Promise<void> {
  const [audit] = await db
    .select({ connectionId: audits.connectionId })
    .from(audits)
    .where(and(eq(audits.orgId, membership.orgId), eq(audits.id, auditId)));
  if (audit?.connectionId !== connection.id)
    throw new DomainError('CONFLICT', 'These books are no longer connected. Compare again.');
}

const ofFinding = ({ membership: { orgId } }: Pick<Ctx, 'membership'>, auditId: number, id: number) =>
  and(eq(findings.orgId, orgId), eq(findings.auditId, auditId), eq(findings.id, id));

async function rowOf(ctx: Ctx, auditId: number, id: number): Promise<FindingRecord> {
  const [row] = await ctx.db
    .select()
    .from(findings)
    .where(ofFinding(ctx, auditId, id));
  if (row === undefined) throw new Error('A difference that was just read is there');
  return row;
}

async function mend(
  ctx: Ctx,
  connection: ConnectionRecord,
  { orderId, kind, externalId }: FindingRecord,
  fix: Finding['fix'],
  proposal: NewProposal | null,
): Promise<FindingEnd> {
  switch (fix) {
    case 'NOTE':
      return 'NOTED';
    case 'PROPOSE':
      if (proposal === null) throw new DomainError('CONFLICT', 'The books agree with us now. Compare again.');
      await addProposals(ctx.db, { orgId: connection.orgId, connectionId: connection.id }, [proposal]);
      return 'PROPOSED';
    default:
      await pushAgain(ctx, connection, orderId ?? 0, kind === 'PAYMENT' ? externalId : null);
      return 'PUSHED';
  }
}

/** Their side as a change to be accepted, by what the books have now; null when there is nothing to take over. */
async function proposalOf(ctx: Ctx, connection: ConnectionRecord, row: FindingRecord): Promise<NewProposal | null> {
  const of = { orgId: connection.orgId, connectionId: connection.id };
  const kind = row.kind as FindingKind;
  const [document] = await ctx.db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, of.orgId),
        eq(documents.connectionId, of.connectionId),
        kind === 'PAYMENT' ? eq(documents.externalId, row.externalId ?? '') : eq(documents.orderId, row.orderId ?? 0),
        eq(documents.kind, kind === 'PAYMENT' ? 'PAYMENT' : 'INVOICE'),
      ),
    );
  if (kind === 'PAYMENT') {
    const [payment] = await read(() => ctx.services.books.findPayments(of, { ids: [row.externalId ?? ''] }));
    if (!document?.paymentId || (payment && !payment.isVoid)) return null;
    return {
      kind: 'PAYMENT_VOIDED',
      externalId: row.externalId ?? '',
      externalVersion: payment?.version ?? 'deleted',
      orderId: row.orderId,
      ours: { shown: row.ours, paymentId: document.paymentId },
      theirs: { shown: row.theirs },
    };
  }
  const [invoice] = await read(() => ctx.services.books.findInvoices(of, { ids: [row.externalId ?? ''] }));
  if (invoice === undefined) return null;
  const base = { externalVersion: invoice.version, orderId: row.orderId };
  if (kind === 'PAID') {
    const [order] = await ctx.db
      .select({ paidUsd: orders.paidUsd })
      .from(orders)
      .where(and(eq(orders.orgId, of.orgId), eq(orders.id, row.orderId ?? 0)));
    const paidHere = order?.paidUsd ?? '0';
    const amount = subtract(subtract(invoice.totalUsd, invoice.balanceUsd), paidHere);
    if (Number(amount) <= 0) return null;
    return {
      ...base,
      kind: 'PAID',
      externalId: `invoice:${invoice.id}`,
      ours: { shown: `${formatUsd(paidHere)} paid`, amount: paidHere },
      theirs: {
        shown: `${formatUsd(amount)} more`,
        amount,
        day: invoice.changedAt.slice(0, 10),
        invoiceId: invoice.id,
        paidThere: subtract(invoice.totalUsd, invoice.balanceUsd),
      },
    };
  }
  if (document === undefined) throw new DomainError('CONFLICT', 'This order was never pushed. Push it first.');
  const ours = { shown: row.ours, documentId: document.id, revision: document.revision };
  if (kind === 'VOIDED')
    return invoice.isVoid ? { ...base, kind, externalId: invoice.id, ours, theirs: { shown: row.theirs } } : null;
  const { number } = invoice;
  return { ...base, kind: 'NUMBER', externalId: invoice.id, ours, theirs: { shown: number ?? 'None', number } };
}

/** Books that don't answer now are asked later. */
async function read<T>(asked: () => Promise<T[]>): Promise<T[]> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof BooksRefused)) throw error;
    throw new DomainError('UNAVAILABLE', 'Your books don’t answer right now. Try again in a moment.');
  }
}
