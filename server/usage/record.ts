import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { and, eq, gt, sql } from 'drizzle-orm';
import { badInput, DomainError, notFound } from '../../domain/errors';
import type { usage } from '../../domain/usage/contract';
import { masked } from '../../domain/usage/masking';
import { RECORDING_LIMITS } from '../../domain/usage/recording';
import type { Ctx } from '../context';
import { daysAgo } from '../db/remove-old';
import { recordingChunks, recordings, usageEvents } from '../db/schema';
import type { Verb } from '../implement';
import { assertAgreed } from './agreement';

const DAY_MS = 86_400_000;

export const storeEvents: Verb<typeof usage.send> = async (ctx, { body: { events } }) => {
  await assertAgreed(ctx, 'EVENTS');
  const { db, now, person, membership } = ctx;
  const within = (at: number) => new Date(Math.min(Math.max(at, now.getTime() - DAY_MS), now.getTime()));
  await db.insert(usageEvents).values(
    events.map(({ kind, at, ...detail }) => ({
      userId: person.userId,
      orgId: membership.orgId,
      kind,
      detail,
      happenedAt: within(at),
    })),
  );
  return { ok: true };
};

export const begin: Verb<typeof usage.begin> = async (ctx) => {
  await assertAgreed(ctx, 'RECORDINGS');
  const { db, now, person, membership } = ctx;
  const [{ bytes = 0 } = {}] = await db
    .select({ bytes: sql<number>`coalesce(sum(${recordings.bytes}), 0)::int` })
    .from(recordings)
    .where(and(eq(recordings.userId, person.userId), gt(recordings.createdAt, daysAgo(1))));
  if (bytes > RECORDING_LIMITS.dayBytes) throw new DomainError('TOO_MANY', 'That’s all that is recorded in a day.');
  const [made] = await db
    .insert(recordings)
    .values({ userId: person.userId, orgId: membership.orgId, createdAt: now, endedAt: now })
    .returning({ id: recordings.id });
  if (!made) throw new Error('The new recording returned no row');
  return { id: made.id };
};

/** Adds masked events; a chunk that is there already stays as it is. TOO_LARGE once a recording is as long as it may be. */
export const add: Verb<typeof usage.add> = async (ctx, { params: { id }, body: { number, events } }) => {
  const { db, now, person, membership } = ctx;
  const own = and(eq(recordings.id, id), eq(recordings.userId, person.userId), eq(recordings.orgId, membership.orgId));
  const [found] = await db.select().from(recordings).where(own).for('update');
  if (!found) throw notFound('Recording');
  await assertAgreed(ctx, 'RECORDINGS');
  const chunk = await maskChunk(Buffer.from(events, 'base64'));
  const isOver = now.getTime() - found.createdAt.getTime() > RECORDING_LIMITS.minutes * 60_000;
  if (isOver || found.bytes + chunk.length > RECORDING_LIMITS.bytes) {
    throw new DomainError('TOO_LARGE', 'This recording is as long as it may be.');
  }
  const added = await db
    .insert(recordingChunks)
    .values({ recordingId: id, number, events: chunk })
    .onConflictDoNothing()
    .returning({ number: recordingChunks.number });
  if (added.length === 0) return { ok: true };
  await db
    .update(recordings)
    .set({ bytes: found.bytes + chunk.length, endedAt: now })
    .where(own);
  return { ok: true };
};

/** The events again, masked here whatever the browser did, and compressed. */
async function maskChunk(packed: Buffer): Promise<Buffer> {
  const text = await promisify(gunzip)(packed, { maxOutputLength: RECORDING_LIMITS.chunkText }).catch(() => null);
  const events = text && readList(text.toString());
  if (!events) throw badInput({ events: 'Send a list of events as JSON, compressed with gzip.' });
  return promisify(gzip)(JSON.stringify(events.flatMap((event) => masked(event) ?? [])));
}

function readList(text: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}

/** A person's own recording. */
export async function assertOwn({ db, person }: Pick<Ctx, 'db' | 'person'>, id: number): Promise<void> {
  const found = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.id, id), eq(recordings.userId, person.userId)));
  if (found.length === 0) throw notFound('Recording');
}
