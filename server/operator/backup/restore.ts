import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { type Config, StartError } from '../../config';
import { ownClient } from '../../db/connection/own-client';
import { MIGRATION_LOCK } from '../../db/migrate';
import { readMigrations } from '../../db/migration-files';
import { compareSchema } from '../../db/schema-state';
import { openFiles } from '../../files';
import type { FileStore } from '../../files/store';
import { anothers, type Mark, readMark, storeName, writeMark } from '../../files/store-mark';
import type { Command } from '../command';
import { isEmpty, putFiles } from './files';
import { DUMP, type Manifest, readManifest } from './manifest';
import { findPrograms, load } from './programs';

const USAGE = 'npm run restore -- FOLDER, or npm run restore -- FOLDER --same';

/** `FOLDER`, and `--same` where the installation moves or goes back. Raises StartError with one line for anything else. */
export function readRestore(words: readonly string[]): Command {
  const isSame = words.includes('--same');
  const [folder, ...more] = words.filter((word) => word !== '--same');
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    throw new StartError(`Give the backup’s folder: ${USAGE}.`);
  }
  return restore(resolve(folder), isSame);
}

/**
 * Restores a backup: first the pictures, then the database in one transaction. It is another installation from then on,
 * whose store another one may not sweep, unless it is to be the same.
 */
const restore =
  (folder: string, isSame: boolean): Command =>
  async ({ config, url, log }) => {
    const manifest = await readManifest(folder);
    await refuseSchema(manifest);
    const programs = await findPrograms(config.pgBin, manifest.database.programs);
    const files = await openFiles(config, log);
    const client = ownClient({ connectionString: url });
    try {
      await client.connect();
      // A server that starts meanwhile waits: it would fill the empty database.
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await refuseFilled(client);
      const before = await reserveStore(files, config.files, manifest, isSame);
      await putFiles(files, folder);
      const { installation } = before;
      const turn = randomUUID();
      await load(
        programs,
        url,
        join(folder, DUMP),
        `update public.installation set id = '${installation}', store_turns = '{${before.turn},${turn}}';`,
      );
      await client.query('analyze');
      await writeMark(files, { installation, turn, isContested: false });
      return told(manifest, isSame);
    } finally {
      files.close();
      await client.end();
    }
  };

function told({ madeAt, version, files }: Manifest, isSame: boolean): string[] {
  const restored = `Restored the database and ${files.count} pictures as of ${madeAt} (Verdant ${version}).`;
  if (isSame) {
    return [
      restored,
      'It is the same installation: start it with the same settings and CREDENTIALS_KEY, and never start the former one again.',
    ];
  }
  return [
    restored,
    'It is an installation of its own now, with its own store of pictures. Before you start it, give it a mail server for tests and another CREDENTIALS_KEY, or it writes to the original’s customers and third parties.',
  ];
}

async function refuseSchema({ schema, version }: Manifest): Promise<void> {
  const { kind } = compareSchema(schema, await readMigrations());
  if (kind === 'newer') {
    throw new StartError(
      `This backup was made by a newer version of Verdant (${version}), whose database this one can’t run on: restore it with that version.`,
    );
  }
  if (kind === 'unknown') {
    throw new StartError(
      'This backup’s database was made by other migrations than this version of Verdant has: restore it with the version that made it.',
    );
  }
}

/** Raises StartError unless the database holds nothing but extensions. */
async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; filled: boolean }>(`
    select current_database() as name, exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as filled`);
  const [database] = rows;
  if (database?.filled) {
    throw new StartError(
      `The database ${database.name} isn’t empty, and nothing was changed: set DATABASE_URL to a new database (createdb).`,
    );
  }
}

/**
 * Marks the store for what is restored, and returns its mark. It must be empty, or have begun to be filled from this
 * backup, or be the installation's own where that stays the same. Raises StartError for any other.
 */
async function reserveStore(
  files: FileStore,
  settings: Config['files'],
  { installation, database: { sha256: restoring } }: Manifest,
  isSame: boolean,
): Promise<Mark> {
  const mark = await readMark(files);
  const isOriginals = mark?.installation === installation;
  if (mark && isOriginals === isSame && (isOriginals || mark.restoring === restoring)) return mark;
  if (mark && isOriginals) {
    throw new StartError(
      `${storeName(settings)} is the store of the installation this backup is of: set another for a copy, or add --same if it moves or goes back and the former one never starts again.`,
    );
  }
  if (mark) throw anothers(settings);
  if (!(await isEmpty(files))) {
    throw new StartError(`${storeName(settings)} has pictures already, and nothing was changed: set an empty one.`);
  }
  await writeMark(
    files,
    { installation: isSame ? installation : randomUUID(), turn: randomUUID(), isContested: false, restoring },
    { isFirst: true },
  );
  const written = await readMark(files);
  if (written?.restoring !== restoring) throw anothers(settings);
  return written;
}
