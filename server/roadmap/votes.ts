import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { roadmap as contract } from '../../domain/roadmap/contract';
import { whyNoVote } from '../../domain/roadmap/entry';
import type { Ctx } from '../context';
import { lockRow } from '../db/rows';
import { roadmapEntries, roadmapSupporters } from '../db/schema';
import { visibleRoadmapEntries } from '../db/visibility';
import type { Verb } from '../implement';
import { countVotes, familyOf } from './family';
import { loadEntry } from './read-entries';
import { assertUnmerged } from './write-entries';

/** An entry the caller sees, on top of its family; others who say something of it wait. NOT_FOUND, CONFLICT if it was merged. */
async function lockSeen(ctx: Ctx, id: number) {
  const seen = and(eq(roadmapEntries.id, id), visibleRoadmapEntries(ctx.person));
  const entry = await lockRow(ctx.db, roadmapEntries, seen, 'Entry');
  assertUnmerged(entry);
  return entry;
}

/** What the caller said of an entry or of what was merged into it. */
const saidOf = (ctx: Ctx, id: number) =>
  and(eq(roadmapSupporters.userId, ctx.person.userId), sql`${roadmapSupporters.entryId} in ${familyOf(id)}`);

/** Keeps what the caller says of an entry itself. */
async function say(ctx: Ctx, entryId: number, said: Partial<typeof roadmapSupporters.$inferInsert>): Promise<void> {
  const { orgId } = ctx.membership;
  const { entryId: entry, userId } = roadmapSupporters;
  await ctx.db
    .insert(roadmapSupporters)
    .values({ entryId, userId: ctx.person.userId, orgId, ...said })
    .onConflictDoUpdate({ target: [entry, userId], set: { orgId, ...said } });
}

async function told(ctx: Ctx, id: number) {
  await ctx.publish({ topic: 'roadmap', kind: 'changed', id, orgIds: [ctx.membership.orgId] });
  return loadEntry(ctx, id);
}

/** Votes for an entry, or changes the reason; follows it. CONFLICT once voting is over. */
export const voteFor: Verb<typeof contract.vote> = async (ctx, { params: { id }, body: { reason } }) => {
  const { title, ...entry } = await lockSeen(ctx, id);
  const problem = whyNoVote(entry);
  if (problem !== null) throw new DomainError('CONFLICT', problem);
  const [before] = await ctx.db.select().from(roadmapSupporters).where(saidOf(ctx, id));
  await say(ctx, id, { votedAt: before?.votedAt ?? ctx.now, reason, isFollowing: true });
  // What they said of what was merged into it isn't shown instead.
  await ctx.db
    .update(roadmapSupporters)
    .set({ reason: '' })
    .where(and(saidOf(ctx, id), ne(roadmapSupporters.entryId, id)));
  await countVotes(ctx.db, id);
  await ctx.audit({ id, before: before?.votedAt ? { title, reason: before.reason } : null, after: { title, reason } });
  return told(ctx, id);
};

/** Takes the caller's vote back, also for what was merged into the entry, and stops following. */
export const takeBackVote: Verb<typeof contract.unvote> = async (ctx, { params: { id } }) => {
  const { title } = await lockSeen(ctx, id);
  const gone = await ctx.db.delete(roadmapSupporters).where(saidOf(ctx, id)).returning();
  await countVotes(ctx.db, id);
  const voted = gone.find(({ votedAt }) => votedAt !== null);
  await ctx.audit({ id, before: voted ? { title, reason: voted.reason } : null, after: null });
  return told(ctx, id);
};

/** Follows an entry, or stops following it and what was merged into it. */
export const followEntry: Verb<typeof contract.follow> = async (ctx, { params: { id }, body: { isFollowing } }) => {
  await lockSeen(ctx, id);
  if (isFollowing) await say(ctx, id, { isFollowing });
  else {
    await ctx.db.update(roadmapSupporters).set({ isFollowing }).where(saidOf(ctx, id));
    await ctx.db.delete(roadmapSupporters).where(and(saidOf(ctx, id), isNull(roadmapSupporters.votedAt)));
  }
  return told(ctx, id);
};
