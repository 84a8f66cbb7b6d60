// Finds a PostgreSQL with its client programs, which the packaged one lacks, for the tests of backups; or installs Debian's.
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './install.mjs';

const NEEDED = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'];
const DEBIAN = '/usr/lib/postgresql';
const CREATES_CLUSTER = '/etc/postgresql-common/createcluster.conf';

/** Its folder of programs: PG_BIN, the newest of Debian's, or one on the PATH; nothing if there is none. */
export function postgresPrograms() {
  const { PG_BIN, PATH = '' } = process.env;
  const installed = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [PG_BIN ?? '', ...installed.map((version) => join(DEBIAN, version, 'bin')), ...PATH.split(':')];
  return folders.find((folder) => folder !== '' && NEEDED.every((name) => existsSync(join(folder, name))));
}

/** Under Debian's root, without the database that the package would start. */
export async function installPostgres() {
  if (postgresPrograms() || process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get'))
    return;
  console.log('Installing PostgreSQL');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
  const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  await run('apt-get', ['update', '-qq'], options);
  await install('postgresql-common');
  const settings = await readFile(CREATES_CLUSTER, 'utf8').catch(() => null);
  if (settings === null) return;
  await writeFile(
    CREATES_CLUSTER,
    settings.replace(/^#?\s*create_main_cluster\s*=.*$/m, 'create_main_cluster = false'),
  );
  await install('postgresql');
}
