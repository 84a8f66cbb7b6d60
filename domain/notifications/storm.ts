import type { Notice } from './notice';
import { NOTIFICATION_TYPES } from './notification';

/** More activities of a kind than this within `STORM_MS` are one entry. */
export const STORM_ABOVE = 20;
export const STORM_MS = 5 * 60 * 1000;

/**
 * Of the times (ms) of one kind's activities that are next to another at `at`, in any order: those that are a storm with it,
 * by their places. Only the `STORM_ABOVE` before and after it matter.
 */
export function stormWith(at: number, others: readonly number[]): number[] {
  const all = [...others.map((time, place) => ({ time, place })), { time: at, place: -1 }].sort(
    (a, b) => a.time - b.time || a.place - b.place,
  );
  const own = all.findIndex(({ place }) => place === -1);
  const found = new Set<number>();
  for (let first = Math.max(0, own - STORM_ABOVE); first <= own; first += 1) {
    const some = all.slice(first, first + STORM_ABOVE + 1);
    const [from, to] = [some[0]?.time ?? at, some.at(-1)?.time ?? at];
    if (some.length <= STORM_ABOVE || to - from > STORM_MS) continue;
    for (const { place } of some) if (place >= 0) found.add(place);
  }
  return [...found];
}

/** The name of the entry a storm of this kind is; null for what is one entry anyway. */
export function stormName({ type, orgId, payload }: Notice, day: string): string | null {
  if (NOTIFICATION_TYPES[type].isAggregated) return null;
  const kind = 'about' in payload ? `${type}-${payload.about}` : type;
  return `${kind}:${orgId ?? 0}:storm:${day}`;
}
