import type { Contestant } from './contestant';
import { topOf } from './frames';

/** Text is darker than this on the darkest ground a row has. */
const TEXT_LUMINANCE = 140;
const LOOKED_AT_PX = 400;

/** The highest band without text in a picture of the window, where rows are, in CSS pixels. */
export async function widestGap(picture: string, grid: Contestant): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const scale = bitmap.width / window.innerWidth;
  const frame = document.querySelector(grid.viewport) as Element;
  const { left } = frame.getBoundingClientRect();
  const top = topOf(grid);
  const height = frame.clientHeight - grid.headHeight;
  const canvas = new OffscreenCanvas(LOOKED_AT_PX, height);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  const from = [(left + 60) * scale, top * scale, LOOKED_AT_PX * scale, height * scale] as const;
  context.drawImage(bitmap, ...from, 0, 0, LOOKED_AT_PX, height);
  const { data } = context.getImageData(0, 0, LOOKED_AT_PX, height);
  const hasText = (line: number) => {
    const end = (line + 1) * LOOKED_AT_PX * 4;
    for (let at = line * LOOKED_AT_PX * 4; at < end; at += 4) {
      const luminance = 0.3 * (data[at] ?? 255) + 0.6 * (data[at + 1] ?? 255) + 0.1 * (data[at + 2] ?? 255);
      if (luminance < TEXT_LUMINANCE) return true;
    }
    return false;
  };
  let widest = 0;
  let gap = 0;
  for (let line = 0; line < height; line += 1) {
    gap = hasText(line) ? 0 : gap + 1;
    widest = Math.max(widest, gap);
  }
  return widest;
}
