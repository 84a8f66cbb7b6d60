import type { FastifyBaseLogger, FastifyError } from 'fastify';
import type { z } from 'zod';
import { type DenialReason, explain } from '../../domain/access/ability';
import { DomainError, type ErrorCode } from '../../domain/errors';
import { isConnectionLost, QUERY_CANCELLED, sqlState } from '../db/transact';

/** The one table of statuses; a new code does not compile until it has one. */
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

/** Why someone may not do something, as a refusal; a plan that falls short opens the upgrade dialog. */
export function denial(reason: DenialReason): DomainError {
  const object = { reason };
  switch (reason.kind) {
    case 'signed-out':
      return new DomainError('SIGNED_OUT', explain(reason), { object });
    case 'plan':
      return new DomainError('UPGRADE_REQUIRED', explain(reason), { object });
    default:
      return new DomainError('FORBIDDEN', explain(reason), { object });
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
};
const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** What is said of input where its schema has no words of its own: undefined leaves it to the library. */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Is required' : EXPECTED[issue.expected];
    case 'invalid_value':
      return `Must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `Must be ${issue.minimum}${COUNTED[issue.origin] ?? ''} or more`;
    case 'too_big':
      return `Must be ${issue.maximum}${COUNTED[issue.origin] ?? ''} or ${COUNTED[issue.origin] ? 'fewer' : 'less'}`;
    case 'unrecognized_keys':
      return `Has no ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
/** What a column cannot hold: text too long, a number too large, a day of no calendar, a character no text has. */
const UNKEEPABLE = ['22001', '22003', '22007', '22008', '22021', '22P05'];

/** Whatever was thrown, as the refusal that is sent; what nobody foresaw is logged whole and told as INTERNAL. */
export function toDomainError(error: unknown, log: FastifyBaseLogger): DomainError {
  if (error instanceof DomainError) return error;
  const known = fromFastify(error) ?? fromDatabase(error);
  if (known?.code !== undefined && known.code !== 'UNAVAILABLE') return known;
  log.error({ err: error }, 'call failed');
  return known ?? new DomainError('INTERNAL', 'An error occurred', { cause: error });
}

function fromFastify(error: unknown): DomainError | undefined {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new DomainError('TOO_LARGE', 'That is more than fits in one request. Send it in smaller parts.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('BAD_INPUT', 'Send JSON, with the content type application/json');
  }
  if (statusCode === 429) return new DomainError('TOO_MANY', 'Too many requests. Wait a moment, then try again.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new DomainError('BAD_INPUT', 'The request could not be read. Check that its body is valid JSON.');
  }
  return undefined;
}

function fromDatabase(error: unknown): DomainError | undefined {
  // First, because it says more than the state: whether the end of a transaction was still heard is not known.
  if (isConnectionLost(error)) {
    return new DomainError(
      'UNAVAILABLE',
      'We could not reach our database. Look whether your change was kept, then try again in a moment.',
      { cause: error },
    );
  }
  const state = sqlState(error);
  if (state === undefined) return undefined;
  if (UNKEEPABLE.includes(state)) {
    return new DomainError(
      'BAD_INPUT',
      'Something you entered cannot be kept as it is. Check dates, numbers and text.',
      {
        cause: error,
      },
    );
  }
  if (state === UNIQUE_VIOLATION) {
    return new DomainError('CONFLICT', 'This already exists. Reload to see it.', { cause: error });
  }
  if (state === FOREIGN_KEY_VIOLATION) {
    return new DomainError('CONFLICT', 'Something this refers to is gone or still in use. Reload and try again.', {
      cause: error,
    });
  }
  if (state === CHECK_VIOLATION) {
    return new DomainError('CONFLICT', 'This would break a rule of the books. Reload and try again.', { cause: error });
  }
  if (state === QUERY_CANCELLED) {
    return new DomainError('UNAVAILABLE', 'That took too long. Nothing was changed: try again in a moment.', {
      cause: error,
    });
  }
  return undefined;
}
