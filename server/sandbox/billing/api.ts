import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { WireCheckoutOrder, type WirePage, WirePortalOrder, type WireSubscription } from '../../billing/wire';
import { bearer } from '../../http/bearer';
import type { Books, SandboxPage } from './books';

type Scene = { books: Books; home: string; apiKey: string };
type ById = { Params: { id: string } };

/** The sandbox billing service's JSON API. */
export function serveBillingApi(scope: FastifyInstance, { books, home, apiKey }: Scene): void {
  const toWire = ({ id, kind, state, expiresAt }: SandboxPage): WirePage => ({
    id,
    url: `${home}/${kind}/${id}`,
    state,
    expiresAt: expiresAt.toISOString(),
  });
  const missing = (reply: FastifyReply) => reply.status(404).send({ error: 'not found' });

  scope.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from(bearer(request.headers.authorization) ?? '');
    const wanted = Buffer.from(apiKey);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      return reply.status(401).send({ error: 'unknown key' });
    }
  });

  scope.post('/hosted-pages', async (request, reply) => {
    const order = WireCheckoutOrder.safeParse(request.body);
    if (!order.success) return reply.status(400).send({ error: z.prettifyError(order.error) });
    const { customer, ...values } = order.data;
    const of = { customerId: customer.id, customerName: customer.name };
    return toWire(await books.createPage({ kind: 'checkout', ...of, ...values, idempotencyKey: keyOf(request) }));
  });

  scope.get<ById>('/hosted-pages/:id', async ({ params }, reply) => {
    const page = z.uuid().safeParse(params.id).success ? await books.findPage(params.id) : null;
    return page ? toWire(page) : missing(reply);
  });

  scope.post<ById>('/hosted-pages/:id/acknowledge', async ({ params }, reply) => {
    const page = z.uuid().safeParse(params.id).success ? await books.acknowledge(params.id) : null;
    return page ? toWire(page) : missing(reply);
  });

  scope.post('/portal-sessions', async (request, reply) => {
    const order = WirePortalOrder.safeParse(request.body);
    if (!order.success) return reply.status(400).send({ error: z.prettifyError(order.error) });
    const { customer, returnUrl } = order.data;
    const of = { customerId: customer.id, customerName: customer.name };
    return toWire(
      await books.createPage({
        kind: 'portal',
        ...of,
        returnUrl,
        cancelUrl: returnUrl,
        idempotencyKey: keyOf(request),
      }),
    );
  });

  scope.get<ById>('/customers/:id/subscription', async ({ params }, reply) => {
    const found = await books.subscription(params.id);
    if (!found) return missing(reply);
    const { id, tier, duration, status, currentTermEnd, version } = found;
    const wire: WireSubscription = {
      id,
      tier,
      duration,
      status,
      version,
      currentTermEnd: currentTermEnd.toISOString(),
    };
    return wire;
  });
}

const keyOf = ({ headers }: FastifyRequest): string | null =>
  z.string().max(200).safeParse(headers['idempotency-key']).data ?? null;
