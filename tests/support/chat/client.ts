import { createHmac } from 'node:crypto';
import { StreamChat } from 'stream-chat';
import { afterEach } from 'vitest';
import { contract } from '../../../domain/calls';
import { openAccount } from '../../../server/sandbox/chat/account';
import type { TestApp, TestCaller } from '../app';

/** Clients that are open, each with the requests it waits for. */
const open = new Map<StreamChat, Set<object>>();

/** Closes what `connectChat` opened after each test; called at the top of a file. */
export function closesChats(): void {
  afterEach(async () => {
    const clients = [...open];
    open.clear();
    await Promise.all(clients.map(([client, requests]) => close(client, requests)));
  });
}

/** The client asks on its own when a channel is frozen, and fails where nobody catches it if it was disconnected meanwhile. */
async function close(client: StreamChat, requests: ReadonlySet<object>): Promise<void> {
  await client.closeConnection();
  do await new Promise((resolve) => setTimeout(resolve));
  while (requests.size > 0);
  await client.disconnectUser();
}

/** The requests a client waits for, from now on. */
function requestsOf({ axiosInstance: { interceptors } }: StreamChat): Set<object> {
  const requests = new Set<object>();
  interceptors.request.use((config) => {
    requests.add(config);
    return config;
  });
  interceptors.response.use(
    (response) => {
      requests.delete(response.config);
      return response;
    },
    (error: { config?: object }) => {
      if (error.config) requests.delete(error.config);
      return Promise.reject(error);
    },
  );
  return requests;
}

/** The browser's own client, connected as someone. */
export async function connectChat(app: TestApp, caller: TestCaller): Promise<StreamChat> {
  const { token, apiKey, basePath, userId } = await caller.expectOk(contract.chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${app.url}${basePath}`, allowServerSideConnect: true });
  const requests = requestsOf(client);
  await client.connectUser({ id: userId }, token);
  open.set(client, requests);
  return client;
}

/** A channel as someone's client has it. */
export async function watchChannel(client: StreamChat, cid: string, type = 'team') {
  const channel = client.channel(type, cid);
  await channel.watch();
  return channel;
}

/** Posts an event as the chat service does. Gives the reply's status. */
export async function postNews(app: TestApp, news: object): Promise<number> {
  const { secret } = await openAccount(app.database.db);
  const body = JSON.stringify(news);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return (await fetch(`${app.url}/api/chat-news`, { method: 'POST', headers, body })).status;
}
