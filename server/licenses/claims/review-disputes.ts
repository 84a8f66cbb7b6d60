import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DomainError, notFound } from '../../../domain/errors';
import type { DisputeState, ReviewedDispute } from '../../../domain/licenses/dispute';
import type { licenseDisputes as contract } from '../../../domain/licenses/dispute-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { lockRow } from '../../db/rows';
import { licenseDisputeLog, licenseDisputes, licenses, organizations, users } from '../../db/schema';
import type { Verb } from '../../implement';
import { noticeOf, settledAs } from '../../notices/notices';
import { activeMembers } from '../../team/members';
import { removeLicense } from '../remove-license';
import { DISPUTE, type Dispute, note, publishDispute, toOwn } from './disputes';

const MOST = 200;

/** Disputes as support staff see them, those that are open first. */
export const listReviewed: Verb<typeof contract.review> = async ({ db }) => read(db, undefined);

/** Keeps who looked at a dispute first. NOT_FOUND. */
export const seeDispute: Verb<typeof contract.see> = async (ctx, { params: { id } }) => {
  await lockRow(ctx.db, licenseDisputes, eq(licenseDisputes.id, id), 'Dispute');
  const seen = and(eq(licenseDisputeLog.disputeId, id), eq(licenseDisputeLog.act, 'SEEN'));
  if ((await ctx.db.$count(licenseDisputeLog, seen)) === 0) await note(ctx, id, 'SEEN');
  return { ok: true };
};

export const getDisputeDocument: Verb<typeof contract.document> = async ({ db }, { params: { id } }) => {
  const [found] = await db
    .select({ document: licenseDisputes.document })
    .from(licenseDisputes)
    .where(eq(licenseDisputes.id, id));
  if (!found?.document) throw notFound('Document');
  return { name: `dispute-${id}.pdf`, text: once(found.document) };
};

/** A document as a file reply. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Upholds a dispute: the license is removed from who has it, as they would, and its number is free to claim. CONFLICT
 * naming what must be settled first, and then nothing is decided; also once it is decided, or another organization has the
 * number by now.
 */
export const upholdDispute: Verb<typeof contract.uphold> = async (ctx, { params: { id }, body: { reason } }) => {
  const dispute = await lockOpen(ctx.db, id);
  const holder = await findHolder(ctx.db, dispute);
  if (holder && holder.id !== dispute.licenseId && holder.orgId !== dispute.orgId) {
    throw new DomainError(
      'CONFLICT',
      'Another organization than the disputed one has this number by now. Dismiss the dispute: it can be disputed again.',
    );
  }
  if (holder && holder.orgId !== dispute.orgId) {
    await removeLicense(await asOwner(ctx, holder.orgId), { params: { id: holder.id } });
    const payload = { about: 'CLAIM_DECIDED' as const, what: 'LOST' as const, id };
    const subject = subjectOf.licenseLost(id);
    await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId: holder.orgId, subject, payload }));
  }
  return decide(ctx, dispute, 'UPHELD', reason);
};

/** Dismisses a dispute, saying why. CONFLICT once it is decided. */
export const dismissDispute: Verb<typeof contract.dismiss> = async (ctx, { params: { id }, body: { reason } }) =>
  decide(ctx, await lockOpen(ctx.db, id), 'DISMISSED', reason);

async function lockOpen(db: Db, id: number): Promise<Dispute> {
  const { document, ...found } = await lockRow(db, licenseDisputes, eq(licenseDisputes.id, id), 'Dispute');
  if (found.state !== 'OPEN') {
    throw new DomainError('CONFLICT', `This dispute was already ${found.state === 'UPHELD' ? 'upheld' : 'dismissed'}.`);
  }
  return { ...found, hasDocument: document !== null };
}

