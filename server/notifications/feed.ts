import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { badInput, notFound } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import type { notifications as contract } from '../../domain/notifications/contract';
import type { CustomPayload } from '../../domain/notifications/custom';
import {
  type Activity,
  FEED_COUNT_CAP,
  FEED_PAGE,
  type FeedCounts,
  MOST_SHOWN,
  type NotificationGroup,
  type NotificationType,
} from '../../domain/notifications/notification';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { notificationGroups as groups, notifications, organizations, orgUsers } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { activeMembers } from '../team/members';
import { dropRemoved, dropSeen } from './mail/still-to-mail';
import { HIDDEN, SHOWN } from './show';
import type { Reader, Said } from './types/type';

type GroupRow = typeof groups.$inferSelect;
type ActivityRow = { id: number; groupName: string; payload: unknown; outcome: string | null; createdAt: Date };

/** A page of the caller's feed, as they may see it now. BAD_INPUT for a place that is none. */
export const listNotifications: Verb<typeof contract.list> = async ({ db, person, services }, { query: { after } }) => {
  const { userId } = person;
  const found = await db
    .select()
    .from(groups)
    .where(
      and(eq(groups.userId, userId), isNull(groups.snoozedUntil), after === undefined ? undefined : isAfter(after)),
    )
    .orderBy(sql`${groups.updatedAt} desc, ${groups.name} desc`)
    .limit(FEED_PAGE + 1);
  const page = found.slice(0, FEED_PAGE);
  const last = page.at(-1);
  const shown = await showGroups(db, userId, page);
  return {
    groups: services.config.parts.chat ? shown : shown.map(withoutChat),
    next: last && found.length > FEED_PAGE ? `${last.updatedAt.getTime()} ${last.name}` : null,
    counts: await countFeed(db, userId),
  };
};

const OF_CHAT = /^\/(chat|account\/chat-exports)\b/;

/** An entry where chat is switched off: it leads to no page that isn't there. */
const withoutChat = (group: NotificationGroup): NotificationGroup => ({
  ...group,
  activities: group.activities.map((one) => (one.route && OF_CHAT.test(one.route) ? { ...one, route: null } : one)),
});

function isAfter(place: string) {
  const [, time, name] = /^(\d{1,15}) (.{1,200})$/.exec(place) ?? [];
  if (time === undefined || name === undefined) throw badInput({ after: 'Read the first page again' });
  return sql`(${groups.updatedAt}, ${groups.name}) < (${new Date(Number(time)).toISOString()}::timestamptz, ${name})`;
}

async function showGroups(db: Db, userId: string, page: readonly GroupRow[]): Promise<NotificationGroup[]> {
  const [rows, counts] = await Promise.all([newestOf(db, userId, page), countsOf(db, userId, page)]);
  const reader = openReader(db, userId);
  const said = await saidOf(reader, page, rows);
  const names = await organizationNames(db, userId, page);
  return page.flatMap(({ name, type, orgId, isRead, isSeen, updatedAt }): NotificationGroup[] => {
    const activities = rows
      .filter(({ groupName }) => groupName === name)
      .map(
        ({ id, createdAt, outcome }): Activity => ({
          id,
          created: createdAt.toISOString(),
          outcome,
          acts: [],
          ...(said.get(id) ?? HIDDEN),
        }),
      );
    if (activities.length === 0) return [];
    const count = counts.get(name) ?? activities.length;
    const orgName = names.get(orgId) ?? null;
    const about = rows.find(({ groupName }) => groupName === name)?.payload as Partial<CustomPayload> | undefined;
    const kind = type === 'CUSTOM' ? (about?.about ?? null) : null;
    const group = {
      name,
      type,
      about: kind,
      isRead,
      isSeen,
      updatedAt: updatedAt.toISOString(),
      count,
      activities,
      orgName,
    };
    return [{ ...group, orgId: orgName === null ? null : orgId }];
  });
}

/** The newest activities of each group. */
async function newestOf(db: Db, userId: string, page: readonly GroupRow[]): Promise<ActivityRow[]> {
  const { rows } = await db.execute<{
    id: number;
    groupName: string;
    payload: unknown;
    outcome: string | null;
    at: string;
  }>(sql`
    select newest.id, newest.group_name as "groupName", newest.payload, newest.outcome,
           to_char(newest.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from unnest(${sql.param(page.map(({ name }) => name))}::text[]) as entry (name)
      cross join lateral (select * from notifications one
        where one.user_id = ${userId} and one.group_name = entry.name order by one.id desc limit ${MOST_SHOWN}) newest`);
  return rows.map(({ at, id, ...row }) => ({ ...row, id: Number(id), createdAt: new Date(at) }));
}

async function countsOf(db: Db, userId: string, page: readonly GroupRow[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: notifications.groupName, count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        isOneOf(
          notifications.groupName,
          page.map(({ name }) => name),
        ),
      ),
    )
    .groupBy(notifications.groupName);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Whoever reads what is said of their feed's. */
export function openReader(db: Db, userId: string): Reader {
  const known = new Map<number, ReturnType<Reader['memberOf']>>();
  const find = async (orgId: number) =>
    (await activeMembers(db, orgId)).find((one) => one.userId === userId)?.membership ?? null;
  return {
    db,
    userId,
    memberOf(orgId) {
      const membership = known.get(orgId) ?? find(orgId);
      known.set(orgId, membership);
      return membership;
    },
  };
}

