import { readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { MOST_PICTURE_BYTES } from '../../../domain/files/picture';
import { type Database, openDatabase } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { openFiles } from '../../../server/files';
import { MARK } from '../../../server/files/store';
import { FILE_COLUMNS, sweepFiles } from '../../../server/files/sweep';
import { openLog } from '../../../server/log';
import { formOf, openApp, startServerProcess, startTestApp, type TestApp, type TestCaller } from '../../support/app';
import { createTestDatabase } from '../../support/database';
import { refuseUntenanted } from '../../support/db/tenant-statements';
import { makeChannel, makeMember, makeSeller, makeUser, type UserFixture } from '../../support/factories';
import { blobOf, PICTURE, photo } from '../../support/files/pictures';
import { startS3Server } from '../../support/files/s3-server';

const { session, userPictures } = contract;
const CHOOSE = 'Choose a JPEG, PNG or WebP picture of up to 10 MB';
const DAY_MS = 24 * 60 * 60 * 1000;

const app = await openApp();
let ada: UserFixture;
let caller: TestCaller;

beforeAll(async () => {
  ada = await makeUser(app.database.db);
  caller = await app.as(ada);
});

const mine = (kind: 'profile' | 'cover' = 'profile') => ({ params: { id: ada.id }, query: { kind } });
const send = (file: Blob) => caller.call(userPictures.set, { ...mine(), file });
const served = (uri: string | null, at = app) => fetch(`${at.url}${uri}`);
const filesOf = ({ config }: TestApp) => (config.files.kind === 'folder' ? config.files.folder : '');

async function storedNames(): Promise<string[]> {
  const shelves = await readdir(filesOf(app), { withFileTypes: true, recursive: true });
  return shelves.filter((entry) => entry.isFile() && entry.name !== MARK).map(({ name }) => name);
}

async function uriOf(file = PICTURE): Promise<string> {
  const { profileImageUri } = await caller.expectOk(userPictures.set, { ...mine(), file });
  return profileImageUri ?? '';
}

describe('a person’s picture', () => {
  test('is stored upright and square, as WebP, without what the camera noted', async () => {
    const uri = await uriOf(await photo(600, 1200));
    expect((await caller.expectOk(session.me, { query: {} })).profileImageUri).toBe(uri);
    const bytes = Buffer.from(await (await served(uri)).arrayBuffer());
    const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, icc, xmp }).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[0], 'red above').toBeGreaterThan(150);
    expect(data.at(-2), 'green below').toBeGreaterThan(120);
  });

  test('and cover are set and removed each for itself, and audited', async () => {
    const portrait = await uriOf();
    const both = await caller.expectOk(userPictures.set, { ...mine('cover'), file: await photo(2400, 800) });
    expect(both.profileImageUri).toBe(portrait);
    const { width, height } = await sharp(await (await served(both.coverImageUri)).arrayBuffer()).metadata();
    expect([width, height]).toEqual([1920, 640]);
    const left = await caller.expectOk(userPictures.remove, mine('profile'));
    expect(left).toEqual({ profileImageUri: null, coverImageUri: both.coverImageUri });
    const entries = await app.database.db
      .select()
      .from(schema.auditLog)
      .where(and(eq(schema.auditLog.actorUserId, ada.id), eq(schema.auditLog.entity, 'user')));
    expect(entries.map(({ after }) => after)).toContainEqual(left);
  });

  test('is nobody else’s to change', async () => {
    const other = await app.as(await makeUser(app.database.db));
    const before = await caller.expectOk(session.me, { query: {} });
    expect(await other.call(userPictures.set, { ...mine(), file: PICTURE })).toMatchObject({ status: 404 });
    expect(await other.call(userPictures.remove, mine())).toMatchObject({ status: 404 });
    expect(await caller.expectOk(session.me, { query: {} })).toEqual(before);
  });

  test('reaches the chat', async () => {
    const { db } = app.database;
    const seller = await makeSeller(db);
    const { user } = await makeMember(db, seller, { features: {} });
    const channel = await makeChannel(db, { org: seller.org, people: [user] });
    const member = await app.as(user, seller.org);
    const { profileImageUri } = await member.expectOk(userPictures.set, {
      params: { id: user.id },
      query: {},
      file: PICTURE,
    });
    const imageAtService = async () => {
      const [person] = await db.select().from(schema.sandboxChatUsers).where(eq(schema.sandboxChatUsers.id, user.id));
      return JSON.stringify(person);
    };
    expect(channel).toBeDefined();
    await expect.poll(imageAtService).toContain(profileImageUri);
  });
});

