import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { ChatServiceOptions } from '../../chat/service';
import type { Config } from '../../config';
import type { Database } from '../../db/client';
import { CHAT_NEWS_PATH } from '../../http/chat-news';
import type { Log } from '../../log';
import { openAccount } from './account';
import { serveChannels } from './channels';
import { openTeller } from './events';
import { serveMessages } from './messages';
import { serveReading } from './reading';
import { type Sockets, serveSockets } from './sockets';

const BASE_PATH = '/sandbox/chat';

export type LocalChat = { readonly service: ChatServiceOptions; close(): Promise<void> };

/**
 * The chat service that stands in for the hosted one, for development and tests alone: the part of its protocol that
 * team channels use, over its own tables. Processes agree through PostgreSQL.
 */
export async function mountLocalChat(
  app: FastifyInstance,
  { config, database, log }: { config: Config; database: Database; log: Log },
): Promise<LocalChat> {
  const { db, pool } = database;
  const account = await openAccount(db);
  const own = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  const tell = openTeller({ address: own + CHAT_NEWS_PATH, secret: account.secret, log });
  const connectionString = pool.options.connectionString ?? '';
  let sockets: Sockets | undefined;
  await app.register(
    async (scope) => {
      await scope.register(websocket);
      const parts = { app: scope, account, db, tell };
      serveChannels(parts);
      serveReading(parts);
      serveMessages(parts);
      sockets = await serveSockets(scope, { account, db, connectionString, log });
    },
    { prefix: BASE_PATH },
  );
  return {
    service: { apiKey: account.key, secret: account.secret, address: own + BASE_PATH, basePath: BASE_PATH },
    close: async () => sockets?.close(),
  };
}
