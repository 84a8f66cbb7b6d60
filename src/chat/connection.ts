import { StreamChat } from 'stream-chat';
import { create } from 'zustand';
import { HIDDEN_LIMIT_MS, SERVICE_TIMEOUT_MS } from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { call } from '../providers/call';
import { askPresenceAgain } from './presence/ask-again';
import { hasUnsent } from './unsent';

export type Connection =
  | { status: 'connecting' }
  | { status: 'failed'; error: unknown }
  /** `isOnline` is false while reconnecting. */
  | { status: 'connected'; client: StreamChat; isOnline: boolean };

/** The connection survives gaps this long between chat screens. */
const LINGER_MS = 5000;

type Attempt = { userId: string; isOver: boolean; stop: () => void };

/** The current connection. */
export const useConnectionState = create<Connection>(() => ({ status: 'connecting' }));
let holders = 0;
let leaving: ReturnType<typeof setTimeout> | undefined;
let attempt: Attempt | null = null;
const show = (next: Connection): void => useConnectionState.setState(next, true);

/**
 * Keeps one person connected until every holder releases it; nobody continues as the previous person. Returns the
 * release function.
 */
export function holdConnection(userId: string): () => void {
  clearTimeout(leaving);
  holders += 1;
  if (attempt?.userId !== userId) retryConnection(userId);
  return () => {
    holders -= 1;
    if (holders === 0) leaving = setTimeout(leave, LINGER_MS);
  };
}

/** Connects, or reconnects after a failure. */
export function retryConnection(userId: string): void {
  attempt?.stop();
  const own: Attempt = { userId, isOver: false, stop: () => {} };
  attempt = own;
  show({ status: 'connecting' });
  connect(own).catch((error: unknown) => {
    if (!own.isOver) show({ status: 'failed', error });
  });
}

/** Once nothing waits to be sent. */
function leave(): void {
  if (hasUnsent()) leaving = setTimeout(leave, LINGER_MS);
  else disconnect();
}

function disconnect(): void {
  attempt?.stop();
  attempt = null;
  show({ status: 'connecting' });
}

async function connect(own: Attempt): Promise<void> {
  const grant = await call(chat.token, {}, { quiet: true });
  if (own.isOver) return;
  const client = new StreamChat(grant.apiKey, {
    timeout: SERVICE_TIMEOUT_MS,
    ...(grant.basePath === null ? {} : { baseURL: location.origin + grant.basePath }),
  });
  client.preventThreadCleanup = true;
  const offVisible = restWhileHidden(client);
  const offPresence = askPresenceAgain(client);
  const { unsubscribe } = client.on('connection.changed', ({ online }) => {
    if (!own.isOver) show({ status: 'connected', client, isOnline: online === true });
  });
  own.stop = () => {
    own.isOver = true;
    offVisible();
    offPresence();
    unsubscribe();
    void client.disconnectUser();
  };
  let first: string | null = grant.token;
  await client.connectUser({ id: grant.userId, name: grant.displayName }, async () => {
    const token = first ?? (await call(chat.token, {}, { quiet: true })).token;
    first = null;
    return token;
  });
  if (!own.isOver) show({ status: 'connected', client, isOnline: true });
}

/** Disconnects when the page stays hidden; on return reconnects and catches up. Returns a function that stops it. */
function restWhileHidden(client: StreamChat): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(resting);
    if (document.hidden) resting = setTimeout(() => void client.closeConnection(), HIDDEN_LIMIT_MS);
    else if (client.userID && !client.wsConnection?.isHealthy && !client.wsConnection?.isConnecting) {
      Promise.resolve(client.openConnection())
        .then(() => client.recoverState())
        // The client retries on its own and reports that it is offline.
        .catch(() => undefined);
    }
  };
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(resting);
    document.removeEventListener('visibilitychange', onChange);
  };
}
