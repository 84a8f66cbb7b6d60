import { z } from 'zod';
import { Id, Instant, RowId } from '../contract/endpoint';
import { lineOfText } from '../text';

/** A team channel, or a direct conversation of two people. */
export const CHANNEL_TYPES = ['TEAM', 'TEAM_DM'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

export const CHANNEL_ROLES = ['owner', 'member'] as const;
export type ChannelRole = (typeof CHANNEL_ROLES)[number];

/** The channel every organization has, with everyone in it. */
export const DEFAULT_CHANNEL_NAME = 'general';

/** The channel type at the chat service, which defines what members may do. */
export const SERVICE_CHANNEL_TYPE = 'team';
/** The same for the direct channels of people across organizations, and for the channels of two organizations. */
export const NETWORK_SERVICE_TYPE = 'network_dm';
export const ORG_SERVICE_TYPE = 'network_org_to_org';

export const CHANNEL_NAME_MAX = 40;
export const TOPIC_MAX = 200;
/** Most people added or removed in one call. */
export const PEOPLE_MAX = 100;

/** Channels per page. */
export const CHANNEL_PAGE = 30;
/** Messages loaded with a channel. */
export const FIRST_MESSAGES = 30;
/** Messages loaded per step back in the history. */
export const HISTORY_PAGE = 50;
/** How long a hidden page stays connected. */
export const HIDDEN_LIMIT_MS = 10 * 60_000;
/** How long to wait for the chat service. */
export const SERVICE_TIMEOUT_MS = 10_000;

/** The key names are compared by in an organization: case is ignored. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'._-]*$/u;

export const ChannelName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(CHANNEL_NAME_MAX, `Must be ${CHANNEL_NAME_MAX} characters or fewer`)
  .regex(NAME, "Use letters, numbers, spaces and & ' . _ -, and start with a letter or number")
  .transform((name) => name.normalize('NFC').replace(/ +/g, ' '));

export const Topic = lineOfText().max(TOPIC_MAX, `Must be ${TOPIC_MAX} characters or fewer`);

const People = z.array(z.uuid()).max(PEOPLE_MAX, `At most ${PEOPLE_MAX} people at once`);

/** A channel to create, or the conversation with one colleague to open (created if needed). */
export const NewChannel = z.discriminatedUnion('channelType', [
  z.object({
    channelType: z.literal('TEAM'),
    name: ChannelName,
    topic: Topic.default(''),
    isPrivate: z.boolean().default(false),
    userIds: People.default([]),
  }),
  z.object({ channelType: z.literal('TEAM_DM'), userId: z.uuid() }),
]);

/** Only the fields sent are changed. */
export const ChannelEdit = z.object({
  channelType: z.enum(CHANNEL_TYPES),
  userIdsToAdd: People.optional(),
  userIdsToRemove: People.optional(),
  removeSelf: z.literal(true).optional(),
  channelName: ChannelName.optional(),
});
export type ChannelEdit = z.infer<typeof ChannelEdit>;

export const ChannelMember = z.strictObject({
  userId: z.uuid(),
  displayName: z.string(),
  profileImageUri: z.string().nullable(),
  role: z.enum(CHANNEL_ROLES),
  /** Their role in the organization. */
  orgRole: z.string(),
});
export type ChannelMember = z.infer<typeof ChannelMember>;

/** A channel as stored here; messages, read markers and presence belong to the chat service. */
export const ChatChannel = z.strictObject({
  cid: z.uuid(),
  channelType: z.enum(CHANNEL_TYPES),
  orgId: Id,
  /** In a direct conversation: the other person's name. */
  name: z.string(),
  topic: z.string(),
  isPrivate: z.boolean(),
  isDefault: z.boolean(),
  /** The reader's role in it; null in a public channel they haven't joined. */
  role: z.enum(CHANNEL_ROLES).nullable(),
  members: z.array(ChannelMember),
  created: Instant,
});
export type ChatChannel = z.infer<typeof ChatChannel>;

/** A person in a channel of two organizations, and the side they are there for. */
export const OrgChannelMember = ChannelMember.extend({ orgId: RowId, orgName: z.string() });
export type OrgChannelMember = z.infer<typeof OrgChannelMember>;

/** A channel of two organizations, as one of them reads it; messages and presence are the chat service's here too. */
export const OrgChannel = ChatChannel.omit({ channelType: true, members: true, isDefault: true }).extend({
  channelType: z.literal('NETWORK_ORG_TO_ORG'),
  /** Both organizations, the reader's first. */
  orgs: z.array(z.strictObject({ id: RowId, name: z.string() })),
  members: z.array(OrgChannelMember),
  memberUserIds: z.array(z.uuid()),
  /** Who was in it and left or was removed; what they said stays. */
  removedUsers: z.array(OrgChannelMember.pick({ userId: true, displayName: true, orgId: true, orgName: true })),
  /** Nobody writes in it meanwhile. */
  frozen: z.boolean(),
  /** The organizations that say so. */
  frozenBy: z.array(RowId),
});
export type OrgChannel = z.infer<typeof OrgChannel>;

/** Only the fields sent are changed. People are those of the caller's own side. */
export const OrgChannelEdit = z.object({
  channelType: z.literal('NETWORK_ORG_TO_ORG'),
  userIdsToAdd: People.optional(),
  userIdsToRemove: People.optional(),
  removeSelf: z.literal(true).optional(),
  channelTopic: Topic.optional(),
  /** Ours: one's organization stops the writing, or no longer does. */
  frozen: z.boolean().optional(),
});
export type OrgChannelEdit = z.infer<typeof OrgChannelEdit>;

/** Someone in a conversation, as lists and messages show them. */
export const ShownPerson = ChannelMember.pick({ userId: true, displayName: true, profileImageUri: true });
export type ShownPerson = z.infer<typeof ShownPerson>;

/** A direct conversation of two connections across organizations, as the chat service has it. */
export type NetworkChannel = {
  cid: string;
  channelType: 'NETWORK_DM';
  /** The other person's name. */
  name: string;
  members: readonly ShownPerson[];
  /** Nobody writes in it: the two aren't connected now. */
  isFrozen: boolean;
  role: 'member';
  created: string;
};

/** A channel that a chat screen shows, whoever has it: the platform or, of two connections, only the service. */
export type ShownChannel = ChatChannel | OrgChannel | NetworkChannel;

/** The channel type at the chat service of a channel. */
export function serviceTypeOf(channelType: ShownChannel['channelType']): string {
  switch (channelType) {
    case 'NETWORK_DM':
      return NETWORK_SERVICE_TYPE;
    case 'NETWORK_ORG_TO_ORG':
      return ORG_SERVICE_TYPE;
    default:
      return SERVICE_CHANNEL_TYPE;
  }
}

/** What the browser uses to connect to the chat service. */
export const StreamToken = z.strictObject({
  token: z.string(),
  apiKey: z.string(),
  /** The local chat service's path on this server; null for the hosted one. */
  basePath: z.string().nullable(),
  userId: z.uuid(),
  displayName: z.string(),
});
