import type { ChildProcess } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config';
import { freePort } from '../free-port';
import { ownClient } from './connection/own-client';
import { findBinaries } from './postgres/binaries';
import { addressOf, type Cluster, clusterIn, createCluster } from './postgres/cluster';
import { isPostgresOf, readPidFile, spawnServer, stopProcess } from './postgres/process';

const DATABASE = 'verdant';
const START_LIMIT_MS = 120_000;
const OLD_LOCK_LIMIT_MS = 30_000;
const LOG_LIMIT_BYTES = 10_000_000;
/** In bytes; the smallest limit among supported systems. */
const LONGEST_SOCKET_PATH = 103;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // The cluster's folder, which only its owner may enter.
  unix_socket_directories: '.',
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
  /** Absolute path; contains the cluster, its password and its log. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Server settings on top of the defaults, for tests that don't need durability. */
  readonly settings?: Readonly<Record<string, string>>;
  /** If another process runs this folder's server, use it and leave it running instead of refusing. */
  readonly share?: boolean;
};

export type Postgres = {
  /** Address of the database `verdant`, with user and password, on 127.0.0.1. */
  readonly url: string;
  /** The same over its Unix socket, which costs a third less CPU; equals `url` if the socket's path would be too long. */
  readonly socketUrl: string;
  /** Disconnects everyone and waits until PostgreSQL has shut down. */
  stop(): Promise<void>;
};

/**
 * Starts real PostgreSQL on a data folder, creating the cluster if needed, or adopts a server left running there by a
 * killed process. Raises StartError when another Verdant uses the folder or PostgreSQL can't start.
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
  const cluster = await clusterIn(dataDir);
  if (!release) {
    const url = await joinRunning(cluster);
    return { url, socketUrl: url, stop: async () => {} };
  }
  try {
    const adopted = await adopt(cluster, log);
    const server = adopted ?? (await start(cluster, log, { ...SETTINGS, ...settings }));
    await createDatabase(addressOf(cluster, server.port, 'postgres'));
    const url = addressOf(cluster, server.port, DATABASE);
    return {
      url,
      socketUrl: bySocket(cluster, server.port, url),
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

function bySocket({ folder }: Cluster, port: number, url: string): string {
  const socket = join(folder, `.s.PGSQL.${port}`);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET_PATH || !existsSync(socket)) return url;
  return `${url}?host=${encodeURIComponent(folder)}`;
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await fs.access(dataDir, constants.W_OK);
  } catch {
    throw new StartError(`${dataDir} isn’t writable: set DATA_DIR to a folder this user can write to.`);
  }
}

type Server = { readonly port: number; stop(): Promise<void> };

async function adopt(cluster: Cluster, log: EmbeddedLog): Promise<Server | undefined> {
  const found = await readPidFile(cluster.folder);
  if (!found) return undefined;
  if (!(await isPostgresOf(cluster.folder, found.pid))) {
    // The process is gone, or its id was reused; we hold the folder's lock, so the file is stale.
    await fs.rm(join(cluster.folder, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (!found.port || !(await answers(addressOf(cluster, found.port, 'postgres')))) return undefined;
  log.info(`using PostgreSQL already running on ${cluster.folder}`);
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
  throw new StartError(`PostgreSQL in ${cluster.dataDir} isn’t responding: stop the Verdant process that runs it.`);
}

async function answers(url: string): Promise<boolean> {
  const client = ownClient({ connectionString: url, connectionTimeoutMillis: 2000 });
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

async function start(cluster: Cluster, log: EmbeddedLog, settings: Record<string, string>): Promise<Server> {
  const binaries = await findBinaries();
  if (!existsSync(cluster.folder)) await createCluster(cluster, binaries);
  const logFile = join(cluster.dataDir, 'postgres.log');
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
    if (await waitUntilReady(child, addressOf(cluster, port, 'postgres'))) {
      watch(child, log, logFile);
      return { port, stop: () => stopProcess(cluster.folder, child.pid as number) };
    }
    const said = (await fs.readFile(logFile, 'utf8').catch(() => '')).slice(before);
    const passing = /lock file .* already exists|pre-existing shared memory|could not bind|Address already in use/;
    if (!passing.test(said) || Date.now() > deadline) throw new StartError(refusal(said, logFile));
    await sleep(200);
  }
}

function refusal(said: string, logFile: string): string {
  const reason = said.match(/FATAL: {2}(.*)/)?.[1] ?? 'it stopped without an error';
  return `PostgreSQL could not start (${reason}): see ${logFile}.`;
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
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

function watch(child: ChildProcess, log: EmbeddedLog, logFile: string): void {
  child.once('exit', (code) => {
    if (code !== 0) log.error(`PostgreSQL stopped unexpectedly: see ${logFile}, then start Verdant again`);
  });
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = ownClient({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Takes an operating system lock on a file and returns its release function, or nothing if another process has it. The
 * system releases it when the process dies, so it can't go stale. SQLite takes it for us, since Node has no file locks.
 */
function lockFolder(file: string): (() => void) | undefined {
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
