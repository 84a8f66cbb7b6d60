import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { FILES_PATH, type FileStore } from './store';

/**
 * A stored picture as a png for paper, at most `px` wide and high; null without one. A picture of another origin, or one
 * that is gone, is left out.
 */
export async function readPicture(files: FileStore, uri: string | null, px: number): Promise<Buffer | null> {
  if (!uri?.startsWith(FILES_PATH)) return null;
  const file = await files.get(uri.slice(FILES_PATH.length));
  if (!file) return null;
  return sharp(await buffer(file.stream))
    .resize(px, px, { fit: 'inside' })
    .png()
    .toBuffer();
}
