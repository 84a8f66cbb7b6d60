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

/** Takes at most ten records at once, all or none; `take` tells why not, or null. */
export function takesWrites<One>(
  scope: FastifyInstance,
  { method, url, tagOf, refuses, answer = () => ({}) }: Route<One>,
  { db, records, opens, faults }: Tools,
  take: (tx: Db, licenseNumber: string, one: One) => Promise<string | null>,
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
          for (const [row, one] of request.body.entries()) {
            const message = await take(tx, licenseNumber, one);
            if (message !== null) throw new Refusal(row, message);
          }
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
