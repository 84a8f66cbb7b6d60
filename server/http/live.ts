import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Actor,
  admin,
  anyOf,
  decide,
  member,
  type Requirement,
  read,
  signedIn,
} from '../../domain/access/ability';
import { DomainError } from '../../domain/errors';
import { isPersonal, type LiveEvent, type SharedTopic } from '../../domain/live/events';
import { isInChannel, seesChannelNews } from '../chat/sees-channel';
import type { Services } from '../context';
import { positionOf } from '../db/replica';
import type { Hub } from '../live/hub';
import { seesBulkAct } from '../live/sees-bulk-act';
import { seesCartsOf } from '../live/sees-cart';
import { seesOrder } from '../live/sees-order';
import { denial } from '../refusals';
import { authenticate, type Caller } from './authenticate';
import { toDomainError } from './errors';
import { refuse } from './mount';

/** How often an open stream says it is there, and looks whether its reader's session still is. */
export const STREAM_TIMES = { heartbeatMs: 15_000 };
/** The longest timer setTimeout supports is some weeks; no stream needs that. */
const LONGEST_STREAM_MS = 24 * 60 * 60 * 1000;
/** A client that doesn't read for this long is disconnected; it reconnects and refetches. */
const MOST_UNSENT_BYTES = 256 * 1024;
/** Streams per person and process: more than anyone's tabs and devices, few enough to protect others. */
const MOST_STREAMS = 20;

/** Events this old are replayed too, because clocks differ and events travel. */
const LAG_MS = 2_000;

/** What receiving a topic's events requires; every member receives `access`. */
const TOPIC_ACCESS: Record<SharedTopic, Requirement> = {
  orders: anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS'), read('PURCHASE_ORDERS')),
  customers: read('CUSTOMERS'),
  carts: read('PURCHASE_ORDERS'),
  'standing-lists': read('PURCHASE_ORDERS'),
  'directory-lists': member,
  deals: read('OFFERS'),
  'cart-visits': read('PURCHASE_ORDERS'),
  'unsent-emails': admin,
  catalogue: member,
  roadmap: member,
  packages: read('INVENTORY'),
  intakes: read('INTAKES'),
  network: read('ITEM_OWNERS'),
  'shared-packages': read('ITEM_OWNERS'),
  harvests: read('HARVESTS'),
  webhooks: read('MANAGE_ROLES'),
  products: read('PRODUCTS'),
  organization: member,
  integrations: anyOf(read('MANAGE_LICENSES'), read('EDIT_ORGANIZATION')),
  access: member,
  chat: member,
  messages: member,
  'channel-invites': read('PARTNER_CHANNEL_INVITES'),
  'bulk-acts': member,
  mentions: anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS')),
};

/**
 * `GET /api/live`: server-sent events of the caller and their organization, if any. `change` carries a LiveEvent of ids only; `resync`
 * means some may have been missed. It comes first, unless `age` says how many milliseconds the caller has been reading
 * and the events since are still known, which are replayed instead. Ends when the token does; clients reconnect with a
 * new one. Opening more than MOST_STREAMS closes the person's oldest.
 */
export function serveLive(app: FastifyInstance, services: Services, hub: Hub): void {
  const open = new Map<string, Set<() => void>>();
  app.addHook('preClose', async () => {
    for (const end of [...open.values()].flatMap((ends) => [...ends])) end();
  });

  /** Registers a stream for its person, closing the oldest if there are too many. Returns how to unregister it. */
  function addStream(holder: string, end: () => void): () => void {
    const own = open.get(holder) ?? new Set();
    open.set(holder, own.add(end));
    const [oldest] = own;
    if (own.size > MOST_STREAMS) oldest?.();
    return () => {
      own.delete(end);
      if (own.size === 0 && open.get(holder) === own) open.delete(holder);
    };
  }

  app.get('/api/live', async (request, reply) => {
    try {
      const caller = await authenticate(services, request);
      const decision = decide(caller.actor, signedIn, false);
      if (!decision.allowed) throw denial(decision.reason);
      if (!caller.expiresAt || !caller.person) throw new DomainError('SIGNED_OUT', 'Sign in to do this.');
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
        // A stream's connection serves nothing else and must not delay a stopping server.
        Connection: 'close',
      });
      const reader: Reader = {
        write: (text) => {
          raw.write(text);
          if (raw.writableLength > MOST_UNSENT_BYTES) end();
        },
        letGo: () => end(),
      };
      const stop = stream(services, hub, request, caller, reader);
      const left = caller.expiresAt.getTime() - Date.now();
      const expiry = setTimeout(() => end(), Math.min(Math.max(0, left), LONGEST_STREAM_MS));
      const end = () => {
        clearTimeout(expiry);
        stop();
        release();
        raw.end();
      };
      const release = addStream(caller.person.impersonator?.id ?? caller.person.userId, end);
      raw.on('close', end);
    } catch (error) {
      return refuse(reply, toDomainError(error, request.log));
    }
  });
}

