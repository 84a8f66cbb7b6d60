import { isOwnerOrAdmin, type Membership } from '../access/roles';
import { DomainError } from '../errors';
import type { ChannelEdit, ChannelRole, ChannelType, ChatChannel, ShownChannel } from './channel';
import { whyFrozen } from './org-rules';

/** What the rules need to know about a channel and one person. */
export type ChannelFacts = {
  channelType: ChannelType;
  name: string;
  isPrivate: boolean;
  isDefault: boolean;
  /** The person's role in the channel; null when not a member. */
  role: ChannelRole | null;
  memberCount: number;
};

/** The same facts, from a channel as sent over the API. */
export const factsOf = ({ members, ...channel }: ChatChannel): ChannelFacts => ({
  ...channel,
  memberCount: members.length,
});

type Asker = Pick<Membership, 'role' | 'userId'>;

/** Whether someone in the organization may know a channel exists: only members know a private one. */
export function seesChannel({
  channelType,
  isPrivate,
  role,
}: Pick<ChannelFacts, 'channelType' | 'isPrivate' | 'role'>) {
  return role !== null || (channelType === 'TEAM' && !isPrivate);
}

/** Why this person can't rename the channel; null when they can. */
export function refusalToRename(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM') return 'You can’t rename a direct conversation.';
  if (channel.isDefault) return `You can’t rename “${channel.name}” because everyone is in it.`;
  return runs(channel, role) ? null : 'Only a channel owner or an organization admin can rename it.';
}

/** Why this person can't remove others; null when they can. */
export function refusalToRemove(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM') return 'You can’t remove people from a direct conversation.';
  if (channel.isDefault) return `Everyone in your organization is in “${channel.name}”.`;
  return runs(channel, role) ? null : 'Only a channel owner or an organization admin can remove people.';
}

/** Why this person can't add others; null when they can. */
export function refusalToAdd(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM')
    return 'You can’t add people to a direct conversation. Create a channel instead.';
  if (channel.isPrivate) {
    return runs(channel, role) ? null : 'Only owners can add people to a private channel.';
  }
  return channel.role === null ? 'Join the channel first, then add people.' : null;
}

/** Why this person can't join on their own; null when they can. */
export function refusalToJoin(channel: ChannelFacts): string | null {
  if (channel.role !== null) return 'You’re already in this channel.';
  return seesChannel(channel) ? null : 'Ask a channel owner to add you.';
}

/** Why this person can't leave; null when they can. */
export function refusalToLeave(channel: ChannelFacts): string | null {
  if (channel.role === null) return 'You’re not in this channel.';
  if (channel.channelType === 'TEAM_DM') return 'You can’t leave a direct conversation.';
  if (channel.isDefault) return `Everyone in your organization is in “${channel.name}”.`;
  if (channel.isPrivate && channel.memberCount === 1) {
    return 'You’re the last person in this private channel. Add someone before you leave.';
  }
  return null;
}

/** Raises FORBIDDEN with the reason if any part of an edit isn't allowed. */
export function assertMayEdit(channel: ChannelFacts, asker: Asker, edit: ChannelEdit): void {
  const others = (edit.userIdsToAdd ?? []).filter((userId) => userId !== asker.userId);
  const joins = edit.userIdsToAdd?.includes(asker.userId) === true;
  const refusal =
    (joins ? refusalToJoin(channel) : null) ??
    (others.length > 0 ? refusalToAdd(joins ? { ...channel, role: 'member' } : channel, asker) : null) ??
    (edit.userIdsToRemove?.length ? refusalToRemove(channel, asker) : null) ??
    (edit.channelName === undefined ? null : refusalToRename(channel, asker)) ??
    (edit.removeSelf ? refusalToLeave(channel) : null);
  if (refusal) throw new DomainError('FORBIDDEN', refusal);
}

/** Why nobody can write in a channel now; null when its people can. */
export function refusalToWrite(channel: ShownChannel): string | null {
  switch (channel.channelType) {
    case 'NETWORK_DM':
      return channel.isFrozen ? `You can’t message ${channel.name} because you’re no longer connected.` : null;
    case 'NETWORK_ORG_TO_ORG':
      return whyFrozen(channel);
    default:
      return null;
  }
}

/** What the rule of deleting needs to know: across organizations, only that a channel is one. */
export type DeletionFacts = ChannelFacts | { channelType: 'NETWORK_DM' | 'NETWORK_ORG_TO_ORG' };

/** Why someone in the channel can't delete a message; null when they can: their own, or any in a channel they own. */
export function refusalToDelete(channel: DeletionFacts, asker: Asker, writtenBy: string): string | null {
  if (writtenBy === asker.userId) return null;
  if (channel.channelType !== 'TEAM') return 'Only its author can delete a message.';
  return runs(channel, asker.role) ? null : 'Only its author or a channel owner can delete a message.';
}

/** The refusal of a taken name (991), on the name's field. Private channels count too. */
export function duplicateName(name: string, field: 'name' | 'channelName'): DomainError {
  const message = `Your organization already has a channel named “${name}”. Join it or choose another name. If it’s private, ask to be added.`;
  return new DomainError('DUPLICATE_CHANNEL', message, { fields: { [field]: message } });
}

/** A channel owner or, in channels they are in, an organization owner or admin. */
function runs(channel: ChannelFacts, orgRole: Membership['role']): boolean {
  return channel.role === 'owner' || (seesChannel(channel) && isOwnerOrAdmin({ role: orgRole }));
}
