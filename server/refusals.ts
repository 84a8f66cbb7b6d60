import { type DenialReason, explain } from '../domain/access/ability';
import { AN_ERROR, DomainError } from '../domain/errors';
import { isConnectionLost, isTaken, isUnable, QUERY_CANCELLED, sqlState } from './db/transact';
import type { Log } from './log';

/** Why someone may not do something, as a refusal; a missing plan opens the upgrade dialog. */
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

const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';
/** What a column can't store: text too long, a number too large, an invalid date or character. */
const UNKEEPABLE = ['22001', '22003', '22007', '22008', '22021', '22P05'];

/** Any error as a refusal; unexpected ones are logged in full and sent as INTERNAL. */
export function toRefusal(error: unknown, log: Pick<Log, 'error'>): DomainError {
  if (error instanceof DomainError) return error;
  const known = fromDatabase(error);
  if (known?.code !== undefined && known.code !== 'UNAVAILABLE') return known;
  log.error({ err: error }, 'call failed');
  return known ?? new DomainError('INTERNAL', AN_ERROR, { cause: error });
}

function fromDatabase(error: unknown): DomainError | undefined {
  // Checked first because it is more specific: the commit may or may not have happened.
  if (isConnectionLost(error)) {
    return new DomainError(
      'UNAVAILABLE',
      'We can’t reach our database. Check whether your change was saved, then try again in a moment.',
      { cause: error },
    );
  }
  const state = sqlState(error);
  if (state === undefined) return undefined;
  if (isUnable(error)) {
    return new DomainError(
      'UNAVAILABLE',
      'Our database can’t save changes right now. Nothing was changed. Try again in a few minutes.',
      { cause: error },
    );
  }
  if (UNKEEPABLE.includes(state)) {
    return new DomainError('BAD_INPUT', 'Something you entered can’t be saved. Check dates, numbers and text.', {
      cause: error,
    });
  }
  if (isTaken(error)) {
    return new DomainError('CONFLICT', 'This already exists. Reload to see it.', { cause: error });
  }
  if (state === FOREIGN_KEY_VIOLATION) {
    return new DomainError(
      'CONFLICT',
      'Something this depends on was deleted or is still in use. Reload and try again.',
      {
        cause: error,
      },
    );
  }
  if (state === CHECK_VIOLATION) {
    return new DomainError('CONFLICT', 'This conflicts with other data. Reload and try again.', { cause: error });
  }
  if (state === QUERY_CANCELLED) {
    return new DomainError('UNAVAILABLE', 'That took too long. Nothing was changed. Try again in a moment.', {
      cause: error,
    });
  }
  return undefined;
}
