import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../../server/db/postgres/binaries';
import { runAs } from '../../server/db/postgres/process';

const run = promisify(execFile);
const NAMES = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'FAKETIME_FORCE_MONOTONIC_FIX',
  'NO_FAKE_STAT',
];

/** The environment that sets a process's clock to `TEST_DAY`; empty without it. */
export function sharedClock(): Record<string, string> {
  const names = process.env.FAKETIME ? NAMES : [];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Restarts a data folder's PostgreSQL with this run's clock; returns how to stop it. */
export async function restartByClock(dataDir: string): Promise<() => Promise<void>> {
  const control = async (...args: string[]) => {
    const { place, identity } = runAs(join(dataDir, 'postgres'));
    const env = { ...identity.env, ...sharedClock() };
    await run(join(await findBinaries(), 'bin/pg_ctl'), [...args, '-D', place, '-m', 'fast'], { ...identity, env });
  };
  await control('restart', '-l', join(dataDir, 'postgres/restarted.log'));
  return () => control('stop');
}
