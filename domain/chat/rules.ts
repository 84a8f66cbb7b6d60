import { isOwnerOrAdmin, type Membership } from '../access/roles';
import { DomainError } from '../errors';
import type { ChannelEdit, ChannelRole, ChannelType, ChatChannel } from './channel';

/** What the rules look at; plain facts of a channel and of one person in it. */
export type ChannelFacts = {
  channelType: ChannelType;
  name: string;
  isPrivate: boolean;
  isDefault: boolean;
  /** The person's role in it; null for who is not in it. */
  role: ChannelRole | null;
  memberCount: number;
};

/** What the rules look at, of a channel as it travels. */
export const factsOf = ({ members, ...channel }: ChatChannel): ChannelFacts => ({
  ...channel,
  memberCount: members.length,
});

type Asker = Pick<Membership, 'role' | 'userId'>;

/** Whether somebody of its organization may know of a channel: a private one is its members' affair. */
export function seesChannel({
  channelType,
  isPrivate,
  role,
}: Pick<ChannelFacts, 'channelType' | 'isPrivate' | 'role'>) {
  return role !== null || (channelType === 'TEAM' && !isPrivate);
}

/** Why a channel keeps its name, for this person; null when they may change it. */
export function refusalToRename(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM') return 'You can’t rename a direct conversation.';
  if (channel.isDefault) return `You can’t rename “${channel.name}” because everyone is in it.`;
  return runs(channel, role) ? null : 'Only a channel owner or an organization admin can rename it.';
}

/** Why this person may not take others out; null when they may. */
export function refusalToRemove(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM') return 'You can’t remove people from a direct conversation.';
  if (channel.isDefault) return `Everyone in your organization is in “${channel.name}”.`;
  return runs(channel, role) ? null : 'Only a channel owner or an organization admin can remove people.';
}

/** Why this person may not add others; null when they may. */
export function refusalToAdd(channel: ChannelFacts, { role }: Asker): string | null {
  if (channel.channelType === 'TEAM_DM')
    return 'You can’t add people to a direct conversation. Create a channel instead.';
  if (channel.isPrivate) {
    return runs(channel, role) ? null : 'Only owners can add people to a private channel.';
  }
  return channel.role === null ? 'Join the channel first, then add people.' : null;
}

/** Why this person may not join by themselves; null when they may. */
export function refusalToJoin(channel: ChannelFacts): string | null {
  if (channel.role !== null) return 'You’re already in this channel.';
  return seesChannel(channel) ? null : 'Ask a channel owner to add you.';
}

/** Why this person has to stay; null when they may leave. */
export function refusalToLeave(channel: ChannelFacts): string | null {
  if (channel.role === null) return 'You’re not in this channel.';
  if (channel.channelType === 'TEAM_DM') return 'You can’t leave a direct conversation.';
  if (channel.isDefault) return `Everyone in your organization is in “${channel.name}”.`;
  if (channel.isPrivate && channel.memberCount === 1) {
    return 'You’re the last person in this private channel. Add someone before you leave.';
  }
  return null;
}

/** Raises FORBIDDEN with the reason when any part of an edit is not this person's to make. */
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

/** Whether a message may be deleted by somebody in its channel: their own, or any in a channel they run. */
export function mayDeleteMessage(channel: ChannelFacts, asker: Asker, writtenBy: string): boolean {
  if (writtenBy === asker.userId) return true;
  return channel.channelType === 'TEAM' && runs(channel, asker.role);
}

/** The refusal of a name that is taken (991), the name's field. A private channel holds its name too. */
export function duplicateName(name: string, field: 'name' | 'channelName'): DomainError {
  const message = `Your organization already has a channel named “${name}”. Join it or choose another name. If it’s private, ask to be added.`;
  return new DomainError('DUPLICATE_CHANNEL', message, { fields: { [field]: message } });
}

/** An owner of the channel; of one they are in, an owner or admin of the organization too. */
function runs(channel: ChannelFacts, orgRole: Membership['role']): boolean {
  return channel.role === 'owner' || (seesChannel(channel) && isOwnerOrAdmin({ role: orgRole }));
}
