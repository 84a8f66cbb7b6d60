import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, StartError } from '../../../server/config';
import { migrateDatabase } from '../../../server/db/migrate';
import { installation } from '../../../server/db/schema';
import { openFiles } from '../../../server/files';
import { addressOf, type FileStore, newName } from '../../../server/files/store';
import { beginSweep, ownStore, readInstallation } from '../../../server/files/store-mark';
import { sweepFiles } from '../../../server/files/sweep';
import { openLog } from '../../../server/log';
import { readInstallationCommand } from '../../../server/operator/installation';
import { isCluster } from '../../support/cluster';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { makeUser } from '../../support/factories';
import { startS3Server } from '../../support/files/s3-server';
import { makeFolder } from '../../support/folders';
import { refusedStart } from '../../support/process';

const DAY_MS = 24 * 60 * 60 * 1000;
const log = openLog('silent');
const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((one) => one.drop())));

/** Another installation: the tests' databases are copies of one. */
async function newInstallation(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  databases.push(made);
  await made.database.db.update(installation).set({ id: randomUUID(), storeTurns: [] });
  return made;
}

/** What somebody gets who copies a database with a dump, a snapshot or its archived log. */
async function copyOf({ database: { db } }: TestDatabase): Promise<TestDatabase> {
  const copy = await newInstallation();
  const { id, storeTurns } = await readInstallation(db);
  await copy.database.db.update(installation).set({ id, storeTurns });
  return copy;
}

async function uploadTo(store: FileStore): Promise<string> {
  const name = newName('webp');
  await store.put(name, randomBytes(100));
  return name;
}

/** Uploads a picture that a person shows. */
async function pictureOf({ database: { db } }: TestDatabase, store: FileStore): Promise<string> {
  const name = await uploadTo(store);
  await makeUser(db, { profileImageUri: addressOf(name) });
  return name;
}

async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const page of store.list()) names.push(...page.map(({ name }) => name));
  return names.sort();
}

describe.each(['a folder', 'a bucket'] as const)('%s of pictures', (kind) => {
  let environment: Record<string, string>;
  const ends: (() => Promise<void>)[] = [];
  let store: FileStore;
  let original: TestDatabase;

  beforeAll(async () => {
    const s3 = kind === 'a folder' ? undefined : await startS3Server({ lists: true });
    if (s3) ends.push(s3.stop);
    environment = s3?.environment ?? { FILES_DIR: makeFolder('verdant-files-') };
    store = await openFiles(readConfig(environment), log);
  });
  afterAll(async () => {
    store.close();
    for (const end of ends) await end();
  });
  const own = ({ database: { db } }: TestDatabase) =>
    ownStore({ db, files: store, log }, readConfig(environment).files);
  const sweep = ({ database }: TestDatabase, days: number) =>
    sweepFiles({ database, files: store, log }, new Date(Date.now() + days * DAY_MS + 60_000));

  /** What `npm run installation` says, which refuses by raising. */
  const command = ({ url, database: { db } }: TestDatabase, ...words: string[]) =>
    readInstallationCommand(words)({ db, url, config: readConfig(environment), log }).then((lines) => lines.join('\n'));

  // Files keep their real times under a false clock.
  test.skipIf(process.env.FAKETIME)('is never swept by another database than the one it is marked with', async () => {
    const ours = await newInstallation();
    const theirs = await newInstallation();
    const shown = await pictureOf(ours, store);
    const orphan = await uploadTo(store);

    await sweep(ours, 3);
    expect(await namesIn(store), 'nobody has marked it').toEqual([shown, orphan].sort());

    // An installation of an earlier version, whose store has pictures already.
    await own(ours);
    await expect(own(theirs)).rejects.toBeInstanceOf(StartError);
    await sweep(theirs, 3);
    expect(await namesIn(store), 'theirs').toEqual([shown, orphan].sort());
    const { code, said } = await refusedStart({ DATABASE_URL: theirs.url, ...environment });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^(FILES_DIR|S3_BUCKET) \(.*\) belongs to another installation: set \1 to a \w+ of its own/,
    );
    expect(code).toBe(1);

    await sweep(ours, 3);
    expect(await namesIn(store), 'ours').toEqual([shown]);
    await own(ours);
    original = ours;
  });

  test.skipIf(process.env.FAKETIME)('is swept by nobody once a copy of its database sweeps it', async () => {
    const copy = await copyOf(original);
    const later = await pictureOf(original, store);
    const before = await namesIn(store);

    // The copy comes first, at the hour at which both sweep. It lacks the original's rows of two days ago here.
    await beginSweep({ db: copy.database.db, files: store, log });
    await sweep(original, 1);
    await sweep(copy, 3);
    await sweep(original, 3);
    expect(await namesIn(store)).toEqual(before);
    expect(await command(original, 'show')).toMatch(
      /also used by another database .*: pictures are not swept\. If this is a copy, run npm run installation -- renew\./,
    );

    expect(await command(copy, 'renew')).toMatch(/^This database is an installation of its own now/);
    await expect(own(copy)).rejects.toThrow(/belongs to another installation/);
    await expect(command(copy, 'claim')).rejects.toThrow(
      /belongs to the installation .{36}\. If that one never starts/,
    );

    await command(original, 'claim');
    const orphan = await uploadTo(store);
    await sweep(copy, 3);
    expect(await namesIn(store)).toContain(orphan);
    await sweep(original, 3);
    expect(await namesIn(store)).toEqual(before);
    expect(before).toContain(later);
  });

  test('of an installation that never starts again is claimed by whoever names it', async () => {
    const fresh = await newInstallation();
    // By the tests before; on a false clock they are left out.
    if ((await store.readMark()) === null) await own(await newInstallation());
    const { installation: former } = JSON.parse((await store.readMark()) ?? '');
    await command(fresh, 'claim', former);
    await own(fresh);
    expect(await command(fresh, 'show')).toMatch(/ is its store of pictures\.$/);
  });
});

