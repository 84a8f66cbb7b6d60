import { DomainError } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import type { Verb } from '../implement';

/** New tokens for a refresh token, from whichever issuer is in charge; SIGNED_OUT when it is spent, ended or expired. */
export const refreshSession: Verb<typeof session.refresh> = async ({ services }, { body }) => {
  const tokens = await services.identity.refresh(body.refreshToken);
  if (!tokens) throw new DomainError('SIGNED_OUT', 'Your session ended. Sign in again.');
  return tokens;
};
