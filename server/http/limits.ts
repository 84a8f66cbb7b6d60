import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { bearer } from './bearer';
import { sharedCounts } from './shared-counts';

/** Bytes of a body, unless an endpoint says otherwise. */
export const BODY_LIMIT = 256 * 1024;

/** How long a client may take: to send its headers, its whole request, and between requests; slow ones are let go at the next check. */
export const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 65_000, checkMs: 2_000 };

/**
 * What data is sent with in place of a page's policy and its nonces: it is never run, framed, taken for another type or
 * read by another site.
 */
export function dataHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': REFERRER_POLICY,
    ...(isSecure(publicUrl) ? { 'Strict-Transport-Security': `max-age=${TRANSPORT_MAX_AGE}; includeSubDomains` } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

const WINDOW = '1 minute';
const TRANSPORT_MAX_AGE = 31_536_000;
const REFERRER_POLICY = 'strict-origin-when-cross-origin';
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

/** Where the hosted chat service answers the pages. */
const CHAT_SERVICE = ['https://chat.stream-io-api.com', 'wss://chat.stream-io-api.com'];

/** Writes one person, or one address without a token, may make in a minute on one route, whatever server process answers. */
export const WRITE_LIMIT = { max: 600, timeWindow: WINDOW };

/** Questions about a secret, such as an invitation's code or a refresh token, one person or address may ask in a minute. */
export const GUESS_LIMIT = { max: 60, timeWindow: WINDOW };

/** Files one person may ask for in a minute on one route. */
export const FILE_LIMIT = { max: 60, timeWindow: WINDOW };

/** Security headers with a strict content policy, and the limits on how fast anyone may write. */
export async function applyLimits(app: FastifyInstance, config: Config, db: Db): Promise<void> {
  const secure = isSecure(config.publicUrl);
  const issuer = new URL(config.oidc.issuer).origin;
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", issuer, ...(config.chat.standIn ? [] : CHAT_SERVICE)],
        frameSrc: [issuer],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: TRANSPORT_MAX_AGE, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: REFERRER_POLICY },
  });
  await app.register(rateLimit, {
    global: false,
    store: sharedCounts(app, db),
    // Only by what could be a token, which is refused unless it is one: any other header would make a newcomer of
    // whoever changes it.
    keyGenerator: (request: FastifyRequest) => bearer(request.headers.authorization)?.slice(-43) ?? request.ip,
    errorResponseBuilder: (_request, { after }) =>
      new DomainError('TOO_MANY', `Too many requests. Try again in ${after}.`),
  });
}
