import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config';
import { extensionOf, type FileStore, type ListedFile, MARK } from './store';

/** What an interrupted upload leaves behind. */
const PART = /^[0-9a-f]{40}\.\w+\.[0-9a-f-]{36}\.part$/;

/**
 * Files in a folder, which several server processes may share, in subfolders by the first two characters of their
 * names. Raises StartError if the folder can't be written to.
 */
export async function openFolderStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .catch(({ code }: NodeJS.ErrnoException) => {
      throw new StartError(`FILES_DIR (${folder}) can’t be written to (${code}): set a folder this user can write to.`);
    });
  const pathOf = (name: string) => join(folder, shelfOf(name), name);
  return {
    async put(name, bytes) {
      await mkdir(join(folder, shelfOf(name)), { recursive: true });
      await rename(await writePart(pathOf(name), bytes), pathOf(name));
    },
    async get(name) {
      const file = await open(pathOf(name)).catch(nullIfMissing);
      return file && { stream: file.createReadStream(), bytes: (await file.stat()).size };
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    async *list() {
      for (const shelf of (await readdir(folder)).filter((one) => /^[0-9a-f]{2}$/.test(one))) {
        const names = await readdir(join(folder, shelf));
        const listed = names
          .filter((name) => extensionOf(name) || PART.test(name))
          .map(async (name): Promise<ListedFile[]> => {
            const found = await stat(pathOf(name)).catch(nullIfMissing);
            return found ? [{ name, storedAt: found.mtime }] : [];
          });
        yield (await Promise.all(listed)).flat();
      }
    },
    readMark: () => readFile(join(folder, MARK), 'utf8').catch(nullIfMissing),
    async writeMark(text, { isFirst = false } = {}) {
      const path = join(folder, MARK);
      const part = await writePart(path, text);
      if (!isFirst) return rename(part, path);
      // Unlike a rename, a link never replaces what another process wrote meanwhile.
      await link(part, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      await rm(part);
    },
    close() {},
  };
}

/** The subfolder of a file: the first two characters of its name. */
export const shelfOf = (name: string): string => name.slice(0, 2);

/** Written beside and on disk before it gets its name, so no process ever reads part of a file. */
async function writePart(path: string, content: Uint8Array | string): Promise<string> {
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return part;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
