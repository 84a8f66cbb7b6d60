import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client';
import { refusesWrite } from '../faults';
import { fill, type Tools } from './packages';
import { MOST_WRITTEN, type Query } from './page';

type Route<One> = {
  method: 'POST' | 'PUT';
  url: string;
  tagOf: (one: One) => string;
  /** Refuses the call beforehand, and says whether it did. */
  refuses?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /** What it answers; nothing at all if null. */
  answer?: (written: readonly One[]) => object | null;
};

/** Takes what one call writes, or tells why not of which of them. */
export type TakeAll<One> = (
  tx: Db,
  licenseNumber: string,
  all: readonly One[],
) => Promise<{ row: number; message: string } | null>;

/** Takes records one after the other; `take` tells why not, or null. */
export const takeEach =
  <One>(take: (tx: Db, licenseNumber: string, one: One) => Promise<string | null>): TakeAll<One> =>
  async (tx, licenseNumber, all) => {
    for (const [row, one] of all.entries()) {
      const message = await take(tx, licenseNumber, one);
      if (message !== null) return { row, message };
    }
    return null;
  };

/** Takes at most ten records at once, all or none. */
export function takesWrites<One>(
  scope: FastifyInstance,
  { method, url, tagOf, refuses, answer = () => ({}) }: Route<One>,
  { db, records, opens, faults }: Tools,
  takeAll: TakeAll<One>,
): void {
  scope.route<{ Querystring: Query; Body: One[] }>({
    method,
    url,
    async handler(request, reply) {
      const licenseNumber = request.query.licenseNumber ?? '';
      if (!(await opens(request, reply, licenseNumber))) return reply;
      await fill(db, records, licenseNumber);
      if (await refuses?.(request, reply)) return reply;
      if (refusesWrite(faults(request), request.body.map(tagOf), reply)) return reply;
      if (request.body.length > MOST_WRITTEN) return reply.status(413).send({ Message: 'At most 10 objects.' });
      const refused = await db
        .transaction(async (tx) => {
          const why = await takeAll(tx, licenseNumber, request.body);
          if (why !== null) throw new Refusal(why.row, why.message);
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal) return [{ row: error.row, message: error.message }];
          throw error;
        });
      if (refused) return reply.status(400).send(refused);
      // Taken, but the answer is lost on the way.
      if (faults(request).has('mute')) return reply.status(504).send({ Message: 'No answer in time.' });
      const said = answer(request.body);
      return said === null ? reply.status(200).send() : said;
    },
  });
}

class Refusal extends Error {
  constructor(
    readonly row: number,
    message: string,
  ) {
    super(message);
  }
}
