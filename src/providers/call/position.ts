import { hasReached, type Position, readPosition } from '../../../domain/live/position';

let furthest: Position | null = null;

/** Records the furthest position this page received, from an event or a reply to its own write. */
export function recordPosition(told: unknown): void {
  const position = readPosition(told);
  if (position !== null && (furthest === null || !hasReached(furthest, position))) furthest = position;
}

/** The position a read must include; null if unknown. */
export const readAfter = (): Position | null => furthest;
