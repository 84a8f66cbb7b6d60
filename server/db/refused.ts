import { StartError } from '../config';

const REFUSED = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'];

/** What to set when the configured database can't be connected to; null for any other error. */
export function refusedDatabase(error: unknown): StartError | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (!REFUSED.includes(code)) continue;
    return new StartError(`DATABASE_URL cannot be used (${message || code}): check its host, user and database.`);
  }
  return null;
}