describe('what isn’t such a picture is refused, with what to do, and nothing is stored', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = () =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer();
  const bomb = () =>
    sharp({ create: { width: 16_000, height: 8_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  const half = async () => blobOf(Buffer.from(await (await photo(800, 800)).arrayBuffer()).subarray(0, 2_000));

  test.each<[string, () => Promise<Blob> | Blob, string]>([
    ['a drawing that can run scripts', () => new Blob([svg], { type: 'image/png' }), CHOOSE],
    ['a page', () => new Blob(['<!doctype html><script>alert(1)</script>'], { type: 'image/webp' }), CHOOSE],
    ['another format', async () => blobOf(await gif()), CHOOSE],
    ['nothing', () => new Blob([]), CHOOSE],
    ['half a picture', half, 'This picture can’t be read. Choose another one'],
    [
      'more pixels than a camera makes',
      async () => blobOf(await bomb()),
      'This picture has too many pixels. Choose one of up to 120 megapixels',
    ],
  ])('%s', async (_, file, words) => {
    const before = await storedNames();
    const answer = await send(await file());
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'BAD_INPUT', userFriendlyMessage: words, errors: { image: words } },
    });
    expect(await storedNames()).toEqual(before);
  });

  test('more than 10 MB, whether it says so or not', async () => {
    const large = new Uint8Array(MOST_PICTURE_BYTES + 1);
    large.set(new Uint8Array(await PICTURE.arrayBuffer()));
    const tooLarge = { status: 413, body: { message: 'TOO_LARGE', errors: { image: CHOOSE } } };
    expect(await send(blobOf(large))).toMatchObject(tooLarge);
    expect(await send(new Blob([large, large, large]))).toMatchObject(tooLarge);
    expect(await inChunks(blobOf(large))).toMatchObject({ status: 413, body: { errors: { image: CHOOSE } } });
    expect((await send(PICTURE)).ok).toBe(true);
  });

  test('another field, two files, a text, or no form at all', async () => {
    const post = async (body: BodyInit, type?: string) => {
      const headers = { authorization: `Bearer ${caller.token}`, ...(type ? { 'content-type': type } : {}) };
      const response = await fetch(`${app.url}/api/users/${ada.id}/images`, { method: 'POST', headers, body });
      return { status: response.status, errors: (await response.json()).errors };
    };
    const two = formOf('image', PICTURE);
    two.append('image', PICTURE, 'second');
    const withText = formOf('image', PICTURE);
    withText.append('id', '1');
    const refused = { status: 400, errors: { image: CHOOSE } };
    expect(await post(formOf('picture', PICTURE))).toEqual(refused);
    expect(await post(two)).toEqual(refused);
    expect(await post(withText)).toEqual(refused);
    expect(await post(new FormData())).toEqual(refused);
    expect(await post('{}', 'application/json')).toEqual(refused);
    expect(await post('--x\r\n', 'multipart/form-data; boundary=x')).toEqual(refused);
  });

  test('no other call takes a form', async () => {
    const response = await fetch(`${app.url}/api/users/me`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${caller.token}` },
      body: formOf('firstName', PICTURE),
    });
    expect(response.status).toBe(400);
  });
});

/** Sends a file without saying how long it is. */
async function inChunks(file: Blob): Promise<{ status: number | undefined; body: unknown }> {
  const form = new Response(formOf('image', file));
  const bytes = Buffer.from(await form.arrayBuffer());
  return new Promise((done, fail) => {
    const sending = request(`${app.url}/api/users/${ada.id}/images`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.token}`,
        'content-type': form.headers.get('content-type') ?? '',
        'transfer-encoding': 'chunked',
      },
    });
    sending.on('error', fail);
    sending.on('response', async (response) => {
      const text = (await response.toArray()).join('');
      done({ status: response.statusCode, body: JSON.parse(text) });
    });
    for (let from = 0; from < bytes.length; from += 65_536) sending.write(bytes.subarray(from, from + 65_536));
    sending.end();
  });
}

