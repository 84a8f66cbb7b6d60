import { and, eq } from 'drizzle-orm';
import { type ChatChannel, nameKey } from '../../domain/chat/channel';
import type { chat } from '../../domain/chat/contract';
import { assertMayEdit, duplicateName, factsOf } from '../../domain/chat/rules';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { chatChannels, chatMembers } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { assertColleagues } from './create-channel';
import { loadChannel } from './read-channels';
import { isChannel, markChannelsChanged, syncChannels } from './sync-channel';
import { assignOwner } from './team';

type Edit = Parameters<Verb<typeof chat.update>>[1]['body'];

export const updateChannel: Verb<typeof chat.update> = async (ctx, { params: { cid }, body }) => {
  const reader = { orgId: ctx.membership.orgId, userId: ctx.person.userId };
  const after = await ctx.step('update', async (step) => {
    const { audit, db, enqueue, membership, publish } = step;
    const key = { orgId: membership.orgId, channelId: cid };
    await lockRows(db, chatChannels, isChannel(key));
    const before = await loadChannel(db, reader, cid);
    if (before?.channelType !== body.channelType) throw notFound('Channel');
    assertMayEdit(factsOf(before), membership, body);
    await assertColleagues(db, membership.orgId, body.userIdsToAdd ?? [], 'userIdsToAdd');
    await rename(step, before, body);
    await changePeople(step, before, body);
    await markChannelsChanged(db, enqueue, membership.orgId, [cid]);
    const changed = (await loadChannel(db, reader, cid)) ?? null;
    await audit({ id: cid, before, after: changed });
    await publish({ topic: 'chat', kind: 'changed', id: cid, orgIds: [membership.orgId] });
    return changed;
  });
  await syncChannels(ctx.services, reader.orgId, [cid]);
  return after;
};

async function rename({ db, membership }: Ctx, { cid }: ChatChannel, { channelName: name }: Edit): Promise<void> {
  if (name === undefined) return;
  await db
    .update(chatChannels)
    .set({ name, uniqueKey: nameKey(name) })
    .where(isChannel({ orgId: membership.orgId, channelId: cid }))
    .catch(onTaken(() => duplicateName(name, 'channelName')));
}

async function changePeople(
  { db, membership: { orgId }, person }: Ctx,
  { cid, members }: ChatChannel,
  edit: Edit,
): Promise<void> {
  const added = [...new Set(edit.userIdsToAdd ?? [])];
  if (added.length > 0) {
    // The first person to join a channel everyone has left owns it.
    const role = members.length === 0 ? ('owner' as const) : ('member' as const);
    const people = added.map((userId) => ({ orgId, channelId: cid, userId, role }));
    await db.insert(chatMembers).values(people).onConflictDoNothing();
  }
  const removed = [...(edit.userIdsToRemove ?? []), ...(edit.removeSelf ? [person.userId] : [])];
  if (removed.length === 0) return;
  await db
    .delete(chatMembers)
    .where(and(eq(chatMembers.orgId, orgId), eq(chatMembers.channelId, cid), isOneOf(chatMembers.userId, removed)));
  await assignOwner(db, { orgId, channelId: cid });
}
