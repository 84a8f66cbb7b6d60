import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { type Side, shareOf, whyNotAccept } from '../../../domain/accounting/changes';
import { paidOf } from '../../../domain/accounting/compare';
import type { InvoiceContent } from '../../../domain/accounting/push/invoice';
import type { ProposalKind, ProposalState } from '../../../domain/accounting/vocabulary';
import { DomainError } from '../../../domain/errors';
import { add, isEqual } from '../../../domain/money';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import {
  accountingConnections,
  accountingCustomers,
  accountingProducts,
  accountingDocuments as documents,
  orderPayments,
  accountingProposals as proposals,
} from '../../db/schema';
import { lockVisibleOrder } from '../../orders/find-order';
import { recordPayment } from '../../orders/payments/payments';
import { voidPayment } from '../../orders/payments/void-payment';
import { saveMappings } from '../mapping/write-mappings';

export type ProposalRecord = typeof proposals.$inferSelect;
type Document = typeof documents.$inferSelect;

/** We or they changed it since it was noticed. */
export class StaleChange extends Error {
  override name = 'StaleChange';
  override message = 'It changed since. We’re reading it again.';
}

const sides = ({ ours, theirs }: ProposalRecord) => ({ ours: ours as Side, theirs: theirs as Side });

/** Locks an open change of the caller's organization. CONFLICT if it's decided; NOT_FOUND. */
export async function lockProposal({ db, membership: { orgId } }: Ctx, id: number): Promise<ProposalRecord> {
  return lockRow(db, proposals, and(eq(proposals.orgId, orgId), eq(proposals.id, id)), 'Change');
}

/**
 * Takes a change over. `version` is the record's now, where it was read again; null where it was just read. Raises
 * StaleChange if either side changed since; what the order itself refuses is a CONFLICT.
 */
export async function acceptProposal(ctx: Ctx, id: number, version: string | null): Promise<void> {
  const row = await lockProposal(ctx, id);
  const kind = row.kind as ProposalKind;
  const why = whyNotAccept({ kind, state: row.state as ProposalState });
  if (why !== null) throw new DomainError('CONFLICT', why);
  if (version !== null && version !== row.externalVersion) throw new StaleChange();
  const kept = await take(ctx, kind, row);
  await decide(ctx, row, 'ACCEPTED', kept);
}

/** Marks a change as decided, with what taking it over made. */
export async function decide(
  ctx: Ctx,
  row: ProposalRecord,
  state: 'ACCEPTED' | 'DISMISSED',
  kept: Partial<Record<'paymentId' | 'paid', unknown>> = {},
): Promise<void> {
  const { orgId, id } = row;
  await ctx.db
    .update(proposals)
    .set({
      state,
      ours: { ...(row.ours as object), ...kept },
      decidedAt: ctx.now,
      decidedByUserId: ctx.personOrNull?.userId ?? null,
    })
    .where(and(eq(proposals.orgId, orgId), eq(proposals.id, id)));
  const { ours, theirs } = sides(row);
  const shown = { kind: row.kind, ours: ours.shown, theirs: theirs.shown };
  await ctx.audit({ id, before: { ...shown, state: row.state }, after: { ...shown, state } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id, orgIds: [orgId] });
}

async function take(ctx: Ctx, kind: ProposalKind, row: ProposalRecord): Promise<{ paymentId?: number; paid?: string }> {
  switch (kind) {
    case 'PAID':
      return takePayment(ctx, row);
    case 'PAYMENT_VOIDED':
      await takeVoidedPayment(ctx, row);
      return {};
    case 'RENAMED':
      await takeName(ctx, row);
      return {};
    case 'CUSTOMER':
      await takeCustomer(ctx, row);
      return {};
    default:
      await takeInvoice(ctx, row);
      return {};
  }
}

/** Records the payment here; it is there already, so it isn't pushed. */
async function takePayment(ctx: Ctx, row: ProposalRecord): Promise<{ paymentId: number; paid: string }> {
  const { ours, theirs } = sides(row);
  const order = await lockVisibleOrder(ctx, row.orderId ?? 0);
  const amount = theirs.amount ?? '0';
  const paidThere = theirs.paidThere ?? add(ours.amount ?? '0', amount);
  const share = shareOf(amount, { paidThere, paidHere: paidOf(order.invoicedUsd, order.paidUsd) });
  if (share === null || !isEqual(share, amount)) throw new StaleChange();
  const payment = await recordPayment(ctx, {
    params: { id: order.id },
    body: {
      amount,
      paymentType: 'OTHER',
      paymentDate: theirs.day ?? ctx.now.toISOString().slice(0, 10),
      note: 'Recorded in the books',
      skipExternalPush: true,
      confirmed: true,
    },
  });
  return { paymentId: payment.id, paid: amount };
}

