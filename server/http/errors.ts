import type { FastifyBaseLogger, FastifyError } from 'fastify';
import { DomainError, type ErrorCode } from '../../domain/errors';
import { toRefusal } from '../refusals';

/** Each code's HTTP status; a new code doesn't compile without one. */
export const STATUS: Record<ErrorCode, number> = {
  BAD_INPUT: 400,
  SIGNED_OUT: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  UPGRADE_REQUIRED: 403,
  WRITE_ACCESS_REQUIRED: 403,
  TRACKING_KEY_REQUIRED: 403,
  NOT_FOUND: 404,
  STALE: 409,
  CONFLICT: 409,
  DUPLICATE_CHANNEL: 409,
  SHORT_OF_STOCK: 409,
  ILLEGAL_TRANSITION: 409,
  CREDIT_STOP: 409,
  TOO_LARGE: 413,
  KEY_REUSED: 422,
  TOO_MANY: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** Any error, as the refusal to send. */
export function toDomainError(error: unknown, log: FastifyBaseLogger): DomainError {
  return fromFastify(error) ?? toRefusal(error, log);
}

function fromFastify(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new DomainError('TOO_LARGE', 'This request is too large. Send it in smaller parts.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('BAD_INPUT', 'Send JSON with the content type application/json.');
  }
  if (statusCode === 429) return new DomainError('TOO_MANY', 'Too many requests. Wait a moment, then try again.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new DomainError('BAD_INPUT', 'We couldn’t read the request. Check that its body is valid JSON.');
  }
  return undefined;
}
