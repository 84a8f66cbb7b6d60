import { and, eq } from 'drizzle-orm';
import type { notifications as contract } from '../../domain/notifications/contract';
import { type NoticeChoices, type NoticeSettings, settingsOf, whyFixed } from '../../domain/notifications/settings';
import type { Db } from '../db/client';
import { companies, companyNotifications, notificationSettings, orgUsers } from '../db/schema';
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

export const readSettings: Verb<typeof contract.settings> = async ({ db, person }) =>
  shown(db, person.userId, await settingsOfPerson(db, person.userId));

export const updateSettings: Verb<typeof contract.updateSettings> = async ({ db, person }, { body }) => {
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
  return shown(db, userId, after);
};

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
