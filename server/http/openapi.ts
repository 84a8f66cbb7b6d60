import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { LEARNING_DAYS, MOST_KEY_DAYS, MOST_OVERLAP_HOURS, USUAL_KEY_DAYS } from '../../domain/api-keys/api-key';
import { contract } from '../../domain/calls';
import { type Endpoint, isWrite, needsKey } from '../../domain/contract/endpoint';
import { isForKeys } from '../../domain/contract/for-keys';
import { refusalsOf } from '../../domain/contract/refusals';
import { ERROR_CODES } from '../../domain/errors';
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '../../domain/files/picture';
import type { Config } from '../config';
import { type Html, html } from '../mail/html';
import { describeRequirement } from './describe-requirement';
import { STATUS } from './errors';
import { FILE_LIMIT, WRITE_LIMIT } from './limits';
import { describeWebhooks, eventsSection } from './openapi-events';
import { exampleOf, type JsonSchema } from './openapi-example';

const ErrorBody = z
  .object({
    userFriendlyMessage: z.string(),
    message: z.string(),
    internalCode: z.number(),
    errorObject: z.record(z.string(), z.unknown()).nullable(),
    errors: z.record(z.string(), z.string()).nullable(),
  })
  .meta({ id: 'Error' });

/** Serves `/api/openapi.json` and a readable page of it at `/api/docs`, built from the contract on first request. */
export function serveOpenApi(app: FastifyInstance, config: Config): void {
  let made: { document: ReturnType<typeof describeApi>; page: string } | undefined;
  const make = () => {
    if (made) return made;
    const document = describeApi(config);
    made = { document, page: openApiPage(document) };
    return made;
  };
  app.get('/api/openapi.json', (_request, reply) => reply.send(make().document));
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(make().page));
}

/** The whole contract as an OpenAPI 3.1 document. */
export function describeApi(config: Pick<Config, 'publicUrl'>) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [area, endpoints] of Object.entries(contract)) {
    for (const [verb, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(area, verb, endpoint) };
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Verdant API',
      version: '1',
      description: 'The calls the Verdant app makes, open to API keys where they say so.',
      license: { name: 'Proprietary', url: `${config.publicUrl}/terms` },
    },
    servers: [{ url: `${config.publicUrl}/api` }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person’s, from signing in' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'vrd_live_…',
          description: 'An API key, made under Account, API Keys',
        },
      },
    },
  });
}

function operation(area: string, verb: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const isPublic = endpoint.requires.kind === 'publicly';
  return {
    operationId: `${area}.${verb}`,
    tags: [area],
    summary: endpoint.summary,
    description: [
      `Needs: ${describeRequirement(endpoint.requires)}.`,
      isWrite(endpoint) ? 'Changes data.' : 'Reads data.',
      isForKeys(endpoint) ? 'API keys may call it.' : 'API keys can’t call it.',
    ].join(' '),
    security: isPublic ? [] : isForKeys(endpoint) ? [{ token: [] }, { apiKey: [] }] : [{ token: [] }],
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params as z.ZodObject } : {}),
      ...(endpoint.query ? { query: endpoint.query as z.ZodObject } : {}),
      header: headers(endpoint, isPublic),
    },
    ...bodyOf(endpoint),
    responses: {
      200: { description: 'Done', content: { [endpoint.file ?? 'application/json']: { schema: endpoint.returns } } },
      ...refusals(endpoint),
    },
  };
}

/** The body: JSON, or a form with one file. */
function bodyOf({ body, upload }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (body) return { requestBody: { content: { 'application/json': { schema: body } } } };
  if (!upload) return {};
  const schema = z.object({ [upload.field]: z.file().max(MOST_PICTURE_BYTES) });
  const encoding = { [upload.field]: { contentType: PICTURE_TYPES.join(', ') } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
}

/** A reply for each status a call can be refused with, listing its codes. */
function refusals(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codes = Map.groupBy(refusalsOf(endpoint), (code) => STATUS[code]);
  const replies = [...codes].map(([status, meant]) => {
    const description = meant.map((code) => `${code} (${ERROR_CODES[code]})`).join(', ');
    return [status, { description, content: { 'application/json': { schema: ErrorBody } } }];
  });
  return Object.fromEntries(replies);
}

const KEY = z.string().min(8).max(200);

function headers(endpoint: Endpoint, isPublic: boolean) {
  return z.object({
    ...(isPublic ? {} : { 'Org-Id': z.number().int().optional() }),
    ...(endpoint.idempotent ? { 'Idempotency-Key': needsKey(endpoint) ? KEY : KEY.optional() } : {}),
  });
}

type Document = ReturnType<typeof createDocument>;
type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: readonly Parameter[];
  security?: readonly object[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
  responses?: unknown;
};

const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--green:#1f6b3b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--green:#7fd09b}}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px}
details{background:var(--card);border-radius:8px;margin:8px 0;padding:8px 12px;overflow:auto}
summary{cursor:pointer}a{color:var(--green)}b{color:var(--green);display:inline-block;min-width:64px}
code,pre{font:13px/1.45 ui-monospace,monospace}p{color:var(--quiet)}pre{overflow:auto;user-select:all}h3{margin:16px 0 4px}`;

/** The document as a readable page: how to call, then every call by area, with a request to copy. No script. */
function openApiPage(document: Document): string {
  const [server] = document.servers ?? [];
  const url = server?.url ?? '/api';
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const areas = new Map<string, Html[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, value] of Object.entries(methods as Record<string, Operation>)) {
      const area = value.tags?.[0] ?? 'other';
      const request = curlOf({ url, method, path, operation: value, schemas });
      areas.set(area, [...(areas.get(area) ?? []), describeCall({ method, path, operation: value, request })]);
    }
  }
  const sections = [...areas].map(([area, calls]) => html`<section><h2>${area}</h2>${calls}</section>`);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Verdant API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Verdant API</h1>
<p>The same as <a href="/api/openapi.json">openapi.json</a>.</p>
${howTo(url)}
${eventsSection()}
${sections}</main></body></html>`.toString();
}

