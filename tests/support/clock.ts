import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../../server/db/postgres-binaries';
import { runAs } from '../../server/db/postgres-process';

const run = promisify(execFile);
const NAMES = ['LD_PRELOAD', 'FAKETIME', 'NO_FAKE_STAT'];

/** What a process needs to share the clock of this run, which `TEST_DAY` sets; nothing on an ordinary one. */
export function sharedClock(): Record<string, string> {
  const names = process.env.FAKETIME ? NAMES : [];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Starts the PostgreSQL of a data folder once more, by the clock of this run; gives how to stop it. */
export async function restartByClock(dataDir: string): Promise<() => Promise<void>> {
  const control = async (...args: string[]) => {
    const { place, identity } = runAs(join(dataDir, 'postgres'));
    const env = { ...identity.env, ...sharedClock() };
    await run(join(await findBinaries(), 'bin/pg_ctl'), [...args, '-D', place, '-m', 'fast'], { ...identity, env });
  };
  await control('restart', '-l', join(dataDir, 'postgres/restarted.log'));
  return () => control('stop');
}
