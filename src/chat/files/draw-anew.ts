import { CHAT_PICTURE } from '../../../domain/chat/attachment';
import { PICTURE_DAMAGED, pictureType } from '../../../domain/files/picture';

/** A file to upload, with its size in pixels if it is a picture; or why it can't be. */
export type Drawn =
  | { refusal: null; file: File; size: { original_width?: number; original_height?: number } }
  | { refusal: string };

const QUALITY = 0.85;

/**
 * A picture as it is uploaded: upright, not larger than it is kept, and without what a camera writes into it, such as the
 * place. Any other file is uploaded as it is; one called a picture that is none, not as a picture.
 */
export async function drawAnew(file: File): Promise<Drawn> {
  const type = pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (type === null) {
    const isCalledOne = /^image\/(jpeg|png|webp)$/.test(file.type);
    return { refusal: null, file: isCalledOne ? new File([file], file.name) : file, size: {} };
  }
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, CHAT_PICTURE.width / bitmap.width, CHAT_PICTURE.height / bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const wanted = type === 'image/jpeg' ? type : 'image/webp';
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, QUALITY));
    if (!blob) return { refusal: PICTURE_DAMAGED };
    const name = `${file.name.replace(/\.[^.]*$/, '')}.${blob.type.slice('image/'.length).replace('jpeg', 'jpg')}`;
    const drawn = new File([blob], name, { type: blob.type });
    return { refusal: null, file: drawn, size: { original_width: canvas.width, original_height: canvas.height } };
  } catch {
    return { refusal: `“${file.name}”: ${PICTURE_DAMAGED}.` };
  }
}
