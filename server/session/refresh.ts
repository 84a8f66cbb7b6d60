import { DomainError } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import type { Verb } from '../implement';

/** Exchanges a refresh token at the configured issuer; SIGNED_OUT when it is used, ended or expired. */
export const refreshSession: Verb<typeof session.refresh> = async ({ services }, { body }) => {
  const tokens = await services.identity.refresh(body.refreshToken, body.client);
  if (!tokens) throw new DomainError('SIGNED_OUT', 'Your session ended. Sign in again.');
  return tokens;
};
