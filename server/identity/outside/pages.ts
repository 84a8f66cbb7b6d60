import type { FastifyInstance } from 'fastify';
import { styleOf } from '../pages/assets';
import { elsewherePage } from '../pages/messages';
import { sendPage } from '../scene';

/** Addresses of the embedded provider that people still have in emails, bookmarks and open tabs. */
const FORMER = [
  '/oidc/forgot-password',
  '/oidc/reset-password',
  '/oidc/resend-verification',
  '/oidc/verify-email',
  '/oidc/interaction/*',
];

/** With an outside issuer: says that passwords are there, where the embedded provider had its pages. */
export function mountElsewhere(app: FastifyInstance, { publicUrl, font }: { publicUrl: string; font: string | null }) {
  app.get('/oidc/style.css', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(styleOf(font)),
  );
  for (const path of FORMER) app.get(path, (_request, reply) => sendPage(reply, elsewherePage(publicUrl)));
  return { close: async () => {} };
}
