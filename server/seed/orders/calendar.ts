import type { Random } from '../random';
import { DAY_MS, HOUR_MS } from '../world';

const DAYS = 730;
/** Recent orders, so a fresh demo has work waiting; minutes ago. */
const FRESH_MINUTES = [214, 189, 170, 141, 118, 83, 66, 52, 34, 19, 9, 3];
const FRESH_FROM_HOURS = 4;
/** Working hours from the west coast to the lakes, in UTC. */
const OPENS_HOUR = 14.5;
const CLOSES_HOUR = 24;
/** Sunday first. */
const WEEKDAYS = [0.25, 1.15, 1.2, 1.1, 1.15, 1.3, 0.5];

/** Order times, ascending: over two years, more as business grows and before holidays, few on Sundays. */
export function orderTimes(random: Random, count: number, now: Date): Float64Array {
  const fresh = FRESH_MINUTES.slice(Math.max(0, FRESH_MINUTES.length - count));
  const end = now.getTime() - FRESH_FROM_HOURS * HOUR_MS;
  const days = workingDays(end);
  const total = days.reduce((sum, day) => sum + day.weight, 0);
  const times = new Float64Array(count);
  const spread = count - fresh.length;
  let filled = 0;
  let weighed = 0;
  for (const { opens, closes, weight } of days) {
    weighed += weight;
    const upTo = Math.floor((spread * weighed) / total + 1e-9);
    const start = filled;
    for (; filled < upTo; filled++) times[filled] = random.int(opens, closes);
    times.subarray(start, filled).sort();
  }
  for (const minutes of fresh) times[filled++] = now.getTime() - minutes * 60_000 - random.int(0, 50_000);
  return times;
}

function workingDays(end: number): { opens: number; closes: number; weight: number }[] {
  const today = Math.floor(end / DAY_MS);
  return Array.from({ length: DAYS }, (_, index) => {
    const midnight = (today - (DAYS - 1) + index) * DAY_MS;
    const opens = midnight + OPENS_HOUR * HOUR_MS;
    const closes = Math.min(midnight + CLOSES_HOUR * HOUR_MS - 1, end);
    const share = Math.max(0, closes - opens) / ((CLOSES_HOUR - OPENS_HOUR) * HOUR_MS);
    const growth = 0.7 + (0.6 * index) / DAYS;
    const date = new Date(midnight);
    return { opens, closes, weight: share * growth * season(date) * (WEEKDAYS[date.getUTCDay()] ?? 1) };
  }).filter(({ weight }) => weight > 0);
}

/** The trade's year: 4/20, Independence Day, Thanksgiving week and December are busy, the first months slow. */
function season(date: Date): number {
  const day = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  if (day >= 407 && day <= 420) return 1.8;
  if (day >= 624 && day <= 704) return 1.3;
  if (day >= 1115 && day <= 1127) return 1.6;
  if (day >= 1201 && day <= 1223) return 1.35;
  return day < 301 ? 0.8 : 1;
}
