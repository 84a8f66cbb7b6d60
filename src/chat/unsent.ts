import type {
  Channel,
  Message,
  MessageResponse,
  SendMessageAPIResponse,
  SendMessageOptions,
  StreamChat,
} from 'stream-chat';
import { create } from 'zustand';
import type { Posted } from './composer/useCommands';

/** A message that was written and isn't at the service yet. */
type Unsent = {
  cid: string;
  message: Message & { id: string };
  at: string;
  /** Whether it waits for the connection. */
  isWaiting: boolean;
};

/** Messages on their way, in the order they were written; kept in this window over a reload. */
export const useUnsent = create<readonly Unsent[]>(() => []);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Answers after which the same message may be taken: too many requests, or a service in trouble. */
const isPassing = (status: number | undefined): boolean => status === undefined || status === 429 || status >= 500;

const keyOf = (client: StreamChat) => `verdant.chat.unsent/${client.userID}`;
const waitsOf = new Map<string, Promise<unknown>>();

function keep(client: StreamChat, change: (kept: readonly Unsent[]) => readonly Unsent[]): void {
  useUnsent.setState(change, true);
  const kept = useUnsent.getState();
  if (kept.length > 0) sessionStorage.setItem(keyOf(client), JSON.stringify(kept));
  else sessionStorage.removeItem(keyOf(client));
}

/** Whether leaving the chat now would leave a message unsent. */
export const hasUnsent = (): boolean => useUnsent.getState().length > 0;

/**
 * Sends a message, and again until the service has it, after those written before it in its channel. Raises what the
 * service refuses it for.
 */
export function sendKept(
  channel: Channel,
  message: Message,
  options?: SendMessageOptions,
): Promise<SendMessageAPIResponse> {
  const client = channel.getClient();
  const id = message.id ?? crypto.randomUUID();
  const own = { cid: channel.cid, message: { ...message, id }, at: new Date().toISOString() };
  const others = useUnsent.getState().filter(({ cid }) => cid === channel.cid);
  const isWaiting = !client.wsConnection?.isHealthy || others.some((one) => one.isWaiting);
  keep(client, (kept) => [...kept.filter((one) => one.message.id !== id), { ...own, isWaiting }]);
  const before = waitsOf.get(channel.cid) ?? Promise.resolve();
  const sending = before.catch(() => undefined).then(() => untilSent(channel, own.message, options));
  waitsOf.set(channel.cid, sending);
  return sending;
}

async function untilSent(
  channel: Channel,
  message: Unsent['message'],
  options?: SendMessageOptions,
): Promise<SendMessageAPIResponse> {
  const client = channel.getClient();
  const { id } = message;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const sent = await channel.sendMessage(message, options);
      keep(client, (kept) => kept.filter((one) => one.message.id !== id));
      return sent;
    } catch (error) {
      const { status } = (error as { response?: { status?: number } }).response ?? {};
      const isSignedOut = client.userID === undefined;
      const others = (kept: readonly Unsent[]) => kept.filter((one) => one.message.id !== id);
      // Whoever signs in again finds it kept in this window.
      if (isSignedOut) useUnsent.setState(others, true);
      else if (!isPassing(status)) {
        keep(client, others);
        // Once more when the library has noted the refusal, for the list.
        setTimeout(() => useUnsent.setState((kept) => [...kept], true));
      }
      if (isSignedOut || !isPassing(status)) throw error;
      keep(client, (kept) => kept.map((one) => (one.message.id === id ? { ...one, isWaiting: true } : one)));
      await untilBack(client, pause);
    }
  }
}

/** Until the connection is back, or a pause is over. */
function untilBack(client: StreamChat, pause: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, pause);
    const { unsubscribe } = client.on('connection.recovered', done);
  });
}

/** Shows and sends what was left unsent in this window, once its channels are loaded. */
export function resumeUnsent(client: StreamChat): void {
  if (hasUnsent()) return;
  for (const { cid, message, at } of readKept(client)) {
    const channel = client.activeChannels[cid];
    if (!channel?.initialized || channel.state.findMessage(message.id)) continue;
    const show = (status: 'sending' | 'failed' | 'received') =>
      channel.state.addMessageSorted({
        ...channel.state.formatMessage({
          id: message.id,
          ...shownParts(channel, message),
          type: 'regular',
          created_at: at,
          updated_at: at,
        } as unknown as MessageResponse),
        user: client.user ?? null,
        status,
      });
    show('sending');
    sendKept(channel, message).catch((error: unknown) =>
      // It arrived before, and only the answer didn't.
      show(error instanceof Error && error.message.includes('already exists') ? 'received' : 'failed'),
    );
  }
}

/** What a kept message says, with what it names: who is mentioned in it, and what it quotes if that is loaded. */
function shownParts({ state }: Channel, { text, quoted_message_id: quotedId, ...message }: Message) {
  const { mentioned_users: ids = [], command_name, command_args } = message as typeof message & Partial<Posted>;
  const quoted = quotedId ? state.findMessage(quotedId) : undefined;
  return {
    text,
    attachments: message.attachments,
    mentioned_users: ids.map((id) => state.members[id]?.user ?? { id }),
    ...(command_name === undefined ? {} : { command_name, command_args }),
    ...(quotedId ? { quoted_message_id: quotedId, ...(quoted ? { quoted_message: quoted } : {}) } : {}),
  };
}

function readKept(client: StreamChat): readonly Unsent[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(client)) ?? '[]') as Unsent[];
  } catch {
    return [];
  }
}
