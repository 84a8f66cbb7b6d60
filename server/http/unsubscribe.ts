import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { settingsOf } from '../../domain/notifications/settings';
import type { Services } from '../context';
import { transact } from '../db/transact';
import { type Html, html } from '../mail/html';
import { readStop, type Stop, UNSUBSCRIBE_PATH } from '../notifications/mail/way-out';
import { stopEmails } from '../notifications/settings';

type Asked = FastifyRequest<{ Querystring: { token?: string } }>;

/**
 * The page where a person stops emails by a link of theirs, without signing in. Opening it changes nothing, as mail
 * programs open links too; what posts to it, a mail program's button or the page's, stops them (RFC 8058).
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { config, database }: Pick<Services, 'config' | 'database'>,
): void {
  const settings = `${config.publicUrl}/profile/settings`;
  const stopOf = ({ query: { token } }: Asked) => readStop(typeof token === 'string' ? token : '', config);
  const refuse = (reply: FastifyReply) =>
    sendPage(
      reply.code(400),
      'This link doesn’t work',
      html`<p>We can’t tell whose emails it stops, so nothing was changed.</p>${choose(settings)}`,
    );
  app.register(async (scope) => {
    // Mail programs post a form of either kind, of which nothing is needed.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, null));
    scope.get(UNSUBSCRIBE_PATH, async (request: Asked, reply) => {
      const stop = stopOf(request);
      if (stop === null) return refuse(reply);
      const body = html`<p>${askedOf(stop)}</p><form method="post"><button>Stop these emails</button></form>${choose(settings)}`;
      return sendPage(reply, 'Stop these emails?', body);
    });
    scope.post(UNSUBSCRIBE_PATH, async (request: Asked, reply) => {
      const stop = stopOf(request);
      if (stop === null) return refuse(reply);
      await transact(database.db, (tx) => stopEmails(tx, stop.userId, stop.key));
      return sendPage(reply, 'You won’t get these emails anymore', html`<p>${doneOf(stop)}</p>${choose(settings)}`);
    });
  });
}

const choose = (settings: string) => html`<p><a href="${settings}">Choose what we email you</a></p>`;

const nameOf = ({ key }: Stop) => settingsOf({}).find((one) => one.key === key)?.displayName;
const STAYS = 'You still get invitations, and emails about your account and billing.';
const askedOf = (stop: Stop) =>
  stop.key === 'ALL'
    ? `We’ll no longer email you what’s in your notifications. ${STAYS}`
    : `These emails are about: ${nameOf(stop)}.`;
const doneOf = (stop: Stop) =>
  stop.key === 'ALL'
    ? `We no longer email you what’s in your notifications. ${STAYS}`
    : `We no longer email you about: ${nameOf(stop)}.`;

function sendPage(reply: FastifyReply, title: string, body: Html): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} · Verdant</title>
<style nonce="${reply.cspNonce.style}">${STYLE}</style></head>
<body><main><p class="brand">Verdant</p><h1>${title}</h1>${body}</main></body></html>`.toString(),
    );
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px;background:light-dark(#eee,#121814);color:light-dark(#1c2b21,#e6eee8);font:16px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto;padding:24px;background:light-dark(#fff,#1b231e);border-radius:8px}
h1{margin:0 0 8px;font-size:24px}
.brand,a{color:light-dark(#1f6b3b,#7fd09b)}.brand{margin:0 0 16px;font-weight:600}
button{min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#1f6b3b;color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid light-dark(#1f6b3b,#7fd09b);outline-offset:2px}
`;
