import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { brandSuggestions as contract } from '../../domain/brands/contract';
import { DomainError } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { lockRow } from '../db/rows';
import { brandSuggestions, brands, organizations, users } from '../db/schema';
import type { Verb } from '../implement';
import { noticeOf, settledAs } from '../notices/notices';
import { inviteToBrand } from './invites';
import { freeSlug, type Suggestion, toSuggestion } from './suggest-brand';

export const listInReview: Verb<typeof contract.review> = async ({ db }) => {
  const rows = await db
    .select({
      suggestion: brandSuggestions,
      orgName: organizations.name,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(brandSuggestions)
    .innerJoin(organizations, eq(organizations.id, brandSuggestions.orgId))
    .innerJoin(users, eq(users.id, brandSuggestions.suggestedByUserId))
    .where(eq(brandSuggestions.status, 'IN_REVIEW'))
    .orderBy(asc(brandSuggestions.createdAt), asc(brandSuggestions.id));
  return rows.map(({ suggestion, orgName, firstName, lastName, email }) => ({
    ...toSuggestion(suggestion),
    orgName,
    suggestedBy: `${firstName} ${lastName}`,
    suggestedByEmail: email,
  }));
};

/**
 * Shows the brand the organization suggested for itself to buyers, or makes one for its owner to claim. CONFLICT if decided
 * already, or if another brand has the name meanwhile.
 */
export const approveSuggestion: Verb<typeof contract.approve> = async (ctx, { params }) => {
  const { db, now } = ctx;
  const before = await lockInReview(db, params.id);
  const { orgId, suggestedName: name, suggestedStates: states, autoClaim, invitedEmail, brandId } = before;
  await assertNameFree(db, name);
  const shown = { disabled: false, review: null, updatedAt: now };
  const [made] =
    brandId === null
      ? await db
          .insert(brands)
          .values({
            ...shown,
            orgId: autoClaim ? orgId : null,
            name,
            slug: await freeSlug(db, name),
            states,
            createdAt: now,
          })
          .returning(NAMED)
      : await db
          .update(brands)
          .set({ ...shown, version: sql`${brands.version} + 1` })
          .where(and(eq(brands.id, brandId), eq(brands.review, 'IN_REVIEW')))
          .returning(NAMED);
  if (made === undefined) throw new DomainError('CONFLICT', 'The brand could not be made. Try again.');
  await ctx.audit({ entity: 'brand', orgId, id: made.id, before: null, after: { ...made, states } });
  await ctx.publish({ topic: 'catalogue', kind: 'created', id: made.id, orgIds: [orgId] });
  if (invitedEmail !== null) {
    await inviteToBrand(ctx, {
      orgId,
      brandId: made.id,
      invitedEmail,
      invitedByUserId: before.suggestedByUserId,
      message: before.invitedEmailMessage,
    });
  }
  return decide(ctx, before, { status: 'APPROVED', brandId: made.id });
};

const NAMED = { id: brands.id, name: brands.name, slug: brands.slug };

async function assertNameFree(db: Db, name: string): Promise<void> {
  const sameName = and(eq(sql`lower(${brands.name})`, name.toLowerCase()), isNull(brands.review));
  const [taken] = await db.select({ name: brands.name }).from(brands).where(sameName).limit(1);
  if (taken) throw new DomainError('CONFLICT', `There is a brand named ${taken.name} already. Reject this one.`);
}

/** Rejects a suggestion, saying why; its brand stays hidden. CONFLICT if decided already. */
export const rejectSuggestion: Verb<typeof contract.reject> = async (ctx, { params, body }) => {
  const before = await lockInReview(ctx.db, params.id);
  if (before.brandId !== null) {
    await ctx.db
      .update(brands)
      .set({ review: 'REJECTED', version: sql`${brands.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(brands.id, before.brandId), eq(brands.review, 'IN_REVIEW')));
  }
  return decide(ctx, before, { status: 'REJECTED', reason: body.reason });
};

async function lockInReview(db: Db, id: number): Promise<Suggestion> {
  const found = await lockRow(db, brandSuggestions, eq(brandSuggestions.id, id), 'Suggested brand');
  if (found.status === 'IN_REVIEW') return found;
  const done = found.status === 'APPROVED' ? 'approved' : 'rejected';
  throw new DomainError('CONFLICT', `${found.suggestedName} was already ${done}.`);
}

type Decision = { status: 'APPROVED'; brandId: number } | { status: 'REJECTED'; reason: string };

async function decide(ctx: Ctx, before: Suggestion, decision: Decision) {
  const { id, orgId } = before;
  const decided = { ...decision, decidedByUserId: ctx.person.userId, decidedAt: ctx.now };
  await ctx.db.update(brandSuggestions).set(decided).where(eq(brandSuggestions.id, id));
  const after = toSuggestion({ ...before, ...decided });
  await ctx.enqueue({ name: 'brand-suggestion', data: { orgId, suggestionId: id, about: decision.status } });
  const subjects = [subjectOf.brandSuggestion(id)];
  await ctx.enqueue(settledAs({ orgId: null, subjects }, decision.status === 'APPROVED' ? 'Approved' : 'Rejected'));
  if (decision.status === 'APPROVED') {
    const { brandId } = decision;
    const created = { type: 'BRAND_CREATED' as const, orgId, subject: subjectOf.brand(brandId), payload: { brandId } };
    await ctx.enqueue(noticeOf(ctx, created));
  }
  await ctx.audit({ orgId, id, before: toSuggestion(before), after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  return after;
}
