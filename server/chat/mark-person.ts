import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../context';
import { chatMembers, orgChannelMembers, orgUsers } from '../db/schema';
import { markOrgChannels } from './org-channels';
import { markChannelsChanged } from './sync-channel';

/**
 * A person's name or picture changed: their channels in every organization, and with others, are sent again, and live pages
 * reread.
 */
export async function markPersonChanged(ctx: Pick<Ctx, 'db' | 'enqueue' | 'publish'>, userId: string): Promise<void> {
  const { db, enqueue, publish } = ctx;
  const places = await db
    .select({ orgId: orgUsers.orgId })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(orgUsers.orgId);
  for (const { orgId } of places) {
    const channels = await db
      .select({ id: chatMembers.channelId })
      .from(chatMembers)
      .where(and(eq(chatMembers.orgId, orgId), eq(chatMembers.userId, userId)))
      .orderBy(chatMembers.channelId);
    const ids = channels.map(({ id }) => id);
    await markChannelsChanged(db, enqueue, orgId, ids);
    for (const id of ids) await publish({ topic: 'chat', kind: 'changed', id, orgIds: [orgId] });
  }
  const partner = await db
    .select({ id: orgChannelMembers.channelId })
    .from(orgChannelMembers)
    .where(and(eq(orgChannelMembers.userId, userId), isNull(orgChannelMembers.leftAt)));
  await markOrgChannels(
    ctx,
    partner.map(({ id }) => id),
  );
}
