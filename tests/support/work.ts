import { createHash } from 'node:crypto';

/** This thread's own work so far, in microseconds: what other processes take of the machine isn't in it. */
function workDone(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** The longest work without a turn for anything else, while something is waited for. */
export async function longestStretch(wait: Promise<unknown>): Promise<number> {
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
