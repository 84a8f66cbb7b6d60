// Runs on the machine's own Node (20 or later), before any dependency is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = (name) => join(root, 'node_modules/.bin', name);

/** Runs `npm ci` when the installed packages don't match the lock file. Exits on failure. */
export async function installIfNeeded() {
  if (isInstalled()) return;
  console.log('Installing dependencies');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) stop('Dependencies could not be installed: see the error above, then run this again.');
  if (!existsSync(bin('node'))) await run('npm', ['rebuild', 'node', '--foreground-scripts']);
  if (!existsSync(bin('node')))
    stop('The pinned Node was not installed: allow install scripts for the package "node".');
}

/** Compared by content: npm writes both files at almost the same time, in either order. */
function isInstalled() {
  if (!existsSync(bin('node'))) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  // npm writes this file last, so an interrupted install doesn't count.
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === '' || (optional && !installed[path]) || installed[path]?.version === version;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Runs a command in the project's folder with its output shown; returns its exit code. Forwards signals. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, PATH: path, ...options.env },
    });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      finish(1);
    });
    child.once('exit', (code, signal) => finish(code ?? (signal ? 130 : 1)));
  });
}

export function stop(line) {
  console.error(line);
  process.exit(1);
}

/** Deletes a file that must not be mistaken for this run's. */
export function forget(file) {
  rmSync(file, { force: true });
}
