// Over 300 lines: one database server and one seeded backup serve all of these, and take longer to make than the tests.
import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openDatabase } from '../../../server/db/client';
import { migrateDatabase } from '../../../server/db/migrate';
import { users } from '../../../server/db/schema';
import { openFiles } from '../../../server/files';
import { sweepFiles } from '../../../server/files/sweep';
import { prepareJobs } from '../../../server/jobs';
import { openLog } from '../../../server/log';
import { sha256Of } from '../../../server/operator/backup/manifest';
import { seedDemo } from '../../../server/seed';
import { startTestApp, type TestApp } from '../../support/app';
import { type OwnPostgres, startOwnPostgres } from '../../support/db/own-postgres';
import { photo } from '../../support/files/pictures';
import { startS3Server } from '../../support/files/s3-server';
import { makeFolder } from '../../support/folders';
import { operate } from '../../support/operate';
import { refusedStart } from '../../support/process';

const log = openLog('silent');
const ADA = 'owner@fernhollow.example';
const BEN = 'buyer@harborvine.example';

let postgres: OwnPostgres;
let databaseUrl: string;
let filesDir: string;
let original: TestApp;
/** The backup of the seeded installation, with a picture of each person and one that nobody shows any more. */
let backup: string;
/** How many rows each table had then. */
let counts: Record<string, number>;
let shown: string[];
let former: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  databaseUrl = await postgres.createDatabase();
  await seed(databaseUrl);
  filesDir = makeFolder('verdant-files-');
  original = await startTestApp({ on: { url: databaseUrl }, environment: { FILES_DIR: filesDir } });
  former = await upload(original, ADA);
  shown = [await upload(original, ADA), await upload(original, BEN)];
  // Its jobs would go on writing between the backup and the count.
  await original.close();
  counts = await countsOf(databaseUrl);
  backup = newPath();
  const made = await command({ DATABASE_URL: databaseUrl, FILES_DIR: filesDir }, 'backup', backup);
  expect(made).toMatchObject({ code: 0, refused: '' });
  expect(made.said).toContain(`The database and 3 pictures are in ${backup}.`);
  original = await startTestApp({ on: { url: databaseUrl }, environment: { FILES_DIR: filesDir } });
}, 240_000);
afterAll(async () => {
  await original?.close();
  await postgres?.stop();
});

const newPath = () => join(makeFolder('verdant-backup-'), 'backup');
const command = (environment: Record<string, string>, ...words: string[]) =>
  operate({ PG_BIN: postgres.bin, ...environment }, ...words);
const within = <Result>(url: string, ask: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(() => ask(client).finally(() => client.end()));
};

async function seed(url: string): Promise<void> {
  const database = openDatabase(url, { max: 4, statementTimeout: 0 });
  await migrateDatabase(url, async () => {
    await prepareJobs(database, log);
    await seedDemo(database, { orders: 40 });
  });
  await database.close();
}

/** Stores a picture as this person's; returns its address. */
async function upload(app: TestApp, email: string): Promise<string> {
  const [person] = await app.database.db.select().from(users).where(eq(users.email, email));
  if (!person) throw new Error(`The demo has no ${email}`);
  const set = { params: { id: person.id }, query: { kind: 'profile' as const }, file: await photo(80, 80) };
  return (await (await app.as(person)).expectOk(contract.userPictures.set, set)).profileImageUri ?? '';
}

/** How many rows each table of the installation has. */
async function countsOf(url: string): Promise<Record<string, number>> {
  return within(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'drizzle') order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) counts[name] = (await client.query(`select from ${name}`)).rowCount ?? 0;
    return counts;
  });
}

const isEmptyDatabase = (url: string) =>
  within(
    url,
    async (client) => !(await client.query(`select from pg_tables where schemaname !~ '^pg_|^info'`)).rowCount,
  );

/** What a sweep does some days later. */
async function sweep({ database, config }: TestApp): Promise<void> {
  const files = await openFiles(config, log);
  await sweepFiles({ database, files, log }, new Date(Date.now() + 3 * 24 * 60 * 60 * 1000));
  files.close();
}

const statuses = ({ url }: TestApp, uris: readonly string[]) =>
  Promise.all(uris.map(async (uri) => (await fetch(`${url}${uri}`)).status));

