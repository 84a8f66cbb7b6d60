/**
 * How far the database had written, as PostgreSQL names it: `16/B374D848`. Whoever made or was sent a change must not
 * read from a replica behind it.
 */
export type Position = string;

/** Sent with a call: the furthest position received. */
export const READ_AFTER = 'Read-After';
/** Sent with the reply to a write when there are replicas. */
export const WRITTEN_AT = 'Written-At';

const SHAPE = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Null when invalid. */
export function readPosition(text: unknown): Position | null {
  return typeof text === 'string' && SHAPE.test(text) ? text : null;
}

/** Whether `at` is as far as `other`, or further. */
export function hasReached(at: Position, other: Position): boolean {
  return bytesOf(at) >= bytesOf(other);
}

function bytesOf(position: Position): bigint {
  const [, high = '0', low = '0'] = SHAPE.exec(position) ?? [];
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
