import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, StartError } from '../../../server/config';
import { openFiles } from '../../../server/files';
import { type FileStore, newName } from '../../../server/files/store';
import { openLog } from '../../../server/log';
import { startS3Server } from '../../support/files/s3-server';
import { makeFolder } from '../../support/folders';

const log = openLog('silent');
const open = (environment: Record<string, string>) => openFiles(readConfig(environment), log);

async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const page of store.list()) names.push(...page.map(({ name }) => name));
  return names.sort();
}

describe.each(['a folder', 'an S3-compatible store'] as const)('%s', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined;
  let environment: Record<string, string>;
  let store: FileStore;

  beforeAll(async () => {
    s3 = kind === 'a folder' ? undefined : await startS3Server({ lists: true });
    environment = s3?.environment ?? { FILES_DIR: makeFolder('verdant-files-') };
    store = await open(environment);
  });
  afterAll(async () => {
    store.close();
    await s3?.stop();
  });

  test('gives a file back as it was put, also to another process', async () => {
    const name = newName('webp');
    const bytes = randomBytes(300_000);
    await store.put(name, bytes);
    const other = await open(environment);
    const found = await other.get(name);
    expect(found?.bytes).toBe(bytes.length);
    expect(found && (await buffer(found.stream))).toEqual(bytes);
    other.close();
  });

  test('has nothing under an unknown name, and removing that is no error', async () => {
    const unknown = newName('webp');
    expect(await store.get(unknown)).toBeNull();
    await store.remove([unknown]);
  });

  // Files keep their real times under a false clock.
  test.skipIf(process.env.FAKETIME)('lists every file with its age until it is removed', async () => {
    await store.remove(await namesIn(store));
    const names = Array.from({ length: 5 }, () => newName('webp')).sort();
    const before = Date.now();
    for (const name of names) await store.put(name, Buffer.from(name));
    for await (const page of store.list()) {
      for (const { storedAt } of page) expect(Math.abs(storedAt.getTime() - before)).toBeLessThan(60_000);
    }
    expect(await namesIn(store)).toEqual(names);
    await store.remove(names.slice(0, 2));
    expect(await namesIn(store)).toEqual(names.slice(2));
  });
});

test('a bucket of more files than one reply holds is listed whole', async () => {
  const names = [newName('webp'), newName('webp'), newName('webp')].sort();
  const [first = '', ...rest] = names.map((name) => {
    return `<Contents><Key>${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`;
  });
  const more = 'opaque+/=';
  // The protocol's own replies: no server that can be had offline pages its lists.
  const bucket = createServer((request, reply) => {
    const asked = new URL(request.url ?? '', 'http://bucket').searchParams;
    const isFirst = !asked.has('continuation-token');
    const page = isFirst
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${more}</NextContinuationToken>${first}`
      : `<IsTruncated>false</IsTruncated>${rest.join('')}`;
    const isKnown = asked.get('list-type') === '2' && (isFirst || asked.get('continuation-token') === more);
    reply.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/xml' });
    reply.end(`<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`);
  });
  await once(bucket.listen(0, '127.0.0.1'), 'listening');
  const { port } = bucket.address() as AddressInfo;
  const store = await open({
    S3_URL: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'verdant',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  });
  expect(await namesIn(store)).toEqual(names);
  store.close();
  bucket.closeAllConnections();
  await once(bucket.close(), 'close');
});

test('a store that refuses the key is our error; one that can’t be reached says to try again', async () => {
  const s3 = await startS3Server();
  const wrong = await open({ ...s3.environment, S3_SECRET_KEY: 'guessed' });
  await expect(wrong.put(newName('webp'), Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  const store = await open(s3.environment);
  await s3.stop();
  await expect(store.put(newName('webp'), Buffer.from('x'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'We can’t store or read pictures right now. Try again in a few minutes.',
  });
  wrong.close();
  store.close();
});

test('other files in the folder are left alone', async () => {
  const folder = makeFolder('verdant-files-');
  await mkdir(join(folder, 'ab'));
  await writeFile(join(folder, 'ab', 'accounts.xlsx'), 'theirs');
  await writeFile(join(folder, 'readme.webp'), 'theirs');
  expect(await namesIn(await open({ FILES_DIR: folder }))).toEqual([]);
});

test('a folder that can’t be written to stops the start in one line', async () => {
  const file = join(makeFolder('verdant-files-'), 'file');
  await writeFile(file, '');
  const refused = open({ FILES_DIR: join(file, 'inside') });
  await expect(refused).rejects.toBeInstanceOf(StartError);
  await expect(refused).rejects.toThrow(/^FILES_DIR \(.*\) can’t be written to \(ENOTDIR\): set a folder/);
});