async function takeVoidedPayment(ctx: Ctx, row: ProposalRecord): Promise<void> {
  const { ours } = sides(row);
  const { orgId, connectionId, externalId, externalVersion } = row;
  const orderId = row.orderId ?? 0;
  const paymentId = ours.paymentId ?? 0;
  await lockVisibleOrder(ctx, orderId);
  const [payment] = await ctx.db
    .select({ voidedAt: orderPayments.voidedAt })
    .from(orderPayments)
    .where(and(eq(orderPayments.orgId, orgId), eq(orderPayments.id, paymentId)));
  if (payment === undefined || payment.voidedAt !== null) throw new StaleChange();
  // It is void there, so there is nothing to send of it.
  await ctx.db
    .update(documents)
    .set({ content: null, sentContent: null, externalVersion, state: 'SENT', fault: null, problem: null })
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.connectionId, connectionId),
        eq(documents.kind, 'PAYMENT'),
        eq(documents.externalId, externalId),
      ),
    );
  await voidPayment(ctx, { params: { id: orderId, paymentId }, query: { alsoVoid: [] } });
}

/** The invoice's document, locked. StaleChange if we changed what it should be since. */
async function lockDocument(ctx: Ctx, row: ProposalRecord): Promise<Document> {
  const { ours } = sides(row);
  const order = await lockVisibleOrder(ctx, row.orderId ?? 0);
  const own = and(eq(documents.orgId, order.orgId), eq(documents.id, ours.documentId ?? 0));
  const document = await lockRow(ctx.db, documents, own, 'Invoice');
  if (document.revision !== ours.revision || document.sending !== null) throw new StaleChange();
  return document;
}

/** Their number or void becomes what the invoice is: a void one stays out until a person pushes it again. */
async function takeInvoice(ctx: Ctx, row: ProposalRecord): Promise<void> {
  const { theirs } = sides(row);
  const { orgId, id } = await lockDocument(ctx, row);
  const seen = { externalVersion: row.externalVersion, updatedAt: ctx.now, fault: null, problem: null };
  const becomes =
    row.kind === 'NUMBER'
      ? { externalNumber: theirs.number ?? null, chosenNumber: theirs.number ?? null }
      : { content: null, sentContent: null, state: 'UNDONE', undoneAt: ctx.now, sending: null };
  await ctx.db
    .update(documents)
    .set({ ...seen, ...becomes })
    .where(and(eq(documents.orgId, orgId), eq(documents.id, id)));
}

/** The order's customer becomes theirs, for all its orders. */
async function takeCustomer(ctx: Ctx, row: ProposalRecord): Promise<void> {
  if (!isAllowed(ctx.membership, 'write', 'EDIT_ORGANIZATION'))
    throw new DomainError(
      'FORBIDDEN',
      'Mapping customers takes write access to the organization. Dismiss it, or ask an admin.',
    );
  const { theirs } = sides(row);
  const document = await lockDocument(ctx, row);
  const { orgId, connectionId } = row;
  const [connection] = await ctx.db
    .select({ companyId: accountingConnections.companyId })
    .from(accountingConnections)
    .where(and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, connectionId)));
  const customerId = ((document.sentContent ?? document.content) as InvoiceContent).customerId;
  await saveMappings(ctx, { connectionId, companyId: connection?.companyId ?? 0, kind: 'CUSTOMER', mayShare: true }, [
    { ownId: customerId, externalId: theirs.customerId ?? null },
  ]);
  await ctx.db
    .update(documents)
    .set({ externalVersion: row.externalVersion, seen: null, updatedAt: ctx.now })
    .where(and(eq(documents.orgId, orgId), eq(documents.id, document.id)));
}

async function takeName(ctx: Ctx, row: ProposalRecord): Promise<void> {
  const { ours, theirs } = sides(row);
  const { orgId, connectionId, externalId } = row;
  const table = ours.of === 'ITEM' ? accountingProducts : accountingCustomers;
  await ctx.db
    .update(table)
    .set({ externalName: theirs.name ?? theirs.shown, updatedAt: ctx.now })
    .where(
      and(
        eq(table.orgId, orgId),
        eq(table.connectionId, connectionId),
        eq(table.externalId, externalId.slice(externalId.indexOf(':') + 1)),
      ),
    );
}
