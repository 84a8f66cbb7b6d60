import type { z } from 'zod';

/**
 * Every way a call can be refused, with the number the browser reads as `internalCode`. 984, 986, 991 and 998 are the
 * platform's published codes; the browser opens a dialog for some of them.
 */
export const ERROR_CODES = {
  WRITE_ACCESS_REQUIRED: 984,
  UPGRADE_REQUIRED: 986,
  DUPLICATE_CHANNEL: 991,
  TRACKING_KEY_REQUIRED: 998,
  BAD_INPUT: 1000,
  SIGNED_OUT: 1001,
  TOKEN_EXPIRED: 1002,
  FORBIDDEN: 1003,
  NOT_FOUND: 1004,
  STALE: 1005,
  CONFLICT: 1006,
  KEY_REUSED: 1007,
  TOO_LARGE: 1008,
  TOO_MANY: 1009,
  SHORT_OF_STOCK: 1010,
  ILLEGAL_TRANSITION: 1011,
  UNAVAILABLE: 1012,
  INTERNAL: 1013,
  CREDIT_STOP: 1014,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Messages by field path (`lineItems.2.quantity`), as forms take them; `''` is the whole form. */
export type FieldErrors = Record<string, string>;

/** The first message of each field, in schema order. */
export function fieldErrors({ issues }: Pick<z.ZodError, 'issues'>): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) fields[path.join('.')] ??= message;
  return fields;
}

/** The body of every refused call. */
export interface ErrorBody {
  userFriendlyMessage: string;
  message: string;
  internalCode: number;
  errorObject: Record<string, unknown> | null;
  errors: FieldErrors | null;
}

/** What is said of a failure that nobody has words for; who called says it in their own, if they have any. */
export const AN_ERROR = 'An error occurred';

export interface DomainErrorDetail {
  fields?: FieldErrors;
  object?: Record<string, unknown>;
  cause?: unknown;
}

/** A refusal the person can act on; `message` is shown as is. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | null;
  readonly object: Record<string, unknown> | null;

  constructor(code: ErrorCode, message: string, detail: DomainErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = detail.fields ?? null;
    this.object = detail.object ?? null;
  }

  /** The refusal as sent. */
  toBody(): ErrorBody {
    return {
      userFriendlyMessage: this.message,
      message: this.code,
      internalCode: ERROR_CODES[this.code],
      errorObject: this.object,
      errors: this.fields,
    };
  }
}

/** The same reply for what doesn't exist and what belongs to another organization. */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `${what} not found`);
}

/** Refuses a write based on an outdated version; `current` is the stored version. */
export function stale(what: string, current: number): DomainError {
  return new DomainError(
    'STALE',
    `${what} was changed by someone else, so your changes aren’t saved. Reload to see theirs, then save again.`,
    { object: { currentVersion: current } },
  );
}

/**
 * Raises STALE if a record was changed since the version an edit is based on: null where there was no record yet. An edit
 * based on no version passes.
 */
export function assertCurrent(
  what: string,
  stored: { version: number } | undefined,
  version: number | null | undefined,
): void {
  if (version !== undefined && version !== (stored?.version ?? null)) throw stale(what, stored?.version ?? 0);
}

/** Refuses input by field; the first message is also the main one. */
export function badInput(fields: FieldErrors): DomainError {
  return new DomainError('BAD_INPUT', Object.values(fields)[0] ?? 'Check what you entered', { fields });
}
