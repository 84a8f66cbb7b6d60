import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;

export type Running = { url: string; pid: number; stop(): Promise<void> };

/** Starts a TypeScript file as a process of its own and waits until it answers on its port. */
export async function startProcess(
  file: string,
  { port, args = [], env = {} }: { port: number; args?: string[]; env?: Record<string, string> },
): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, url);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode} before it answered`);
    const answer = await fetch(url).catch(() => null);
    if (answer) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`Nothing answered on ${url} within ${START_LIMIT_MS / 1000} s`);
}
