import type { FastifyRequest } from 'fastify';
import { readId } from '../../domain/contract/endpoint';
import { DomainError } from '../../domain/errors';
import { type FoundActor, findActor } from '../access/find-actor';
import { findKeyCaller } from '../api-keys/find-caller';
import { looksLikeKey } from '../api-keys/secret';
import type { Person, Services } from '../context';
import { type Impersonator, TokenError } from '../identity';
import { bearer } from './bearer';

/** Who sends a request; both null without a token. */
export interface Caller {
  actor: FoundActor | null;
  person: Person | null;
  /** When the token expires; null for an API key, which opens no stream. */
  expiresAt: Date | null;
}

const NOBODY: Caller = { actor: null, person: null, expiresAt: null };

/**
 * Reads the bearer token, which may be an API key, and the `Org-Id` header. Raises TOKEN_EXPIRED, which a browser handles with one refresh, or
 * SIGNED_OUT for an invalid token or unknown person.
 */
export async function authenticate(services: Services, request: FastifyRequest): Promise<Caller> {
  const token = bearer(request.headers.authorization);
  if (token === null) return NOBODY;
  if (looksLikeKey(token)) {
    const given = { key: token, address: request.ip, orgId: organizationOf(request.headers['org-id']) };
    return { ...(await findKeyCaller(services, given)), expiresAt: null };
  }
  const verified = await services.identity.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error;
    if (error.reason === 'expired') throw new DomainError('TOKEN_EXPIRED', 'Your session needs to be renewed');
    throw new DomainError('SIGNED_OUT', 'Sign in to do this.');
  });
  const orgId = organizationOf(request.headers['org-id']);
  const found = await findActor(services.database.pool, verified.subject, orgId, verified.sessionId ?? null);
  if (!found) throw new DomainError('SIGNED_OUT', 'This account no longer exists. Sign in with another one.');
  if (!found.isSignedIn) {
    if (verified.impersonator) throw supportEnded();
    throw new DomainError('SIGNED_OUT', 'This session ended. Sign in again.');
  }
  return {
    actor: found,
    person: {
      userId: found.userId,
      subject: verified.subject,
      displayName: found.displayName,
      isSupport: found.isSupport,
      impersonator: await supporter(services, verified.impersonator),
      application: null,
      sessionId: verified.sessionId ?? null,
    },
    expiresAt: verified.expiresAt,
  };
}

/** The support person behind an impersonation, who must still be support staff and signed in. */
async function supporter(services: Services, by: Impersonator | undefined): Promise<Person['impersonator']> {
  if (by === undefined) return null;
  const found = await findActor(services.database.pool, by.subject, null, by.sessionId);
  if (!found?.isSupport || !found.isSignedIn) throw supportEnded();
  return { id: found.userId, name: found.displayName };
}

const supportEnded = () => new DomainError('SIGNED_OUT', 'This support session has ended.');

function organizationOf(header: string | string[] | undefined): number | null {
  if (header === undefined || header === '') return null;
  // Digits alone: `1e0`, `0x1` and ` 1` would be numbers too.
  const orgId = typeof header === 'string' ? readId(header) : null;
  if (orgId === null) throw new DomainError('BAD_INPUT', 'Org-Id must be an organization’s id');
  return orgId;
}
