import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NOBODY, reachable } from './binaries';

const run = promisify(execFile);

const STOP_LIMIT_MS = 30_000;

/** Line 1 of postmaster.pid is the process id, line 4 its port. */
export async function readPidFile(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const text = await fs.readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port } : undefined;
}

/** Whether this process is this folder's PostgreSQL, and not another with a reused id. */
export async function isPostgresOf(folder: string, pid: number): Promise<boolean> {
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

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead may not be able to traverse to the folder (a 0700
 * home): so it is started inside the folder and given its own working directory.
 */
export function runAs(folder: string) {
  if (process.getuid?.() !== 0) return { place: folder, identity: { cwd: folder, env: environment() } };
  const identity = { cwd: folder, env: environment(), uid: NOBODY, gid: NOBODY };
  return { place: reachable(dirname(folder)) ? folder : '/proc/self/cwd', identity };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Starts the server, writing to the log file. */
export function spawnServer(
  binaries: string,
  folder: string,
  logFile: string,
  settings: Record<string, string>,
): ChildProcess {
  const output = openSync(logFile, 'a', 0o600);
  const { place, identity } = runAs(folder);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In its own session: Ctrl-C only reaches our process, which stops PostgreSQL after pending requests.
  const child = spawn(join(binaries, 'bin/postgres'), ['-D', place, ...args], {
    ...identity,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

/** Shuts the server down and waits until it is gone. */
export async function stopProcess(folder: string, pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (await running(folder, pid)) {
    if (Date.now() > deadline) return signal(pid, 'SIGQUIT');
    await sleep(20);
  }
}

/** A stopped server removes its file; a killed one leaves it, and may linger as a zombie. */
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
