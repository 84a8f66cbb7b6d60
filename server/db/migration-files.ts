import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../config';
import { SEARCH_TEXT } from './search-text';

/** Where the migrations are that make this version's schema. */
export const MIGRATIONS = join(root, 'server/db/migrations');

const OLDEST = /^-- oldest: (\w+)$/m;

export type Migration = {
  readonly tag: string;
  readonly hash: string;
  readonly statements: readonly string[];
  /** When it was written, in milliseconds. */
  readonly when: number;
  /** The oldest migration whose version of Verdant still runs on the schema after this one. */
  readonly oldest: { readonly tag: string; readonly hash: string };
};

/** A folder's migrations, in their order. */
export async function readMigrations(folder = MIGRATIONS): Promise<readonly Migration[]> {
  const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const texts = await Promise.all(entries.map(({ tag }) => readFile(join(folder, `${tag}.sql`), 'utf8')));
  const files = entries.map((entry, index) => ({
    ...entry,
    text: texts[index] ?? '',
    hash: hashOf(texts[index] ?? ''),
  }));
  return files.map(({ tag, when, text, hash }) => {
    const said = OLDEST.exec(text)?.[1];
    const oldest = files.find((one) => one.tag === said) ?? { tag, hash };
    return { tag, hash, when, statements: text.split('--> statement-breakpoint'), oldest };
  });
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A short name of the schema after all migrations; changes with any of them. */
export async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256').update(SEARCH_TEXT);
  for (const migration of await readMigrations()) hash.update(migration.tag).update(migration.hash);
  return hash.digest('hex').slice(0, 16);
}
