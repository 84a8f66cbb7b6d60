import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '../mail/html';

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const FORM = 'application/x-www-form-urlencoded';
const STYLE_PATH = '/sandbox/sandbox.css';

/** Serves the sandbox pages' stylesheet. */
export function serveSandboxStyle(app: FastifyInstance): void {
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css').send(STYLE));
}

/** Accepts forms in its own scope, so the platform's calls still take JSON only. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** A sandbox page; its forms may lead back to `alsoTo`. */
export function sendSandboxPage(reply: FastifyReply, title: string, content: Html, alsoTo = ''): FastifyReply {
  return reply
    .headers({
      'content-security-policy': POLICY.replace("form-action 'self'", `form-action 'self' ${alsoTo}`.trimEnd()),
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`.toString(),
    );
}

/** A button that posts to an address and returns to the page. */
export function act(path: string, label: string, subject = ''): Html {
  return html`<form method="post" action="${path}"><input type="hidden" name="subject" value="${subject}"><button>${label}</button></form>`;
}

const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--line:#c3cdc6;--green:#1f6b3b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--line:#3a463e;--green:#7fd09b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px}
h1{font-size:24px;margin:0 0 8px}h2{font-size:18px;margin:24px 0 8px}
p{margin:0 0 12px}
.quiet{color:var(--quiet);font-size:14px}
.card{overflow-x:auto;background:var(--card);border-radius:8px;padding:4px 16px}
table{border-collapse:collapse;width:100%}
th,td{padding:10px 12px 10px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);font-size:14px}
tr:last-child td{border-bottom:0}
code{font-family:ui-monospace,monospace;font-size:13px;user-select:all;white-space:nowrap}
form{margin:0}
fieldset{border:1px solid var(--line);border-radius:6px;margin:0 0 12px;padding:4px 16px}
label{display:inline-block;padding:4px 0}
input[type=text]{min-height:34px;max-width:140px;border:1px solid var(--line);border-radius:6px;background:none;color:inherit;font:inherit;font-size:14px;padding:0 8px}
td form{display:inline-block;margin:0 6px 6px 0}
button{min-height:34px;padding:0 12px;border:1px solid var(--line);border-radius:6px;background:none;color:inherit;font:inherit;font-size:14px;cursor:pointer}
:focus-visible{outline:2px solid var(--green);outline-offset:2px}
`;
