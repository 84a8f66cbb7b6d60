import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PLAN_LABELS } from '../../../domain/access/vocabulary';
import {
  DURATION_LABELS,
  durationsOf,
  SUBSCRIPTION_DURATIONS,
  SUBSCRIPTION_TIERS,
  type SubscriptionDuration,
  SubscriptionDurationSchema,
  type SubscriptionTier,
  SubscriptionTierSchema,
} from '../../../domain/billing/subscription';
import { type Html, html } from '../../mail/html';
import { readForms } from '../page';
import type { Books, SandboxPage, SandboxSubscription } from './books';

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
    return reply.redirect(isPaid ? returnTo(page.returnUrl, page, 'succeeded') : here, 303);
  });

  scope.post<ById>('/checkout/:id/cancel', async ({ params }, reply) => {
    const page = await find(params.id, 'checkout');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    await books.left(page.id);
    return reply.redirect(returnTo(page.cancelUrl, page, 'cancelled'), 303);
  });

  scope.get<ById>('/portal/:id', async ({ params }, reply) => {
    const page = await find(params.id, 'portal');
    if (!page) return show(reply, unknownPage(publicUrl), 404);
    if (!books.isOpen(page)) return show(reply, closedPage(page));
    return show(reply, portalPage(page, await books.subscription(page.customerId)));
  });

  const acts = {
    change: (body: unknown) => PlanChoice.safeParse(body).data,
    cancel: () => ({ status: 'non_renewing' as const }),
    reactivate: () => ({ status: 'active' as const }),
  };
  for (const [name, act] of Object.entries(acts)) {
    scope.post<ById>(`/portal/:id/${name}`, async ({ params, body }, reply) => {
      const page = await find(params.id, 'portal');
      if (!page) return show(reply, unknownPage(publicUrl), 404);
      const values = act(body);
      const isDone = values !== undefined && (await books.change(page.id, values));
      return reply.redirect(isDone ? page.returnUrl : `/sandbox/billing/portal/${page.id}`, 303);
    });
  }
}

/** The return address with what the service adds to it. */
function returnTo(address: string, { id }: SandboxPage, state: 'succeeded' | 'cancelled'): string {
  const url = new URL(address);
  url.searchParams.set('id', id);
  url.searchParams.set('state', state);
  return url.toString();
}

/** Sample amounts, in whole dollars per period; nobody is ever charged. */
const SHOWN_AMOUNTS: Record<SubscriptionTier, Record<SubscriptionDuration, string>> = {
  PAYG: { MONTHLY: '$0 plus usage', YEARLY: '$0 plus usage' },
  STARTER: { MONTHLY: '$100 a month', YEARLY: '$1,000 a year' },
  BASIC: { MONTHLY: '$300 a month', YEARLY: '$3,000 a year' },
  ENTERPRISE: { MONTHLY: '$900 a month', YEARLY: '$9,000 a year' },
};

