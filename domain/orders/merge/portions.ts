import { add, type Money, roundCents, subtract, sum } from '../../money';
import { shareOf } from '../totals';

/** What of a merged order was first ordered at a time, in dollars: its lines less their share of the discount. */
export type Portion = { orderedAt: Date; totalUsd: Money; orderDiscountUsd: Money };

type Line = { orderedAt: Date | null; totalUsd: Money };

/**
 * An order's lines by when they were first ordered, earliest first; a line without a time was ordered with the order. The
 * order's discount is shared by their totals, to the cent.
 */
export function portionsOf(lines: readonly Line[], placedAt: Date, discountUsd: Money): Portion[] {
  const byTime = Map.groupBy(lines, ({ orderedAt }) => (orderedAt ?? placedAt).getTime());
  const whole = sum(lines.map(({ totalUsd }) => totalUsd));
  const share = (part: Money) => shareOf(discountUsd, part, whole);
  let before: Money = '0';
  return [...byTime.entries()]
    .sort(([a], [b]) => a - b)
    .map(([time, own]) => {
      const subtotal = sum(own.map(({ totalUsd }) => totalUsd));
      const upTo = add(before, subtotal);
      const orderDiscountUsd = roundCents(subtract(share(upTo), share(before)));
      before = upTo;
      return {
        orderedAt: new Date(time),
        totalUsd: roundCents(subtract(subtotal, orderDiscountUsd)),
        orderDiscountUsd,
      };
    });
}

/** Portions of one day as one, at the earliest of their times, which `firstOf` gives. */
export function joinPortions(portions: readonly Portion[], firstOf: (time: Date) => Date): Portion[] {
  const byDay = Map.groupBy(portions, ({ orderedAt }) => firstOf(orderedAt).getTime());
  return [...byDay.entries()]
    .sort(([a], [b]) => a - b)
    .map(([time, own]) => ({
      orderedAt: new Date(time),
      totalUsd: roundCents(sum(own.map(({ totalUsd }) => totalUsd))),
      orderDiscountUsd: roundCents(sum(own.map((portion) => portion.orderDiscountUsd))),
    }));
}

/** Gives the earliest of some times on the same day. */
export function firstOfDay(times: readonly Date[], dayOf: (time: Date) => string): (time: Date) => Date {
  const first = new Map<string, Date>();
  for (const time of [...times].sort((a, b) => a.getTime() - b.getTime()))
    if (!first.has(dayOf(time))) first.set(dayOf(time), time);
  return (time) => first.get(dayOf(time)) ?? time;
}
