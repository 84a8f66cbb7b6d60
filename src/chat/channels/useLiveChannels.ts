import { useEffect, useReducer, useState } from 'react';
import type { Channel, StreamChat } from 'stream-chat';
import {
  CHANNEL_PAGE,
  FIRST_MESSAGES,
  NETWORK_SERVICE_TYPE,
  ORG_SERVICE_TYPE,
  SERVICE_CHANNEL_TYPE,
  type ShownChannel,
  serviceTypeOf,
} from '../../../domain/chat/channel';
import { resumeUnsent } from '../unsent';

/** Loads a person's read state of channels, 30 at a time. */
const LAST_OFFSET = 1000;
/** Events that change nothing in a channel list. */
const UNSEEN = new Set(['health.check', 'typing.start', 'typing.stop', 'reaction.new', 'reaction.deleted']);

/** Loaded once per client, however many screens ask. */
const reads = new WeakMap<StreamChat, Promise<void>>();

async function readAll(client: StreamChat, type: string): Promise<void> {
  const own = { type, members: { $in: [client.userID ?? ''] } };
  for (let offset = 0; offset <= LAST_OFFSET; offset += CHANNEL_PAGE) {
    const page = { limit: CHANNEL_PAGE, offset, message_limit: FIRST_MESSAGES, presence: true };
    const found = await client.queryChannels(own, { last_message_at: -1 }, page);
    if (found.length < CHANNEL_PAGE) return;
  }
}

function readOnce(client: StreamChat): Promise<void> {
  const reading =
    reads.get(client) ??
    Promise.all(
      [SERVICE_CHANNEL_TYPE, ORG_SERVICE_TYPE, NETWORK_SERVICE_TYPE].map((type) => readAll(client, type)),
    ).then(() => undefined);
  reads.set(client, reading);
  reading.catch(() => reads.delete(client));
  return reading;
}

/** What the service calls a channel. */
const serviceCid = ({ cid, channelType }: Pick<ShownChannel, 'cid' | 'channelType'>): string =>
  `${serviceTypeOf(channelType)}:${cid}`;

/** A channel at the chat service, once loaded. */
export const liveChannel = (client: StreamChat, channel: Pick<ShownChannel, 'cid' | 'channelType'>): Channel | null =>
  loadedChannel(client, serviceCid(channel));

function loadedChannel(client: StreamChat, named: string): Channel | null {
  const channel = client.activeChannels[named];
  return channel?.initialized ? channel : null;
}

function load(client: StreamChat, named: string): Promise<unknown> {
  const [type = '', id = ''] = named.split(':');
  if (type !== NETWORK_SERVICE_TYPE) return client.channel(type, id).watch({ presence: true });
  // Watching one that isn't there would ask the service to make it.
  const own = { type, id: { $in: [id] }, members: { $in: [client.userID ?? ''] } };
  return client.queryChannels(
    own,
    { last_message_at: -1 },
    { limit: 1, message_limit: FIRST_MESSAGES, presence: true },
  );
}

/**
 * Loads a channel, if the person is in it, and watches it. If a message arrives while the reply is under way, loads again,
 * since the reply may not include it.
 */
async function follow(client: StreamChat, named: string): Promise<void> {
  let isBehind = false;
  const { unsubscribe } = client.on('message.new', (event) => {
    if (event.cid === named) isBehind = true;
  });
  try {
    do {
      isBehind = false;
      await load(client, named);
    } while (isBehind);
  } finally {
    unsubscribe();
  }
}

/**
 * A channel's unread count, none while it is muted. Counted from loaded messages where they reach back far enough: the client's own count
 * doubles messages that arrive while loading.
 */
export function countUnread(channel: Channel): number {
  if (channel.muteStatus().muted) return 0;
  const counted = channel.countUnread(channel.lastRead() ?? undefined);
  return counted < FIRST_MESSAGES ? counted : channel.countUnread();
}

export type LiveChannels = {
  isReady: boolean;
  /** Whether the channel that was opened may still turn up. */
  isLooking: boolean;
  error: unknown;
  retry: () => void;
};

/**
 * Loads the person's channels, follows their events, and adds channels they join later. `listed` are those the platform
 * lists; `opened` is one it doesn't, which only the service may have.
 */
export function useLiveChannels(
  client: StreamChat,
  listed: readonly Pick<ShownChannel, 'cid' | 'channelType'>[],
  opened: string | null,
): LiveChannels {
  const [, happened] = useReducer((count: number) => count + 1, 0);
  const [state, setState] = useState<{ isReady: boolean; error: unknown }>({ isReady: false, error: null });
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [arrivals, arrived] = useReducer((all: readonly string[], named: string) => [...all, named], []);
  const [sought, seek] = useReducer((all: readonly string[], named: string) => [...all, named], []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks to try again
  useEffect(() => {
    let isOver = false;
    setState({ isReady: false, error: null });
    readOnce(client).then(
      () => {
        if (isOver) return;
        resumeUnsent(client);
        setState({ isReady: true, error: null });
      },
      (error: unknown) => isOver || setState({ isReady: false, error }),
    );
    const { unsubscribe } = client.on(({ type, cid }) => {
      if (!UNSEEN.has(type)) happened();
      // The platform's event can arrive before the service has the change.
      if (type === 'notification.added_to_channel' && cid) arrived(cid);
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [client, attempt]);

  const network = (cid: string) => serviceCid({ cid, channelType: 'NETWORK_DM' });
  const wanted = new Set([
    ...listed.map(serviceCid),
    // The platform lists none of these.
    ...arrivals.filter((named) => named.startsWith(network(''))),
    ...(opened === null ? [] : [network(opened)]),
  ]);
  const missing = [...wanted].filter((named) => !loadedChannel(client, named)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `arrivals` are what ask to try again
  useEffect(() => {
    if (!state.isReady || missing === '') return;
    for (const named of missing.split(' ')) {
      follow(client, named).then(
        () => {
          setState({ isReady: true, error: null });
          seek(named);
        },
        (error: unknown) => setState({ isReady: true, error }),
      );
    }
  }, [client, state.isReady, missing, attempt, arrivals]);

  const isMissing = opened !== null && !loadedChannel(client, network(opened));
  return { ...state, isLooking: isMissing && !state.error && !sought.includes(network(opened)), retry };
}
