import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../server/config';
import { freePort } from '../../server/free-port';
import { sharedClock } from './clock';
import { makeFolder } from './folders';

const run = promisify(execFile);

const READY = 'Verdant is ready at ';

export type Verdant = {
  /** The printed address, without a trailing slash. */
  readonly url: string;
  /** Where it listens on 127.0.0.1, even if the printed address differs. */
  readonly port: string;
  readonly pid: number;
  /** Its output so far, both streams. */
  output(): string;
  /** Sends a signal; returns the exit code, null if the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type Environment = Readonly<Record<string, string>>;

/**
 * Starts the built server as a process on a free port, like `npm start`, and waits until it is ready. Set
 * `DATABASE_URL` for a test database, or `DATA_DIR` for its own PostgreSQL.
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
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const code = await Promise.race([exit, setTimeout(STOPPING_MS, 'still there' as const, { ref: false })]);
      if (code !== 'still there') return code;
      child.kill('SIGKILL');
      throw new Error(`The server didn’t end within ${STOPPING_MS / 1000} seconds of ${signal}: ${output()}`);
    },
  };
}

/** Longer than any server takes to end its work, and less than a hook may take. */
const STOPPING_MS = 60_000;

/** Starts the built server where it should refuse; returns its standard error and exit code. */
export async function refusedStart(environment: Environment): Promise<{ code: number | null; said: string[] }> {
  const { child, exit } = await spawnVerdant(environment);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const code = await exit;
  return { code, said: said.trim().split('\n') };
}

type DataDir = { path: string; remove(): Promise<void> };

/** A folder for `DATA_DIR` that PostgreSQL's user can reach. */
export async function makeDataDir(): Promise<DataDir> {
  const path = makeFolder('verdant-data-');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The same, as an earlier server left it that was stopped. */
export async function copyDataDir({ path }: DataDir): Promise<DataDir> {
  const copy = await makeDataDir();
  // With the owner of what is in it, who is not who runs the tests where those run as root.
  await run('cp', ['-a', `${path}/.`, copy.path]);
  return copy;
}

/** The address and process of the PostgreSQL a server started on this folder. */
export async function embeddedPostgres(dataDir: string): Promise<{ url: string; pid: number }> {
  const [password, pidFile] = await Promise.all([
    readFile(join(dataDir, 'postgres.password'), 'utf8'),
    readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
  ]);
  const lines = pidFile.split('\n');
  return { url: `postgres://app:${password}@127.0.0.1:${lines[3]}/verdant`, pid: Number(lines[0]) };
}

/** What servers compile is kept from one to the next: they start more often than anything else here. */
export const COMPILED = join(root, '.cache/compiled');

/** The folder for pictures of each database, which all its processes share; a data folder has its own. */
const filesDirs = new Map<string, string>();

function filesOf({ DATABASE_URL, DATA_DIR = '' }: Environment): Environment {
  if (!DATABASE_URL) return DATA_DIR ? {} : { FILES_DIR: makeFolder('verdant-files-') };
  const name = new URL(DATABASE_URL).pathname;
  const folder = filesDirs.get(name) ?? makeFolder('verdant-files-');
  filesDirs.set(name, folder);
  return { FILES_DIR: folder };
}

/** What every server of a test is set to, but for its port. */
export function forTests(environment: Environment): Environment {
  return { SEED: 'none', LOG_LEVEL: 'error', FEED_MAIL_MINUTES: '0', ...filesOf(environment), ...environment };
}

async function spawnVerdant(environment: Environment) {
  const port = environment.PORT ?? String(await freePort());
  const child: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...sharedClock(),
      NODE_COMPILE_CACHE: COMPILED,
      ...forTests(environment),
      PORT: port,
    },
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
