import { randomUUID } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client';
import { listenTo } from '../../live/listen';
import type { Log } from '../../log';
import { type Account, askerOf, isRevoked, Refusal } from './account';
import { ChatEvent, EVENTS, toEvent } from './events';
import { ownUser } from './own-user';
import { arrive, endLost, leave, RENEWED_EVERY_MS, renew } from './presence';

/** Clients ping every 25 seconds; a client silent for this long is gone. */
const SILENCE_MS = 60_000;
/** Sockets per person and process; the oldest is closed. */
const MOST_SOCKETS = 20;
const TRY_AGAIN = 4000;
/** Longest message from a client, which only sends pings. */
const LONGEST_WORD = 1024;
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;

export type Sockets = { close(): Promise<void> };

/** `GET connect`: this process's sockets, notified of events in every process. */
export async function serveSockets(
  app: FastifyInstance,
  { account, db, connectionString, log }: { account: Account; db: Db; connectionString: string; log: Log },
): Promise<Sockets> {
  const open = new Map<string, Set<WebSocket>>();
  const issued = new WeakMap<WebSocket, Date>();
  const connections = new Map<WebSocket, { id: string; userId: string }>();
  const leaving = new Set<Promise<void>>();

  app.get('/connect', { websocket: true }, async (socket, request) => {
    const connectionId = randomUUID();
    const send = (event: object) => socket.send(JSON.stringify(event));
    const health = (more: object = {}) =>
      send({ type: 'health.check', connection_id: connectionId, cid: '*', created_at: new Date(), ...more });
    socket.on('message', (data: Buffer) => {
      if (data.byteLength > LONGEST_WORD) return socket.terminate();
      silence.refresh();
      health();
    });
    const silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    socket.on('close', () => clearTimeout(silence));
    socket.on('error', () => socket.terminate());
    try {
      const { authorization } = request.query as { authorization?: string };
      const asker = await askerOf(account, db, authorization);
      if (asker.kind === 'server') throw new Refusal(5, 401, 'Only a user’s token can connect');
      await come(socket, { id: connectionId, userId: asker.userId });
      const me = await ownUser(db, asker.userId);
      if (socket.readyState !== socket.OPEN) return;
      issued.set(socket, asker.issuedAt);
      // Clients take the first message for their connection's own: no event comes before it.
      addSocket(asker.userId, socket);
      const left = (asker.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
      const expiry = setTimeout(
        () => socket.close(TRY_AGAIN, 'The token has expired'),
        Math.min(left, LONGEST_TIMER_MS),
      );
      socket.on('close', () => clearTimeout(expiry));
      health({ me });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(-1, 500, 'Something went wrong');
      if (refusal !== error) log.warn({ err: error }, 'chat connection');
      send({ error: refusal.body() });
      socket.close(TRY_AGAIN);
    }
  });

  function addSocket(userId: string, socket: WebSocket): void {
    const own = open.get(userId) ?? new Set();
    open.set(userId, own.add(socket));
    const [oldest] = own;
    if (own.size > MOST_SOCKETS) oldest?.close(TRY_AGAIN);
    socket.on('close', () => {
      own.delete(socket);
      if (own.size === 0 && open.get(userId) === own) open.delete(userId);
    });
  }

  /** Counts a connection until it closes, which it may already have. */
  async function come(socket: WebSocket, connection: { id: string; userId: string }): Promise<void> {
    connections.set(socket, connection);
    const arriving = arrive(db, connection);
    socket.on('close', () => {
      connections.delete(socket);
      const left = arriving
        .then(() => leave(db, connection))
        .catch((err: unknown) => log.debug({ err }, 'chat presence'))
        .finally(() => leaving.delete(left));
      leaving.add(left);
    });
    await arriving;
  }

  async function deliverEvent(payload: string): Promise<void> {
    if (open.size === 0) return;
    const { to, event } = await toEvent(db, ChatEvent.parse(JSON.parse(payload)));
    const text = JSON.stringify(event);
    for (const userId of to) {
      for (const socket of open.get(userId) ?? []) {
        if (await isRevoked(db, userId, issued.get(socket) ?? new Date(0)))
          socket.close(TRY_AGAIN, 'The token was revoked');
        else socket.send(text);
      }
    }
  }

  const letGo = () => {
    for (const own of open.values()) for (const socket of own) socket.close(TRY_AGAIN);
  };
  // One at a time, so clients get events in order.
  let queue = Promise.resolve();
  const stop = await listenTo(EVENTS, { connectionString }, log, {
    hear: (payload) => {
      queue = queue.then(() => deliverEvent(payload)).catch((err: unknown) => log.warn({ err }, 'chat event'));
    },
    // Reconnecting clients reload everything.
    missed: letGo,
  });
  const renewing = setInterval(() => {
    renew(db, [...connections.values()])
      .then(() => endLost(db))
      .catch((err: unknown) => log.warn({ err }, 'chat presence'));
  }, RENEWED_EVERY_MS);
  return {
    async close() {
      clearInterval(renewing);
      await stop();
      await Promise.all(leaving);
    },
  };
}
