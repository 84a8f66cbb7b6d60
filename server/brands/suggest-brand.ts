import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { brandSuggestions as contract } from '../../domain/brands/contract';
import type { BrandSuggestion, SuggestionStatus } from '../../domain/brands/suggestion';
import { badInput } from '../../domain/errors';
import type { Services } from '../context';
import { brandSuggestions, brands, users } from '../db/schema';
import type { Verb } from '../implement';
import { suggestionLetter } from '../mail/letters';
import type { JobData } from '../queues';

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

/** Sends a new brand to review. BAD_INPUT on `suggestedName` if a brand has it, or it is in review already. */
export const suggestBrand: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, person, now } = ctx;
  const { orgId } = membership;
  const name = body.suggestedName;
  const [existing] = await db
    .select({ orgId: brands.orgId, name: brands.name })
    .from(brands)
    .where(eq(sql`lower(${brands.name})`, name.toLowerCase()))
    .limit(1);
  if (existing) throw badInput({ suggestedName: existsMessage(existing, orgId) });
  const [made] = await db
    .insert(brandSuggestions)
    .values({
      ...body,
      invitedEmail: body.invitedEmail.toLowerCase() || null,
      orgId,
      suggestedByUserId: person.userId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made === undefined)
    throw badInput({ suggestedName: `Your organization already suggested ${name}. It’s in review.` });
  const after = toSuggestion(made);
  await ctx.enqueue({ name: 'brand-suggestion', data: { orgId, suggestionId: made.id, about: 'IN_REVIEW' } });
  await ctx.audit({ id: made.id, before: null, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: made.id, orgIds: [orgId] });
  return after;
};

function existsMessage({ orgId, name }: { orgId: number | null; name: string }, ownOrgId: number): string {
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
