import type { ChatFile } from '../../../domain/chat/attachment';

const WIDEST = 360;
const HIGHEST = 280;
/** Where a picture's size isn't known. */
const USUAL = { width: 320, height: 240 };

/** The size in pixels at which a picture that is alone is shown. */
export function shownSize({ width, height }: Pick<ChatFile, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return USUAL;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: Math.max(40, Math.round(width * scale)), height: Math.max(40, Math.round(height * scale)) };
}
