import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { roadmapEntries, roadmapSupporters } from '../db/schema';
import { countVotes, upwardsFrom } from './family';
import { holdMerges } from './write-entries';

/** Removes a person's votes, reasons, follows and waiting suggestions; published ones stay without them. */
export async function forgetSupporter(db: Db, userId: string): Promise<void> {
  await holdMerges({ db });
  const touched = await db
    .select({ id: roadmapEntries.id })
    .from(roadmapEntries)
    .where(sql`${roadmapEntries.id} in ${upwardsFrom(sql`said.user_id = ${userId}`)}`)
    .orderBy(asc(roadmapEntries.id));
  const ids = touched.map(({ id }) => id);
  const own = eq(roadmapEntries.authorUserId, userId);
  await lockRows(db, roadmapEntries, isOneOf(roadmapEntries.id, ids));
  await db.delete(roadmapSupporters).where(eq(roadmapSupporters.userId, userId));
  await db.delete(roadmapEntries).where(and(own, isNull(roadmapEntries.publishedAt)));
  await db.update(roadmapEntries).set({ authorUserId: null }).where(own);
  for (const id of ids) await countVotes(db, id);
}

/** Takes an organization's name off what its people said, once nobody is left in it. */
export async function forgetSupportingOrganization(db: Db, orgId: number): Promise<void> {
  await db.update(roadmapEntries).set({ orgId: null }).where(eq(roadmapEntries.orgId, orgId));
  await db.update(roadmapSupporters).set({ orgId: null }).where(eq(roadmapSupporters.orgId, orgId));
}

/** What a person said on the roadmap, as they may take it with them. */
export async function exportRoadmap(db: Db, userId: string) {
  const { title, text, status, createdAt } = roadmapEntries;
  const suggestions = await db
    .select({ title, text, status, at: createdAt })
    .from(roadmapEntries)
    .where(eq(roadmapEntries.authorUserId, userId))
    .orderBy(asc(roadmapEntries.id));
  const { votedAt, reason, isFollowing } = roadmapSupporters;
  const said = await db
    .select({ entry: title, voted: votedAt, reason, isFollowing })
    .from(roadmapSupporters)
    .innerJoin(roadmapEntries, eq(roadmapEntries.id, roadmapSupporters.entryId))
    .where(eq(roadmapSupporters.userId, userId))
    .orderBy(asc(roadmapSupporters.id));
  return {
    suggestions: suggestions.map(({ at, ...one }) => ({ ...one, suggested: at.toISOString() })),
    entries: said.map(({ voted, ...one }) => ({ ...one, voted: voted?.toISOString() ?? null })),
  };
}
