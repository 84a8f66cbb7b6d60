const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Seconds before each attempt, counted from the one before: ten within about 75 hours. */
const RETRY_AFTER = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
export const MOST_ATTEMPTS = RETRY_AFTER.length;

/** How much a pause may differ from its schedule, so that what failed together isn't tried together. */
const JITTER = 0.1;
/** A receiver can ask for no longer pause than this. */
const LONGEST_ASKED = DAY;
/** Replies that ask for slower deliveries, as Standard Webhooks has it. */
const SLOW_DOWN: readonly number[] = [429, 502, 503, 504];

/** How long an endpoint may fail all along before it is switched off, and in trouble before its owners are told. */
export const FAILING_DAYS = 5;
const TROUBLE_AFTER_HOURS = 1;
export const TOLD_AGAIN_DAYS = 7;

/** What a reply means. `GONE`: the receiver wants nothing more, ever. */
export type Verdict = 'DELIVERED' | 'FAILED' | 'GONE';

/** What a status says; null when no reply came. */
export function verdictOf(status: number | null): Verdict {
  if (status === 410) return 'GONE';
  return status !== null && status >= 200 && status < 300 ? 'DELIVERED' : 'FAILED';
}

/** Seconds a receiver asks to be left alone, of a reply's status and `retry-after`; null if it doesn't. */
export function askedPause(status: number | null, retryAfter: string | undefined, now: Date): number | null {
  if (status === null || !SLOW_DOWN.includes(status) || retryAfter === undefined) return null;
  const text = retryAfter.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_ASKED) : null;
}

/**
 * Seconds until the next attempt after so many; null when there is none. `chance` is from 0 to 1; what the receiver asks
 * for is the least.
 */
export function pauseAfter(attempts: number, chance: number, asked: number | null = null): number | null {
  const planned = RETRY_AFTER[attempts];
  if (planned === undefined) return null;
  return Math.max(planned * (1 - JITTER + 2 * JITTER * chance), asked ?? 0);
}

/** Endpoints that fail more often than this in a row are left alone between attempts, whatever else is due. */
const PATIENT_FAILURES = 3;
const FIRST_REST = 5;
const LONGEST_REST = 5 * MINUTE;

/** Seconds an endpoint is left alone after so many failures in a row, or when it asks for a pause. */
export function restAfter(failures: number, asked: number | null): number {
  const doubled = failures < PATIENT_FAILURES ? 0 : FIRST_REST * 2 ** Math.min(failures - PATIENT_FAILURES, 20);
  return Math.max(Math.min(doubled, LONGEST_REST), asked ?? 0);
}

/** Whether an endpoint that fails since then is switched off now. */
export const isGivenUp = (failingSince: Date, now: Date) =>
  now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY * 1000;

/** Whether the owners of an endpoint that fails since then are told now: after an hour, and then weekly. */
export function isToldNow(failingSince: Date, toldAt: Date | null, now: Date): boolean {
  const since = (one: Date) => (now.getTime() - one.getTime()) / 1000;
  return toldAt === null ? since(failingSince) >= TROUBLE_AFTER_HOURS * HOUR : since(toldAt) >= TOLD_AGAIN_DAYS * DAY;
}

/** What is wrong with a reply, as people read it; null if nothing is. */
export function problemOf(status: number): string | null {
  if (verdictOf(status) === 'DELIVERED') return null;
  if (status >= 300 && status < 400) return `It answered ${status}: redirects aren’t followed`;
  if (status === 410) return 'It answered 410: it takes no more webhooks';
  return SLOW_DOWN.includes(status) ? `It answered ${status}: it can’t take it now` : `It answered ${status}`;
}
