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
import { STATUS } from './errors';
import { openApiPage, STYLE } from './openapi-page';

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
