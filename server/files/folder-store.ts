import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config';
import { extensionOf, type FileStore, type ListedFile } from './store';

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
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
      // Renamed when complete and on disk, so no process ever serves part of a file.
      const part = `${pathOf(name)}.${randomUUID()}.part`;
      const file = await open(part, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, pathOf(name));
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
    close() {},
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