describe('a stored picture', () => {
  test('is served to whoever has its address, for ever, and never runs', async () => {
    const uri = await uriOf();
    expect(uri).toMatch(/^\/api\/files\/[0-9a-f]{40}\.webp$/);
    const response = await served(uri);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-length': String((await response.arrayBuffer()).byteLength),
    });
    const head = await fetch(`${app.url}${uri}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test.each([
    `/api/files/${'0'.repeat(40)}.webp`,
    '/api/files/..%2f..%2fetc%2fpasswd',
    '/api/files/%00.webp',
    '/api/files/',
    `/api/files/${'0'.repeat(40)}.html`,
  ])('is not found at %s', async (path) => {
    const response = await fetch(`${app.url}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'NOT_FOUND' });
  });

  test('is served by every server process, whichever took it', async () => {
    const database = await createTestDatabase();
    const [one, other] = [await startServerProcess(database), await startServerProcess(database)];
    const person = await makeUser(database.database.db);
    const own = { params: { id: person.id }, query: {} };
    for (const [taken, shown] of [
      [one, other],
      [other, one],
    ] as const) {
      const { profileImageUri } = await (await taken.as(person)).expectOk(userPictures.set, { ...own, file: PICTURE });
      expect((await served(profileImageUri, shown)).status).toBe(200);
    }
    await Promise.all([one.close(), other.close()]);
    await database.drop();
  });

  test('lies in a bucket where that is configured', async () => {
    const s3 = await startS3Server();
    const apart = await startTestApp({ beside: app, environment: s3.environment });
    const { profileImageUri } = await (await apart.as(ada)).expectOk(userPictures.set, { ...mine(), file: PICTURE });
    expect((await served(profileImageUri, apart)).status).toBe(200);
    expect((await served(profileImageUri)).status).toBe(404);
    await s3.stop();
    const away = await (await apart.as(ada)).call(userPictures.set, { ...mine(), file: PICTURE });
    expect(away).toMatchObject({ status: 503, body: { message: 'UNAVAILABLE' } });
    await apart.close();
  });
});

describe('what nobody shows any more', () => {
  const log = openLog('silent');
  let database: Database;
  beforeAll(async () => {
    database = openDatabase(app.config.databaseUrl ?? '', { max: 2 });
    await refuseUntenanted(database.pool);
  });
  afterAll(() => database.close());

  const sweep = async (now: Date) => sweepFiles({ database, files: await openFiles(app.config, log), log }, now);

  // Files keep their real times under a false clock.
  test.skipIf(process.env.FAKETIME)('is removed after two days, and nothing else', async () => {
    const former = await uriOf();
    const current = await uriOf();
    const shelf = join(filesOf(app), current.slice(11, 13));
    const part = join(shelf, `${current.slice(11)}.${crypto.randomUUID()}.part`);
    await writeFile(part, 'half');
    await utimes(part, new Date(0), new Date(0));
    await sweep(new Date(Date.now() + DAY_MS));
    expect((await served(former)).status).toBe(200);
    expect(await readdir(shelf)).not.toContain(part.split('/').at(-1));
    await sweep(new Date(Date.now() + 2 * DAY_MS + 60_000));
    expect((await served(former)).status).toBe(404);
    expect((await served(current)).status).toBe(200);
    const people = await app.database.db.select().from(schema.users);
    const named = people
      .flatMap((person) => [person.profileImageUri, person.coverImageUri])
      .filter((uri) => uri !== null);
    expect((await storedNames()).map((name) => `/api/files/${name}`).sort()).toEqual(named.sort());
  });

  test('is known from every column that names a picture', () => {
    const found = FILE_COLUMNS.map(({ column }) => column.name);
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(found)).toEqual(new Set(['profile_image_uri', 'cover_image_uri', 'image_uri']));
  });
});
