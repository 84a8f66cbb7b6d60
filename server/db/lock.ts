import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock of the operating system on a file and gives the function that releases it, or nothing when another
 * process holds it. The system drops it with the process, however it dies, so there is no stale lock to judge.
 * SQLite takes it for us: Node itself has no file locks.
 */
export function lockFolder(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return () => lock.close();
}

const SQLITE_BUSY = 5;
