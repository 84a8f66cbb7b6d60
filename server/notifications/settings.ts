import { and, eq, isNull, sql } from 'drizzle-orm';
import type { notifications as contract } from '../../domain/notifications/contract';
import {
  channelsOf,
  type NoticeChoices,
  type NoticeKey,
  type NoticeSettings,
  settingsOf,
  whyFixed,
  withoutEmail,
} from '../../domain/notifications/settings';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { companies, companyNotifications, notificationSettings, orgUsers, users } from '../db/schema';
import type { Verb } from '../implement';

export type ChosenSettings = Omit<typeof notificationSettings.$inferSelect, 'userId'>;

const UNCHANGED: ChosenSettings = { choices: {}, quietHours: null, timeZone: 'UTC' };

/** What a person chose to be told. */
export async function settingsOfPerson(db: Db, userId: string): Promise<ChosenSettings> {
  const { choices, quietHours, timeZone } = notificationSettings;
  const [found] = await db
    .select({ choices, quietHours, timeZone })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return found ?? UNCHANGED;
}

/** What a person chose by kind. */
export const choicesOf = async (db: Db, userId: string): Promise<NoticeChoices> =>
  (await settingsOfPerson(db, userId)).choices;

/** Those of these people who chose, or left it at that, to be told of a kind by this way. */
export async function thoseTold(
  db: Db,
  people: readonly string[],
  key: NoticeKey,
  by: 'inFeed' | 'byEmail',
): Promise<string[]> {
  const { userId, choices } = notificationSettings;
  const rows = await db
    .select({ userId, choices })
    .from(notificationSettings)
    .where(isOneOf(userId, [...people]));
  const chosen = new Map(rows.map((row) => [row.userId, row.choices]));
  return people.filter((one) => channelsOf(key, chosen.get(one) ?? {})[by]);
}

export const readSettings: Verb<typeof contract.settings> = async ({ db, person }) =>
  shown(db, person.userId, await settingsOfPerson(db, person.userId));

export const updateSettings: Verb<typeof contract.updateSettings> = async ({ db, person, services }, { body }) => {
  const { userId } = person;
  // Held, so that two windows that change one kind each both count.
  await db.insert(notificationSettings).values({ userId }).onConflictDoNothing();
  const [before = UNCHANGED] = await db
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .for('update');
  const choices: NoticeChoices = { ...before.choices };
  for (const { key, inFeed, byEmail } of body.emailSettings ?? []) {
    const mayMail = whyFixed(key) === null && byEmail !== undefined;
    choices[key] = { ...choices[key], ...(inFeed !== undefined && { inFeed }), ...(mayMail && { byEmail }) };
  }
  const after = {
    choices,
    quietHours: body.quietHours === undefined ? before.quietHours : body.quietHours,
    timeZone: body.timeZone ?? before.timeZone,
  };
  await db.update(notificationSettings).set(after).where(eq(notificationSettings.userId, userId));
  if (body.quietHours !== undefined || body.timeZone !== undefined) {
    // Letters that wait for the end of other quiet hours are due as they were.
    await db.execute(sql`
      with held as materialized (
        select id, created_at + make_interval(mins => ${services.config.feedMailMinutes}) as due_at
          from held_letters where user_id = ${userId} and due_at is not null)
      update held_letters letter set due_at = held.due_at from held where letter.id = held.id`);
  }
  return shown(db, userId, after);
};

/** Keeps that a person gets no more emails of a kind, or none of those they may choose; nothing of a deleted account. */
export async function stopEmails(tx: Db, userId: string, key: NoticeKey | 'ALL'): Promise<void> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt));
  const found = await tx.select({ id: users.id }).from(users).where(isThere).for('key share');
  if (found.length === 0) return;
  const mine = eq(notificationSettings.userId, userId);
  await tx.insert(notificationSettings).values({ userId }).onConflictDoNothing();
  const [before = UNCHANGED] = await tx.select().from(notificationSettings).where(mine).for('update');
  const choices = withoutEmail(before.choices, key);
  await tx.update(notificationSettings).set({ choices }).where(mine);
}

async function shown(db: Db, userId: string, { choices, ...when }: ChosenSettings): Promise<NoticeSettings> {
  return { emailSettings: settingsOf(choices), ...when, companies: await companiesThatTell(db, userId) };
}

/** The companies whose own settings name the person, by name. */
async function companiesThatTell(db: Db, userId: string): Promise<NoticeSettings['companies']> {
  const memberships = await db
    .select({ orgId: orgUsers.orgId, orgUserId: orgUsers.id })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE')));
  const found: NoticeSettings['companies'] = [];
  for (const { orgId, orgUserId } of memberships) {
    const named = await db
      .selectDistinct({ orgId: companies.orgId, companyId: companies.id, name: companies.name })
      .from(companyNotifications)
      .innerJoin(
        companies,
        and(eq(companies.orgId, companyNotifications.orgId), eq(companies.id, companyNotifications.companyId)),
      )
      .where(and(eq(companyNotifications.orgId, orgId), eq(companyNotifications.orgUserId, orgUserId)));
    found.push(...named);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.companyId - b.companyId);
}
