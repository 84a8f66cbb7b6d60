import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../server/db/migration-files';
import { makeFolder } from '../folders';

type Added = { tag: string; sql: string };

/** A folder of this version's migrations and some more, as a later version has. */
export async function laterMigrations(...added: readonly Added[]): Promise<string> {
  const folder = makeFolder('verdant-migrations-');
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  for (const { tag, sql } of added) {
    await writeFile(join(folder, `${tag}.sql`), sql);
    journal.entries.push({ idx: journal.entries.length, version: '7', when: Date.now(), tag, breakpoints: true });
  }
  await writeFile(file, JSON.stringify(journal));
  return folder;
}
