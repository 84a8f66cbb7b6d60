import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { BlockedUser } from '../../domain/connections/connection';
import type { blockedUsers as contract } from '../../domain/connections/contract';
import { DomainError, notFound } from '../../domain/errors';
import { personalEvent } from '../../domain/live/events';
import { markDirectConversations } from '../chat/network-channels';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { userBlocks, users } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { areBlocked } from '../db/visibility';
import type { Verb } from '../implement';
import { endConnection, lockPair } from './connect';
import { areColleagues, findPeople } from './read-connections';

export const listBlockedUsers: Verb<typeof contract.list> = ({ db, person }) => findBlocked(db, person.userId);

/**
 * Blocks someone and ends what the two have; again, it changes nothing. CONFLICT for oneself. NOT_FOUND for nobody, and
 * for someone who is hidden by a block of theirs, unless they are a colleague.
 */
export const blockUser: Verb<typeof contract.block> = async (ctx, { params: { userId } }) => {
  const { db, now, person } = ctx;
  if (userId === person.userId) throw new DomainError('CONFLICT', 'You can’t block yourself.');
  if (!(await findPeople(db, [userId])).has(userId)) throw notFound('Person');
  const row = await lockPair(ctx, userId);
  const before = await readBlocked(db, person.userId, userId);
  if (before) {
    await audit(ctx, userId, BLOCKED, BLOCKED);
    return before;
  }
  if ((await areBlocked(db, person.userId, userId)) && !(await areColleagues(db, person.userId, userId))) {
    throw notFound('Person');
  }
  await db.insert(userBlocks).values({ blockerId: person.userId, blockedId: userId, createdAt: now });
  if (row.status !== 'REMOVED') {
    await endConnection(ctx, row);
    // To them it looks as any connection or invite that was removed.
    await ctx.publish(personalEvent('connections', userId));
  }
  await record(ctx, userId, null, BLOCKED);
  const blocked = await readBlocked(db, person.userId, userId);
  if (!blocked) throw notFound('Person');
  return blocked;
};

/** Shows the two to each other again, unless the other blocked as well; for someone who wasn't blocked it changes nothing. */
export const unblockUser: Verb<typeof contract.unblock> = async (ctx, { params: { userId } }) => {
  const { db, person } = ctx;
  const gone = await db.delete(userBlocks).where(isBlock(person.userId, userId)).returning();
  if (gone.length > 0) await record(ctx, userId, BLOCKED, null);
  else await audit(ctx, userId, null, null);
  return { ok: true };
};

const BLOCKED = { blocked: true };

/** For nobody's organization, also where nothing changed: no colleague reads of it. */
const audit = (ctx: Ctx, userId: string, before: object | null, after: object | null) =>
  ctx.audit({ orgId: NO_ORGANIZATION, id: userId, before, after });

/** Audits a change, and tells only who made it. */
async function record(ctx: Ctx, userId: string, before: object | null, after: object | null): Promise<void> {
  await markDirectConversations(ctx, [ctx.person.userId, userId]);
  await audit(ctx, userId, before, after);
  await ctx.publish(personalEvent('connections', ctx.person.userId));
}

const isBlock = (blockerId: string, blockedId: string) =>
  and(eq(userBlocks.blockerId, blockerId), eq(userBlocks.blockedId, blockedId));

/** Whom a person blocked, latest first. */
export async function findBlocked(db: Db, blockerId: string, where = sql`true`): Promise<BlockedUser[]> {
  const rows = await db
    .select({
      id: users.id,
      displayName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      profileImageUri: users.profileImageUri,
      blocked: userBlocks.createdAt,
    })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedId))
    .where(and(eq(userBlocks.blockerId, blockerId), isNull(users.deletedAt), where))
    .orderBy(desc(userBlocks.createdAt), users.id);
  return rows.map((row) => ({ ...row, blocked: row.blocked.toISOString() }));
}

const readBlocked = async (db: Db, blockerId: string, blockedId: string): Promise<BlockedUser | undefined> =>
  (await findBlocked(db, blockerId, eq(userBlocks.blockedId, blockedId)))[0];
