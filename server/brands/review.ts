import { and, asc, eq, like, or } from 'drizzle-orm';
import { slugOf } from '../../domain/brands/brand';
import type { brandSuggestions as contract } from '../../domain/brands/contract';
import { DomainError } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { lockRow } from '../db/rows';
import { brandSuggestions, brands, organizations, users } from '../db/schema';
import type { Verb } from '../implement';
import { inviteToBrand } from './invites';
import { type Suggestion, toSuggestion } from './suggest-brand';

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

/** Makes the suggested brand: claimed by who suggested it, or offered to its owner. CONFLICT if decided already. */
export const approveSuggestion: Verb<typeof contract.approve> = async (ctx, { params }) => {
  const { db, now } = ctx;
  const before = await lockInReview(db, params.id);
  const { orgId, suggestedName: name, suggestedStates: states, autoClaim, invitedEmail } = before;
  const [made] = await db
    .insert(brands)
    .values({
      orgId: autoClaim ? orgId : null,
      name,
      slug: await freeSlug(db, name),
      states,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: brands.id, name: brands.name, slug: brands.slug });
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

/** Rejects a suggestion, saying why. CONFLICT if decided already. */
export const rejectSuggestion: Verb<typeof contract.reject> = async (ctx, { params, body }) =>
  decide(ctx, await lockInReview(ctx.db, params.id), { status: 'REJECTED', reason: body.reason });

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
  await ctx.audit({ orgId, id, before: toSuggestion(before), after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  return after;
}

/** The name's slug, with a number if a brand has it. */
async function freeSlug(db: Db, name: string): Promise<string> {
  const slug = slugOf(name);
  const taken = await db
    .select({ slug: brands.slug })
    .from(brands)
    .where(or(eq(brands.slug, slug), and(like(brands.slug, `${slug}-%`))));
  const used = new Set(taken.map((one) => one.slug));
  if (!used.has(slug)) return slug;
  let number = 2;
  while (used.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}
