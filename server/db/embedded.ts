import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../config';
import { lockFolder } from './lock';
import { findBinaries, NOBODY, reachable } from './postgres-binaries';

const run = promisify(execFile);

const USER = 'app';
const DATABASE = 'verdant';
const START_LIMIT_MS = 120_000;
const OLD_LOCK_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 30_000;
const LOG_LIMIT_BYTES = 10_000_000;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  password_encryption: 'scram-sha-256',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export type EmbeddedLog = { info(message: string): void; error(message: string): void };

export type EmbeddedOptions = {
  /** Absolute path; the cluster, its password and its log live inside. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Server settings on top of the house's, for tests that can do without durability. */
  readonly settings?: Readonly<Record<string, string>>;
  /** When another process runs the server of this folder, use it and leave it running, instead of refusing. */
  readonly share?: boolean;
};

export type Postgres = {
  /** Address of the database `verdant`, with user and password, on 127.0.0.1. */
  readonly url: string;
  /** Disconnects everyone and waits until PostgreSQL has written everything and gone. */
  stop(): Promise<void>;
};

type Cluster = { readonly folder: string; readonly password: string; readonly log: EmbeddedLog };

/**
 * Launches real PostgreSQL on a data folder, creating the cluster the first time, or adopts the server that a killed
 * process left running there. Throws StartError when another Verdant runs on the folder or PostgreSQL cannot start.
 */
