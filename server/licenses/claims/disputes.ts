import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import type { DisputeAct, OwnDispute } from '../../../domain/licenses/dispute';
import type { licenseDisputes as contract } from '../../../domain/licenses/dispute-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { lockRow } from '../../db/rows';
import { licenseDisputeLog, licenseDisputes, licenses } from '../../db/schema';
import { asDocument } from '../../files/as-document';
import type { Verb } from '../../implement';
import { noticeOf } from '../../notices/notices';

const { document: _, ...columns } = getTableColumns(licenseDisputes);
/** A dispute without its document, which is large. */
export const DISPUTE = { ...columns, hasDocument: sql<boolean>`${licenseDisputes.document} is not null` };
export type Dispute = Omit<typeof licenseDisputes.$inferSelect, 'document'> & { hasDocument: boolean };

/** A dispute as who disputes sees it. */
export const toOwn = (row: Dispute): OwnDispute => ({
  id: row.id,
  usState: row.usState,
  licenseNumber: row.licenseNumber,
  reason: row.reason,
  hasDocument: row.hasDocument,
  state: row.state,
  answer: row.answer,
  created: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

export const listDisputes: Verb<typeof contract.list> = async ({ db, membership }) => {
  const rows = await db
    .select(DISPUTE)
    .from(licenseDisputes)
    .where(eq(licenseDisputes.orgId, membership.orgId))
    .orderBy(desc(licenseDisputes.createdAt), desc(licenseDisputes.id));
  return rows.map(toOwn);
};

/**
 * Disputes a number that another organization has; support staff are told. BAD_INPUT on `licenseNumber` for one that nobody
 * else has, CONFLICT while the organization disputes it already.
 */
export const disputeLicense: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, person, now } = ctx;
  const { state: usState, licenseNumber, reason } = body;
  const { orgId } = membership;
  const ofNumber = and(eq(licenses.usState, usState), eq(licenses.licenseNumber, licenseNumber));
  const [held] = await db
    .select()
    .from(licenses)
    .where(and(ofNumber, isNull(licenses.removedAt)));
  if (held === undefined) {
    throw badInput({ licenseNumber: `No organization has license ${licenseNumber}. You can add it.` });
  }
  if (held.orgId === orgId)
    throw badInput({ licenseNumber: `Your organization already has license ${licenseNumber}.` });
  const values = { orgId, usState, licenseNumber, licenseId: held.id, reason, createdAt: now };
  const [made] = await db
    .insert(licenseDisputes)
    .values({ ...values, disputedByUserId: person.userId })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) {
    throw new DomainError(
      'CONFLICT',
      `Your organization already disputes license ${licenseNumber}. Support is looking at it.`,
    );
  }
  await note(ctx, made.id, 'ASKED');
  const payload = { about: 'CLAIM_WAITS' as const, what: 'DISPUTE' as const, id: made.id };
  await ctx.enqueue(
    noticeOf(ctx, { type: 'CUSTOM', orgId: null, subject: subjectOf.licenseDispute(made.id), payload }),
  );
  await ctx.audit({ id: made.id, before: null, after: { state: usState, licenseNumber, reason } });
  await publishDispute(ctx, made);
  return toOwn({ ...made, hasDocument: false });
};

/** Adds a document to an open dispute. NOT_FOUND for another organization’s, CONFLICT once it is decided. */
export const attachDocument: Verb<typeof contract.attach> = async (ctx, { params: { id }, file }) => {
  const own = and(eq(licenseDisputes.id, id), eq(licenseDisputes.orgId, ctx.membership.orgId));
  if ((await ctx.services.database.db.$count(licenseDisputes, own)) === 0) throw notFound('Dispute');
  const document = await asDocument(file, 'file');
  return ctx.step('save', async (step) => {
    const found = await lockRow(step.db, licenseDisputes, own, 'Dispute');
    if (found.state !== 'OPEN') throw new DomainError('CONFLICT', 'This dispute is decided.');
    await step.db.update(licenseDisputes).set({ document }).where(own);
    await note(step, id, 'ATTACHED');
    await step.audit({ id, before: null, after: { document: 'Added' } });
    await publishDispute(step, found);
    return toOwn({ ...found, hasDocument: true });
  });
};

/** Keeps who did what in a dispute. */
export const note = ({ db, person, now }: Pick<Ctx, 'db' | 'person' | 'now'>, disputeId: number, act: DisputeAct) =>
  db.insert(licenseDisputeLog).values({ disputeId, act, byUserId: person.userId, createdAt: now });

export const publishDispute = (ctx: Ctx, { id, orgId }: { id: number; orgId: number }) =>
  ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
