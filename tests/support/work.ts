import { createHash } from 'node:crypto';

/** This thread's own work so far, in microseconds: what other processes take of the machine isn't in it. */
function workDone(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const TRIES = 3;

/**
 * The longest stretch of some work without a turn for anything else. Above `share` it is done again: what a busy machine or
 * collecting garbage adds isn't in each of three tries, so the least of them counts.
 */
export async function longestStretch(work: () => Promise<unknown>, share: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < TRIES && least > share; done += 1) least = Math.min(least, await stretchOf(work()));
  return least;
}

async function stretchOf(wait: Promise<unknown>): Promise<number> {
  let [longest, before, isOver] = [0, workDone(), false];
  const end = () => {
    isOver = true;
  };
  wait.then(end, end);
  while (!isOver) {
    await new Promise(setImmediate);
    const now = workDone();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}

const MEASURE_ROUNDS = 100_000;

/** Work that takes a machine of ours a little less than 200 ms: what is held to it asks no clock. */
export function measureOfWork(): number {
  const before = workDone();
  let digest = Buffer.alloc(32);
  for (let round = 0; round < MEASURE_ROUNDS; round += 1) digest = createHash('sha256').update(digest).digest();
  return workDone() - before;
}
