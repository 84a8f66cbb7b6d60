/** Somebody who was away this long comes back on a new visit; a reload or lunch doesn't begin one. */
const VISIT_GAP_MS = 2 * 3_600_000;

/** When a person was last in the marketplace, and when their visit before this one ended; null without one. */
export type Visit = { seenAt: Date | null; previousAt: Date | null };

/** The visit as it is now that they are there, `now`: the same one continues, or a new one begins. */
export function continueVisit({ seenAt, previousAt }: Visit, now: Date): Visit {
  const isNew = seenAt !== null && now.getTime() - seenAt.getTime() >= VISIT_GAP_MS;
  return { seenAt: now, previousAt: isNew ? seenAt : previousAt };
}
