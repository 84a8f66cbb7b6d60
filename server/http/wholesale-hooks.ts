import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readHookId, WHOLESALE_HOOKS } from '../../domain/wholesale/hook-address';
import type { Services } from '../context';
import { wholesaleSyncs } from '../db/schema';
import { places } from '../integrations/credential-encryption';

const Told = z.object({
  type: z.string(),
  data: z.object({ number: z.union([z.string(), z.number()]).transform(String).optional() }),
});

/**
 * Receives what the wholesale marketplace tells of changes. The raw body is kept because the signature covers every byte. It is
 * answered at once: what it says is a hint that has the order read, and the same body is one hint however often it comes.
 */
export async function serveWholesaleHooks(
  app: FastifyInstance,
  { database: { db }, integrations, jobs, config }: Services,
) {
  if (!config.parts.wholesale) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { hookId: string } }>(
      `${WHOLESALE_HOOKS}/:hookId`,
      { helmet: false, config: { call: 'wholesale-hook' } },
      async (request, reply) => {
        const hook = readHookId(request.params.hookId);
        const { body } = request;
        if (!hook || !Buffer.isBuffer(body)) return reply.status(404).send();
        const [sync] = await db
          .select()
          .from(wholesaleSyncs)
          .where(
            and(
              eq(wholesaleSyncs.orgId, hook.orgId),
              eq(wholesaleSyncs.hookId, hook.hookId),
              isNotNull(wholesaleSyncs.sealedKey),
            ),
          );
        if (!sync) return reply.status(404).send();
        const { orgId, id: syncId } = sync;
        const key =
          sync.sealedHookKey && integrations.vault.open(sync.sealedHookKey, places.wholesaleHook(orgId, sync.usState));
        if (!key || !isSigned(key, body, request.headers['ll-signature'])) return reply.status(401).send();
        const told = Told.safeParse(readJson(body));
        await db
          .update(wholesaleSyncs)
          .set({ hookHeardAt: sql`now()` })
          .where(and(eq(wholesaleSyncs.orgId, orgId), eq(wholesaleSyncs.id, syncId)));
        if (told.success && sync.startedAt !== null) {
          const { number } = told.data.data;
          const hash = createHash('sha256').update(body).digest('base64url');
          if (number !== undefined)
            await jobs.enqueue(db, { name: 'wholesale-hint', data: { orgId, syncId, number, hash } });
          else await jobs.enqueue(db, { name: 'read-wholesale', data: { orgId, syncId } });
        }
        return reply.status(204).send();
      },
    );
  });
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Compared in constant time, so that an answer's time tells nothing. */
function isSigned(key: string, body: Buffer, given: string | string[] | undefined): boolean {
  const right = createHmac('sha256', key).update(body).digest();
  const said = Buffer.from(typeof given === 'string' ? given : '', 'base64');
  return said.length === right.length && timingSafeEqual(said, right);
}
