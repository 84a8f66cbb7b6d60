import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { narrowing } from '../../../scripts/narrowing.mjs';
import { migrateDatabase } from '../../../server/db/migrate';
import { readMigrations } from '../../../server/db/migration-files';
import { createBareDatabase } from '../../support/database';
import { laterMigrations } from '../../support/db/migration-folders';
import { refusedStart, startVerdant } from '../../support/process';

const ADDS_A_COLUMN = {
  tag: '9001_note',
  sql: '-- oldest: 0000_first\nALTER TABLE "site_flags" ADD COLUMN "note" text;',
};
const TAKES_ONE_AWAY = {
  tag: '9002_no_description',
  sql: '-- oldest: 9001_note\nALTER TABLE "site_flags" DROP COLUMN "description";',
};

async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The columns of all tables and what is noted of migrations: what a refused start must leave as it is. */
const shapeOf = (url: string) =>
  on(url, async (client) => {
    const columns = await client.query(
      `select table_schema, table_name, column_name from information_schema.columns
        where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
    );
    const noted = await client.query('select * from drizzle.__drizzle_migrations order by id');
    return { columns: columns.rows, noted: noted.rows };
  });

const flagsIn = (url: string) =>
  on(url, async (client) => (await client.query('select * from site_flags order by slug')).rows);

/** A migrated database with something in it. */
async function usedDatabase(): Promise<string> {
  const url = await createBareDatabase();
  await migrateDatabase(url);
  await on(url, (client) => client.query(`insert into site_flags (slug) values ('kept')`));
  return url;
}

describe('a migration of a later version', () => {
  test('is applied once, by one of two processes that start together, and the data is kept', async () => {
    const url = await usedDatabase();
    const folder = await laterMigrations(ADDS_A_COLUMN);
    let filled = 0;
    const start = () =>
      migrateDatabase(
        url,
        async () => {
          filled += 1;
        },
        { folder },
      );
    await Promise.all([start(), start()]);
    expect(filled).toBe(2);
    expect(await flagsIn(url)).toEqual([{ slug: 'kept', description: '', enabled: true, note: null }]);
    const { noted } = await shapeOf(url);
    expect(new Set(noted.map(({ hash }) => hash)).size).toBe(noted.length);
  });

  test('that fails leaves the schema as it was', async () => {
    const url = await usedDatabase();
    const before = await shapeOf(url);
    const broken = { tag: '9002_broken', sql: '-- oldest: 9001_note\nALTER TABLE "nowhere" ADD COLUMN "note" text;' };
    const folder = await laterMigrations(ADDS_A_COLUMN, broken);
    await expect(migrateDatabase(url, undefined, { folder })).rejects.toThrow('nowhere');
    expect(await shapeOf(url)).toEqual(before);
  });

  test('isn’t applied by a start that only looks, which says what to run', async () => {
    const url = await usedDatabase();
    const before = await shapeOf(url);
    const folder = await laterMigrations(ADDS_A_COLUMN);
    const looking = migrateDatabase(url, undefined, { folder, migrate: 'never' });
    await expect(looking).rejects.toThrow(
      'The database lacks migrations (9001_note): run npm run migrate, or set MIGRATE to start.',
    );
    expect(await shapeOf(url)).toEqual(before);
  });
});

describe('an index of a large table', () => {
  const BUILDS_AN_INDEX = {
    tag: '9002_note_index',
    sql: '-- oldest: 9001_note\nCREATE INDEX CONCURRENTLY "site_flags_note" ON "site_flags" USING btree ("note");',
  };
  const isValid = (url: string) =>
    on(url, async (client) => {
      const { rows } = await client.query(
        `select indisvalid as valid, indkey::text as key from pg_index where indexrelid = to_regclass('site_flags_note')`,
      );
      return rows;
    });
  const NOTED = [{ valid: true, key: expect.stringMatching(/^\d$/) }];

  test('is built while others write, and two processes that start together both go on', async () => {
    const url = await usedDatabase();
    const folder = await laterMigrations(ADDS_A_COLUMN, BUILDS_AN_INDEX);
    await migrateDatabase(url, undefined, { folder: await laterMigrations(ADDS_A_COLUMN) });
    await on(url, (early) =>
      on(url, async (late) => {
        await early.query('begin');
        await early.query(`insert into site_flags (slug) values ('early')`);
        const starting = Promise.all([1, 2].map(() => migrateDatabase(url, undefined, { folder })));
        await vi.waitFor(async () => {
          const { rows } = await late.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                and query ilike '%create index concurrently%' and pid <> pg_backend_pid()`,
          );
          expect(rows).toHaveLength(1);
        }, 30_000);
        // Refused at once if the index were built as usual, which makes writers wait.
        await late.query(`set lock_timeout = '2s'`);
        await late.query(`insert into site_flags (slug) values ('late')`);
        await early.query('commit');
        await starting;
      }),
    );
    expect(await isValid(url)).toEqual(NOTED);
    expect((await flagsIn(url)).map(({ slug }) => slug)).toEqual(['early', 'kept', 'late']);
  });

  test('is built anew where an earlier try left a part of it', async () => {
    const url = await usedDatabase();
    await on(url, async (client) => {
      await client.query('create index site_flags_note on site_flags (slug)');
      await client.query(`update pg_index set indisvalid = false where indexrelid = 'site_flags_note'::regclass`);
    });
    await migrateDatabase(url, undefined, { folder: await laterMigrations(ADDS_A_COLUMN, BUILDS_AN_INDEX) });
    expect(await isValid(url)).toEqual(NOTED);
    const { noted } = await shapeOf(url);
    expect(noted).toHaveLength((await readMigrations()).length + 2);
  });

  test('has a migration of its own: what can be done together isn’t in it', async () => {
    for (const { tag, statements } of await readMigrations()) {
      const alone = statements.filter((one) => /index concurrently/i.test(one));
      expect([0, statements.length], tag).toContain(alone.length);
    }
  });
});

