import { JWTServerToken, type MessageResponse, StreamChat } from 'stream-chat';
import { type ChatFile, filesOf } from '../../domain/chat/attachment';
import { SERVICE_TIMEOUT_MS, type ShownChannel, serviceTypeOf } from '../../domain/chat/channel';
import type { ChannelMessage } from '../../domain/chat/chat-export';
import { DomainError } from '../../domain/errors';
import { openHttpClient, Silence } from '../http-client';
import type { Log } from '../log';

export type ServicePerson = { id: string; name: string; image: string | null };

/** A channel as it should be at the service. */
export type ServiceChannel = {
  id: string;
  channelType: ShownChannel['channelType'];
  /** Whose it is; nobody's if it is of two connections. */
  orgIds: readonly number[];
  name: string;
  topic: string;
  createdBy: ServicePerson;
  people: readonly ServicePerson[];
  /** Whether nobody can write in it now; only for one across organizations. */
  isFrozen?: boolean;
};

export type ServiceMessage = {
  id: string;
  channelId: string;
  /** What the service calls its channel: type and id. */
  cid: string;
  userId: string;
  mentionedIds: readonly string[];
  /** Whether it is told to nobody. */
  isSilent: boolean;
  written: Date;
};

/** A message as its author wrote it. */
export type WrittenMessage = { id: string; channelId: string; text: string; written: string; files: WrittenFile[] };

export type WrittenFile = Pick<ChatFile, 'fileName' | 'fileType' | 'fileSize'>;

/** The service's events the platform uses. */
export type ServiceNews =
  /** `mentions` is the message's id where it mentions somebody, `deleted` where it is gone. */
  | { kind: 'written'; channelId: string; mentions?: string; deleted?: string }
  | { kind: 'edited'; mentions: string }
  | { kind: 'read'; userId: string };

/**
 * The chat service, hosted or local. Everything but `tokenFor` and `readNews` calls it, and raises UNAVAILABLE without
 * a reply.
 */
export interface ChatService {
  readonly apiKey: string;
  /** The local service's path on this server; null for the hosted one. */
  readonly basePath: string | null;
  /** A person's token, valid for ten minutes, unless it is revoked before. */
  tokenFor(userId: string): string;
  /** Ends every token someone was given until now. */
  revokeTokens(userId: string): Promise<void>;
  /** Creates a channel, or updates its name, topic and people. */
  saveChannel(channel: ServiceChannel): Promise<void>;
  /** Updates a person's name and picture. */
  savePerson(person: ServicePerson): Promise<void>;
  /** Everything someone wrote, oldest first. */
  messagesOf(userId: string): Promise<WrittenMessage[]>;
  /** A page of a channel's messages, newest first, and where the next begins; null after the last. */
  channelMessages(asked: {
    id: string;
    type: string;
    before: string | null;
  }): Promise<{ messages: ChannelMessage[]; before: string | null }>;
  /** Null if the message doesn't exist or was deleted. */
  findMessage(id: string): Promise<ServiceMessage | null>;
  deleteMessage(id: string): Promise<void>;
  /** Which of these people have muted a channel, by what the service calls it. */
  mutedBy(asked: { cid: string; userIds: readonly string[] }): Promise<Set<string>>;
  /** Unread messages by channel id; channels without any are omitted. */
  unreadOf(userId: string): Promise<Map<string, number>>;
  /** What is certainly wrong with its settings, as a line for who runs the installation; null if nothing. */
  faultOf(): Promise<string | null>;
  /** An event posted by the service; null if irrelevant, undefined if the signature is wrong. */
  readNews(body: Buffer, signature: string): ServiceNews | null | undefined;
}

export type ChatServiceOptions = { apiKey: string; secret: string; address?: string; basePath?: string };

const TOKEN_LIFE_S = 600;
/** Messages per request. */
const HISTORY = 300;
/** People per request. */
const BATCH = 100;
const GONE = 404;
const TOO_MANY = 429;
const SENTENCE = 'We can’t reach messages right now. Try again in a moment.';