/** What is said of each activity, asked by type and organization; nothing of what its reader may not see. */
export async function saidOf(
  reader: Reader,
  page: readonly Pick<GroupRow, 'name' | 'type' | 'orgId'>[],
  rows: readonly Pick<ActivityRow, 'id' | 'groupName' | 'payload'>[],
): Promise<Map<number, Said>> {
  const all = new Map<number, Said>();
  const kinds = Map.groupBy(page, ({ type, orgId }) => `${type} ${orgId}`);
  await Promise.all(
    [...kinds.values()].map(async (entries) => {
      const [{ type, orgId }] = entries as [(typeof entries)[0], ...typeof entries];
      const show = SHOWN[type as NotificationType];
      const theirs = rows.filter(({ groupName }) => entries.some(({ name }) => name === groupName));
      if (show === undefined || theirs.length === 0) return;
      const say = await show(reader, orgId, theirs.map(({ payload }) => payload) as never);
      for (const { id, payload } of theirs) {
        const said = say(payload as never);
        if (said) all.set(id, said);
      }
    }),
  );
  return all;
}

/** The names of the organizations that the caller is in, by id. */
export async function organizationNames(
  db: Db,
  userId: string,
  page: readonly Pick<GroupRow, 'orgId'>[],
): Promise<Map<number, string>> {
  const ids = [...new Set(page.map(({ orgId }) => orgId))].filter((id) => id !== NO_ORGANIZATION);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .innerJoin(orgUsers, and(eq(orgUsers.orgId, organizations.id), eq(orgUsers.status, 'ACTIVE')))
    .where(and(isOneOf(organizations.id, ids), eq(orgUsers.userId, userId), isNotNull(orgUsers.userId)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many groups of a person's feed are new, and unread; up to the cap. */
export async function countFeed(db: Db, userId: string): Promise<FeedCounts> {
  const { rows } = await db.execute<FeedCounts>(sql`select
    (select count(*)::int from (select from notification_groups where user_id = ${userId} and not is_seen and snoozed_until is null
      limit ${FEED_COUNT_CAP}) few) as unseen,
    (select count(*)::int from (select from notification_groups where user_id = ${userId} and not is_read and snoozed_until is null
      limit ${FEED_COUNT_CAP}) few) as unread`);
  return rows[0] ?? { unseen: 0, unread: 0 };
}

export const countNotifications: Verb<typeof contract.counts> = ({ db, person }) => countFeed(db, person.userId);

/** The counts after a change of the caller's own feed, which their other screens are told of. */
export async function changed({ db, person, publish }: Ctx): Promise<FeedCounts> {
  await publish(personalEvent('feed', person.userId));
  return countFeed(db, person.userId);
}

export const markSeen: Verb<typeof contract.seen> = async (ctx) => {
  const { db, person } = ctx;
  const { rowCount } = await db.execute(
    sql`update notification_groups set is_seen = true where user_id = ${person.userId} and not is_seen and snoozed_until is null`,
  );
  await dropSeen(db, person.userId);
  return rowCount ? changed(ctx) : countFeed(db, person.userId);
};

export const markRead: Verb<typeof contract.read> = async (ctx, { body: { groupNames } }) => {
  const { db, person } = ctx;
  const named = groupNames === undefined ? sql`` : sql`and name = any (${sql.param(groupNames)}::text[])`;
  const { rowCount } = await db.execute(sql`update notification_groups set is_seen = true, is_read = true
    where user_id = ${person.userId} and not is_read and snoozed_until is null ${named}`);
  await dropSeen(db, person.userId);
  return rowCount ? changed(ctx) : countFeed(db, person.userId);
};

/** NOT_FOUND for a group that isn't in the caller's feed. */
export const removeGroup: Verb<typeof contract.removeGroup> = async (ctx, { params: { groupName } }) => {
  const { db, person } = ctx;
  const own = and(eq(groups.userId, person.userId), eq(groups.name, groupName));
  await dropRemoved(db, person.userId, sql`one.group_name = ${groupName}`);
  const removed = await db.delete(groups).where(own).returning({ name: groups.name });
  if (removed.length === 0) throw notFound('Notification');
  await db
    .delete(notifications)
    .where(and(eq(notifications.userId, person.userId), eq(notifications.groupName, groupName)));
  return changed(ctx);
};

/** Its group goes with the last of it. NOT_FOUND for one that isn't in the caller's feed. */
export const removeNotification: Verb<typeof contract.remove> = async (ctx, { params: { activityId } }) => {
  const { db, person } = ctx;
  const own = and(eq(notifications.userId, person.userId), eq(notifications.id, activityId));
  const [found] = await db.select({ name: notifications.groupName }).from(notifications).where(own);
  if (found === undefined) throw notFound('Notification');
  const group = and(eq(groups.userId, person.userId), eq(groups.name, found.name));
  // Held, so that one that comes to it meanwhile isn't lost with it.
  await db.select({ name: groups.name }).from(groups).where(group).for('update');
  await dropRemoved(db, person.userId, sql`one.id = ${activityId}`);
  await db.delete(notifications).where(own);
  const left = sql`select from notifications one where one.user_id = ${person.userId} and one.group_name = ${found.name}`;
  await db.delete(groups).where(and(group, sql`not exists (${left})`));
  return changed(ctx);
};
