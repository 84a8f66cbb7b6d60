import type { FastifyInstance } from 'fastify';
import { hearBooks } from '../accounting/changes/hear-books';
import { isSigned } from '../accounting/changes/hook-news';
import type { Services } from '../context';
import { toDomainError } from './errors';
import { refuse } from './mount';

export const ACCOUNTING_HOOKS_PATH = '/webhooks/accounting';

/**
 * Receives the accounting service's webhooks, which must be answered within three seconds, as later ones wait for it: what
 * changed is read by a job. The raw body is kept because the signature covers every byte.
 */
export async function serveAccountingHooks(app: FastifyInstance, services: Services): Promise<void> {
  const { parts, accounting } = services.config;
  if (!parts.accounting) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      ACCOUNTING_HOOKS_PATH,
      { helmet: false, config: { call: 'accounting-hooks' } },
      async (request, reply) => {
        try {
          const signature = request.headers['intuit-signature'];
          const { body } = request;
          if (
            !Buffer.isBuffer(body) ||
            typeof signature !== 'string' ||
            !isSigned(accounting.webhookKey, body, signature)
          )
            return reply.status(401).send();
          await hearBooks(services, body);
          return reply.status(200).send();
        } catch (error) {
          return refuse(reply, toDomainError(error, request.log));
        }
      },
    );
  });
}
