import pg from 'pg';
import { StartError } from '../../config';

/**
 * A database's address as node-postgres takes it. `sslmode` means what it says from `require` on: encrypted, and the
 * certificate checked, by the `sslrootcert` if one is named. Raises StartError when a file it names can't be read.
 */
export function readAddress(url: string, variable: 'DATABASE_URL' | 'DATABASE_REPLICA_URL'): string {
  // Otherwise node-postgres warns of them on standard error; its next version would no longer check.
  const address = url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  try {
    new pg.Client({ connectionString: address });
  } catch (error) {
    throw new StartError(`${variable} cannot be used (${(error as Error).message}): check the files it names.`);
  }
  return address;
}
