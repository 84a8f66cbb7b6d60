import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { durationsOf, SubscriptionDurationSchema, SubscriptionTierSchema } from '../../../domain/billing/subscription';
import type { Html } from '../../mail/html';
import { readForms } from '../page';
import type { Books, SandboxPage } from './books';
import { BILLING_STYLE, checkoutPage, closedPage, portalPage, unknownPage } from './markup';

type ById = { Params: { id: string }; Querystring: { declined?: string } };

const PlanChoice = z
  .object({ tier: SubscriptionTierSchema, duration: SubscriptionDurationSchema })
  .transform(({ tier, duration }) => ({
    tier,
    duration: durationsOf(tier).includes(duration) ? duration : ('MONTHLY' as const),
  }));

/** The sandbox's pages for people: a checkout that can be paid, declined or left, and a portal. */
export function serveBillingPages(
  scope: FastifyInstance,
  { books, publicUrl }: { books: Books; publicUrl: string },
): void {
  const headers = {
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(publicUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
  };
  const show = (reply: FastifyReply, page: Html, status = 200) =>
    reply.status(status).headers(headers).type('text/html; charset=utf-8').send(page.toString());
  const find = async (id: string, kind: SandboxPage['kind']) => {
    const page = z.uuid().safeParse(id).success ? await books.findPage(id) : null;
    return page?.kind === kind ? page : null;
  };

  readForms(scope);

  scope.get('/style.css', (_request, reply) => reply.type('text/css').send(BILLING_STYLE));

  scope.get<ById>('/checkout/:id', async ({ params, query }, reply) => {
    const page = await find(params.id, 'checkout');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    if (!books.isOpen(page)) return show(reply, closedPage(page));
    await books.opened(page.id);
    return show(reply, checkoutPage(page, { isDeclined: query.declined !== undefined }));
  });

  scope.post<ById>('/checkout/:id/pay', async ({ params, body }, reply) => {
    const page = await find(params.id, 'checkout');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    const { card } = z.object({ card: z.string().optional() }).parse(body ?? {});
    const here = `/sandbox/billing/checkout/${page.id}`;
    if (card !== 'accepted') return reply.redirect(`${here}?declined=true`, 303);
    // Already paid by a double click: redirects like the first one.
    const isPaid = (await books.pay(page.id)) || (await find(page.id, 'checkout'))?.state === 'succeeded';
    return reply.redirect(isPaid ? page.returnUrl : here, 303);
  });

  scope.post<ById>('/checkout/:id/cancel', async ({ params }, reply) => {
    const page = await find(params.id, 'checkout');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    await books.left(page.id);
    return reply.redirect(page.cancelUrl, 303);
  });

  scope.get<ById>('/portal/:id', async ({ params }, reply) => {
    const page = await find(params.id, 'portal');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    if (!books.isOpen(page)) return show(reply, closedPage(page));
    return show(reply, portalPage(page, await books.subscription(page.customerId)));
  });

  const acts = {
    change: (body: unknown) => ({ flag: 'changed', values: PlanChoice.safeParse(body).data }),
    cancel: () => ({ flag: 'cancelled', values: { status: 'non_renewing' as const } }),
    reactivate: () => ({ flag: 'reactivated', values: { status: 'active' as const } }),
  };
  for (const [name, act] of Object.entries(acts)) {
    scope.post<ById>(`/portal/:id/${name}`, async ({ params, body }, reply) => {
      const page = await find(params.id, 'portal');
      if (!page) return show(reply, unknownPage(publicUrl), 404);
      const { flag, values } = act(body);
      const isDone = values !== undefined && (await books.change(page.id, values));
      return reply.redirect(isDone ? `${page.returnUrl}?${flag}=true` : `/sandbox/billing/portal/${page.id}`, 303);
    });
  }
}