describe('the version before', () => {
  test('starts on a schema that was only added to, and leaves it so', async () => {
    const url = await usedDatabase();
    await migrateDatabase(url, undefined, { folder: await laterMigrations(ADDS_A_COLUMN) });
    const before = await shapeOf(url);
    const verdant = await startVerdant({ DATABASE_URL: url });
    const flags = await fetch(`${verdant.url}/api/public-site-flags`);
    expect(await flags.text()).toContain('kept');
    expect(await verdant.stop()).toBe(0);
    const { noted } = await shapeOf(url);
    expect(noted).toEqual(before.noted);
    expect(await flagsIn(url)).toEqual([expect.objectContaining({ slug: 'kept', note: null })]);
  });

  test('is refused, in one line, on a schema that lacks what it uses, and changes nothing', async () => {
    const url = await usedDatabase();
    await migrateDatabase(url, undefined, { folder: await laterMigrations(ADDS_A_COLUMN, TAKES_ONE_AWAY) });
    const before = await shapeOf(url);
    const { code, said } = await refusedStart({ DATABASE_URL: url });
    expect(said).toEqual([
      'The database was upgraded by a newer version of Verdant, and only versions with the migration 9001_note run on it. Nothing was changed: start one of those.',
    ]);
    expect(code).toBe(1);
    expect(await shapeOf(url)).toEqual(before);
    expect(await flagsIn(url)).toEqual([{ slug: 'kept', enabled: true, note: null }]);
  });
});

test('a database with the tables of another program is refused, and gets none of ours', async () => {
  const url = await createBareDatabase();
  await on(url, (client) => client.query('create table theirs (id int)'));
  await expect(migrateDatabase(url)).rejects.toThrow(/holds the tables of another program\. Nothing was changed/);
  const { rows } = await on(url, (client) =>
    client.query(`select tablename from pg_tables where schemaname = 'public'`),
  );
  expect(rows).toEqual([{ tablename: 'theirs' }]);
});

describe('a migration that is added', () => {
  test.each([
    'CREATE TABLE "notes" ("id" bigint NOT NULL);--> statement-breakpoint\nALTER TABLE "notes" ADD CONSTRAINT "n" CHECK ("id" > 0);',
    'ALTER TABLE "orders" ADD COLUMN "note" text;',
    `ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;`,
    'CREATE INDEX "orders_note" ON "orders" USING btree ("note");',
  ])('only adds: %s', (sql) => {
    expect(narrowing(sql)).toEqual([]);
  });

  test.each([
    'ALTER TABLE "orders" DROP COLUMN "note";',
    'ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;',
    'ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";',
    'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;',
    'ALTER TABLE "orders" ADD CONSTRAINT "o" CHECK ("id" > 0);',
    'CREATE UNIQUE INDEX "orders_note" ON "orders" USING btree ("note");',
    'DROP TABLE "orders" CASCADE;',
    `UPDATE "orders" SET "note" = '';`,
  ])('may stop the version before: %s', (sql) => {
    expect(narrowing(`CREATE TABLE "notes" ("id" bigint);--> statement-breakpoint\n${sql}`)).toEqual([sql]);
  });
});
