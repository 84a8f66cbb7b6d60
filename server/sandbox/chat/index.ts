import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { ChatServiceOptions } from '../../chat/service';
import type { Database } from '../../db/client';
import type { FileStore } from '../../files/store';
import { CHAT_NEWS_PATH } from '../../http/chat-news';
import type { Log } from '../../log';
import { openAccount } from './account';
import { serveChannels } from './channels';
import { openEventSender } from './events';
import { serveMessages } from './messages';
import { servePeople } from './people';
import { serveReading } from './reading';
import { serveSearch } from './search';
import { type Sockets, serveSockets } from './sockets';
import { serveUploads } from './uploads';

export type LocalChat = ChatServiceOptions & { close(): Promise<void> };

/**
 * The local replacement of the hosted chat service, for development and tests only: the part of its protocol that team
 * channels use, over its own tables. Processes synchronize through PostgreSQL.
 */
export async function mountLocalChat(
  app: FastifyInstance,
  { url, database, files, log }: { url: string; database: Database; files: FileStore; log: Log },
): Promise<LocalChat> {
  const { db, pool } = database;
  const basePath = new URL(url).pathname;
  const account = await openAccount(db);
  const sendEvent = openEventSender({ address: new URL(CHAT_NEWS_PATH, url).href, secret: account.secret, log });
  const connectionString = pool.options.connectionString ?? '';
  let sockets: Sockets | undefined;
  await app.register(
    async (scope) => {
      await scope.register(websocket);
      const parts = { app: scope, account, db, files, sendEvent };
      serveChannels(parts);
      serveReading(parts);
      serveMessages(parts);
      await serveUploads(parts);
      serveSearch(parts);
      servePeople(parts);
      sockets = await serveSockets(scope, { account, db, connectionString, log });
    },
    { prefix: basePath },
  );
  return {
    apiKey: account.key,
    secret: account.secret,
    address: url,
    basePath,
    close: async () => sockets?.close(),
  };
}
