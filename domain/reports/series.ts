import { add, compare, type Money, roundCents, sum } from '../money';
import type { RevenueSeries } from './report';

/** Most series of a split report, "Others" not counted. */
export const MOST_SERIES = 12;

type Part = { key: string; label: string; period: number; revenue: Money };

/**
 * Parts of revenue as series over so many periods, the largest first; what is beyond the most goes to "Others", except
 * what lessens revenue.
 */
export function seriesOf(parts: readonly Part[], periods: number, most = MOST_SERIES): RevenueSeries[] {
  const byKey = new Map<string, { key: string; label: string; revenue: Money[] }>();
  for (const { key, label, period, revenue } of parts) {
    const series = byKey.get(key) ?? { key, label, revenue: Array<Money>(periods).fill('0.00') };
    series.revenue[period] = roundCents(add(series.revenue[period] ?? '0', revenue));
    byKey.set(key, series);
  }
  const all = [...byKey.values()]
    .map((series) => ({ ...series, total: roundCents(sum(series.revenue)) }))
    .sort((a, b) => compare(b.total, a.total) || (a.key < b.key ? -1 : 1));
  const rest = all.slice(most).filter(({ total }) => compare(total, 0) >= 0);
  if (rest.length < 2) return all;
  const kept = all.filter((one) => !rest.includes(one));
  const revenue = Array.from({ length: periods }, (_, at) =>
    roundCents(sum(rest.map((one) => one.revenue[at] ?? '0'))),
  );
  return [...kept, { key: 'others', label: 'Others', revenue, total: roundCents(sum(revenue)) }];
}
