import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartError } from '../../config';

/** What is in a backup's folder; pictures are in `files`, as a store in a folder has them. */
export const DUMP = 'database.dump';
export const FILES = 'files';
/** A line a picture, as `sha256sum --check` reads it. */
export const FILE_LIST = 'files.sha256';
const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Manifest = z.object({
  format: z.literal(1),
  /** The version of Verdant that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The installation it is of. */
  installation: z.uuid(),
  /** What its database notes of its migrations. */
  schema: z.object({
    applied: z.array(z.string()).min(1),
    oldest: z.object({ tag: z.string(), hash: z.string() }).nullable(),
  }),
  /** `programs`: the major version of those that made the dump, which older ones can't read. */
  database: z.object({ server: z.string(), programs: z.number().int(), sha256 }),
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256 }),
});

/** What a backup says of itself. It is written last, so half a backup has none. */
export type Manifest = z.output<typeof Manifest>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, MANIFEST);
  const handle = await open(`${file}.part`, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}

/** A backup's manifest, once its dump and its list of pictures are as they were. Raises StartError for anything else. */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartError(`${folder} has no manifest.json, so it is no backup or only half of one: use a whole backup.`);
  });
  const manifest = parse(written, folder);
  for (const [name, wanted] of [
    [DUMP, manifest.database.sha256],
    [FILE_LIST, manifest.files.sha256],
  ] as const) {
    if ((await sha256Of(join(folder, name)).catch(() => '')) === wanted) continue;
    throw new StartError(`${join(folder, name)} is damaged or missing: use another backup.`);
  }
  return manifest;
}

function parse(written: string, folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(written));
  } catch {
    throw new StartError(
      `${join(folder, MANIFEST)} can’t be read: it is damaged, or a newer version of Verdant made this backup.`,
    );
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
