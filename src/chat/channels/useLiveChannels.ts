import { useEffect, useReducer, useState } from 'react';
import type { Channel, StreamChat } from 'stream-chat';
import { CHANNEL_PAGE, FIRST_MESSAGES, SERVICE_CHANNEL_TYPE } from '../../../domain/chat/channel';
import { resumeUnsent } from '../unsent';

/** Loads a person's read state of channels, 30 at a time. */
const LAST_OFFSET = 1000;
/** Events that change nothing in a channel list. */
const UNSEEN = new Set(['health.check', 'typing.start', 'typing.stop', 'reaction.new', 'reaction.deleted']);

/** Loaded once per client, however many screens ask. */
const reads = new WeakMap<StreamChat, Promise<void>>();

async function readAll(client: StreamChat): Promise<void> {
  const own = { type: SERVICE_CHANNEL_TYPE, members: { $in: [client.userID ?? ''] } };
  for (let offset = 0; offset <= LAST_OFFSET; offset += CHANNEL_PAGE) {
    const page = { limit: CHANNEL_PAGE, offset, message_limit: FIRST_MESSAGES };
    const found = await client.queryChannels(own, { last_message_at: -1 }, page);
    if (found.length < CHANNEL_PAGE) return;
  }
}

function readOnce(client: StreamChat): Promise<void> {
  const reading = reads.get(client) ?? readAll(client);
  reads.set(client, reading);
  reading.catch(() => reads.delete(client));
  return reading;
}

/** A channel at the chat service, once loaded. */
export function liveChannel(client: StreamChat, cid: string): Channel | null {
  const channel = client.activeChannels[`${SERVICE_CHANNEL_TYPE}:${cid}`];
  return channel?.initialized ? channel : null;
}

/**
 * Loads a channel and watches it. If a message arrives while the reply is under way, loads again, since the reply may
 * not include it.
 */
async function follow(client: StreamChat, cid: string): Promise<void> {
  const channel = client.channel(SERVICE_CHANNEL_TYPE, cid);
  let isBehind = false;
  const { unsubscribe } = client.on('message.new', (event) => {
    if (event.cid === channel.cid) isBehind = true;
  });
  try {
    do {
      isBehind = false;
      await channel.watch();
    } while (isBehind);
  } finally {
    unsubscribe();
  }
}

/**
 * A channel's unread count. Counted from loaded messages where they reach back far enough: the client's own count
 * doubles messages that arrive while loading.
 */
export function countUnread(channel: Channel): number {
  const counted = channel.countUnread(channel.lastRead() ?? undefined);
  return counted < FIRST_MESSAGES ? counted : channel.countUnread();
}

export type LiveChannels = { isReady: boolean; error: unknown; retry: () => void };

/** Loads the person's channels, follows their events, and adds channels they join later. */
export function useLiveChannels(client: StreamChat, cids: readonly string[]): LiveChannels {
  const [, happened] = useReducer((count: number) => count + 1, 0);
  const [state, setState] = useState<{ isReady: boolean; error: unknown }>({ isReady: false, error: null });
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [arrivals, arrived] = useReducer((count: number) => count + 1, 0);

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
    const { unsubscribe } = client.on(({ type }) => {
      if (!UNSEEN.has(type)) happened();
      // The platform's event can arrive before the service has the change.
      if (type === 'notification.added_to_channel') arrived();
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [client, attempt]);

  const missing = cids.filter((cid) => !liveChannel(client, cid)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `arrivals` are what ask to try again
  useEffect(() => {
    if (!state.isReady || missing === '') return;
    for (const cid of missing.split(' ')) {
      follow(client, cid).then(
        () => setState({ isReady: true, error: null }),
        (error: unknown) => setState({ isReady: true, error }),
      );
    }
  }, [client, state.isReady, missing, attempt, arrivals]);

  return { ...state, retry };
}
