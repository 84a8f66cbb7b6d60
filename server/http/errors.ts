import type { FastifyBaseLogger, FastifyError } from 'fastify';
import type { z } from 'zod';
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

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
};
const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** The message for invalid input when the schema has none; undefined uses the library's. */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Required' : EXPECTED[issue.expected];
    case 'invalid_value':
      return `Must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `Must be ${issue.minimum}${COUNTED[issue.origin] ?? ''} or more`;
    case 'too_big':
      return `Must be ${issue.maximum}${COUNTED[issue.origin] ?? ''} or ${COUNTED[issue.origin] ? 'fewer' : 'less'}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

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