const planName = (tier: SubscriptionTier, duration: SubscriptionDuration) =>
  `${PLAN_LABELS[tier]}, ${DURATION_LABELS[duration].toLowerCase()}`;

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Sandbox billing</title><link rel="stylesheet" href="/sandbox/billing/style.css"></head>
<body><main><h1>${title}</h1>
<p class="notice"><strong>Sandbox.</strong> This page replaces the billing service. No money moves, you don’t need a card, and the amounts are made up.</p>
${body}</main></body></html>`;
}

const facts = (rows: readonly (readonly [string, string])[]): Html =>
  html`<dl>${rows.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;

function checkoutPage(page: SandboxPage, { isDeclined }: { isDeclined: boolean }): Html {
  const tier = page.tier ?? 'PAYG';
  const duration = page.duration ?? 'MONTHLY';
  const amount = SHOWN_AMOUNTS[tier][duration];
  const at = `/sandbox/billing/checkout/${page.id}`;
  return frame(
    `Pay for ${PLAN_LABELS[tier]}`,
    html`${isDeclined && html`<p class="error" role="alert">The card was declined and nothing was charged. Choose another card, or cancel.</p>`}
<article>${facts([
      ['Customer', page.customerName],
      ['Plan', planName(tier, duration)],
      ['Amount due', amount],
    ])}
<form method="post" action="${at}/pay"><fieldset><legend>Card</legend>
<label><input type="radio" name="card" value="accepted" ${!isDeclined && html`checked`}> A card that is accepted</label>
<label><input type="radio" name="card" value="declined" ${isDeclined && html`checked`}> A card that is declined</label>
</fieldset><button class="primary">Pay</button></form>
<form method="post" action="${at}/cancel"><button>Cancel</button></form></article>`,
  );
}

function portalPage(page: SandboxPage, subscription: SandboxSubscription | null): Html {
  const back = html`<p><a href="${page.returnUrl}">Back to Verdant</a></p>`;
  if (!subscription || subscription.status === 'cancelled') {
    return frame(
      'Manage billing',
      html`<article><p>This subscription has ended. Choose a plan in Verdant to start again.</p></article>${back}`,
    );
  }
  const { tier, duration, status, currentTermEnd } = subscription;
  const day = currentTermEnd.toISOString().slice(0, 10);
  const at = `/sandbox/billing/portal/${page.id}`;
  const tiers = SUBSCRIPTION_TIERS.map(
    (one) => html`<option value="${one}" ${one === tier && html`selected`}>${PLAN_LABELS[one]}</option>`,
  );
  const durations = SUBSCRIPTION_DURATIONS.map(
    (one) =>
      html`<label><input type="radio" name="duration" value="${one}" ${one === duration && html`checked`}> ${DURATION_LABELS[one]}</label>`,
  );
  const end =
    status === 'active'
      ? html`<form method="post" action="${at}/cancel"><button>Cancel subscription</button></form>`
      : html`<form method="post" action="${at}/reactivate"><button>Reactivate subscription</button></form>`;
  return frame(
    'Manage billing',
    html`<article>${facts([
      ['Customer', page.customerName],
      ['Plan', planName(tier, duration)],
      ['Amount', SHOWN_AMOUNTS[tier][duration]],
      [status === 'active' ? 'Renews' : 'Ends', day],
    ])}
<form method="post" action="${at}/change"><label class="field">Plan <select name="tier">${tiers}</select></label>
<fieldset><legend>Billing period</legend>${durations}</fieldset>
<button class="primary">Change plan</button></form>${end}</article>${back}`,
  );
}

/** An expired or used page. */
function closedPage(page: SandboxPage): Html {
  const isPaid = page.state === 'succeeded' || page.state === 'acknowledged';
  const text = isPaid
    ? 'This is already paid. You won’t be charged again.'
    : 'This page no longer works. Nothing was charged. Start again in Verdant.';
  return frame(
    isPaid ? 'Paid' : 'This page has expired',
    html`<article><p>${text}</p></article><p><a href="${isPaid ? returnTo(page.returnUrl, page, 'succeeded') : page.cancelUrl}">Back to Verdant</a></p>`,
  );
}

function unknownPage(home: string): Html {
  return frame(
    'Page not found',
    html`<article><p>Check the address, or start again in Verdant.</p></article><p><a href="${home}">Back to Verdant</a></p>`,
  );
}

const BILLING_STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--green:#1f6b3b;--on-green:#fff;--line:#7b8a81;--red:#a3261b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--green:#7fd09b;--on-green:#10170f;--line:#6f8076;--red:#ff9d92}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px 16px}
h1{font-size:24px;margin:0 0 8px}
article{background:var(--card);border-radius:8px;padding:16px;margin:16px 0}
.notice{color:var(--quiet);font-size:14px;margin:0}
.error{color:var(--red);font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 16px}
dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
fieldset{border:1px solid var(--line);border-radius:8px;margin:0 0 16px;padding:8px 16px}
label{display:block;padding:6px 0}
.field{margin-bottom:8px}
select,button{font:inherit;color:inherit;min-height:44px;border:1px solid var(--line);border-radius:8px;background:var(--card);padding:0 16px}
button{width:100%;cursor:pointer}
input{accent-color:var(--green)}
.primary{background:var(--green);border-color:var(--green);color:var(--on-green);font-weight:600}
form+form{margin-top:8px}
:focus-visible{outline:3px solid var(--green);outline-offset:2px}
a{color:var(--green)}
`;
