import { execFile, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { StartError } from '../../config';

const run = promisify(execFile);

/** PostgreSQL's client programs in a folder, and their major version. */
export type Programs = { readonly folder: string; readonly major: number };

/** Where Debian, Red Hat and Homebrew put them. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{libpq,postgresql@*}/bin',
  '/usr/local/opt/{libpq,postgresql@*}/bin',
];
const NAMES = ['pg_dump', 'pg_restore', 'psql'];

/**
 * The client programs nearest to a major version, of at least that: older ones can't read what a newer PostgreSQL has.
 * They are in the folder `pgBin`, or else on the PATH or where systems put them. Raises StartError when there are none.
 */
export async function findPrograms(pgBin: string | undefined, atLeast: number): Promise<Programs> {
  const folders = pgBin ? [pgBin] : (process.env.PATH ?? '').split(':');
  if (!pgBin) for await (const folder of glob(PLACES)) folders.push(folder);
  const found: Programs[] = [];
  for (const folder of folders.filter(hasPrograms)) found.push({ folder, major: await majorOf(folder) });
  found.sort((a, b) => a.major - b.major);
  const nearest = found.find(({ major }) => major >= atLeast);
  if (nearest) return nearest;
  const newest = found.at(-1);
  const lacking = newest
    ? `${newest.folder} has them of PostgreSQL ${newest.major}`
    : pgBin
      ? `${pgBin} doesn’t have them`
      : 'none were found';
  throw new StartError(
    `This takes pg_dump, pg_restore and psql of PostgreSQL ${atLeast} or later, and ${lacking}: install them (Debian’s package postgresql-client-${atLeast}), or set PG_BIN to their folder.`,
  );
}

/** Debian's /usr/bin has a program instead of them that chooses one by a cluster of its own. */
function hasPrograms(folder: string): boolean {
  return NAMES.every((name) => {
    const file = join(folder, name);
    return existsSync(file) && !realpathSync(file).endsWith('/pg_wrapper');
  });
}

async function majorOf(folder: string): Promise<number> {
  const { stdout } = await run(join(folder, 'pg_dump'), ['--version']);
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
}

/** Dumps a database into a file. Raises StartError with the program's words. */
export async function dump({ folder }: Programs, url: string, file: string): Promise<void> {
  const { address, env } = connectionOf(url);
  const child = spawn(join(folder, 'pg_dump'), ['--format=custom', `--file=${file}`, `--dbname=${address}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [code, said] = await Promise.all([ended(child), text(child.stderr)]);
  if (code !== 0) throw new StartError(`The database could not be dumped: ${reasonOf(said)}`);
}

/**
 * Restores a dump into an empty database and runs `after`, in one transaction: all of it or nothing. Raises StartError
 * with the program's words.
 */
export async function load({ folder }: Programs, url: string, file: string, after: string): Promise<void> {
  const { address, env } = connectionOf(url);
  const reader = spawn(
    join(folder, 'pg_restore'),
    ['--file=-', '--no-owner', '--no-privileges', '--no-comments', file],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const writer = spawn(
    join(folder, 'psql'),
    ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-', `--dbname=${address}`],
    { env, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  writer.stdin.on('error', () => {});
  const said = Promise.all([text(reader.stderr), text(writer.stderr)]);
  const both = Promise.all([ended(reader), ended(writer)]);
  // What psql was given is committed at its input's end, so half a dump must never reach that.
  const passed = pipeline(reader.stdout, portable, writer.stdin, { end: false }).then(
    () => true,
    () => false,
  );
  if ((await passed) && (await ended(reader)) === 0) writer.stdin.end(`\n${after}\n`);
  else for (const child of [reader, writer]) child.kill('SIGKILL');
  const [[ofReader, ofWriter], [readerSaid, writerSaid]] = await Promise.all([both, said]);
  if (ofReader === 0 && ofWriter === 0) return;
  throw new StartError(`The dump could not be restored: ${reasonOf(writerSaid || readerSaid)}`);
}

const UNPORTABLE = new Set([
  // Unknown to PostgreSQL before 17, and without effect in what follows.
  'SET transaction_timeout = 0;',
  // Dumped of a database whose schema was made anew; each has one.
  'CREATE SCHEMA public;',
]);

/** Leaves out of a dump's first lines what another server may refuse. */
async function* portable(sql: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: string | null = '';
  for await (const chunk of sql) {
    if (rest === null) {
      yield chunk;
      continue;
    }
    const lines: string[] = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    const body = lines.findIndex((line) => /^CREATE (FUNCTION|TABLE)/.test(line));
    const kept = lines.filter((line, at) => (body !== -1 && at >= body) || !UNPORTABLE.has(line));
    const written = kept.map((line) => `${line}\n`).join('');
    yield Buffer.from(body === -1 ? written : written + rest, 'latin1');
    if (body !== -1) rest = null;
  }
  if (rest) yield Buffer.from(rest, 'latin1');
}

/** An address for PostgreSQL's programs: the password is not among their arguments, which every user can read. */
function connectionOf(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) } };
}

type Child = ReturnType<typeof spawn>;

const exitCodes = new WeakMap<Child, Promise<number | null>>();

/** A child's exit code, null if a signal ended it. */
function ended(child: Child): Promise<number | null> {
  const known = exitCodes.get(child);
  if (known) return known;
  const code = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  exitCodes.set(child, code);
  return code;
}

/** The first line that says what went wrong. */
function reasonOf(said: string): string {
  const lines = said.split('\n').filter(Boolean);
  const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines[0] ?? 'it said nothing';
  return line.replace(/^(psql:<stdin>:\d+: |pg_\w+: )(error: |ERROR: +)?/, '');
}