export async function launchPostgres({
  dataDir,
  log,
  settings = {},
  share = false,
}: EmbeddedOptions): Promise<Postgres> {
  await makeFolder(dataDir);
  const release = lockFolder(join(dataDir, 'verdant.lock'));
  if (!release && !share) {
    throw new StartError(`Another Verdant is running on ${dataDir}: stop it, or set DATA_DIR to another folder.`);
  }
  const cluster = { folder: join(dataDir, 'postgres'), password: await passwordOf(dataDir), log };
  if (!release) return { url: await joinRunning(cluster), stop: async () => {} };
  try {
    const adopted = await adopt(cluster);
    const server = adopted ?? (await start(cluster, dataDir, { ...SETTINGS, ...settings }));
    await createDatabase(addressOf(cluster, server.port, 'postgres'));
    return {
      url: addressOf(cluster, server.port, DATABASE),
      stop: async () => {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await fs.access(dataDir, constants.W_OK);
  } catch {
    throw new StartError(`${dataDir} cannot be written to: set DATA_DIR to a folder this user can write to.`);
  }
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const made = randomBytes(24).toString('base64url');
  // Written aside and linked: whoever comes second reads a whole password, never half of one.
  const aside = `${file}.${process.pid}`;
  await fs.writeFile(aside, made, { mode: 0o600 });
  await fs.link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(aside);
  return (await fs.readFile(file, 'utf8')).trim();
}

function addressOf({ password }: Cluster, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

type Server = { readonly port: number; stop(): Promise<void> };

/** Line 1 of postmaster.pid is the process, line 4 its port. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const text = await fs.readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port } : undefined;
}

async function adopt(cluster: Cluster): Promise<Server | undefined> {
  const found = await readPidFile(cluster.folder);
  if (!found) return undefined;
  if (!(await isPostgresOf(cluster.folder, found.pid))) {
    // The process is gone, or its number belongs to a stranger now; we hold the folder's lock, so the file is litter.
    await fs.rm(join(cluster.folder, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (!found.port || !(await answers(addressOf(cluster, found.port, 'postgres')))) return undefined;
  cluster.log.info(`using the PostgreSQL that is already running on ${cluster.folder}`);
  return { port: found.port, stop: () => stopProcess(cluster.folder, found.pid) };
}

async function joinRunning(cluster: Cluster): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const found = await readPidFile(cluster.folder);
    const url = found?.port ? addressOf(cluster, found.port, DATABASE) : '';
    if (url && (await answers(url))) return url;
    await sleep(100);
  }
  throw new StartError(`The PostgreSQL of ${dirname(cluster.folder)} does not answer: stop the Verdant that runs it.`);
}

async function isPostgresOf(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const [cwd, real] = await Promise.all([
      fs.readlink(`/proc/${pid}/cwd`).catch(() => ''),
      fs.realpath(folder).catch(() => folder),
    ]);
    return cwd === real;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function start(cluster: Cluster, dataDir: string, settings: Record<string, string>): Promise<Server> {
  const binaries = await findBinaries();
  if (!existsSync(cluster.folder)) await createCluster(cluster, dataDir, binaries);
  const logFile = join(dataDir, 'postgres.log');
  const size = await fs.stat(logFile).then(
    (stat) => stat.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await fs.truncate(logFile);

  const deadline = Date.now() + OLD_LOCK_LIMIT_MS;
  for (;;) {
    const before = await fs.stat(logFile).then(
      (stat) => stat.size,
      () => 0,
    );
    const port = await freePort();
    const child = spawnServer(binaries, cluster.folder, logFile, { ...settings, port: String(port) });
    if (await becomesReady(child, addressOf(cluster, port, 'postgres'))) {
      watch(child, cluster, logFile);
      return { port, stop: () => stopProcess(cluster.folder, child.pid as number) };
    }
    const said = (await fs.readFile(logFile, 'utf8').catch(() => '')).slice(before);
    const passing = /lock file .* already exists|pre-existing shared memory|could not bind|Address already in use/;
    if (!passing.test(said) || Date.now() > deadline) throw new StartError(refusal(said, logFile));
    await sleep(200);
  }
}

function refusal(said: string, logFile: string): string {
  const reason = said.match(/FATAL: {2}(.*)/)?.[1] ?? 'it stopped without a reason';
  return `PostgreSQL could not start (${reason}): see ${logFile}.`;
}

async function createCluster(cluster: Cluster, dataDir: string, binaries: string): Promise<void> {
  const asOther = process.getuid?.() === 0;
  // Built aside and renamed, so that a start killed half-way leaves nothing that looks like a cluster.
  const aside = join(dataDir, 'postgres.new');
  const passwordFile = join(aside, 'password');
  const folder = join(aside, 'cluster');
  await fs.rm(aside, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.writeFile(passwordFile, cluster.password, { mode: 0o600 });
  if (asOther) for (const path of [aside, folder, passwordFile]) await fs.chown(path, NOBODY, NOBODY);
  const handle = await fs.open(passwordFile, 'r');
  try {
    await initdb(binaries, folder, handle.fd);
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error);
    throw new StartError(`PostgreSQL could not create its data folder ${cluster.folder}: ${said}`);
  } finally {
    await handle.close();
  }
  await fs.rename(folder, cluster.folder);
  await fs.rm(aside, { recursive: true, force: true });
}

function initdb(binaries: string, folder: string, passwordFd: number): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = [
    '-U',
    USER,
    '--encoding=UTF8',
    ...locale,
    '--auth=scram-sha-256',
    '--pwfile=/dev/fd/3',
    '--no-instructions',
  ];
  const { place, identity } = runAs(folder);
  const child = spawn(join(binaries, 'bin/initdb'), [...args, '-D', place], {
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe', passwordFd],
  });
  return new Promise((done, fail) => {
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(Object.assign(new Error('initdb failed'), { stderr }))));
  });
}

/**
 * PostgreSQL refuses to run as root, and whom it runs as instead may be unable to walk to the folder (a 0700 home):
 * it is then started inside the folder and told its own working directory.
 */
function runAs(folder: string) {
  if (process.getuid?.() !== 0) return { place: folder, identity: { cwd: folder, env: environment() } };
  const identity = { cwd: folder, env: environment(), uid: NOBODY, gid: NOBODY };
  return { place: reachable(dirname(folder)) ? folder : '/proc/self/cwd', identity };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function spawnServer(
  binaries: string,
  folder: string,
  logFile: string,
  settings: Record<string, string>,
): ChildProcess {
  const output = openSync(logFile, 'a', 0o600);
  const { place, identity } = runAs(folder);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a session of its own: Ctrl-C reaches the server's process, which stops PostgreSQL once requests are done.
  const child = spawn(join(binaries, 'bin/postgres'), ['-D', place, ...args], {
    ...identity,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  let gone = false;
  child.once('exit', () => {
    gone = true;
  });
  child.once('error', () => {
    gone = true;
  });
  const deadline = Date.now() + START_LIMIT_MS;
  while (!gone && Date.now() < deadline) {
    if (await answers(url)) return true;
    await sleep(25);
  }
  if (!gone) child.kill('SIGQUIT');
  return false;
}

function watch(child: ChildProcess, cluster: Cluster, logFile: string): void {
  child.once('exit', (code) => {
    if (code !== 0) cluster.log.error(`PostgreSQL stopped by itself: see ${logFile}, then start Verdant again`);
  });
}

async function stopProcess(folder: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (await running(folder, pid)) {
    if (Date.now() > deadline) return signal(pid, 'SIGQUIT');
    await sleep(20);
  }
}

/** A stopped server removes its file; one that was killed leaves it, and may linger as a zombie of nobody's. */
async function running(folder: string, pid: number): Promise<boolean> {
  const file = await readPidFile(folder);
  return file?.pid === pid && (await isPostgresOf(folder, pid));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