/** Uses the service's own server-side client; `address` is set for the local one. */
export function openChatService({ apiKey, secret, address, basePath }: ChatServiceOptions, log: Log): ChatService {
  const service = openHttpClient({ name: 'chat service', log, sentence: SENTENCE });
  const client = new StreamChat(apiKey, secret, {
    timeout: SERVICE_TIMEOUT_MS,
    disableCache: true,
    ...(address === undefined ? {} : { baseURL: address }),
  });
  // By default the client signs one token for its whole life, which never expires.
  client.tokenManager.getToken = () => JWTServerToken(secret, { expiresIn: TOKEN_LIFE_S });

  /** The same work, rate-limited and with every failure as one user-facing refusal. */
  function asking<A, T>(what: string, tenantOf: (asked: A) => string | number, work: (asked: A) => Promise<T>) {
    return (asked: A): Promise<T> =>
      service
        .run({ what, tenant: tenantOf(asked) }, () =>
          work(asked).catch((cause: { status?: number }) => {
            const { status = 0 } = cause;
            // A refusal by the service is our error, so it doesn't count as an outage.
            if (status >= 400 && status < 500 && status !== TOO_MANY) throw cause;
            throw new Silence('it did not answer', false, cause);
          }),
        )
        .catch((error: unknown) => {
          throw error instanceof DomainError ? error : service.unavailable(error);
        });
  }

  async function membersOf(channel: ReturnType<typeof client.channel>): Promise<Set<string>> {
    const found = new Set<string>();
    for (;;) {
      const { members } = await channel.queryMembers({}, { user_id: 1 }, { limit: BATCH, offset: found.size });
      for (const { user_id } of members) if (user_id) found.add(user_id);
      if (members.length < BATCH) return found;
    }
  }

  return {
    apiKey,
    basePath: basePath ?? null,
    tokenFor: (userId) => {
      const now = Math.floor(Date.now() / 1000);
      return client.createToken(userId, now + TOKEN_LIFE_S, now);
    },

    revokeTokens: asking(
      'revoke tokens',
      (userId: string) => userId,
      async (userId) => {
        // Tokens tell the second they were issued in: those of this one end too.
        const before = new Date(Math.ceil(Date.now() / 1000) * 1000);
        await client.revokeUserToken(userId, before).catch((error: { status?: number }) => {
          // Someone who never came to chat has no token.
          if (error.status !== GONE) throw error;
        });
      },
    ),

    saveChannel: asking(
      'keep channel',
      ({ id, orgIds }: ServiceChannel) => orgIds[0] ?? id,
      async ({ id, channelType, orgIds, name, topic, createdBy, people, isFrozen = false }) => {
        for (const some of batches([createdBy, ...people])) {
          await client.upsertUsers(some.map(toServiceUser));
        }
        const isTeam = channelType === 'TEAM' || channelType === 'TEAM_DM';
        const whose = isTeam
          ? { org_id: orgIds[0] }
          : { frozen: isFrozen, ...(orgIds.length > 0 && { org_ids: orgIds }) };
        const data: object = { name, topic, ...whose };
        const channel = client.channel(serviceTypeOf(channelType), id, { ...data, created_by_id: createdBy.id });
        await channel.create();
        await channel.updatePartial({ set: data });
        const present = await membersOf(channel);
        const wanted = new Set(people.map((person) => person.id));
        for (const some of batches([...wanted].filter((userId) => !present.has(userId))))
          await channel.addMembers(some);
        for (const some of batches([...present].filter((userId) => !wanted.has(userId)))) {
          await channel.removeMembers(some);
        }
      },
    ),

    savePerson: asking(
      'keep person',
      ({ id }: ServicePerson) => id,
      async (person) => {
        await client.upsertUsers([toServiceUser(person)]);
      },
    ),

    messagesOf: asking(
      'read messages',
      (userId: string) => userId,
      async (userId) => {
        const { messages = [] } = await client.exportUser(userId).catch((error: { status?: number }) => {
          // Someone who was never in a channel.
          if (error.status === GONE) return { messages: [] };
          throw error;
        });
        return messages
          .filter(({ deleted_at }) => !deleted_at)
          .map(({ id, cid, text = '', created_at, attachments }) => ({
            id,
            channelId: cid?.split(':')[1] ?? '',
            text,
            written: new Date(created_at ?? 0).toISOString(),
            files: filesOf(attachments).map(({ fileName, fileType, fileSize }) => ({ fileName, fileType, fileSize })),
          }))
          .sort((one, other) => one.written.localeCompare(other.written));
      },
    ),

    channelMessages: asking(
      'read channel',
      ({ id }: { id: string; type: string; before: string | null }) => id,
      async ({ id, type, before }) => {
        const messages = { limit: HISTORY, ...(before === null ? {} : { id_lt: before }) };
        const found = (await client.channel(type, id).query({ messages })).messages;
        return {
          messages: found
            .filter(({ deleted_at }) => !deleted_at)
            .map(toChannelMessage)
            .reverse(),
          before: found.length < HISTORY ? null : (found[0]?.id ?? null),
        };
      },
    ),

    findMessage: asking(
      'find message',
      (id: string) => id,
      async (id) => {
        try {
          const { message } = await client.getMessage(id);
          const channelId = message.cid?.split(':')[1];
          if (!channelId || !message.user || message.deleted_at) return null;
          const { mentioned_users: mentioned = [], silent: isSilent = false, created_at: at } = message;
          const mentionedIds = mentioned.map((user) => user.id);
          return {
            id,
            channelId,
            cid: message.cid ?? '',
            userId: message.user.id,
            mentionedIds,
            isSilent,
            written: new Date(at ?? 0),
          };
        } catch (error) {
          if ((error as { status?: number }).status === GONE) return null;
          throw error;
        }
      },
    ),

    deleteMessage: asking(
      'delete message',
      (id: string) => id,
      async (id) => {
        await client.deleteMessage(id);
      },
    ),

    mutedBy: asking(
      'read mutes',
      ({ cid }: { cid: string; userIds: readonly string[] }) => cid,
      async ({ cid, userIds }) => {
        const [type = '', id = ''] = cid.split(':');
        const page = { limit: BATCH };
        const muted = new Set<string>();
        for (const some of batches(userIds)) {
          const { members } = await client.channel(type, id).queryMembers({ user_id: { $in: some } }, {}, page);
          for (const one of members) if (one.user_id && one.notifications_muted) muted.add(one.user_id);
        }
        return muted;
      },
    ),

    unreadOf: asking(
      'count unread',
      (userId: string) => userId,
      async (userId) => {
        const { channels } = await client.getUnreadCount(userId);
        return new Map(
          channels.map(({ channel_id, unread_count }) => [channel_id.split(':').at(-1) ?? '', unread_count]),
        );
      },
    ),

    async faultOf() {
      try {
        await client.getAppSettings();
        return null;
      } catch (cause) {
        const { status = 0 } = cause as { status?: number };
        if (status === 401 || status === 403) {
          return 'CHAT_API_KEY and CHAT_API_SECRET are refused by the chat service: set both as your app there has them.';
        }
        throw service.unavailable(cause);
      }
    },

    readNews(body, signature) {
      if (!client.verifyWebhook(body, signature)) return undefined;
      const { type, cid, user, message } = JSON.parse(body.toString()) as {
        type?: string;
        cid?: string;
        user?: { id?: string };
        message?: { id?: string; silent?: boolean; mentioned_users?: unknown[] };
      };
      const channelId = cid?.split(':')[1];
      if (type === 'message.read' && user?.id) return { kind: 'read', userId: user.id };
      if (!channelId) return null;
      const { id, silent, mentioned_users: mentioned = [] } = message ?? {};
      const mentions = id !== undefined && !silent && mentioned.length > 0 ? { mentions: id } : null;
      if (type === 'message.new') return { kind: 'written', channelId, ...mentions };
      if (type === 'message.deleted') return { kind: 'written', channelId, ...(id ? { deleted: id } : {}) };
      if (type === 'message.updated' && mentions) return { kind: 'edited', ...mentions };
      return null;
    },
  };
}

const toChannelMessage = ({ id, text = '', user, attachments = [], ...at }: MessageResponse): ChannelMessage => ({
  id,
  userId: user?.id ?? '',
  name: user?.name ?? '',
  text,
  written: new Date(at.created_at ?? 0).toISOString(),
  edited: at.message_text_updated_at ? new Date(at.message_text_updated_at).toISOString() : null,
  files: attachments.flatMap(({ asset_url, image_url, title, fallback, mime_type, type, file_size }) => {
    const url = asset_url ?? image_url;
    const bytes = Number(file_size);
    return url === undefined
      ? []
      : [
          {
            name: title ?? fallback ?? '',
            type: mime_type ?? type ?? '',
            bytes: Number.isFinite(bytes) && bytes > 0 ? bytes : null,
            url,
          },
        ];
  }),
});

const toServiceUser = ({ id, name, image }: ServicePerson) => ({ id, name, ...(image ? { image } : {}) });

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}
