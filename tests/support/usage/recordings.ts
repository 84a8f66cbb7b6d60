import { gunzipSync, gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { UsageLevel } from '../../../domain/usage/agreement';
import type { Db } from '../../../server/db/client';
import {
  orgUsers,
  recordingChunks,
  recordings,
  usageOrganizations,
  usagePeople,
  users,
} from '../../../server/db/schema';
import { only } from '../factories';

type Who = { userId: string; orgId: number };

/** A person of the demo data, in their organization. */
export const memberOf = async (db: Db, email: string): Promise<Who> =>
  only(
    await db
      .select({ userId: users.id, orgId: orgUsers.orgId })
      .from(users)
      .innerJoin(orgUsers, eq(orgUsers.userId, users.id))
      .where(eq(users.email, email)),
  );

/** What a person and their organization agree to. */
export async function agreeToUsage(
  db: Db,
  { userId, orgId }: Who,
  { person = 'RECORDINGS', organization = 'RECORDINGS' }: { person?: UsageLevel; organization?: UsageLevel } = {},
): Promise<void> {
  const update = (level: UsageLevel) => ({ set: { level } });
  await db
    .insert(usagePeople)
    .values({ userId, level: person })
    .onConflictDoUpdate({ target: usagePeople.userId, ...update(person) });
  await db
    .insert(usageOrganizations)
    .values({ orgId, level: organization })
    .onConflictDoUpdate({ target: usageOrganizations.orgId, ...update(organization) });
}

/** A stored recording with one chunk. */
export async function makeRecording(db: Db, who: Who, createdAt = new Date()): Promise<number> {
  const { id } = only(
    await db
      .insert(recordings)
      .values({ ...who, createdAt, endedAt: createdAt })
      .returning(),
  );
  await db.insert(recordingChunks).values({ recordingId: id, number: 0, events: gzipSync('[]') });
  return id;
}

/** Events as a browser sends them. */
export const packed = (events: unknown): string => gzipSync(JSON.stringify(events)).toString('base64');

/** The events of a chunk. */
export const unpacked = (chunk: string | Buffer): unknown[] =>
  JSON.parse(gunzipSync(typeof chunk === 'string' ? Buffer.from(chunk, 'base64') : chunk).toString());
