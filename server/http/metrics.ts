import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors';
import type { Metrics } from '../metrics/open';
import { bearer } from './bearer';
import { refuse } from './mount';

type Shown = Pick<Metrics, 'contentType' | 'text'>;

/** `GET /metrics`: what this process says of itself, to whoever sends the token. */
export function serveMetrics(app: FastifyInstance, token: string, metrics: Shown): void {
  app.get('/metrics', async (request, reply) => {
    if (!isEqual(bearer(request.headers.authorization) ?? '', token)) {
      reply.header('WWW-Authenticate', 'Bearer');
      return refuse(reply, new DomainError('SIGNED_OUT', 'Send METRICS_TOKEN as a bearer token.'));
    }
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text());
  });
}

/** Takes as long whatever differs. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
