import type { ServiceAttachment } from '../../../domain/chat/attachment';
import type {
  sandboxChatChannels,
  sandboxChatMessages,
  sandboxChatReactions,
  sandboxChatUsers,
} from '../../db/schema/sandbox/chat';

export type UserRow = typeof sandboxChatUsers.$inferSelect;
export type ChannelRow = typeof sandboxChatChannels.$inferSelect;
export type MessageRow = typeof sandboxChatMessages.$inferSelect;
export type ReactionRow = typeof sandboxChatReactions.$inferSelect & { user: UserRow };

/** Longest message, in characters. */
export const LONGEST_MESSAGE = 5000;
const LATEST_REACTIONS = 10;

/** What channel members may do; clients offer nothing more. */
const CAPABILITIES = [
  'connect-events',
  'delete-own-message',
  'mute-channel',
  'quote-message',
  'read-events',
  'send-message',
  'send-reaction',
  'send-typing-events',
  'typing-events',
  'update-own-message',
  'upload-file',
];

/** What members may do while a channel is frozen: read, and delete what they wrote. */
const FROZEN_CAPABILITIES = ['connect-events', 'delete-own-message', 'mute-channel', 'read-events'];

export const isFrozen = ({ data }: Pick<ChannelRow, 'data'>): boolean => data.frozen === true;

/** Channel features here: no threads, polls, commands or link previews. */
const CONFIG = {
  name: 'team',
  typing_events: true,
  read_events: true,
  connect_events: false,
  delivery_events: false,
  search: true,
  reactions: true,
  replies: false,
  quotes: true,
  mutes: true,
  uploads: true,
  url_enrichment: false,
  custom_events: false,
  polls: false,
  reminders: false,
  user_message_reminders: false,
  shared_locations: false,
  push_notifications: false,
  max_message_length: LONGEST_MESSAGE,
  commands: [],
};

export const toUser = (row: UserRow) => ({
  id: row.id,
  name: row.name,
  ...(row.image ? { image: row.image } : {}),
  role: 'user',
  online: row.isOnline,
  banned: false,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  last_active: row.lastActiveAt ?? undefined,
});

export const splitCid = (cid: string) => {
  const [type = '', id = ''] = cid.split(':');
  return { channel_type: type, channel_id: id };
};

export function toChannel(
  row: ChannelRow,
  facts: { createdBy: UserRow | undefined; memberCount: number; lastAt: Date | null },
) {
  const { channel_type: type, channel_id: id } = splitCid(row.cid);
  return {
    ...row.data,
    id,
    type,
    cid: row.cid,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    last_message_at: facts.lastAt ?? undefined,
    created_by: facts.createdBy && toUser(facts.createdBy),
    member_count: facts.memberCount,
    frozen: isFrozen(row),
    disabled: false,
    own_capabilities: isFrozen(row) ? FROZEN_CAPABILITIES : CAPABILITIES,
    config: CONFIG,
  };
}

export const toReaction = ({ messageId, type, createdAt, user }: ReactionRow) => ({
  message_id: messageId,
  user_id: user.id,
  user: toUser(user),
  type,
  score: 1,
  created_at: createdAt,
  updated_at: createdAt,
});

export type MessageParts = {
  user: UserRow;
  mentioned?: readonly UserRow[];
  reactions: readonly ReactionRow[];
  attachments: readonly ServiceAttachment[];
  quoted?: object | undefined;
};

/** A message as `reader` sees it; a deleted one is only a placeholder. */
export function toMessage(
  row: MessageRow,
  { user, mentioned = [], reactions, attachments, quoted }: MessageParts,
  reader: string | null,
) {
  const isDeleted = row.deletedAt !== null;
  const shown = isDeleted ? [] : reactions;
  const groups = groupsOf(shown);
  return {
    id: row.id,
    cid: row.cid,
    type: isDeleted ? 'deleted' : 'regular',
    text: isDeleted ? '' : row.text,
    html: '',
    user: toUser(user),
    attachments: isDeleted ? [] : attachments,
    mentioned_users: isDeleted ? [] : mentioned.map(toUser),
    ...(row.commandName === null || isDeleted
      ? {}
      : { command_name: row.commandName, command_args: row.commandArgs ?? '' }),
    latest_reactions: shown.slice(-LATEST_REACTIONS).reverse().map(toReaction),
    own_reactions: shown.filter((reaction) => reaction.user.id === reader).map(toReaction),
    reaction_groups: groups,
    reaction_counts: Object.fromEntries(Object.entries(groups).map(([type, { count }]) => [type, count])),
    reaction_scores: Object.fromEntries(Object.entries(groups).map(([type, { count }]) => [type, count])),
    reply_count: 0,
    deleted_reply_count: 0,
    silent: row.isSilent,
    shadowed: false,
    pinned: false,
    pinned_at: null,
    pinned_by: null,
    pin_expires: null,
    quoted_message_id: row.quotedMessageId ?? undefined,
    quoted_message: isDeleted ? undefined : quoted,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    message_text_updated_at: row.editedAt ?? undefined,
    deleted_at: row.deletedAt ?? undefined,
  };
}

type Group = { count: number; sum_scores: number; first_reaction_at: Date; last_reaction_at: Date };

function groupsOf(reactions: readonly ReactionRow[]): Record<string, Group> {
  const groups: Record<string, Group> = {};
  for (const { type, createdAt } of reactions) {
    const group = groups[type];
    groups[type] = group
      ? { ...group, count: group.count + 1, sum_scores: group.sum_scores + 1, last_reaction_at: createdAt }
      : { count: 1, sum_scores: 1, first_reaction_at: createdAt, last_reaction_at: createdAt };
  }
  return groups;
}
