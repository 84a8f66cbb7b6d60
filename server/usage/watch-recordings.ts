import { and, eq, gt, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import { type supportRecordings, type usage, VIEW_MINUTES } from '../../domain/usage/contract';
import { recordings, recordingViews } from '../db/schema';
import type { Verb } from '../implement';
import { readChunks, readRecordings } from './read-recordings';
import { assertOwn } from './record';

export const listRecordings: Verb<typeof usage.recordings> = ({ db, person }) => readRecordings(db, person.userId);

export const readOwnChunks: Verb<typeof usage.chunks> = async (ctx, { params: { id }, query: { from } }) => {
  await assertOwn(ctx, id);
  return readChunks(ctx.db, id, from);
};

export const removeRecording: Verb<typeof usage.remove> = async (ctx, { params: { id } }) => {
  await assertOwn(ctx, id);
  const [gone] = await ctx.db.delete(recordings).where(eq(recordings.id, id)).returning();
  await ctx.audit({ id, before: { started: gone?.createdAt }, after: null });
  await ctx.publish(personalEvent('usage', ctx.person.userId));
  return { ok: true };
};

export const listForSupport: Verb<typeof supportRecordings.list> = ({ db }, { query: { userId } }) =>
  readRecordings(db, userId);

/** Lets a support person watch for an hour, which the organization's audit log and the person are told. */
export const viewForSupport: Verb<typeof supportRecordings.view> = async (
  ctx,
  { params: { id }, body: { reason } },
) => {
  const { db, now, person } = ctx;
  const [found] = await db.select().from(recordings).where(eq(recordings.id, id)).for('key share');
  if (!found) throw notFound('Recording');
  const [view] = await db
    .insert(recordingViews)
    .values({ recordingId: id, byUserId: person.userId, reason, createdAt: now })
    .returning({ id: recordingViews.id });
  if (!view) throw new Error('The new view returned no row');
  await ctx.audit({ orgId: found.orgId, id, after: { reason, watchedBy: person.displayName } });
  await ctx.publish(personalEvent('usage', found.userId));
  return { viewId: view.id };
};

export const readChunksForSupport: Verb<typeof supportRecordings.chunks> = async (
  { db, person },
  { params, query },
) => {
  const views = await db
    .select({ id: recordingViews.id })
    .from(recordingViews)
    .where(
      and(
        eq(recordingViews.id, query.viewId),
        eq(recordingViews.recordingId, params.id),
        eq(recordingViews.byUserId, person.userId),
        gt(recordingViews.createdAt, sql`now() - make_interval(mins => ${VIEW_MINUTES})`),
      ),
    );
  if (views.length === 0) throw notFound('Recording');
  return readChunks(db, params.id, query.from);
};
