import type { FastifyRequest } from 'fastify';
import { contract } from '../../domain/calls';
import type { Endpoint } from '../../domain/contract/endpoint';
import { FILES_PATH } from '../files/store';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the contract, or another word for what isn't in it. */
    call?: string;
  }
}

const names = new Map<Endpoint, string>(
  Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([verb, endpoint]): [Endpoint, string] => [endpoint, `${area}.${verb}`]),
  ),
);

/** A call's name in the contract, such as `orders.search`. */
export const callName = (endpoint: Endpoint): string => names.get(endpoint) ?? UNKNOWN;

const UNKNOWN = 'unknown';
const PAGES = 'pages';

/** What is served beside the contract's calls, by how its paths begin. */
const BESIDE: readonly [string, string][] = [
  ['/health', 'health'],
  ['/ready', 'ready'],
  ['/metrics', 'metrics'],
  ['/api/live', 'live'],
  ['/api/docs', 'api-docs'],
  ['/api/openapi.json', 'api-docs'],
  [FILES_PATH, 'files'],
  ['/oidc', 'sign-in'],
  ['/sandbox', 'sandbox'],
];

/** What a request asked for: a call's name, or one of a few words, whatever its address says. */
export function callOf({ routeOptions }: FastifyRequest, status: number): string {
  const { config, url = '' } = routeOptions;
  if (config.call !== undefined) return config.call;
  const beside = BESIDE.find(([start]) => url.startsWith(start))?.[1];
  return beside ?? (status === 404 ? UNKNOWN : PAGES);
}
