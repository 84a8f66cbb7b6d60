import sharp from 'sharp';
import { badInput } from '../../domain/errors';
import { MOST_PICTURE_PIXELS, PICTURE_DAMAGED, PICTURE_TOO_WIDE, type PictureShape } from '../../domain/files/picture';
import { addressOf, type FileStore, newName } from './store';

const QUALITY = 82;
const PATIENCE_S = 15;

// Only these decoders exist for us, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One picture per core of the thread pool, and no memory kept after it.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Stores an uploaded picture as we serve it: upright, in the given shape, as WebP without metadata (camera, place,
 * name). Returns its address, which a record must name within a day. Raises BAD_INPUT at `field` if it can't be read,
 * UNAVAILABLE if the store can't be reached.
 */
export async function storePicture(
  files: FileStore,
  { file, field, shape }: { file: Uint8Array; field: string; shape: PictureShape },
): Promise<string> {
  const name = newName('webp');
  await files.put(name, (await redrawPicture(file, field, shape)).data);
  return addressOf(name);
}

/** A picture as `storePicture` keeps it, with the size it came to be. BAD_INPUT at `field` if it can't be read. */
export async function redrawPicture(
  file: Uint8Array,
  field: string,
  { width, height, crop }: PictureShape,
): Promise<{ data: Uint8Array; info: { width: number; height: number } }> {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: MOST_PICTURE_PIXELS })
      .autoOrient()
      .resize({ width, height, fit: crop ? 'cover' : 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: PATIENCE_S })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const isTooWide = error instanceof Error && error.message.includes('pixel limit');
    throw badInput({ [field]: isTooWide ? PICTURE_TOO_WIDE : PICTURE_DAMAGED });
  }
}
