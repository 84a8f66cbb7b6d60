import { eq } from 'drizzle-orm';
import { nameKey, type OrgChannel, type OrgChannelEdit } from '../../domain/chat/channel';
import type { orgChannels as contract } from '../../domain/chat/network-contract';
import { assertMayEditOrgChannel, assertOwnPeople, duplicateTopic } from '../../domain/chat/org-rules';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { lockRows } from '../db/rows';
import { orgChannels } from '../db/schema';
import { onTaken } from '../db/transact';
import type { Verb } from '../implement';
import { assertColleagues } from './create-channel';
import { joinOrgChannel, leaveOrgChannel, markOrgChannels, syncOrgChannels } from './org-channels';
import { loadOrgChannel, loadOrgChannels } from './read-org-channels';

export const listOrgChannels: Verb<typeof contract.list> = ({ db, membership }) => loadOrgChannels(db, membership);

/** FORBIDDEN with the reason; BAD_INPUT on people who aren't the caller's colleagues; DUPLICATE_CHANNEL on the topic. */
export const updateOrgChannel: Verb<typeof contract.update> = (ctx, { params: { cid }, body }) =>
  change(ctx, cid, body);

/** FORBIDDEN if the caller is in it already. */
export const joinChannel: Verb<typeof contract.join> = async (ctx, { params: { cid } }) => {
  const joined = await change(ctx, cid, { userIdsToAdd: [ctx.person.userId] });
  if (joined === null) throw notFound('Channel');
  return joined;
};

/** FORBIDDEN if the caller isn't in it. */
export const leaveChannel: Verb<typeof contract.leave> = (ctx, { params: { cid } }) =>
  change(ctx, cid, { removeSelf: true });

async function change(ctx: Ctx, cid: string, edit: Omit<OrgChannelEdit, 'channelType'>): Promise<OrgChannel | null> {
  const after = await ctx.step('update', async (step) => {
    const { db, membership } = step;
    await lockRows(db, orgChannels, eq(orgChannels.id, cid));
    const before = await loadOrgChannel(db, membership, cid);
    if (!before) throw notFound('Channel');
    assertMayEditOrgChannel(before, membership, { channelType: 'NETWORK_ORG_TO_ORG', ...edit });
    await assertColleagues(db, membership.orgId, edit.userIdsToAdd ?? [], 'userIdsToAdd');
    assertOwnPeople(before, edit.userIdsToRemove ?? []);
    await setWhole(step, before, edit);
    await changePeople(step, before, edit);
    await markOrgChannels(step, [cid]);
    const changed = (await loadOrgChannel(db, membership, cid)) ?? null;
    for (const orgId of before.orgs.map(({ id }) => id)) {
      await step.audit({ orgId, id: cid, before: logged(before), after: logged(changed ?? before) });
    }
    return changed;
  });
  await syncOrgChannels(ctx.services, [cid]);
  return after;
}

const logged = ({ name, orgs, topic, members, frozen }: OrgChannel) => ({
  name,
  organizations: orgs.map((org) => org.name),
  topic,
  people: members.map(({ displayName, orgName }) => `${displayName} (${orgName})`),
  paused: frozen,
});

async function setWhole(
  { db, membership }: Ctx,
  { cid }: OrgChannel,
  { channelTopic: topic, frozen }: Partial<OrgChannelEdit>,
) {
  const isThis = eq(orgChannels.id, cid);
  if (topic !== undefined) {
    await db
      .update(orgChannels)
      .set({ topic, topicKey: nameKey(topic) })
      .where(isThis)
      .catch(onTaken(() => duplicateTopic(topic, 'channelTopic')));
  }
  if (frozen === undefined) return;
  const [row] = await db.select({ oneOrgId: orgChannels.oneOrgId }).from(orgChannels).where(isThis);
  const own = row?.oneOrgId === membership.orgId ? { isFrozenByOne: frozen } : { isFrozenByOther: frozen };
  await db.update(orgChannels).set(own).where(isThis);
}

async function changePeople(
  { db, membership: { orgId }, person, now }: Ctx,
  { cid }: OrgChannel,
  edit: Partial<OrgChannelEdit>,
) {
  const side = { channelId: cid, orgId };
  const added = [...new Set(edit.userIdsToAdd ?? [])].map((userId) => ({ userId, role: 'member' as const }));
  await joinOrgChannel(db, side, added, now);
  await leaveOrgChannel(db, side, [...(edit.userIdsToRemove ?? []), ...(edit.removeSelf ? [person.userId] : [])], now);
}
