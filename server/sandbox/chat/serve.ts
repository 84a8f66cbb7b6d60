import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { findUnreadable } from '../../../domain/text';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import type { FileStore } from '../../files/store';
import { type Account, type Asker, askerOf, badRequest, missing, notAllowed, Refusal } from './account';
import type { EventSender, News } from './events';
import { isMember } from './store';

export type Parts = { app: FastifyInstance; account: Account; db: Db; files: FileStore; sendEvent: EventSender };

export type Request<B> = {
  asker: Asker;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: B;
  /** Sends an event to the platform after the transaction commits. */
  sendEvent: EventSender;
};

type Route<B> = {
  method: HTTPMethods;
  url: string;
  body?: z.ZodType<B>;
  /** Only the platform's server may call it. */
  serverOnly?: true;
  /** In one transaction. */
  handle: (db: Db, request: Request<B>) => Promise<object>;
  /** Done once it is committed. */
  afterwards?: () => Promise<void>;
};

/** Serves one of the service's calls: authentication, input, reply, and refusals in the service's format. */
export function serve<B = unknown>({ app, account, db, sendEvent }: Parts, route: Route<B>): void {
  app.route({
    method: route.method,
    url: route.url,
    handler: async (request, reply) => {
      try {
        const asker = await askerOf(account, db, request.headers.authorization);
        if (route.serverOnly && asker.kind !== 'server') throw notAllowed('Only the server can do this');
        for (const given of [request.params, request.query, request.body]) {
          if (findUnreadable(given) !== null) throw badRequest('A text has characters that can’t be kept');
        }
        const parsed = (route.body ?? (z.unknown() as unknown as z.ZodType<B>)).safeParse(request.body ?? undefined);
        if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
        const { params, query } = request as FastifyRequest & Pick<Request<B>, 'params' | 'query'>;
        const { news, answer } = await transact(db, async (tx) => {
          const news: News[] = [];
          const asked = { asker, params, query, body: parsed.data, sendEvent: (one: News) => void news.push(one) };
          return { answer: await route.handle(tx, asked), news };
        });
        for (const one of news) sendEvent(one);
        await route.afterwards?.().catch((err: unknown) => request.log.warn({ err }, 'chat service'));
        return reply.status(request.method === 'POST' ? 201 : 200).send({ duration: '0ms', ...answer });
      } catch (error) {
        return refused(request, reply, error);
      }
    },
  });
}

/** Answers a refusal in the service's format; anything else that was raised is logged. */
export function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = error instanceof Refusal ? error : new Refusal(-1, 500, 'Something went wrong');
  if (refusal !== error) request.log.error({ err: error }, 'chat service');
  return reply.status(refusal.status).send(refusal.body());
}

/** The calling person. Raises a Refusal for the server, which must name a user. */
export function personOf(asker: Asker): string {
  if (asker.kind === 'server') throw badRequest('A user id is required');
  return asker.userId;
}

export const cidOf = ({ type, id }: { type?: string; id?: string }) => `${type}:${id}`;

/** Lets members and the server through; for everyone else the channel doesn't exist. */
export async function assertReads(db: Db, asker: Asker, cid: string): Promise<void> {
  if (asker.kind === 'server' || (await isMember(db, cid, asker.userId))) return;
  throw missing('Channel');
}
