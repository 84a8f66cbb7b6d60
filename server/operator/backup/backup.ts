import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root, StartError } from '../../config';
import { ownClient } from '../../db/connection/own-client';
import { readMigrations } from '../../db/migration-files';
import { compareSchema, readSchemaNotes, type SchemaNotes } from '../../db/schema-state';
import { openFiles } from '../../files';
import { anothers, readInstallation, standingOf } from '../../files/store-mark';
import type { Command } from '../command';
import { takeFiles } from './files';
import { DUMP, FILE_LIST, sha256Of, writeManifest } from './manifest';
import { dump, findPrograms } from './programs';

/** `FOLDER`. Raises StartError with one line for anything else. */
export function readBackup([folder, ...more]: readonly string[]): Command {
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    throw new StartError('Give one folder that doesn’t exist yet: npm run backup -- FOLDER.');
  }
  return backup(resolve(folder));
}

/**
 * Copies the database, then the pictures: those without a row are swept away later, rows without a picture are not
 * mended. The manifest comes last.
 */
const backup =
  (folder: string): Command =>
  async ({ db, config, url, log }) => {
    const { id } = await readInstallation(db);
    const { server, major, notes } = await examine(url);
    const programs = await findPrograms(config.pgBin, major);
    const files = await openFiles(config, log);
    try {
      if ((await standingOf({ db, files })).standing === 'foreign') throw anothers(config.files);
      await makeFolder(folder);
      const madeAt = new Date().toISOString();
      await dump(programs, url, join(folder, DUMP));
      const taken = await takeFiles(files, folder);
      await writeManifest(folder, {
        format: 1,
        version: JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version,
        madeAt,
        installation: id,
        schema: { applied: [...notes.applied], oldest: notes.oldest },
        database: { server, programs: programs.major, sha256: await sha256Of(join(folder, DUMP)) },
        files: { ...taken, sha256: await sha256Of(join(folder, FILE_LIST)) },
      });
      return [
        `The database and ${taken.count} pictures are in ${folder}.`,
        'Keep it where nobody else can read it, and CREDENTIALS_KEY apart from it: without that, third-party keys can’t be read.',
      ];
    } finally {
      files.close();
    }
  };

async function examine(url: string): Promise<{ server: string; major: number; notes: SchemaNotes }> {
  const client = ownClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server: string; number: number; isCluster: boolean }>(`
      select current_setting('server_version') as server, current_setting('server_version_num')::int as number,
             to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`);
    const { server = '', number = 0, isCluster = false } = rows[0] ?? {};
    if (isCluster) {
      throw new StartError(
        'A distributed database is backed up machine by machine, with its write-ahead log archived.',
      );
    }
    const notes = await readSchemaNotes(client);
    const state = compareSchema(notes, await readMigrations());
    if (state.kind === 'behind') {
      throw new StartError(
        'The database is of an older version of Verdant: back it up with that version, or run npm run migrate first.',
      );
    }
    return { server, major: Math.floor(number / 10_000), notes };
  } finally {
    await client.end();
  }
}

/** Readable by its owner only: it has what people sign in with. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${folder} can’t be written to (${code}): give a folder this user can write to.`);
  }
  throw new StartError(`${folder} isn’t empty: give a folder that doesn’t exist yet.`);
}