async function decide(ctx: Ctx, dispute: Dispute, state: Exclude<DisputeState, 'OPEN'>, answer: string) {
  const { id, orgId } = dispute;
  await ctx.db.update(licenseDisputes).set({ state, answer, decidedAt: ctx.now }).where(eq(licenseDisputes.id, id));
  await note(ctx, id, state);
  await ctx.enqueue(
    settledAs({ orgId: null, subjects: [subjectOf.licenseDispute(id)] }, state === 'UPHELD' ? 'Upheld' : 'Dismissed'),
  );
  const payload = { about: 'CLAIM_DECIDED' as const, what: 'DISPUTE' as const, id };
  const subject = subjectOf.licenseDisputeDecided(id);
  await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, subject, payload }));
  const { usState, licenseNumber } = dispute;
  const said = { state: usState, licenseNumber };
  await ctx.audit({
    orgId,
    id,
    before: { ...said, decision: 'Open' },
    after: { ...said, decision: state === 'UPHELD' ? 'Upheld' : 'Dismissed', answer },
  });
  await publishDispute(ctx, dispute);
  const [after] = await read(ctx.db, id);
  if (after === undefined) throw notFound('Dispute');
  return after;
}

async function findHolder(db: Db, { usState, licenseNumber }: Dispute) {
  const ofNumber = and(eq(licenses.usState, usState), eq(licenses.licenseNumber, licenseNumber));
  const [held] = await db
    .select()
    .from(licenses)
    .where(and(ofNumber, isNull(licenses.removedAt)));
  return held;
}

/** The context in which an organization’s owner would do the same; what is done is still whose call it is. */
async function asOwner(ctx: Ctx, orgId: number): Promise<Ctx> {
  const owner = (await activeMembers(ctx.db, orgId)).find(({ membership }) => membership.role.isOwner);
  if (owner === undefined) throw new DomainError('CONFLICT', 'The organization that has this license has no owner.');
  const { membership } = owner;
  // Made from the context rather than copied: its getters raise outside an organization.
  return Object.create(ctx, {
    membership: { value: membership },
    membershipOrNull: { value: membership },
    audit: { value: (entry: Parameters<Ctx['audit']>[0]) => ctx.audit({ entity: 'license', ...entry, orgId }) },
  });
}

/** One dispute, or the latest of all. */
async function read(db: Db, id: number | undefined): Promise<ReviewedDispute[]> {
  const holders = alias(organizations, 'holders');
  const rows = await db
    .select({
      dispute: DISPUTE,
      orgName: organizations.name,
      person: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      email: users.email,
      license: licenses,
      holderName: holders.name,
    })
    .from(licenseDisputes)
    .innerJoin(organizations, eq(organizations.id, licenseDisputes.orgId))
    .innerJoin(users, eq(users.id, licenseDisputes.disputedByUserId))
    .innerJoin(licenses, eq(licenses.id, licenseDisputes.licenseId))
    .innerJoin(holders, eq(holders.id, licenses.orgId))
    .where(id === undefined ? undefined : eq(licenseDisputes.id, id))
    .orderBy(sql`${licenseDisputes.state} <> 'OPEN'`, desc(licenseDisputes.createdAt), desc(licenseDisputes.id))
    .limit(MOST);
  const log = await db
    .select({ log: licenseDisputeLog, by: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(licenseDisputeLog)
    .innerJoin(users, eq(users.id, licenseDisputeLog.byUserId))
    .where(
      isOneOf(
        licenseDisputeLog.disputeId,
        rows.map(({ dispute }) => dispute.id),
      ),
    )
    .orderBy(asc(licenseDisputeLog.id));
  const logOf = Map.groupBy(log, ({ log: { disputeId } }) => disputeId);
  return rows.map(({ dispute, orgName, person, email, license, holderName }) => ({
    ...toOwn(dispute),
    disputer: { orgName, person, email },
    holder:
      license.removedAt === null
        ? {
            orgName: holderName,
            licenseName: license.dba || license.name,
            since: license.createdAt.toISOString(),
            provenBy: license.provenBy,
            provenAt: license.provenAt?.toISOString() ?? null,
          }
        : null,
    log: (logOf.get(dispute.id) ?? []).map(({ log: { act, createdAt }, by }) => ({
      act,
      by,
      at: createdAt.toISOString(),
    })),
  }));
}
