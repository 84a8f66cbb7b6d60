import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** What the databases of a whole run need at most, by far. */
const ENOUGH_BYTES = 2_000_000_000;

/** Whether folders of the tests are kept in memory, where there is a file system of that kind with room for them. */
export const inMemory = hasMemory();

/** A new folder for a data folder or a database, which PostgreSQL's user can reach. */
export function makeFolder(prefix: string): string {
  const path = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), prefix));
  chmodSync(path, 0o755);
  return path;
}

function hasMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
