import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../config';
import { shelfOf } from '../../files/folder-store';
import { extensionOf, type FileStore } from '../../files/store';
import { FILE_LIST, FILES } from './manifest';

/** How many pictures are on their way at once. */
const AT_ONCE = 8;

/** Copies every picture of a store into a backup's folder, and lists them there. Raises UNAVAILABLE as the store does. */
export async function takeFiles(store: FileStore, folder: string): Promise<{ count: number; bytes: number }> {
  const list = await open(join(folder, FILE_LIST), 'wx', 0o600);
  const taken = { count: 0, bytes: 0 };
  try {
    for await (const page of store.list()) {
      const names = page.map(({ name }) => name).filter((name) => extensionOf(name));
      await atOnce(names, async (name) => {
        const copied = await take(store, folder, name);
        // It was removed since it was listed: nothing shows it.
        if (!copied) return;
        taken.count += 1;
        taken.bytes += copied.bytes;
        await list.write(`${copied.sha256}  ${placeOf(name)}\n`);
      });
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return taken;
}

async function take(store: FileStore, folder: string, name: string): Promise<{ bytes: number; sha256: string } | null> {
  const found = await store.get(name);
  if (!found) return null;
  await mkdir(join(folder, FILES, shelfOf(name)), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(found.stream, count, createWriteStream(join(folder, placeOf(name)), { flags: 'wx', mode: 0o600 }));
  if (bytes !== found.bytes) throw new StartError(`The picture ${name} could not be read whole: back up again.`);
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Puts every picture of a backup into a store. One is read whole before it is put, so that no damaged one ever is.
 * Raises StartError at a damaged one, UNAVAILABLE as the store does.
 */
export async function putFiles(store: FileStore, folder: string): Promise<void> {
  for await (const lines of inTens(createInterface({ input: createReadStream(join(folder, FILE_LIST)) }))) {
    await atOnce(lines, async (line) => {
      const [sha256 = '', place = ''] = line.split('  ');
      const bytes = await readFile(join(folder, place)).catch(() => Buffer.alloc(0));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new StartError(`${join(folder, place)} is damaged or missing: use another backup.`);
      }
      await store.put(place.split('/').at(-1) ?? '', bytes);
    });
  }
}

/** Whether a store has no pictures. */
export async function isEmpty(store: FileStore): Promise<boolean> {
  for await (const page of store.list()) if (page.some(({ name }) => extensionOf(name))) return false;
  return true;
}

const placeOf = (name: string): string => `${FILES}/${shelfOf(name)}/${name}`;

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const line = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

async function* inTens(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const line of lines) {
    if (group.push(line) < 10 * AT_ONCE) continue;
    yield group;
    group = [];
  }
  yield group;
}
