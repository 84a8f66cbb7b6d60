import { DatabaseSync } from 'node:sqlite';

/**
 * Takes an operating system lock on a file and returns its release function, or nothing if another process has it. The
 * system releases it when the process dies, so it can't go stale. SQLite takes it for us, since Node has no file locks.
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
