import { vi } from 'vitest';

/** Waits for what a job does. */
export const waitFor = <T>(check: () => Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 100 });
