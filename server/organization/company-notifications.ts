import { and, eq, sql } from 'drizzle-orm';
import { hasPermission } from '../../domain/access/features';
import { badInput } from '../../domain/errors';
import type { FeedType, NotificationSettings } from '../../domain/organization/company';
import type { companyNotifications as contract } from '../../domain/organization/company-contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { companyNotifications, orgUsers, roles, users } from '../db/schema';
import type { Verb } from '../implement';
import { findSeenCompany } from './find-company';
import { bumpCompany, lockCompany } from './save-company';

type Place = { orgId: number; companyId: number };

/** People on the team who may see all of a company's orders, by name. */
async function peopleOf(db: Db, { orgId, companyId }: Place): Promise<NotificationSettings['people']> {
  const displayName = sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, ${orgUsers.email})`;
  const rows = await db
    .select({ orgUserId: orgUsers.id, displayName, email: orgUsers.email, features: roles.features })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(
      and(
        eq(orgUsers.orgId, orgId),
        eq(orgUsers.status, 'ACTIVE'),
        sql`(${roles.defaultRoleId} is not null or ${companyId} = any (${orgUsers.companyIds}))`,
      ),
    )
    .orderBy(displayName, orgUsers.id);
  return rows
    .filter(({ features }) => hasPermission(features, { feature: 'BROWSE_ORDERS', level: 'read' }))
    .map(({ features: _, ...person }) => person);
}

/** The ids of those to email about something at a company, as its settings say. */
export async function peopleToEmail(db: Db, place: Place, feedType: FeedType): Promise<number[]> {
  const { people, settings } = await readSettings(db, place);
  const chosen = new Set(settings.filter((one) => one.feedType === feedType).map(({ orgUserId }) => orgUserId));
  return people.map(({ orgUserId }) => orgUserId).filter((id) => chosen.has(id));
}

async function readSettings(db: Db, { orgId, companyId }: Place): Promise<Omit<NotificationSettings, 'version'>> {
  const people = await peopleOf(db, { orgId, companyId });
  const rows = await db
    .select({ orgUserId: companyNotifications.orgUserId, feedType: companyNotifications.feedType })
    .from(companyNotifications)
    .where(and(eq(companyNotifications.orgId, orgId), eq(companyNotifications.companyId, companyId)))
    .orderBy(companyNotifications.orgUserId, companyNotifications.feedType);
  const settings = rows
    .map(({ orgUserId, feedType }) => ({ orgUserId, feedType: feedType as FeedType }))
    // People who left the team, or may no longer see the company's orders, get nothing.
    .filter(({ orgUserId }) => people.some((person) => person.orgUserId === orgUserId));
  return { settings, people };
}

const placeIn = ({ membership }: Pick<Ctx, 'membership'>, companyId: number): Place => ({
  orgId: membership.orgId,
  companyId,
});

/** Who is emailed about what at a company, and who could be. NOT_FOUND. */
export const getNotificationSettings: Verb<typeof contract.get> = async (ctx, { params }) => {
  const { version } = await findSeenCompany(ctx, params.companyId);
  return { ...(await readSettings(ctx.db, placeIn(ctx, params.companyId))), version };
};

/** Replaces who is emailed about what at a company. STALE, NOT_FOUND, BAD_INPUT on `settings`. */
export const updateNotificationSettings: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const company = await lockCompany(ctx, params.companyId, body.version);
  const place = placeIn(ctx, company.companyId);
  const before = await readSettings(ctx.db, place);
  const isOffered = (id: number) => before.people.some(({ orgUserId }) => orgUserId === id);
  if (body.settings.some(({ orgUserId }) => !isOffered(orgUserId))) {
    throw badInput({ settings: 'One of these people can’t see this company’s orders anymore' });
  }
  const { orgId, companyId } = place;
  await ctx.db
    .delete(companyNotifications)
    .where(and(eq(companyNotifications.orgId, orgId), eq(companyNotifications.companyId, companyId)));
  const rows = body.settings.map((setting) => ({ orgId, companyId, ...setting }));
  if (rows.length > 0) await ctx.db.insert(companyNotifications).values(rows).onConflictDoNothing();
  const version = await bumpCompany(ctx, company);
  const after = await readSettings(ctx.db, place);
  await ctx.audit({ id: companyId, before: before.settings, after: after.settings });
  return { ...after, version };
};
