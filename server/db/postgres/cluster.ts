import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../config';
import { NOBODY } from './binaries';
import { runAs } from './process';

/** The superuser of our clusters. */
const USER = 'app';

export type Cluster = {
  /** The data folder; the cluster is inside. */
  readonly dataDir: string;
  readonly folder: string;
  readonly password: string;
};

/** A data folder's cluster, created or not. */
export async function clusterIn(dataDir: string): Promise<Cluster> {
  return { dataDir, folder: join(dataDir, 'postgres'), password: await passwordOf(dataDir) };
}

/** A database's address in a running cluster. */
export function addressOf({ password }: Cluster, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the cluster `<dataDir>/postgres`. Raises StartError with PostgreSQL's message. */
export async function createCluster(cluster: Cluster, binaries: string): Promise<void> {
  const { dataDir } = cluster;
  const asOther = process.getuid?.() === 0;
  // Built beside and renamed, so an interrupted start leaves nothing that looks like a cluster.
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
  await flush(dataDir);
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

/** Created on first use, readable by its owner only. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const made = randomBytes(24).toString('base64url');
  // Written beside and linked, so concurrent readers see a whole password.
  const aside = `${file}.${process.pid}`;
  await fs.writeFile(aside, made, { mode: 0o600, flush: true });
  await fs.link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(aside);
  return (await fs.readFile(file, 'utf8')).trim();
}

/** A rename survives a power failure once its folder is synced. */
async function flush(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
