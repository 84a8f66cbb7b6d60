import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client';
import { mailbox } from '../db/schema/identity';
import type { Mail } from '../mail';
import { type Html, html } from '../mail/html';

const SHOWN = 100;
const UUID = /^[\da-f-]{36}$/;
const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Serves /sandbox/mailbox, the latest emails with their links; only while the local mailbox is used. */
export function mountMailbox(app: FastifyInstance, { db, mail }: { db: Db; mail: Mail }): void {
  if (!mail.standIn) return;
  app.get('/sandbox/mailbox', async (_request, reply) => {
    const letters = await db.select().from(mailbox).orderBy(desc(mailbox.sentAt)).limit(SHOWN);
    return reply
      .headers({
        'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(page(letters).toString());
  });
  app.get<{ Params: { id: string; at: string } }>('/sandbox/mailbox/:id/:at', async ({ params }, reply) => {
    const letters = UUID.test(params.id) ? await db.select().from(mailbox).where(eq(mailbox.id, params.id)) : [];
    const file = letters[0]?.attachments[Number(params.at)];
    if (!file) return reply.code(404).send('Not found');
    const content = file.encoding ? Buffer.from(file.content, file.encoding) : file.content;
    return reply.headers({ 'cache-control': 'no-store' }).type(file.contentType).send(content);
  });
  app.get('/sandbox/mailbox.css', (_request, reply) => reply.type('text/css').send(STYLE));
}

function page(letters: readonly (typeof mailbox.$inferSelect)[]): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Local mailbox</title><link rel="stylesheet" href="/sandbox/mailbox.css"></head>
<body><main><h1>Local mailbox</h1>
<p>Emails stay here and aren’t sent. The latest ${SHOWN}, newest first.</p>
${letters.length === 0 && html`<p class="empty">No email yet. Sign up or request a new password, then reload this page.</p>`}
${letters.map(
  (letter) => html`<article><h2>${letter.subject}</h2>
<p class="meta">To ${letter.recipient} · <time datetime="${letter.sentAt.toISOString()}">${letter.sentAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
<p class="text">${withLinks(letter.text)}</p>${letter.attachments.map(
    ({ filename }, at) =>
      html`<p class="meta">Attached: <a href="/sandbox/mailbox/${letter.id}/${at}">${filename}</a></p>`,
  )}</article>`,
)}</main></body></html>`;
}

function withLinks(text: string): Html[] {
  return text
    .trim()
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--green:#1f6b3b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--green:#7fd09b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px}
h1{font-size:24px;margin:0 0 8px}h2{font-size:17px;margin:0}
article{background:var(--card);border-radius:8px;padding:16px;margin:16px 0}
.meta,.empty{overflow-wrap:anywhere;color:var(--quiet);font-size:14px;margin:0 0 8px}
.text{white-space:pre-line;overflow-wrap:anywhere;margin:0}
a{color:var(--green)}
`;
