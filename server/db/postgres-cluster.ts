import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config';
import { NOBODY } from './postgres-binaries';
import { runAs } from './postgres-process';

/** The superuser of every cluster of ours. */
const USER = 'app';

export type Cluster = {
  /** The folder of everything kept; the cluster itself is inside. */
  readonly dataDir: string;
  readonly folder: string;
  readonly password: string;
};

/** The cluster of a data folder, whether or not it was created yet. */
export async function clusterIn(dataDir: string): Promise<Cluster> {
  return { dataDir, folder: join(dataDir, 'postgres'), password: await passwordOf(dataDir) };
}

/** The address of a database in a running cluster. */
export function addressOf({ password }: Cluster, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Creates the cluster `<dataDir>/postgres`. Throws StartError with what PostgreSQL said. */
export async function createCluster(cluster: Cluster, binaries: string): Promise<void> {
  const { dataDir } = cluster;
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

/** Made the first time and readable by its owner alone. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const made = randomBytes(24).toString('base64url');
  // Written aside and linked: whoever comes second reads a whole password, never half of one.
  const aside = `${file}.${process.pid}`;
  await fs.writeFile(aside, made, { mode: 0o600, flush: true });
  await fs.link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(aside);
  return (await fs.readFile(file, 'utf8')).trim();
}

/** A rename survives a power cut once the folder it happened in is on disk. */
async function flush(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
