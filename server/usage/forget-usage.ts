import { and, asc, eq, lt } from 'drizzle-orm';
import { FIXED } from '../../domain/retention/periods';
import type { Db } from '../db/client';
import { daysAgo, removeOld } from '../db/remove-old';
import { recordings, usageEvents, usagePeople } from '../db/schema';
import { readRecordings } from './read-recordings';

/** Removes what was measured of a person, with their agreement, or what of it was measured in an organization they leave. */
export async function forgetUsage(db: Db, userId: string, orgId?: number): Promise<void> {
  if (orgId === undefined) await db.delete(usagePeople).where(eq(usagePeople.userId, userId));
  for (const table of [usageEvents, recordings]) {
    await db
      .delete(table)
      .where(and(eq(table.userId, userId), orgId === undefined ? undefined : eq(table.orgId, orgId)));
  }
}

/** What was measured of a person, as they may take it with them: what they agreed to, events, and which recordings there are. */
export async function exportUsage(db: Db, userId: string) {
  const [agreed] = await db
    .select({ level: usagePeople.level, since: usagePeople.updatedAt })
    .from(usagePeople)
    .where(eq(usagePeople.userId, userId));
  const events = await db
    .select({ kind: usageEvents.kind, at: usageEvents.happenedAt, detail: usageEvents.detail })
    .from(usageEvents)
    .where(eq(usageEvents.userId, userId))
    .orderBy(asc(usageEvents.id));
  return {
    agreed: agreed ? { level: agreed.level, since: agreed.since.toISOString() } : null,
    events: events.map(({ kind, at, detail }) => ({ kind, at: at.toISOString(), ...detail })),
    recordings: await readRecordings(db, userId),
  };
}

/** Removes everybody's events and recordings that are old, with what belongs to those. */
export async function purgeUsage(db: Db): Promise<void> {
  await removeOld(db, usageEvents, lt(usageEvents.createdAt, daysAgo(FIXED.usage)));
  await removeOld(db, recordings, lt(recordings.createdAt, daysAgo(FIXED.usage)));
}