/** One client's stream. A disconnected client reconnects and refetches. */
type Reader = { write(text: string): void; letGo(): void };

function stream(
  services: Services,
  hub: Hub,
  request: FastifyRequest,
  caller: Caller,
  { write, letGo }: Reader,
): () => void {
  let actor = caller.actor;
  const holder = caller.person?.impersonator?.id ?? caller.person?.userId ?? '';
  // One at a time, so clients get events in order.
  let queue = Promise.resolve();
  const send = ({ buyerLicenseId: _, userIds: __, ...event }: LiveEvent) =>
    write(`event: change\ndata: ${JSON.stringify(event)}\n\n`);
  const resync = () => {
    if (!services.database.replica) return write('event: resync\ndata: {}\n\n');
    queue = queue.then(async () => {
      const position = await positionOf(services.database).catch(() => null);
      write(`event: resync\ndata: ${JSON.stringify(position === null ? {} : { position })}\n\n`);
    });
  };
  // People who may no longer be here reconnect, and are told why.
  const renew = () =>
    authenticate(services, request).then(
      (now) => {
        actor = now.actor;
      },
      (error: unknown) => {
        actor = null;
        if (!(error instanceof DomainError)) throw error;
        letGo();
      },
    );

  const deliver = async (event: LiveEvent) => {
    const { topic } = event;
    if (isPersonal(topic)) {
      if (event.id === actor?.userId) send(event);
      return;
    }
    if (topic === 'access' && event.userIds !== undefined) {
      // What somebody may do themselves, in whatever organization, as whoever they act for.
      if (!event.userIds.includes(holder)) return;
      send(event);
      await renew();
      return;
    }
    const orgId = actor?.membership?.orgId;
    if (orgId === undefined || !event.orgIds.includes(orgId)) return;
    if (topic === 'access') {
      // Also sent to people losing access, so their screens update.
      send({ ...event, orgIds: [orgId] });
      await renew();
      return;
    }
    if (await mayReceive(services, actor, { ...event, topic })) send({ ...event, orgIds: [orgId] });
  };

  const hear = (event: LiveEvent) => {
    queue = queue
      .then(() => deliver(event))
      .catch((error: unknown) => {
        request.log.warn({ err: error }, 'live event');
        // The event is lost, and perhaps the reader's rights: closing is better than a stream with gaps.
        letGo();
      });
  };
  const unlisten = hub.listen({ change: hear, resync });
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    // Session ends aren't published, so check.
    queue = queue.then(renew).catch((error: unknown) => request.log.warn({ err: error }, 'live reader'));
  }, STREAM_TIMES.heartbeatMs);
  write('retry: 2000\n\n');
  // A replica may have returned less than there was, however young the page is.
  const missed = services.database.replica ? null : hub.eventsWithin(readSince(request));
  if (missed === null) resync();
  else for (const event of missed) hear(event);
  return () => {
    clearInterval(heartbeat);
    unlisten();
  };
}

/** Milliseconds since the client's first read, as it says, plus a margin. */
function readSince({ query }: FastifyRequest): number {
  const { age } = query as { age?: unknown };
  return typeof age === 'string' && /^\d{1,6}$/.test(age) ? Number(age) + LAG_MS : Number.POSITIVE_INFINITY;
}

type SharedEvent = LiveEvent & { topic: SharedTopic };

async function mayReceive(services: Services, actor: Actor | null, event: SharedEvent): Promise<boolean> {
  if (!actor?.membership || !decide(actor, TOPIC_ACCESS[event.topic]).allowed) return false;
  const { db } = services.database;
  switch (event.topic) {
    case 'orders':
      // A change of many names none: its readers ask again for what they see.
      return event.id === 'many' || seesOrder(db, actor, Number(event.id));
    case 'carts':
      return seesCartsOf(db, actor, event.buyerLicenseId);
    case 'chat':
      return seesChannelNews(db, actor, String(event.id));
    case 'messages':
      return event.id === actor.userId || isInChannel(db, actor, String(event.id));
    case 'bulk-acts':
      return seesBulkAct(db, actor, Number(event.id));
    case 'mentions':
      return event.userIds?.includes(actor.userId) ?? false;
    default:
      return true;
  }
}
