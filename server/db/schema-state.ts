import type pg from 'pg';
import type { Migration } from './migration-files';

/** How a database's schema compares with a version's migrations. */
export type SchemaState =
  /** Without some of ours, or all of them if it is empty. */
  | { readonly kind: 'behind'; readonly pending: readonly Migration[] }
  | { readonly kind: 'current' }
  /** It has more than ours, which say that our version may still run. */
  | { readonly kind: 'ahead' }
  /** It has more than ours, and only versions with the migration it `needs` may run. */
  | { readonly kind: 'newer'; readonly needs: string }
  /** Tables of someone else, or other migrations than ours. */
  | { readonly kind: 'unknown' };

/** Where migrations are noted, under the names Drizzle gave them at first, and the oldest that may still run. */
export const BOOKKEEPING = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.oldest_version (
    only_one boolean primary key default true check (only_one), tag text not null, hash text not null)`;

/** What a database notes of its migrations: the hash of each, and the oldest whose version may still run. */
export type SchemaNotes = {
  readonly applied: readonly string[];
  readonly oldest: { readonly tag: string; readonly hash: string } | null;
};

export async function readSchemaNotes(client: pg.Client): Promise<SchemaNotes> {
  return { applied: await appliedTo(client), oldest: (await oldestOf(client)) ?? null };
}

export async function readSchemaState(client: pg.Client, ours: readonly Migration[]): Promise<SchemaState> {
  const notes = await readSchemaNotes(client);
  if (notes.applied.length === 0 && (await hasTables(client))) return { kind: 'unknown' };
  return compareSchema(notes, ours);
}

/** How a schema, of which this was noted, compares with a version's migrations. */
export function compareSchema({ applied, oldest }: SchemaNotes, ours: readonly Migration[]): SchemaState {
  const isSame = applied.slice(0, ours.length).every((hash, index) => hash === ours[index]?.hash);
  if (!isSame) return { kind: 'unknown' };
  if (applied.length < ours.length) return { kind: 'behind', pending: ours.slice(applied.length) };
  if (applied.length === ours.length) return { kind: 'current' };
  if (ours.some(({ hash }) => hash === oldest?.hash)) return { kind: 'ahead' };
  return { kind: 'newer', needs: oldest?.tag ?? 'unknown' };
}

async function appliedTo(client: pg.Client): Promise<string[]> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  return rows.map(({ hash }) => hash);
}

async function oldestOf(client: pg.Client): Promise<{ tag: string; hash: string } | undefined> {
  if (!(await exists(client, 'drizzle.oldest_version'))) return undefined;
  const { rows } = await client.query<{ tag: string; hash: string }>('select tag, hash from drizzle.oldest_version');
  return rows[0];
}

export async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [table]);
  return rows[0]?.found != null;
}

/** Tables of extensions are nobody's data. */
async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return Boolean(rowCount);
}
