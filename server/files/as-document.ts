import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { badInput } from '../../domain/errors';
import { isPdf, MOST_PICTURE_PIXELS, PICTURE_DAMAGED, PICTURE_TOO_WIDE } from '../../domain/files/picture';
import { piecesOf } from './pdf-pieces';

/** A picture’s longest side in pixels: small print on a page stays readable. */
const LONGEST = 2_400;
const PATIENCE_S = 15;

/** An uploaded document as it is kept: a PDF as it is, a picture on a page of its own, without metadata. BAD_INPUT at `field`. */
export async function asDocument(file: Uint8Array, field: string): Promise<Buffer> {
  if (isPdf(file)) return Buffer.from(file);
  const picture = await redraw(file, field);
  const { width, height } = await sharp(picture).metadata();
  const doc = new PDFDocument({ size: [width, height], margin: 0, info: { Producer: 'Verdant', Creator: 'Verdant' } });
  return buffer(
    piecesOf(doc, async () => {
      doc.image(picture, 0, 0, { width, height });
      doc.end();
    }),
  );
}

async function redraw(file: Uint8Array, field: string): Promise<Buffer> {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: MOST_PICTURE_PIXELS })
      .autoOrient()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: PATIENCE_S })
      .toBuffer();
  } catch (error) {
    const isTooWide = error instanceof Error && error.message.includes('pixel limit');
    throw badInput({ [field]: isTooWide ? PICTURE_TOO_WIDE : PICTURE_DAMAGED });
  }
}
