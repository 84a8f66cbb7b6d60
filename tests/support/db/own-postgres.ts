import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../../scripts/postgres.mjs';
import { NOBODY } from '../../../server/db/postgres/binaries';
import { runAs, spawnServer, stopProcess } from '../../../server/db/postgres/process';
import { freePort } from '../../../server/free-port';
import { onDatabase, onMachine } from '../cluster';
import { makeFolder } from '../folders';

const run = promisify(execFile);
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '.', fsync: 'off', max_connections: '200' };
const START_LIMIT_MS = 60_000;

export type OwnPostgres = {
  /** The folder of its programs. */
  readonly bin: string;
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL of the machine's own, whose pg_dump fits: the packaged one, on which all other tests run, comes without.
 * Throws if the machine has none, since nothing else shows that a backup can be restored.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = postgresPrograms();
  if (!bin) {
    throw new Error('Tests of backups need PostgreSQL with pg_dump: install it (Debian’s postgresql), or set PG_BIN.');
  }
  const dataDir = makeFolder('verdant-own-');
  const folder = join(dataDir, 'postgres');
  await mkdir(folder, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(folder, NOBODY, NOBODY);
  const { place, identity } = runAs(folder);
  const args = ['-U', 'app', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  await run(join(bin, 'initdb'), [...args, '-D', place], identity);
  const port = await freePort();
  const child = spawnServer(dirname(bin), folder, join(dataDir, 'postgres.log'), { ...SETTINGS, port: String(port) });
  const admin = `postgres://app@127.0.0.1:${port}/postgres`;
  await untilReady(admin);
  return {
    bin,
    async createDatabase() {
      const name = `own_${randomUUID().replaceAll('-', '')}`;
      await onMachine(admin, (client) => client.query(`create database ${name}`));
      return onDatabase(admin, name);
    },
    stop: () => stopProcess(folder, child.pid as number),
  };
}

async function untilReady(address: string): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; ; await pause(50)) {
    const error = await onMachine(address, async () => null).catch((refused: unknown) => refused);
    if (error === null) return;
    if (Date.now() > deadline) throw error;
  }
}
