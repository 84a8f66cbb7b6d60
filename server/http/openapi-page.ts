import type { createDocument } from 'zod-openapi';
import { type Html, html } from '../mail/html';

type Document = ReturnType<typeof createDocument>;
type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  requestBody?: unknown;
  responses?: unknown;
};

export const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--green:#1f6b3b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--green:#7fd09b}}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px}
details{background:var(--card);border-radius:8px;margin:8px 0;padding:8px 12px;overflow:auto}
summary{cursor:pointer}a{color:var(--green)}b{color:var(--green);display:inline-block;min-width:64px}
code,pre{font:13px/1.45 ui-monospace,monospace}p{color:var(--quiet)}`;

/** The document as a readable page: every call by area, with what it needs, takes and returns. No script. */
export function openApiPage(document: Document): string {
  const areas = new Map<string, Html[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, value] of Object.entries(methods as Record<string, Operation>)) {
      const area = value.tags?.[0] ?? 'other';
      areas.set(area, [...(areas.get(area) ?? []), describeCall(method, path, value)]);
    }
  }
  const sections = [...areas].map(([area, calls]) => html`<section><h2>${area}</h2>${calls}</section>`);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Verdant API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Verdant API</h1>
<p>The same as <a href="/api/openapi.json">openapi.json</a>. Calls take a bearer token, and <code>Org-Id</code> names the organization.</p>
${sections}</main></body></html>`.toString();
}

function describeCall(method: string, path: string, { summary, description, requestBody, responses }: Operation): Html {
  const shape = JSON.stringify({ requestBody, responses }, null, 2);
  return html`<details><summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${summary ?? ''}</summary>
<p>${description ?? ''}</p><pre tabindex="0">${shape}</pre></details>`;
}
