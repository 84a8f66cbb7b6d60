import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { roadmap as contract } from '../../domain/roadmap/contract';
import { isPublishedBy } from '../../domain/roadmap/entry';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { lockRow, lockRows, returnedRow } from '../db/rows';
import { roadmapEntries, roadmapSupporters, roadmapUpdates } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { noticeOf, takenBack } from '../notices/notices';
import { countVotes, familyOf } from './family';
import { loadEntry } from './read-entries';

type Entry = typeof roadmapEntries.$inferSelect;

const MOST_NAMED = 500;

/** Has the screens of the caller and of everybody who supports an entry read it again. */
async function publishEntry(ctx: Ctx, id: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ orgId: number }>(sql`
    select distinct org_id as "orgId" from roadmap_supporters where org_id is not null and entry_id in ${familyOf(id)}`);
  const orgIds = [
    ...new Set([ctx.membershipOrNull?.orgId ?? NO_ORGANIZATION, ...rows.map(({ orgId }) => Number(orgId))]),
  ];
  for (let at = 0; at < orgIds.length; at += MOST_NAMED) {
    await ctx.publish({ topic: 'roadmap', kind: 'changed', id, orgIds: orgIds.slice(at, at + MOST_NAMED) });
  }
}

/** What support staff did to an entry, which is of no organization's log. */
async function written(ctx: Ctx, id: number, before: object | null, after: object | null) {
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before, after });
  await publishEntry(ctx, id);
  return loadEntry(ctx, id);
}

const lockEntry = (ctx: Ctx, id: number): Promise<Entry> =>
  lockRow(ctx.db, roadmapEntries, eq(roadmapEntries.id, id), 'Entry');

/** Suggests something, which its author votes for. It waits until support staff publish it. */
export const suggestEntry: Verb<typeof contract.suggest> = async (ctx, { body: { title, text, reason } }) => {
  const { db, person, membership, now } = ctx;
  const { orgId } = membership;
  const times = { statusSince: now, createdAt: now };
  const { id } = returnedRow(
    await db
      .insert(roadmapEntries)
      .values({ title, text, status: 'WAITING', votes: 1, orgId, authorUserId: person.userId, ...times })
      .returning(),
  );
  await db.insert(roadmapSupporters).values({ entryId: id, userId: person.userId, orgId, votedAt: now, reason });
  await ctx.audit({ id, before: null, after: { title, text, reason } });
  await publishEntry(ctx, id);
  return loadEntry(ctx, id);
};

/** Adds an entry of the platform's own. */
export const createEntry: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { now } = ctx;
  const times = { statusSince: now, publishedAt: now, createdAt: now };
  const made = await ctx.db
    .insert(roadmapEntries)
    .values({ ...body, isOurs: true, ...times })
    .returning();
  return written(ctx, returnedRow(made).id, null, body);
};

/** Changes what an entry says. STALE. */
export const updateEntry: Verb<typeof contract.update> = async (
  ctx,
  { params: { id }, body: { version, ...words } },
) => {
  const before = await lockEntry(ctx, id);
  assertCurrent('This entry', before, version);
  await ctx.db
    .update(roadmapEntries)
    .set({ ...words, version: version + 1 })
    .where(eq(roadmapEntries.id, id));
  return written(ctx, id, { title: before.title, text: before.text }, words);
};

/**
 * Gives an entry a status, or says more of the one it has; whoever follows it or what was merged into it is told. STALE,
 * CONFLICT for one that was merged.
 */
export const changeStatus: Verb<typeof contract.changeStatus> = async (ctx, { params: { id }, body }) => {
  const { db, now } = ctx;
  const { status, note, version } = body;
  const before = await lockEntry(ctx, id);
  assertCurrent('This entry', before, version);
  assertUnmerged(before);
  await db
    .update(roadmapEntries)
    .set({
      status,
      statusSince: status === before.status ? before.statusSince : now,
      publishedAt: before.publishedAt ?? (isPublishedBy(status) ? now : null),
      version: version + 1,
    })
    .where(eq(roadmapEntries.id, id));
  const update = returnedRow(
    await db.insert(roadmapUpdates).values({ entryId: id, status, note, createdAt: now }).returning(),
  );
  const payload = { about: 'ROADMAP_CHANGED' as const, entryId: id, updateId: update.id };
  await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId: null, subject: subjectOf.roadmapEntry(id), payload }));
  return written(ctx, id, { status: before.status }, { status, note });
};

