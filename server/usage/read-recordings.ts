import { and, asc, desc, eq, gte, inArray } from 'drizzle-orm';
import { USAGE_DAYS } from '../../domain/usage/events';
import type { Recording, RecordingChunks } from '../../domain/usage/recording';
import type { Db } from '../db/client';
import { organizations, recordingChunks, recordings, recordingViews, users } from '../db/schema';

const MOST = 200;
const CHUNKS_TOGETHER = 8;
const DAY_MS = 86_400_000;

/** A person's recordings, newest first, each with who of support watched it. */
export async function readRecordings(db: Db, userId: string): Promise<Recording[]> {
  const found = await db
    .select()
    .from(recordings)
    .where(eq(recordings.userId, userId))
    .orderBy(desc(recordings.id))
    .limit(MOST);
  if (found.length === 0) return [];
  const views = await db
    .select()
    .from(recordingViews)
    .where(
      inArray(
        recordingViews.recordingId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(recordingViews.id));
  const names = await namesOf(
    db,
    found.map(({ orgId }) => orgId),
    views.map(({ byUserId }) => byUserId),
  );
  return found.map(({ id, orgId, bytes, createdAt, endedAt }) => ({
    id,
    orgName: names.orgs.get(orgId) ?? '',
    startedAt: createdAt.toISOString(),
    endedAt: endedAt.toISOString(),
    bytes,
    expiresAt: new Date(createdAt.getTime() + USAGE_DAYS * DAY_MS).toISOString(),
    views: views
      .filter(({ recordingId }) => recordingId === id)
      .map(({ byUserId, createdAt: at, reason }) => ({
        at: at.toISOString(),
        by: names.people.get(byUserId) ?? '',
        reason,
      })),
  }));
}

async function namesOf(db: Db, orgIds: readonly number[], userIds: readonly string[]) {
  const orgs = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, [...new Set(orgIds)]));
  const people =
    userIds.length === 0
      ? []
      : await db
          .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
          .from(users)
          .where(inArray(users.id, [...new Set(userIds)]));
  return {
    orgs: new Map(orgs.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()])),
  };
}

/** The portion of a recording from a chunk's number on. */
export async function readChunks(db: Db, recordingId: number, from: number): Promise<RecordingChunks> {
  const rows = await db
    .select()
    .from(recordingChunks)
    .where(and(eq(recordingChunks.recordingId, recordingId), gte(recordingChunks.number, from)))
    .orderBy(asc(recordingChunks.number))
    .limit(CHUNKS_TOGETHER);
  return {
    chunks: rows.map(({ number, events }) => ({ number, events: events.toString('base64') })),
    next: rows.length < CHUNKS_TOGETHER ? null : (rows.at(-1)?.number ?? 0) + 1,
  };
}