const KEY_SHOWN = 'vrd_live_YOUR_KEY';

function howTo(url: string): Html {
  const first = `curl '${url}/version' \\\n  -H 'Authorization: Bearer ${KEY_SHOWN}'`;
  const perMinute = (limit: { max: number }) => String(limit.max);
  return html`<section><h2>How to call</h2>
<h3>Sign your requests</h3>
<p>Make a key under Account, API Keys, and send it with every request. It acts as you, within the permissions you give it. It
works for ${String(USUAL_KEY_DAYS)} days unless you choose another day, ${String(MOST_KEY_DAYS)} days at most. Replacing a key
leaves the one before up to ${String(MOST_OVERLAP_HOURS)} hours. After ${String(LEARNING_DAYS)} days of use we can propose fewer
permissions. Each call below says whether keys may make it, and which permission it needs.</p>
<pre tabindex="0">${first}</pre>
<h3>Organization</h3>
<p>A key belongs to one organization: leave out <code>Org-Id</code>. Where a call takes an <code>orgId</code>, send that organization’s.</p>
<h3>Errors</h3>
<p>A refused call answers with <code>userFriendlyMessage</code> in words, <code>message</code> as a code, <code>internalCode</code> as a
number, and <code>errors</code> by field. 401 is a key that isn’t or is no longer good, 403 a missing permission, 404 what doesn’t exist
or isn’t visible to the key, 409 a conflict, 429 too many requests.</p>
<h3>Limits</h3>
<p>${perMinute(WRITE_LIMIT)} changes and ${perMinute(FILE_LIMIT)} files a minute by each key and call; then 429 with <code>Retry-After</code>.
Wait as long and try again.</p>
<h3>Repeating a request safely</h3>
<p>Send an <code>Idempotency-Key</code> of 8 to 200 characters where a call takes one: the same key and request again, within two days,
has no second effect and gets the same reply, with <code>Idempotency-Replayed: true</code>. What is shown once is left out of it.</p>
<h3>Pages</h3>
<p>Lists take <code>page</code>, from 0, and <code>itemsPerPage</code>, 25 to 250. <code>resultCount</code> stops at 2,001, which means more than 2,000.</p>
<h3>Versions of records</h3>
<p>Records have a <code>version</code>. Send the one you read with your change: if someone else changed the record since, the change is
refused with <code>STALE</code>. Read it again and decide.</p></section>`;
}

type Shown = { method: string; path: string; operation: Operation; request: string };

function describeCall({ method, path, operation, request }: Shown): Html {
  const { summary, description, requestBody, responses } = operation;
  const shape = JSON.stringify({ requestBody, responses }, null, 2);
  return html`<details><summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${summary ?? ''}</summary>
<p>${description ?? ''}</p><pre tabindex="0">${request}</pre><pre tabindex="0">${shape}</pre></details>`;
}

type Parameter = { in: string; name: string; required?: boolean; schema?: JsonSchema };
type Requested = {
  url: string;
  method: string;
  path: string;
  operation: Operation;
  schemas: Record<string, JsonSchema>;
};

/** A request to paste into a shell, with every value that is needed filled in. */
function curlOf({ url, method, path, operation, schemas }: Requested): string {
  const needed = (operation.parameters ?? []).filter((one) => one.required);
  const said = ({ schema }: Parameter) => encodeURIComponent(String(exampleOf(schema ?? {}, schemas)));
  const filled = needed
    .filter((one) => one.in === 'path')
    .reduce((sofar, one) => sofar.replace(`{${one.name}}`, said(one)), path);
  const query = needed.filter((one) => one.in === 'query').map((one) => `${one.name}=${said(one)}`);
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json']?.schema;
  const [form] = Object.keys(content['multipart/form-data']?.schema?.properties ?? {});
  const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key');
  const lines = [
    `curl '${url}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...(operation.security?.length ? [`-H 'Authorization: Bearer ${bearerOf(operation)}'`] : []),
    ...(takesKey ? [`-H 'Idempotency-Key: 3f2b8c1e-5d4a-4c7b'`] : []),
    ...(json ? [`-H 'Content-Type: application/json'`, `-d '${inShell(exampleOf(json, schemas))}'`] : []),
    ...(form ? [`-F '${form}=@picture.jpg'`] : []),
  ];
  return lines.join(' \\\n  ');
}

const bearerOf = ({ security = [] }: Operation) => (security.some((way) => 'apiKey' in way) ? KEY_SHOWN : 'YOUR_TOKEN');

/** JSON within single quotes. */
const inShell = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("'", "'\\''");
