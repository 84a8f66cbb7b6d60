import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../server/config';
import { freePort } from '../../server/free-port';
import { sharedClock } from './clock';
import { makeFolder } from './folders';

const READY = 'Verdant is ready at ';

export type Verdant = {
  /** The address it printed, without a trailing slash. */
  readonly url: string;
  /** Where it listens on 127.0.0.1, also when the address it printed is another. */
  readonly port: string;
  readonly pid: number;
  /** Everything it wrote so far, on both streams. */
  output(): string;
  /** Sends a signal and gives the exit code, null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type Environment = Readonly<Record<string, string>>;

/**
 * Starts the built server as a process of its own on a free port, as `npm start` does, and waits until it says it is
 * ready. Give `DATABASE_URL` to put it on a test database, or `DATA_DIR` to let it launch its own PostgreSQL.
 */
export async function startVerdant(environment: Environment): Promise<Verdant> {
  const { child, port, output, exit } = await spawnVerdant(environment);
  const ready = new Promise<string>((done) => {
    child.stdout?.on('data', () => {
      const url = output().match(`${READY}(\\S+)`)?.[1];
      if (url) done(url);
    });
  });
  const url = await Promise.race([ready, exit.then((code) => Promise.reject(new Error(`exit ${code}: ${output()}`)))]);
  return {
    url,
    port,
    pid: child.pid as number,
    output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exit;
    },
  };
}

/** Starts the built server where it should refuse to; gives what it said on standard error and its exit code. */
export async function refusedStart(environment: Environment): Promise<{ code: number | null; said: string[] }> {
  const { child, exit } = await spawnVerdant(environment);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const code = await exit;
  return { code, said: said.trim().split('\n') };
}

/** A folder for `DATA_DIR`, which PostgreSQL's user can reach. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = makeFolder('verdant-data-');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Where the PostgreSQL a server launched on this folder answers, and its process. */
export async function embeddedPostgres(dataDir: string): Promise<{ url: string; pid: number }> {
  const [password, pidFile] = await Promise.all([
    readFile(join(dataDir, 'postgres.password'), 'utf8'),
    readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
  ]);
  const lines = pidFile.split('\n');
  return { url: `postgres://app:${password}@127.0.0.1:${lines[3]}/verdant`, pid: Number(lines[0]) };
}

async function spawnVerdant(environment: Environment) {
  const port = environment.PORT ?? String(await freePort());
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...sharedClock(), SEED: 'none', LOG_LEVEL: 'error', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += chunk;
    });
  }
  const exit = new Promise<number | null>((done) => {
    child.once('close', (code) => done(code));
  });
  return { child, port, exit, output: () => written };
}
