import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answered } from '../metrics/open';
import { beginSpan, isTracing, type OpenSpan } from '../tracing';
import { callOf } from './call-name';

const CLIENT_LEFT = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Watching = { readonly trustProxy: boolean; readonly observe: ((answered: Answered) => void) | undefined };

/**
 * Traces each request as a span, and tells `observe` of it once it is over. A span is part of another process's trace only
 * if a proxy of ours says so. Must be called before any route and hook is added.
 */
export function watchRequests(app: FastifyInstance, { trustProxy, observe }: Watching): void {
  if (!isTracing() && observe === undefined) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, next: () => void) => {
    const span = spans.get(request);
    if (span) span.within(next);
    else next();
  };
  app.addHook('onRequest', (request, reply, next) => {
    const begun = performance.now();
    const span = beginSpan(
      request.method,
      'SERVER',
      { 'verdant.request_id': request.id },
      trustProxy ? request.headers : {},
    );
    if (span) spans.set(request, span);
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_LEFT;
      const method = METHODS.has(request.method) ? request.method : 'other';
      const call = callOf(request, status);
      observe?.({ call, method, status, seconds: (performance.now() - begun) / 1000 });
      span?.end({
        name: `${method} ${call}`,
        said: { 'verdant.call': call, 'http.request.method': method, 'http.response.status_code': status },
        ...(status >= 500 ? { failed: String(status) } : {}),
      });
    });
    within(request, next);
  });
  // A body arrives, and a reply leaves, in the connection's own context.
  app.addHook('preValidation', (request, _reply, next) => within(request, next));
  app.addHook('onResponse', (request, _reply, next) => within(request, next));
}