describe('a backup that is restored', () => {
  // Files keep their real times under a false clock.
  test.skipIf(process.env.FAKETIME)(
    'is a copy of its own, and neither it nor the original removes what the other shows',
    async () => {
      const url = await postgres.createDatabase();
      const folder = makeFolder('verdant-files-');
      const restored = await command({ DATABASE_URL: url, FILES_DIR: folder }, 'restore', backup);
      expect(restored).toMatchObject({ code: 0, refused: '' });
      expect(restored.said).toMatch(
        /^Restored the database and 3 pictures as of .*\nIt is an installation of its own now/,
      );
      const onlyData = (all: Record<string, number>) => ({
        ...all,
        'public.idempotency_keys': 0,
        'public.call_counts': 0,
      });
      expect(onlyData(await countsOf(url))).toEqual(onlyData(counts));
      expect(counts['public.orders']).toBeGreaterThan(0);

      const onOriginals = await refusedStart({ DATABASE_URL: url, FILES_DIR: filesDir });
      expect(onOriginals.said).toEqual([expect.stringMatching(/^FILES_DIR \(.*\) belongs to another installation/)]);

      const copy = await startTestApp({ on: { url }, environment: { FILES_DIR: folder } });
      expect(await statuses(copy, [...shown, former])).toEqual([200, 200, 200]);
      const later = await upload(original, BEN);
      const ofCopy = await upload(copy, ADA);
      await sweep(copy);
      await sweep(original);
      expect(await statuses(original, [shown[0] ?? '', later])).toEqual([200, 200]);
      expect(await statuses(copy, [ofCopy, shown[1] ?? ''])).toEqual([200, 200]);
      expect(await statuses(original, [former, ofCopy])).toEqual([404, 404]);
      await copy.close();
    },
  );

  test('moves with --same, also back onto the store it had', async () => {
    const other = await command({ DATABASE_URL: databaseUrl, FILES_DIR: filesDir }, 'backup', newPath());
    expect(other.code).toBe(0);
    const url = await postgres.createDatabase();
    const asCopy = await command({ DATABASE_URL: url, FILES_DIR: filesDir }, 'restore', backup);
    expect(asCopy.refused).toMatch(/is the store of the installation this backup is of: set another for a copy/);
    const moved = await command({ DATABASE_URL: url, FILES_DIR: filesDir }, 'restore', backup, '--same');
    expect(moved).toMatchObject({ code: 0, refused: '' });
    expect(moved.said).toContain('It is the same installation');
    const id = (at: string) =>
      within(at, async (client) => (await client.query('select id from installation')).rows[0].id);
    expect(await id(url)).toBe(await id(databaseUrl));
    const app = await startTestApp({ on: { url }, environment: { FILES_DIR: filesDir } });
    expect(await statuses(app, [...shown, former])).toEqual([200, 200, 200]);
    await app.close();
    expect((await command({ DATABASE_URL: databaseUrl, FILES_DIR: filesDir }, 'installation', 'claim')).code).toBe(0);
  });

  test('has the pictures of one bucket in another', async () => {
    const [one, two] = await Promise.all([startS3Server({ lists: true }), startS3Server({ lists: true })]);
    const inBucket = await startTestApp({ on: { url: databaseUrl }, environment: one.environment });
    const uri = await upload(inBucket, ADA);
    const folder = newPath();
    const made = await command({ DATABASE_URL: databaseUrl, ...one.environment }, 'backup', folder);
    expect(made.said).toContain('The database and 1 pictures are in');
    const url = await postgres.createDatabase();
    expect(await command({ DATABASE_URL: url, ...two.environment }, 'restore', folder)).toMatchObject({ code: 0 });
    const copy = await startTestApp({ on: { url }, environment: two.environment });
    expect(await statuses(copy, [uri])).toEqual([200]);
    expect((await fetch(`${copy.url}${uri}`)).headers.get('content-length')).toBe(
      (await fetch(`${inBucket.url}${uri}`)).headers.get('content-length'),
    );
    await Promise.all([copy.close(), inBucket.close()]);
    await Promise.all([one.stop(), two.stop()]);
  });
});

