import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { bearer } from './bearer';
import { sharedCounts } from './shared-counts';

/** Bytes of a body, unless an endpoint sets its own limit. */
export const BODY_LIMIT = 256 * 1024;

/** Client time limits: for headers, the whole request, and between requests. */
export const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 65_000, checkMs: 2_000 };

/** The policy for API data, instead of a page's with nonces: it is never run, framed, sniffed or read cross-site. */
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

/** The hosted chat service's addresses for the pages. */
const CHAT_SERVICE = ['https://chat.stream-io-api.com', 'wss://chat.stream-io-api.com'];
/** Where pages show its pictures from, a host for each of its regions. */
const CHAT_FILES = 'https://*.stream-io-cdn.com';

/** Writes per minute by one person, or by one address without a token, on a route, across server processes. */
export const WRITE_LIMIT = { max: 600, timeWindow: WINDOW };

/** Tries of a secret, such as an invitation code or refresh token, per minute by one person or address. */
export const GUESS_LIMIT = { max: 60, timeWindow: WINDOW };

/** File downloads per minute by one person on a route. */
export const FILE_LIMIT = { max: 60, timeWindow: WINDOW };

/** Security headers with a strict content policy, and rate limits. */
export async function applyLimits(app: FastifyInstance, config: Config, db: Db): Promise<void> {
  const secure = isSecure(config.publicUrl);
  const isChatHosted = config.parts.chat && !config.chat.standIn;
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // The reader of barcodes before a camera is WebAssembly of our own.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(isChatHosted ? [CHAT_FILES] : [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(isChatHosted ? CHAT_SERVICE : [])],
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
    // Keyed only by a plausible token, which is refused if invalid: any other header could be varied to get a fresh
    // limit.
    keyGenerator: (request: FastifyRequest) => bearer(request.headers.authorization)?.slice(-43) ?? request.ip,
    errorResponseBuilder: (_request, { after }) =>
      new DomainError('TOO_MANY', `Too many requests. Try again in ${after}.`),
  });
}
