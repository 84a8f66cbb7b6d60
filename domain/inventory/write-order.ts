/** A write that waits to be sent to the tracking system: the package it is about, and the one it makes or else the same. */
export type WaitingWrite = { id: number; packageId: number; madeId: number; attempts: number };

/**
 * The write to send next, of those that wait and may be tried now: one that no earlier write about its packages waits
 * before, the least often tried first. So writes about a package go in their order, and one that gets no answer holds up
 * no other package's. `waiting` is by id.
 */
export function nextWrite<W extends WaitingWrite>(
  waiting: readonly W[],
  mayTry: (write: W) => boolean = () => true,
): W | undefined {
  const waitedFor = new Set<number>();
  let next: W | undefined;
  for (const write of waiting) {
    const { packageId, madeId, attempts } = write;
    const isFirst = !waitedFor.has(packageId) && !waitedFor.has(madeId);
    if (isFirst && mayTry(write) && (next === undefined || attempts < next.attempts)) next = write;
    waitedFor.add(packageId).add(madeId);
  }
  return next;
}