test('of two installations that mark a store at once, one gets it', async () => {
  const settings = readConfig({ FILES_DIR: makeFolder('verdant-files-') }).files;
  const both = await Promise.all([newInstallation(), newInstallation()]);
  const stores = await Promise.all(both.map(() => openFiles({ files: settings }, log)));
  const marked = await Promise.allSettled(
    both.map(({ database: { db } }, at) => ownStore({ db, files: stores[at] as FileStore, log }, settings)),
  );
  expect(marked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('two processes of an installation sweep at once, and neither doubts the other', async () => {
  const { database } = await newInstallation();
  const { files: settings } = readConfig({ FILES_DIR: makeFolder('verdant-files-') });
  const files = await openFiles({ files: settings }, log);
  const tools = { db: database.db, files, log };
  await Promise.all([ownStore(tools, settings), ownStore(tools, settings)]);
  for (let times = 0; times < 8; times++) {
    expect(await Promise.all([beginSweep(tools), beginSweep(tools), beginSweep(tools)])).toEqual([true, true, true]);
  }
  expect((await readInstallation(database.db)).storeTurns.length).toBeLessThan(33);
});

test.skipIf(process.env.FAKETIME)('a store that has lost its mark is not swept until the next start', async () => {
  const { database } = await newInstallation();
  const folder = makeFolder('verdant-files-');
  const { files: settings } = readConfig({ FILES_DIR: folder });
  const files = await openFiles({ files: settings }, log);
  await ownStore({ db: database.db, files, log }, settings);
  const orphan = await uploadTo(files);
  const later = new Date(Date.now() + 3 * DAY_MS);
  await rm(join(folder, 'installation.json'));
  await sweepFiles({ database, files, log }, later);
  expect(await namesIn(files)).toEqual([orphan]);
  await ownStore({ db: database.db, files, log }, settings);
  await sweepFiles({ database, files, log }, later);
  expect(await namesIn(files)).toEqual([]);
});

test('a store that can’t be marked is used, with a warning, and not swept', async () => {
  const { database } = await newInstallation();
  const { files: settings } = readConfig({ FILES_DIR: makeFolder('verdant-files-') });
  const files = await openFiles({ files: settings }, log);
  const written: string[] = [];
  const said = openLog('warn', { write: (line: string) => written.push(line) });
  const unmarkable = { ...files, writeMark: () => Promise.reject(new Error('AccessDenied')) };
  await ownStore({ db: database.db, files: unmarkable, log: said }, settings);
  expect(written.join('')).toContain('the store of pictures could not be marked: nothing is removed from it');
  const orphan = await uploadTo(files);
  await sweepFiles({ database, files: unmarkable, log }, new Date(Date.now() + 3 * DAY_MS));
  expect(await namesIn(files)).toEqual([orphan]);
});

test('a mark that isn’t one of ours stops the start in one line', async () => {
  const { database } = await newInstallation();
  const { files: settings } = readConfig({ FILES_DIR: makeFolder('verdant-files-') });
  const files = await openFiles({ files: settings }, log);
  await files.writeMark('{"app":"another"}');
  await expect(ownStore({ db: database.db, files, log }, settings)).rejects.toThrow(
    /^The store of pictures has a mark \(installation\.json\) of another program: use another store\.$/,
  );
});

test.skipIf(isCluster)('a demo that is emptied because its schema is of no use keeps its store', async () => {
  const { database, url } = await newInstallation();
  const { id } = await readInstallation(database.db);
  await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'another'`);
  await migrateDatabase(url, undefined, { orEmpty: true });
  expect((await readInstallation(database.db)).id).toBe(id);
});