export function assertUnmerged({ mergedIntoId }: Pick<Entry, 'mergedIntoId'>): void {
  if (mergedIntoId !== null) throw new DomainError('CONFLICT', 'This was merged into another entry. Open that one.');
}

/** Merges an entry into another, which has its votes from then on. STALE, BAD_INPUT on `intoId`, CONFLICT if it is merged. */
export const mergeEntry: Verb<typeof contract.merge> = async (ctx, { params: { id }, body: { intoId, version } }) => {
  const { db } = ctx;
  await holdMerges(ctx);
  await lockRows(db, roadmapEntries, isOneOf(roadmapEntries.id, [id, intoId]));
  const before = await lockEntry(ctx, id);
  assertCurrent('This entry', before, version);
  assertUnmerged(before);
  const [into] = await db.select().from(roadmapEntries).where(eq(roadmapEntries.id, intoId));
  const problem = whyNotInto(before, into);
  if (problem !== null) throw badInput({ intoId: problem });
  await db
    .update(roadmapEntries)
    .set({ mergedIntoId: intoId, version: version + 1 })
    .where(eq(roadmapEntries.id, id));
  await countVotes(db, intoId);
  await publishEntry(ctx, intoId);
  return written(ctx, id, { mergedInto: null }, { mergedInto: into?.title });
};

function whyNotInto(entry: Entry, into: Entry | undefined): string | null {
  if (into === undefined) return 'This entry was removed. Choose another one.';
  if (into.id === entry.id) return 'Choose another entry than this one';
  // So an entry is never merged into what was merged into it.
  if (into.mergedIntoId !== null) return 'This was merged itself. Choose the entry it was merged into.';
  return into.publishedAt === null ? 'Members don’t see this yet. Choose one they see.' : null;
}

/** Merges and their undoing come one after the other. */
export const holdMerges = ({ db }: Pick<Ctx, 'db'>) => holdAlone(db, { kind: 'roadmap merges', id: 0 });

/** Undoes an entry's merge: all it was merged into count without it again. CONFLICT if it isn't merged. */
export const unmergeEntry: Verb<typeof contract.unmerge> = async (ctx, { params: { id } }) => {
  const { db } = ctx;
  await holdMerges(ctx);
  const [found] = await db.select().from(roadmapEntries).where(eq(roadmapEntries.id, id));
  if (!found) throw notFound('Entry');
  if (found.mergedIntoId === null) throw new DomainError('CONFLICT', 'This isn’t merged.');
  const above = await idsAbove(ctx, found.mergedIntoId);
  await lockRows(db, roadmapEntries, isOneOf(roadmapEntries.id, [id, ...above]));
  await db
    .update(roadmapEntries)
    .set({ mergedIntoId: null, version: sql`${roadmapEntries.version} + 1` })
    .where(eq(roadmapEntries.id, id));
  for (const one of [id, ...above]) await countVotes(db, one);
  await publishEntry(ctx, found.mergedIntoId);
  return written(ctx, id, { mergedInto: found.mergedIntoId }, { mergedInto: null });
};

/** An entry and all it was merged into, from it to the top. */
async function idsAbove({ db }: Pick<Ctx, 'db'>, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive above as (
      select id, merged_into_id from roadmap_entries where id = ${id}
      union select next.id, next.merged_into_id from roadmap_entries next join above on next.id = above.merged_into_id)
    select id from above`);
  return rows.map((row) => Number(row.id));
}

/** Removes an entry with what was said of it. CONFLICT while it is merged, or something is merged into it. */
export const removeEntry: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const { db } = ctx;
  await holdMerges(ctx);
  const before = await lockRow(db, roadmapEntries, eq(roadmapEntries.id, id), 'Entry', 'update');
  const isMerged = before.mergedIntoId !== null;
  const into = and(eq(roadmapEntries.mergedIntoId, id), isNotNull(roadmapEntries.mergedIntoId));
  if (isMerged || (await db.$count(roadmapEntries, into)) > 0) {
    throw new DomainError('CONFLICT', 'Undo the merge first: the votes of the other entry would go as well.');
  }
  await publishEntry(ctx, id);
  await db.delete(roadmapEntries).where(eq(roadmapEntries.id, id));
  await ctx.enqueue(takenBack({ orgId: null, subjects: [subjectOf.roadmapEntry(id)] }));
  const { title, text, status, votes } = before;
  await ctx.audit({ orgId: NO_ORGANIZATION, id, before: { title, text, status, votes }, after: null });
  return { ok: true };
};
