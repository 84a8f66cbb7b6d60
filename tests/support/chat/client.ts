import { createHmac } from 'node:crypto';
import { Channel, StreamChat } from 'stream-chat';
import { afterEach } from 'vitest';
import { contract } from '../../../domain/calls';
import { openAccount } from '../../../server/sandbox/chat/account';
import type { TestApp, TestCaller } from '../app';

const open: StreamChat[] = [];

// The library asks on its own when a channel is frozen, and nobody catches that a client was disconnected meanwhile. Who
// waits for the reply still hears of it.
const { query } = Channel.prototype;
Channel.prototype.query = function ask(...asked: Parameters<typeof query>) {
  const reply = query.apply(this, asked);
  reply.catch(() => undefined);
  return reply;
};

/** Closes what `connectChat` opened after each test; called at the top of a file. */
export function closesChats(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.disconnectUser()));
  });
}

/** The browser's own client, connected as someone. */
export async function connectChat(app: TestApp, caller: TestCaller): Promise<StreamChat> {
  const { token, apiKey, basePath, userId } = await caller.expectOk(contract.chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${app.url}${basePath}`, allowServerSideConnect: true });
  await client.connectUser({ id: userId }, token);
  open.push(client);
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
