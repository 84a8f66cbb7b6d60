import sharp from 'sharp';

/** The smallest picture: a PNG of one pixel. */
export const PICTURE = new Blob([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
]);

/** A phone's photo of this size as stored: lying on its side, with the place it was taken; red above, green below. */
export async function photo(width: number, height: number): Promise<Blob> {
  const half = (color: string) => ({ create: { width, height: height / 2, channels: 3 as const, background: color } });
  const upright = await sharp({ create: { width, height, channels: 3, background: '#00aa00' } })
    .composite([{ input: await sharp(half('#cc0000')).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer();
  const lying = await sharp(upright)
    .rotate(270)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada Grower' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return blobOf(lying);
}

export const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

/** A file to choose in a browser, called a JPEG whatever its bytes are. */
export const imageFile = async (bytes: Blob, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await bytes.arrayBuffer()),
});
