import { pictureType } from '../../../../domain/files/picture';

/** Pixels of the longer side; no picture is stored larger. */
const LONGEST = 2_048;
/** Smaller files are sent as they are. */
const SMALL_BYTES = 1_000_000;
const QUALITY = 0.92;

/**
 * A picture small enough to send quickly from a phone: a camera's is many times larger than what is stored. Returns the
 * file itself if it is small, or if this browser can't read it, which the server then says in words.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  // A photo has no transparency to lose, and every browser writes JPEG.
  const isPhoto = pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer())) === 'image/jpeg';
  const type = isPhoto ? 'image/jpeg' : 'image/webp';
  const smaller = await canvas.convertToBlob({ type, quality: QUALITY });
  return smaller.size < file.size ? smaller : file;
}
