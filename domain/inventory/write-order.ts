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

/**
 * The writes to send in one call with the next one, which is the first of them: those like it that were never tried and
 * that no earlier write waits before, at most so many. Several packages can be made of one package together, in their
 * order; anything else about a package goes alone. `waiting` is by id. None if the next one itself isn't like that.
 */
export function writesTogether<W extends WaitingWrite>(
  waiting: readonly W[],
  isLikeNext: (write: W) => boolean,
  most: number,
): W[] {
  const waitedFor = new Set<number>();
  const together: W[] = [];
  for (const write of waiting) {
    const { packageId, madeId, attempts } = write;
    const isFirst = !waitedFor.has(packageId) && !waitedFor.has(madeId);
    if (isFirst && attempts === 0 && together.length < most && isLikeNext(write)) together.push(write);
    else waitedFor.add(packageId);
    waitedFor.add(madeId);
  }
  return together;
}
