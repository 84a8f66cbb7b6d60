import { and, eq } from 'drizzle-orm';
import { nameKey } from '../../domain/chat/channel';
import type { chat } from '../../domain/chat/contract';
import { duplicateName } from '../../domain/chat/rules';
import { badInput } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { chatChannels, chatMembers, orgUsers } from '../db/schema';
import { areBlocked } from '../db/visibility';
import type { Verb } from '../implement';
import { loadChannel, pairKey } from './read-channels';
import { markChannelsChanged, syncChannels } from './sync-channel';
import { joinDefaultChannel } from './team';

type Wanted = Parameters<Verb<typeof chat.create>>[1]['body'];
type Row = typeof chatChannels.$inferInsert;

export const createChannel: Verb<typeof chat.create> = async (ctx, { body }) => {
  const { membership, person, services } = ctx;
  const { orgId } = membership;
  // Inserted first, so its name can't be taken meanwhile.
  await joinDefaultChannel(services, orgId, person.userId);
  const { cid } = await ctx.step('create', (step) =>
    body.channelType === 'TEAM' ? open(step, body) : openDirectConversation(step, body),
  );
  await syncChannels(services, orgId, [cid]);
  const made = await loadChannel(ctx.db, { orgId, userId: person.userId }, cid);
  if (!made) throw new Error('The new channel is not visible to its creator');
  return made;
};

async function open(ctx: Ctx, { name, topic, isPrivate, userIds }: Extract<Wanted, { channelType: 'TEAM' }>) {
  const { db, membership, person } = ctx;
  const others = [...new Set(userIds)].filter((id) => id !== person.userId);
  await assertColleagues(db, membership.orgId, others, 'userIds');
  const made = await insert(ctx, { channelType: 'TEAM', name, uniqueKey: nameKey(name), topic, isPrivate }, [
    { userId: person.userId, role: 'owner' },
    ...others.map((userId) => ({ userId, role: 'member' as const })),
  ]);
  if (!made) throw duplicateName(name, 'name');
  return made;
}

/** The direct conversation with a colleague, created if needed. */
async function openDirectConversation(ctx: Ctx, { userId }: Extract<Wanted, { channelType: 'TEAM_DM' }>) {
  const { db, membership, person } = ctx;
  if (userId === person.userId) throw badInput({ userId: 'Choose someone else' });
  await assertColleagues(db, membership.orgId, [userId], 'userId');
  if (await areBlocked(db, person.userId, userId)) throw badInput({ userId: 'You can’t message this person' });
  const uniqueKey = pairKey(userId, person.userId);
  const made = await insert(ctx, { channelType: 'TEAM_DM', uniqueKey, isPrivate: true }, [
    { userId: person.userId, role: 'owner' },
    { userId, role: 'owner' },
  ]);
  if (made) return made;
  const [there] = await db
    .select({ cid: chatChannels.id })
    .from(chatChannels)
    .where(
      and(
        eq(chatChannels.orgId, membership.orgId),
        eq(chatChannels.channelType, 'TEAM_DM'),
        eq(chatChannels.uniqueKey, uniqueKey),
      ),
    );
  if (!there) throw new Error('The conversation was neither created nor found');
  // Adds people who left the team and came back.
  const people = [userId, person.userId].map((id) => ({
    orgId: membership.orgId,
    channelId: there.cid,
    userId: id,
    role: 'owner' as const,
  }));
  const joined = await db.insert(chatMembers).values(people).onConflictDoNothing().returning();
  if (joined.length > 0) await markChannelsChanged(db, ctx.enqueue, membership.orgId, [there.cid]);
  return there;
}

/** Null if the organization has one with the same key. */
async function insert(
  ctx: Ctx,
  channel: Omit<Row, 'orgId' | 'createdByUserId'>,
  members: readonly Pick<typeof chatMembers.$inferInsert, 'userId' | 'role'>[],
): Promise<{ cid: string } | null> {
  const { audit, db, enqueue, membership, person, publish } = ctx;
  const [made] = await db
    .insert(chatChannels)
    .values({ ...channel, orgId: membership.orgId, createdByUserId: person.userId })
    .onConflictDoNothing()
    .returning({ cid: chatChannels.id });
  if (!made) return null;
  await db
    .insert(chatMembers)
    .values(members.map((member) => ({ ...member, orgId: membership.orgId, channelId: made.cid })));
  await markChannelsChanged(db, enqueue, membership.orgId, [made.cid]);
  await audit({ id: made.cid, after: { ...channel, members } });
  await publish({ topic: 'chat', kind: 'created', id: made.cid, orgIds: [membership.orgId] });
  return made;
}

/** BAD_INPUT on the field if someone named isn't on the team now. */
export async function assertColleagues(db: Db, orgId: number, ids: readonly string[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const active = and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'ACTIVE'), isOneOf(orgUsers.userId, ids));
  if ((await db.$count(orgUsers, active)) !== new Set(ids).size) {
    throw badInput({ [field]: 'Choose people in your organization' });
  }
}
