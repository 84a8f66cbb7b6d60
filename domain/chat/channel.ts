import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

/** A channel of a team, or a conversation of two of its people. */
export const CHANNEL_TYPES = ['TEAM', 'TEAM_DM'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

export const CHANNEL_ROLES = ['owner', 'member'] as const;
export type ChannelRole = (typeof CHANNEL_ROLES)[number];

/** The channel every organization has and everybody in it belongs to. */
export const DEFAULT_CHANNEL_NAME = 'general';

/** The kind of channel all of ours are at the chat service, which decides what it lets members do. */
export const SERVICE_CHANNEL_TYPE = 'team';

export const CHANNEL_NAME_MAX = 40;
export const TOPIC_MAX = 200;
/** Most people one call adds or removes. */
export const PEOPLE_MAX = 100;

/** Channels loaded at first and in each further page. */
export const CHANNEL_PAGE = 30;
/** Messages loaded with a channel. */
export const FIRST_MESSAGES = 30;
/** Messages loaded with each step back in its history. */
export const HISTORY_PAGE = 50;
/** How long a hidden page stays connected. */
export const HIDDEN_LIMIT_MS = 10 * 60_000;
/** How long the chat service may take to answer. */
export const SERVICE_TIMEOUT_MS = 10_000;

/** What two names must not share inside an organization: a name without regard to case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'._-]*$/u;

export const ChannelName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(CHANNEL_NAME_MAX, `Must be ${CHANNEL_NAME_MAX} characters or fewer`)
  .regex(NAME, "Use letters, numbers, spaces and & ' . _ -, and start with a letter or number")
  .transform((name) => name.normalize('NFC').replace(/ +/g, ' '));

export const Topic = z.string().trim().max(TOPIC_MAX, `Must be ${TOPIC_MAX} characters or fewer`);

const People = z.array(z.uuid()).max(PEOPLE_MAX, `At most ${PEOPLE_MAX} people at once`);

/** A channel to make, or the conversation with one colleague to open, which is made when there is none yet. */
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

/** Only what is sent is changed. */
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

/** A channel as its organization keeps it; messages, what is read and who is online are the chat service's. */
export const ChatChannel = z.strictObject({
  cid: z.uuid(),
  channelType: z.enum(CHANNEL_TYPES),
  orgId: Id,
  /** Of a conversation of two: the other one's name. */
  name: z.string(),
  topic: z.string(),
  isPrivate: z.boolean(),
  isDefault: z.boolean(),
  /** The reader's role in it; null for a public channel they have not joined. */
  role: z.enum(CHANNEL_ROLES).nullable(),
  members: z.array(ChannelMember),
  created: Instant,
});
export type ChatChannel = z.infer<typeof ChatChannel>;

/** What the browser connects to the chat service with. */
export const StreamToken = z.strictObject({
  token: z.string(),
  apiKey: z.string(),
  /** A path of this server where the local chat service stands in; null for the hosted one. */
  basePath: z.string().nullable(),
  userId: z.uuid(),
  displayName: z.string(),
});

export const Unread = z.strictObject({
  /** Unread messages in the channels of this organization, those muted left out. */
  total: z.number().int().nonnegative(),
});
