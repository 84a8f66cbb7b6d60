/** Formats of pictures people can upload. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Bytes of the largest picture, or document. */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
/** Pixels of the largest picture: no camera makes more, and decoding more would take too much memory. */
export const MOST_PICTURE_PIXELS = 120_000_000;

/** What to do about a file that isn't such a picture. */
export const CHOOSE_PICTURE = 'Choose a JPEG, PNG or WebP picture of up to 10 MB';
export const PICTURE_DAMAGED = 'This picture can’t be read. Choose another one';
export const PICTURE_TOO_WIDE = 'This picture has too many pixels. Choose one of up to 120 megapixels';

/** How a picture is stored, in pixels: `crop` cuts it to exactly this size, otherwise it is only made smaller to fit. */
export type PictureShape = { width: number; height: number; crop: boolean };

/** The shapes of pictures, by what they show. */
export const PICTURE_SHAPES = {
  portrait: { width: 512, height: 512, crop: true },
  logo: { width: 800, height: 800, crop: false },
  cover: { width: 1920, height: 960, crop: false },
  product: { width: 1200, height: 1200, crop: false },
} as const satisfies Record<string, PictureShape>;

const startsWith = (bytes: Uint8Array, signature: readonly number[], from = 0) =>
  signature.every((byte, at) => bytes[from + at] === byte);

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const PNG = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a];

/** What a file is by its first 12 bytes, whatever its name says; null for anything but these formats. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, PNG)) return 'image/png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return null;
}

/** What to do about a file that is neither a PDF nor such a picture, and about one that can’t be read. */
export const CHOOSE_DOCUMENT = 'Choose a PDF, or a JPEG, PNG or WebP picture, of up to 10 MB';

/** Whether a file is a PDF by its first bytes. */
export const isPdf = (bytes: Uint8Array): boolean => startsWith(bytes, ascii('%PDF-'));