describe('what can’t be restored is refused with words, and nothing is changed', () => {
  async function altered(alter: (folder: string) => Promise<unknown>): Promise<string> {
    const folder = newPath();
    await cp(backup, folder, { recursive: true });
    await alter(folder);
    return folder;
  }
  async function editManifest(folder: string, edit: (manifest: ManifestText) => unknown): Promise<void> {
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await edit(manifest);
    await writeFile(file, JSON.stringify(manifest));
  }
  type ManifestText = { schema: { applied: string[]; oldest: object }; database: { sha256: string } };
  const newer = (folder: string) =>
    editManifest(folder, ({ schema }) => {
      schema.applied.push('of the future');
      schema.oldest = { tag: '9000_future', hash: 'of the future' };
    });
  const aPicture = async (folder: string) =>
    join(folder, (await readFile(join(folder, 'files.sha256'), 'utf8')).split('\n')[1]?.split('  ')[1] ?? '');
  const halfADump = async (folder: string) => {
    const dump = join(folder, 'database.dump');
    await truncate(dump, Math.floor((await readFile(dump)).length * 0.7));
    await editManifest(folder, async ({ database }) => {
      database.sha256 = await sha256Of(dump);
    });
  };

  test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    ['half a backup', (folder) => rm(join(folder, 'manifest.json')), /has no manifest\.json, so it is no backup/],
    ['a damaged dump', (folder) => appendFile(join(folder, 'database.dump'), 'x'), /database\.dump is damaged/],
    ['a damaged list', (folder) => appendFile(join(folder, 'files.sha256'), '\n'), /files\.sha256 is damaged/],
    ['a damaged picture', async (folder) => writeFile(await aPicture(folder), 'x'), /\.webp is damaged or missing/],
    ['a missing picture', async (folder) => rm(await aPicture(folder)), /\.webp is damaged or missing/],
    ['a dump that ends before its end', halfADump, /^The dump could not be restored: /],
    ['a newer schema', newer, /^This backup was made by a newer version of Verdant/],
    ['another format', (folder) => writeFile(join(folder, 'manifest.json'), '{"format":2}'), /can’t be read/],
  ])('%s', async (_, alter, words) => {
    const url = await postgres.createDatabase();
    const folder = await altered(alter);
    const { code, said, refused } = await command(
      { DATABASE_URL: url, FILES_DIR: makeFolder('verdant-files-') },
      'restore',
      folder,
    );
    expect(refused).toMatch(words);
    expect(refused.split('\n')).toHaveLength(1);
    expect([code, said]).toEqual([1, '']);
    expect(await isEmptyDatabase(url)).toBe(true);
  });

  test('a database that isn’t empty', async () => {
    const url = await postgres.createDatabase();
    await within(url, (client) => client.query('create table theirs (id int)'));
    const folder = makeFolder('verdant-files-');
    const { code, refused } = await command({ DATABASE_URL: url, FILES_DIR: folder }, 'restore', backup);
    expect(refused).toMatch(/^The database own_\w+ isn’t empty, and nothing was changed: set DATABASE_URL/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a store with pictures, or another’s', async () => {
    const url = await postgres.createDatabase();
    const folder = makeFolder('verdant-files-');
    const restore = () => command({ DATABASE_URL: url, FILES_DIR: folder }, 'restore', backup);
    await mkdir(join(folder, 'ab'));
    await writeFile(join(folder, 'ab', `${'ab'.repeat(20)}.webp`), 'a picture');
    expect((await restore()).refused).toMatch(/has pictures already, and nothing was changed: set an empty one\.$/);
    const mark = { installation: crypto.randomUUID(), turn: crypto.randomUUID() };
    await writeFile(join(folder, 'installation.json'), JSON.stringify(mark));
    expect((await restore()).refused).toMatch(/belongs to another installation/);
    expect(await isEmptyDatabase(url)).toBe(true);
  });

  test('what a failing program had read of the dump until then', async () => {
    const programs = makeFolder('verdant-programs-');
    for (const name of ['pg_dump', 'psql']) await symlink(join(postgres.bin, name), join(programs, name));
    const half = 'create table public.installation (id uuid, store_turns uuid[]);';
    await writeFile(join(programs, 'pg_restore'), `#!/bin/sh\necho '${half}'\nexit 1\n`, { mode: 0o755 });
    const url = await postgres.createDatabase();
    const environment = { DATABASE_URL: url, FILES_DIR: makeFolder('verdant-files-'), PG_BIN: programs };
    expect((await command(environment, 'restore', backup)).refused).toMatch(/^The dump could not be restored: /);
    expect(await isEmptyDatabase(url)).toBe(true);
  });

  test('a database that refuses is left as it was, and the next attempt goes on', async () => {
    const url = await postgres.createDatabase();
    const folder = makeFolder('verdant-files-');
    const restore = () => command({ DATABASE_URL: url, FILES_DIR: folder }, 'restore', backup);
    await within(url, (client) => client.query('create schema jobs'));
    expect((await restore()).refused).toBe('The dump could not be restored: schema "jobs" already exists');
    expect(await isEmptyDatabase(url)).toBe(true);
    await within(url, (client) => client.query('drop schema jobs'));
    expect(await restore()).toMatchObject({ code: 0, refused: '' });
  });
});

describe('a backup is refused', () => {
  const back = (environment: Record<string, string>, folder = newPath()) =>
    command({ DATABASE_URL: databaseUrl, FILES_DIR: filesDir, ...environment }, 'backup', folder);

  test('into a folder that isn’t empty', async () => {
    const before = await readdir(backup);
    expect((await back({}, backup)).refused).toMatch(/isn’t empty: give a folder that doesn’t exist yet\.$/);
    expect(await readdir(backup)).toEqual(before);
  });

  test('without pg_dump, or with one that is older than the server', async () => {
    const older = makeFolder('verdant-programs-');
    for (const name of ['pg_dump', 'pg_restore', 'psql']) {
      await writeFile(join(older, name), '#!/bin/sh\necho "pg_dump (PostgreSQL) 13.4"\n', { mode: 0o755 });
    }
    const folder = newPath();
    expect((await back({ PG_BIN: makeFolder('verdant-programs-') }, folder)).refused).toMatch(
      /^This takes pg_dump, pg_restore and psql of PostgreSQL \d+ or later, and .* doesn’t have them: install them \(/,
    );
    expect((await back({ PG_BIN: older }, folder)).refused).toMatch(/and .* has them of PostgreSQL 13: install them/);
    expect(await readdir(join(folder, '..')), 'nothing was begun').toEqual([]);
  });

  test('with another’s store of pictures', async () => {
    const folder = makeFolder('verdant-files-');
    const mark = { installation: crypto.randomUUID(), turn: crypto.randomUUID() };
    await writeFile(join(folder, 'installation.json'), JSON.stringify(mark));
    expect((await back({ FILES_DIR: folder })).refused).toMatch(/belongs to another installation/);
  });
});
