import {
  durationsOf,
  type PlanPrice,
  SUBSCRIPTION_TIERS,
  type SubscriptionDuration,
  type SubscriptionTier,
} from '../../domain/billing/subscription';
import { divide, roundCents } from '../../domain/money';
import type { ItemPrice } from './wire';

/** How long the service's prices are believed, and how long at least before an unknown one is looked for again. */
const KEPT_MS = 600_000;
const AGAIN_MS = 10_000;
const CURRENCY = 'USD';

export type Sold = { tier: SubscriptionTier; duration: SubscriptionDuration };

/** The service's plan for a tier: an item with this id, with a price for each period it is sold for. */
export const itemOf = (tier: SubscriptionTier): string => tier.toLowerCase();

/** What a price sells; null if none of our plans. Periods that aren't sold here any more count as the nearest. */
export function soldBy({ item_id, period = 1, period_unit }: ItemPrice): Sold | null {
  const tier = SUBSCRIPTION_TIERS.find((one) => itemOf(one) === item_id.toLowerCase());
  if (!tier) return null;
  const isLong = period_unit === 'year' || (period_unit === 'month' && period >= 12);
  return { tier, duration: isLong ? 'YEARLY' : 'MONTHLY' };
}

/** The plans that can't be bought, as the service needs them: "basic, by the year". */
export function missingPrices(prices: readonly ItemPrice[]): string[] {
  return SUBSCRIPTION_TIERS.flatMap((tier) =>
    durationsOf(tier)
      .filter((duration) => !priceFor(prices, { tier, duration }))
      .map((duration) => `${itemOf(tier)}, by the ${duration === 'YEARLY' ? 'year' : 'month'}`),
  );
}

function priceFor(prices: readonly ItemPrice[], { tier, duration }: Sold): ItemPrice | undefined {
  const unit = duration === 'YEARLY' ? 'year' : 'month';
  return prices.find(
    (price) =>
      price.status === 'active' &&
      price.currency_code === CURRENCY &&
      price.item_id.toLowerCase() === itemOf(tier) &&
      price.period_unit === unit &&
      (price.period ?? 1) === 1,
  );
}

/** The service's prices, kept for a while: which one sells a plan, and which plan one sells. */
export function openCatalogue(readPrices: () => Promise<readonly ItemPrice[]>) {
  let kept: { prices: Promise<readonly ItemPrice[]>; at: number } | null = null;

  /** Whoever asks meanwhile waits for the same answer; one that fails is asked for again. */
  function prices(youngest: number): Promise<readonly ItemPrice[]> {
    if (kept && performance.now() - kept.at <= youngest) return kept.prices;
    const asked = { prices: readPrices(), at: performance.now() };
    kept = asked;
    asked.prices.catch(() => {
      if (kept === asked) kept = null;
    });
    return asked.prices;
  }

  /** Looks once more when it isn't found, as the service's staff may just have added it. */
  async function find<T>(pick: (all: readonly ItemPrice[]) => T | undefined): Promise<T | null> {
    return pick(await prices(KEPT_MS)) ?? pick(await prices(AGAIN_MS)) ?? null;
  }

  return {
    /** The id of the price that sells a plan; null if the service has none. */
    priceOf: async (sold: Sold) => (await find((all) => priceFor(all, sold)))?.id ?? null,
    /** What each plan costs; without those that have no fixed price. */
    plans: async (): Promise<PlanPrice[]> => {
      const all = await prices(KEPT_MS);
      return SUBSCRIPTION_TIERS.flatMap((tier) =>
        durationsOf(tier).flatMap((duration) => {
          const cents = priceFor(all, { tier, duration })?.price;
          return cents === undefined ? [] : [{ tier, duration, priceUsd: roundCents(divide(cents, 100)) }];
        }),
      );
    },
    /** What the price of that id sells; null if none of our plans. */
    soldBy: async (id: string) => {
      const price = await find((all) => all.find((one) => one.id === id));
      return price && soldBy(price);
    },
  };
}
