import { sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import { transact } from '../../../server/db/transact';

export type Row = { readonly table: string; readonly row: string };

/** What a database held at one moment, to bring it back to. */
export interface KeptRows {
  /** What it held: every row of every table, as JSON. */
  readonly rows: readonly Row[];
  /** Brings every table back that was written since, and gives what had come to them and gone from them. */
  restore(): Promise<{ came: Row[]; gone: Row[] }>;
}

/** Keeps a copy of every row there is. From then on each table tells when it is written to, so that the others need not be read. */
export async function keepRows(db: Db): Promise<KeptRows> {
  const tables = await tablesOf(db);
  await db.execute(sql`create schema kept`);
  await db.execute(sql`create table kept.written (name text not null)`);
  await db.execute(sql`
    create function kept.tell() returns trigger language plpgsql as
    $$ begin insert into kept.written values (tg_table_name); return null; end $$`);
  for (const name of tables) {
    const [table, copy] = [sql.identifier(name), keptAs(name)];
    await db.execute(sql`create table ${copy} as table ${table}`);
    await db.execute(sql`
      create trigger written after insert or update or delete or truncate on ${table}
      for each statement execute function kept.tell()`);
  }
  const rows = await readRows(db);
  return {
    rows,
    async restore() {
      const { rows: written } = await db.execute<{ name: string }>(sql`delete from kept.written returning name`);
      const names = [...new Set(written.map(({ name }) => name))];
      if (names.length === 0) return { came: [], gone: [] };
      // Again where a process was just writing to the same tables.
      const found = await transact(db, async (tx) => {
        // What belongs together is brought back table by table.
        await tx.execute(sql`set local session_replication_role = replica`);
        const removed: Row[] = [];
        for (const name of names) {
          const { rows } = await tx.execute<Row>(sql`
            delete from ${sql.identifier(name)} t returning ${name}::text as "table", to_jsonb(t)::text as "row"`);
          removed.push(...rows);
          await tx.execute(sql`insert into ${sql.identifier(name)} overriding system value table ${keptAs(name)}`);
        }
        return removed;
      });
      const held = rows.filter(({ table }) => names.includes(table));
      return { came: without(found, held), gone: without(held, found) };
    },
  };
}

const keptAs = (name: string) => sql`kept.${sql.identifier(`copy_of_${name}`)}`;

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  return rows.map(({ name }) => name);
}

/** Every row of every table there is, as JSON. */
export async function readRows(db: Db): Promise<Row[]> {
  const each = (await tablesOf(db)).map(
    (name) => sql`select ${name}::text as "table", to_jsonb(t)::text as "row" from ${sql.identifier(name)} t`,
  );
  return (await db.execute<Row>(sql.join(each, sql` union all `))).rows;
}

/** Those of some rows that are not among others, as they are. */
export function without(rows: readonly Row[], left: readonly Row[]): Row[] {
  const known = new Set(left.map(({ table, row }) => `${table} ${row}`));
  return rows.filter(({ table, row }) => !known.has(`${table} ${row}`));
}
