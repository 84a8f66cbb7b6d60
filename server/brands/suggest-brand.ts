import { and, desc, eq, isNull, like, or, sql } from 'drizzle-orm';
import { slugOf } from '../../domain/brands/brand';
import type { brandSuggestions as contract } from '../../domain/brands/contract';
import type { BrandSuggestion, SuggestionStatus } from '../../domain/brands/suggestion';
import { badInput, DomainError } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { brandSuggestions, brands, users } from '../db/schema';
import type { Verb } from '../implement';
import { suggestionLetter } from '../mail/letters';
import { noticeOf } from '../notices/notices';
import type { JobData } from '../queues';
import { assignToCaller } from './claim-brand';

export type Suggestion = typeof brandSuggestions.$inferSelect;

/** A suggestion as sent. */
export function toSuggestion(row: Suggestion): BrandSuggestion {
  return {
    id: row.id,
    suggestedName: row.suggestedName,
    suggestedStates: row.suggestedStates,
    autoClaim: row.autoClaim,
    invitedEmail: row.invitedEmail,
    invitedEmailMessage: row.invitedEmailMessage,
    status: row.status as SuggestionStatus,
    reason: row.reason,
    brandId: row.brandId,
    created: row.createdAt.toISOString(),
  };
}

export const listSuggestions: Verb<typeof contract.list> = async ({ db, membership }) => {
  const rows = await db
    .select()
    .from(brandSuggestions)
    .where(eq(brandSuggestions.orgId, membership.orgId))
    .orderBy(desc(brandSuggestions.createdAt), desc(brandSuggestions.id));
  return rows.map(toSuggestion);
};

/**
 * Sends a new brand to review. One for the organization itself is made at once, hidden from buyers, so that its products
 * can be prepared; a rejected one goes to review again. BAD_INPUT on `suggestedName` if a brand has it, or it is in
 * review already.
 */
export const suggestBrand: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, person, now } = ctx;
  const { orgId } = membership;
  const name = body.suggestedName;
  const [existing] = await db
    .select({ id: brands.id, orgId: brands.orgId, name: brands.name, review: brands.review })
    .from(brands)
    .where(and(eq(sql`lower(${brands.name})`, name.toLowerCase()), or(isNull(brands.review), eq(brands.orgId, orgId))))
    // Another organization's in review is for support staff to compare, and not to be told of.
    .orderBy(sql`${brands.review} is not null`)
    .limit(1);
  const isAgain = existing?.review === 'REJECTED' && body.autoClaim;
  if (existing && !isAgain) throw badInput({ suggestedName: existsMessage(existing, orgId) });
  const brandId = body.autoClaim ? await makeInReview(ctx, body, existing?.id) : null;
  const [made] = await db
    .insert(brandSuggestions)
    .values({
      ...body,
      invitedEmail: body.invitedEmail.toLowerCase() || null,
      orgId,
      brandId,
      suggestedByUserId: person.userId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made === undefined)
    throw badInput({ suggestedName: `Your organization already suggested ${name}. It’s in review.` });
  const after = toSuggestion(made);
  if (brandId !== null && !isAgain) await assignToCaller(ctx, brandId);
  await ctx.enqueue({ name: 'brand-suggestion', data: { orgId, suggestionId: made.id, about: 'IN_REVIEW' } });
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'NEW_BRAND_IN_REVIEW',
      orgId: null,
      subject: subjectOf.brandSuggestion(made.id),
      payload: { suggestionId: made.id },
    }),
  );
  await ctx.audit({ id: made.id, before: null, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: made.id, orgIds: [orgId] });
  return after;
};

/** The organization's own brand, hidden until it is approved: a new one, or the rejected one once more. */
async function makeInReview(
  { db, now, membership: { orgId } }: Ctx,
  { suggestedName: name, suggestedStates: states }: Pick<BrandSuggestion, 'suggestedName' | 'suggestedStates'>,
  rejectedId: number | undefined,
): Promise<number> {
  const values = { name, states, disabled: true, review: 'IN_REVIEW' as const, updatedAt: now };
  if (rejectedId !== undefined) {
    await db
      .update(brands)
      .set({ ...values, version: sql`${brands.version} + 1` })
      .where(and(eq(brands.id, rejectedId), eq(brands.orgId, orgId)));
    return rejectedId;
  }
  const [made] = await db
    .insert(brands)
    .values({ ...values, orgId, slug: await freeSlug(db, name), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (made === undefined) throw new DomainError('CONFLICT', 'The brand could not be made. Try again.');
  return made.id;
}

/** The name's slug, with a number if a brand has it. */
export async function freeSlug(db: Db, name: string): Promise<string> {
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

type Existing = Pick<typeof brands.$inferSelect, 'orgId' | 'name' | 'review'>;

function existsMessage({ orgId, name, review }: Existing, ownOrgId: number): string {
  if (review === 'IN_REVIEW') return `Your organization already suggested ${name}. It’s in review.`;
  if (orgId === null) return `${name} exists already. Claim it instead.`;
  if (orgId === ownOrgId) return `Your organization already has ${name}.`;
  return `Another organization has ${name}. If it’s yours, contact support.`;
}

/** Emails the person who suggested a brand what became of it, unless their account was deleted meanwhile. */
export async function mailSuggestion(
  { database: { db }, mail, config: { publicUrl, company } }: Services,
  { suggestionId, about }: JobData<'brand-suggestion'>,
): Promise<void> {
  const [found] = await db
    .select({ suggestion: brandSuggestions, email: users.email, firstName: users.firstName })
    .from(brandSuggestions)
    .innerJoin(users, eq(users.id, brandSuggestions.suggestedByUserId))
    .where(and(eq(brandSuggestions.id, suggestionId), eq(brandSuggestions.status, about), isNull(users.deletedAt)));
  if (found === undefined) return;
  const { suggestion, ...to } = found;
  const { brandId, autoClaim } = suggestion;
  const path = autoClaim && brandId !== null ? `/account/manage/brands/${brandId}` : '/network/brands';
  const { supportEmail } = company;
  await mail.send(suggestionLetter(to, toSuggestion(suggestion), { link: `${publicUrl}${path}`, supportEmail }));
}
