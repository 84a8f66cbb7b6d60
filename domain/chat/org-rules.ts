import { isAllowed } from '../access/ability';
import { isOwnerOrAdmin, type Membership } from '../access/roles';
import { badInput, DomainError } from '../errors';
import type { OrgChannel, OrgChannelEdit } from './channel';

type Channel = Pick<OrgChannel, 'name' | 'role' | 'orgs' | 'frozenBy' | 'members'>;

const browses = (asker: Membership, level: 'read' | 'write') => isAllowed(asker, level, 'PARTNER_CHANNELS_BROWSE_JOIN');

/** Whether somebody of one of its organizations may know of a channel: its people, and who browses partner channels. */
export const seesOrgChannel = ({ role }: Pick<Channel, 'role'>, asker: Membership): boolean =>
  role !== null || browses(asker, 'read');

/** Why nobody can write in a channel of two organizations now; null when its people can. */
export function whyFrozen({ orgs, frozenBy }: Pick<Channel, 'orgs' | 'frozenBy'>): string | null {
  const [own, other] = orgs;
  if (own && frozenBy.includes(own.id)) return `${own.name} paused this channel. Resume it to write again.`;
  if (other && frozenBy.includes(other.id)) return `${other.name} paused this channel. Only they can resume it.`;
  return null;
}

/** Why this person can't join on their own; null when they can. */
export function refusalToJoinOrgChannel(channel: Channel, asker: Membership): string | null {
  if (channel.role !== null) return 'You’re already in this channel.';
  const elsewhere = channel.members.find(({ userId }) => userId === asker.userId);
  if (elsewhere) return `You’re in this channel for ${elsewhere.orgName}. Leave it there first.`;
  return browses(asker, 'write') ? null : 'Ask a colleague who is in it to add you.';
}

/** Why this person can't leave; null when they can. */
export const refusalToLeaveOrgChannel = ({ role }: Pick<Channel, 'role'>): string | null =>
  role === null ? 'You’re not in this channel.' : null;

/** Why this person can't add colleagues; null when they can. Nobody adds people of the other organization. */
export function refusalToAddColleagues(channel: Channel, asker: Membership): string | null {
  if (channel.role !== null || runsOwnSide(channel, asker)) return null;
  return 'Join the channel first, then add colleagues.';
}

/** Why this person can't remove colleagues, pause the channel or change its topic; null when they can. */
export function refusalToRun(channel: Channel, asker: Membership): string | null {
  return runsOwnSide(channel, asker) ? null : 'Only a channel owner or an organization admin can do this.';
}

/** Raises FORBIDDEN with the reason if any part of an edit isn't allowed. */
export function assertMayEditOrgChannel(channel: Channel, asker: Membership, edit: OrgChannelEdit): void {
  const joins = edit.userIdsToAdd?.includes(asker.userId) === true;
  const others = (edit.userIdsToAdd ?? []).filter((userId) => userId !== asker.userId);
  const runs = edit.userIdsToRemove?.length || edit.channelTopic !== undefined || edit.frozen !== undefined;
  const refusal =
    (joins ? refusalToJoinOrgChannel(channel, asker) : null) ??
    (others.length > 0 ? refusalToAddColleagues(joins ? { ...channel, role: 'member' } : channel, asker) : null) ??
    (runs ? refusalToRun(channel, asker) : null) ??
    (edit.removeSelf ? refusalToLeaveOrgChannel(channel) : null);
  if (refusal) throw new DomainError('FORBIDDEN', refusal);
}

/** An owner of the channel or, if they may know of it, an owner or admin of one of its organizations. */
const runsOwnSide = (channel: Channel, asker: Membership): boolean =>
  channel.role === 'owner' || (seesOrgChannel(channel, asker) && isOwnerOrAdmin(asker));

/** BAD_INPUT if somebody to remove isn't there for the caller's organization: each side has its own people only. */
export function assertOwnPeople(
  { members, orgs: [own] }: Pick<Channel, 'members' | 'orgs'>,
  userIds: readonly string[],
) {
  const isOwn = (userId: string) => members.some((member) => member.userId === userId && member.orgId === own?.id);
  if (!userIds.every(isOwn)) throw badInput({ userIdsToRemove: 'Choose people of your organization in this channel' });
}

/** The refusal of a topic the two organizations have a channel of (991), on its field. */
export function duplicateTopic(topic: string, field: 'topic' | 'channelTopic' = 'topic'): DomainError {
  const message = topic
    ? `The two organizations already have a channel about “${topic}”. Choose another topic.`
    : 'The two organizations already have a channel without a topic. Enter a topic.';
  return new DomainError('DUPLICATE_CHANNEL', message, { fields: { [field]: message } });
}
