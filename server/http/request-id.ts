import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What may stand in a log and a header without being quoted. */
const SANE = /^[\w.:-]{8,128}$/;

/** A request's id in logs and in its reply: the proxy's, if there is one that gave a sane one, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders, trustProxy: boolean): string {
  return trustProxy && typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
