import { eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import { agreedLevel, allows, type UsageLevel, type UsageState } from '../../domain/usage/agreement';
import type { usage } from '../../domain/usage/contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { usageOrganizations, usagePeople } from '../db/schema';
import type { Verb } from '../implement';
import { forgetUsage } from './forget-usage';

async function levelOfPerson(db: Db, userId: string): Promise<UsageLevel> {
  const [found] = await db.select().from(usagePeople).where(eq(usagePeople.userId, userId));
  return found?.level ?? 'OFF';
}

async function levelOfOrganization(db: Db, orgId: number): Promise<UsageLevel> {
  const [found] = await db.select().from(usageOrganizations).where(eq(usageOrganizations.orgId, orgId));
  return found?.level ?? 'OFF';
}

export const readAgreement: Verb<typeof usage.mine> = async ({ db, person, membershipOrNull }): Promise<UsageState> => {
  const own = await levelOfPerson(db, person.userId);
  const organization = membershipOrNull && (await levelOfOrganization(db, membershipOrNull.orgId));
  // Nobody is measured by what somebody else does for them.
  const agreed = person.impersonator ? 'OFF' : agreedLevel(own, organization);
  return { person: own, organization, agreed };
};

/** FORBIDDEN unless the person and the organization agree to this now. */
export async function assertAgreed({ db, person, membership }: Ctx, needed: UsageLevel): Promise<void> {
  const agreed = agreedLevel(await levelOfPerson(db, person.userId), await levelOfOrganization(db, membership.orgId));
  if (!allows(agreed, needed))
    throw new DomainError('FORBIDDEN', 'You and your organization didn’t both agree to this.');
}

export const agree: Verb<typeof usage.agree> = async (ctx, { body: { level } }) => {
  const { db, now, person } = ctx;
  const before = await levelOfPerson(db, person.userId);
  await db
    .insert(usagePeople)
    .values({ userId: person.userId, level, updatedAt: now })
    .onConflictDoUpdate({ target: usagePeople.userId, set: { level, updatedAt: now } });
  await ctx.audit({ id: person.userId, before: { level: before }, after: { level } });
  await ctx.publish(personalEvent('usage', person.userId));
  return readAgreement(ctx, {});
};

export const forget: Verb<typeof usage.forget> = async (ctx) => {
  const { db, person } = ctx;
  const level = await levelOfPerson(db, person.userId);
  await forgetUsage(db, person.userId);
  await ctx.audit({ id: person.userId, before: { level }, after: null });
  await ctx.publish(personalEvent('usage', person.userId));
  return { ok: true };
};

export const readForOrganization: Verb<typeof usage.organization> = async ({ db, membership }) => ({
  level: await levelOfOrganization(db, membership.orgId),
});

export const agreeForOrganization: Verb<typeof usage.agreeForOrganization> = async (ctx, { body: { level } }) => {
  const { db, now, membership } = ctx;
  const { orgId } = membership;
  const before = await levelOfOrganization(db, orgId);
  await db
    .insert(usageOrganizations)
    .values({ orgId, level, updatedAt: now })
    .onConflictDoUpdate({ target: usageOrganizations.orgId, set: { level, updatedAt: now } });
  await ctx.audit({ id: orgId, before: { level: before }, after: { level } });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: orgId, orgIds: [orgId] });
  return { level };
};
