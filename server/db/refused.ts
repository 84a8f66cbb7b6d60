import { StartError } from '../config';
import { DatabaseSilent } from './connection/database-monitor';

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'];
/** Of the server's certificate, as Node.js names what is wrong with it. */
const UNTRUSTED = /CERT|_SIGNATURE$/;
const NO_RIGHT = '42501';
const NO_CONNECTION_LEFT = '53300';
/** What node-postgres refuses by itself has no code: a password that is missing, encryption the server doesn't offer. */
const REFUSED_BY_US = /^SASL: |does not support SSL/;

const ANSWER = 'see that it runs, and that a pooler in between has a connection for each of ours';

/** What to set when the configured database can't be used; null for any other error. */
export function refusedDatabase(error: unknown): StartError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const remedy = cause instanceof DatabaseSilent ? ANSWER : remedyOf(code, message);
    if (remedy !== null) return new StartError(`DATABASE_URL cannot be used (${message || code}): ${remedy}.`);
  }
  return null;
}

function remedyOf(code: string, message: string): string | null {
  if (code === NO_RIGHT) return 'its role lacks a right, which docs/operating.md lists';
  if (code === NO_CONNECTION_LEFT) return 'raise max_connections there, or lower DATABASE_POOL';
  if (UNTRUSTED.test(code))
    return 'add sslmode=verify-full and sslrootcert with your authority’s file, or its right host';
  if (UNREACHABLE.includes(code) || REFUSED_BY_US.test(message)) return 'check its host, user, password and database';
  return null;
}
