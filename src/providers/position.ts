import { hasReached, type Position, readPosition } from '../../domain/live/position';

let furthest: Position | null = null;

/** Keeps the furthest position this page was told of, by an event or the answer to a write of its own. */
export function seePosition(told: unknown): void {
  const position = readPosition(told);
  if (position !== null && (furthest === null || !hasReached(furthest, position))) furthest = position;
}

/** What a read must not be older than; null where nobody said. */
export const readAfter = (): Position | null => furthest;
