import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** What the databases of a whole run need at most, by far. */
const ENOUGH_BYTES = 2_000_000_000;

/** Whether folders of the tests are kept in memory, where there is a file system of that kind with room for them. */
export const inMemory = hasMemory();
const PLACE = inMemory ? MEMORY : tmpdir();

/** A new folder for a data folder or a database, which PostgreSQL's user can reach. Named after the process it belongs to. */
export function makeFolder(prefix: string): string {
  const path = mkdtempSync(join(PLACE, `${prefix}${process.pid}-`));
  chmodSync(path, 0o755);
  return path;
}

/**
 * Ends the database servers of runs that were killed, and removes their folders: each keeps memory that the next run
 * needs. A run that is under way keeps its own.
 */
export function removeAbandoned(): void {
  for (const name of readdirSync(PLACE)) {
    const owner = /^verdant-[a-z0-9]+-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = join(PLACE, name);
    const server = serverOf(folder);
    if (server !== null) process.kill(server, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The process of the database server whose data folder this is, if it runs. */
function serverOf(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hasMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
