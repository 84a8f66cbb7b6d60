import type { FastifyInstance } from 'fastify';
import type { Services } from '../context';
import { receiveWebhook } from '../webhooks/receiver';
import { toDomainError } from './errors';
import { refuse } from './mount';

const MOST_BYTES = 64 * 1024;

/** Takes what is sent to test receivers. The raw body is kept because the signature covers every byte. */
export async function serveWebhookReceiver(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { orgId: string; endpointId: string; token: string } }>(
      '/webhooks/receiver/:orgId/:endpointId/:token',
      { helmet: false, config: { call: 'webhook-receiver' } },
      async (request, reply) => {
        try {
          const { orgId, endpointId, token } = request.params;
          if (!/^\d{1,15}$/.test(orgId) || !/^\d{1,15}$/.test(endpointId)) return reply.status(404).send();
          const headers = Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          );
          const body = typeof request.body === 'string' ? request.body.replaceAll('\0', '�').toWellFormed() : '';
          const path = `/webhooks/receiver/${orgId}/${endpointId}/${token}`;
          const ids = { orgId: Number(orgId), endpointId: Number(endpointId) };
          const received = await receiveWebhook(services, { path, ...ids, headers, body });
          if (received === null) return reply.status(404).send();
          return reply.status(received.isVerified ? 204 : 401).send();
        } catch (error) {
          return refuse(reply, toDomainError(error, request.log));
        }
      },
    );
  });
}
