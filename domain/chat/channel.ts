import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
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
/** The same for the direct channels of people across organizations. */
export const NETWORK_SERVICE_TYPE = 'network_dm';

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

/** A channel that a chat screen shows, whoever has it: the platform or, across organizations, only the service. */
export type ShownChannel = ChatChannel | NetworkChannel;

/** What the browser uses to connect to the chat service. */
export const StreamToken = z.strictObject({
  token: z.string(),
  apiKey: z.string(),
  /** The local chat service's path on this server; null for the hosted one. */
  basePath: z.string().nullable(),
  userId: z.uuid(),
  displayName: z.string(),
});
