import { randomUUID } from 'node:crypto';
import {
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { KeyRing } from './key-ring';
import { ALGORITHM } from './keys';

/** A verified token's person. */
export type VerifiedToken = {
  /** The person's `users.subject`. */
  readonly subject: string;
  readonly issuer: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Our session it was issued in, as in `listSessions`; for a temporary token, the impersonation. */
  readonly sessionId?: string;
  /** The `users.subject` of the support person acting, and their own session. */
  readonly impersonator?: Impersonator;
};

export type Impersonator = { readonly subject: string; readonly sessionId: string | null };

/** Why a token was refused: `expired` can be refreshed, `invalid` can't. */
export class TokenError extends Error {
  override name = 'TokenError';

  constructor(
    readonly reason: 'expired' | 'invalid',
    cause?: unknown,
  ) {
    super(reason === 'expired' ? 'The token has expired' : 'The token is not valid', { cause });
  }
}

/** How an outside issuer's tokens are checked. */
export type OutsideKeys = {
  readonly key: JWTVerifyGetKey;
  /** What its tokens must say; raises UNAVAILABLE while that isn't known. */
  rules(): Promise<{ issuer: string; algorithms: string[]; clockTolerance: number }>;
};

export type TokenSettings = {
  readonly ownIssuer: string;
  /** Absent with the embedded provider. */
  readonly outside?: { readonly issuer: string; readonly keys: OutsideKeys } | undefined;
  readonly clientId: string;
  readonly audience: string;
};

const CACHED_TOKENS = 5000;
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Verifies access tokens and issues temporary ones. Verified tokens are cached until they expire; `firstUse` is awaited for
 * each that isn't cached yet, and must not fail.
 */
export function openTokens(
  settings: TokenSettings,
  ring: KeyRing,
  firstUse: (token: string, verified: VerifiedToken) => Promise<void> = async () => {},
) {
  const cache = new Map<string, VerifiedToken>();
  const ownKey: JWTVerifyGetKey = ({ kid }) => ring.publicKey(kid);
  const { outside } = settings;
  ring.onChange(() => cache.clear());

  async function check(token: string): Promise<VerifiedToken> {
    const own = decodeJwt(token).iss === settings.ownIssuer;
    const common = {
      audience: settings.audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
    };
    if (own || !outside) {
      const options = { ...common, issuer: settings.ownIssuer, algorithms: [ALGORITHM], typ: 'at+jwt' };
      const { payload } = await jwtVerify(token, ownKey, options);
      // With an outside issuer, our keys only sign impersonation tokens.
      if (outside && !impersonator(payload)) throw new TokenError('invalid');
      return describe(payload, payload.sub ?? '');
    }
    const options: JWTVerifyOptions = { ...common, ...(await outside.keys.rules()) };
    const { payload } = await jwtVerify(token, outside.keys.key, options);
    return describe({ ...payload, act: undefined, sid: undefined }, qualifySubject(outside.issuer, payload.sub ?? ''));
  }

  return {
    /** Raises TokenError, distinguishing expired from invalid. */
    async verify(token: string): Promise<VerifiedToken> {
      const known = cache.get(token);
      if (known) {
        if (known.expiresAt.getTime() > Date.now()) return known;
        cache.delete(token);
      }
      try {
        const verified = await check(token);
        await firstUse(token, verified);
        if (cache.size >= CACHED_TOKENS) cache.delete(cache.keys().next().value ?? '');
        cache.set(token, verified);
        return verified;
      } catch (error) {
        throw refuse(error);
      }
    },

    /**
     * A short-lived access token for `subject` that names who acts for them, both as `users.subject`. Valid as long as
     * its session exists.
     */
    async issueTemporary(grant: TemporaryGrant): Promise<string> {
      const { kid, key } = await ring.signer();
      return new SignJWT({
        client_id: settings.clientId,
        sid: grant.sessionId,
        act: { sub: grant.impersonator.subject, sid: grant.impersonator.sessionId },
        reason: grant.reason,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
        .setIssuer(settings.ownIssuer)
        .setAudience(settings.audience)
        .setSubject(grant.subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${grant.ttlSeconds}s`)
        .sign(key);
    },
  };
}

export type TemporaryGrant = {
  readonly subject: string;
  readonly sessionId: string;
  readonly impersonator: Impersonator;
  readonly ttlSeconds: number;
  readonly reason: string;
};

/** The `users.subject` of someone from an outside issuer. */
export function qualifySubject(issuer: string, subject: string): string {
  return `${issuer}#${subject}`;
}

function describe(payload: JWTPayload, subject: string): VerifiedToken {
  const actor = impersonator(payload);
  const sessionId = typeof payload.sid === 'string' ? payload.sid : undefined;
  return {
    subject,
    issuer: payload.iss ?? '',
    issuedAt: new Date((payload.iat ?? 0) * 1000),
    expiresAt: new Date((payload.exp ?? 0) * 1000),
    ...(sessionId ? { sessionId } : {}),
    ...(actor ? { impersonator: actor } : {}),
  };
}

function impersonator(payload: JWTPayload): Impersonator | undefined {
  const actor = payload.act as { sub?: unknown; sid?: unknown } | undefined;
  if (typeof actor?.sub !== 'string') return undefined;
  return { subject: actor.sub, sessionId: typeof actor.sid === 'string' ? actor.sid : null };
}

function refuse(error: unknown): unknown {
  if (error instanceof TokenError) return error;
  if (error instanceof errors.JWTExpired) return new TokenError('expired', error);
  // Failing to read the keys says nothing about the token.
  if (!(error instanceof errors.JOSEError || error instanceof TypeError)) return error;
  return new TokenError('invalid', error);
}
