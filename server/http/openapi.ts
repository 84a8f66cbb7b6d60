import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Requirement } from '../../domain/access/ability';
import { contract } from '../../domain/calls';
import { type Endpoint, isWrite, needsKey } from '../../domain/contract/endpoint';
import { refusalsOf } from '../../domain/contract/refusals';
import { ERROR_CODES } from '../../domain/errors';
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '../../domain/files/picture';
import type { Config } from '../config';
import { type Html, html } from '../mail/html';
import { STATUS } from './errors';

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
      description: 'The calls the Verdant app makes.',
      license: { name: 'Proprietary', url: `${config.publicUrl}/terms` },
    },
    servers: [{ url: `${config.publicUrl}/api` }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
}

function operation(area: string, verb: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const isPublic = endpoint.requires.kind === 'publicly';
  return {
    operationId: `${area}.${verb}`,
    tags: [area],
    summary: endpoint.summary,
    description: `Needs: ${describeRequirement(endpoint.requires)}. ${isWrite(endpoint) ? 'Changes data.' : 'Reads data.'}`,
    security: isPublic ? [] : [{ token: [] }],
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

function describeRequirement(requirement: Requirement): string {
  switch (requirement.kind) {
    case 'publicly':
      return 'nothing';
    case 'signed-in':
      return 'a signed-in person';
    case 'member':
      return 'a member of the organization';
    case 'support':
      return 'support staff';
    case 'admin':
      return 'the owner or an admin of the organization';
    case 'owner':
      return 'the owner of the organization';
    case 'feature':
      return `${requirement.level} on ${requirement.feature}`;
    case 'any-of':
      return requirement.requirements.map(describeRequirement).join(' or ');
    case 'on-plan':
      return `${describeRequirement(requirement.requirement)}, on a plan with ${requirement.slug}`;
  }
}

type Document = ReturnType<typeof createDocument>;
type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  requestBody?: unknown;
  responses?: unknown;
};

const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#1c2b21;--quiet:#53635a;--green:#1f6b3b}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--green:#7fd09b}}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px}
details{background:var(--card);border-radius:8px;margin:8px 0;padding:8px 12px;overflow:auto}
summary{cursor:pointer}a{color:var(--green)}b{color:var(--green);display:inline-block;min-width:64px}
code,pre{font:13px/1.45 ui-monospace,monospace}p{color:var(--quiet)}`;

/** The document as a readable page: every call by area, with what it needs, takes and returns. No script. */
function openApiPage(document: Document): string {
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
