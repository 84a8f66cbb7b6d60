import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';

type Settings = Pick<Config, 'publicUrl' | 'trustProxy'>;

/** The host a request was sent to, as a browser names it, in lower case; a proxy’s word for it counts if one is trusted. */
export function hostOf({ headers }: FastifyRequest, { trustProxy }: Pick<Settings, 'trustProxy'>): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? headers.host;
  return host?.toLowerCase();
}

/** Whether a request was sent to the address people open Verdant by. */
export const isOurHost = (request: FastifyRequest, settings: Settings): boolean =>
  hostOf(request, settings) === new URL(settings.publicUrl).host;
