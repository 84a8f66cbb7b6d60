import { compare, type Money } from '../money';

/** How a person is told of products they follow: with the next check, once a day, or on the page alone. */
export const FOLLOW_MAILS = { AT_ONCE: 'At once', DAILY: 'Once a day', NEVER: 'Don’t email me' } as const;
export type FollowMail = keyof typeof FOLLOW_MAILS;

/** The most products one person follows. */
export const MOST_FOLLOWED = 200;

/**
 * Between two emails about one product, and between two of somebody who wants one a day. Stock that comes and goes, or a
 * price that is tried out, is told once in that time; what still holds afterwards is told then.
 */
const QUIET_MS = 24 * 3_600_000;

/** A followed product as it is for its follower. */
export type Watched = {
  /** Their own; null while it is on no menu of theirs. */
  price: Money | null;
  /** Whether they can order it. */
  inStock: boolean;
};

/** What is kept of it. */
export type Followed = {
  price: Money;
  inStock: boolean;
  /** The price before this one, and since when it is another; null without a change. */
  beforePrice: Money | null;
  priceChangedAt: Date | null;
  stockChangedAt: Date | null;
  /** The price they know: when they began to follow, as last told, or higher since. */
  knownPrice: Money;
  /** Whether it was out of stock since they last knew otherwise. */
  knownOut: boolean;
  toldAt: Date | null;
};

/** What a follower is told: a lower price than they know, that it can be ordered again, or both. */
export type FollowNews = { from: Money | null; price: Money; isBack: boolean };

/** What is kept when somebody begins to follow a product as it is. */
export function beginFollow(price: Money, inStock: boolean): Followed {
  return {
    price,
    inStock,
    beforePrice: null,
    priceChangedAt: null,
    stockChangedAt: null,
    knownPrice: price,
    knownOut: !inStock,
    toldAt: null,
  };
}

/** Whether enough time has passed since somebody was last told. */
export const isQuietOver = (toldAt: Date | null, now: Date): boolean =>
  toldAt === null || now.getTime() - toldAt.getTime() >= QUIET_MS;

/** What is kept once a product is seen as it is `now`: its changes, and a higher price as the one they know. */
export function notice(followed: Followed, { price, inStock }: Watched, now: Date): Followed {
  const current = price ?? followed.price;
  const isOther = compare(current, followed.price) !== 0;
  const isUp = compare(current, followed.knownPrice) > 0;
  return {
    ...followed,
    price: current,
    inStock,
    ...(isOther ? { beforePrice: followed.price, priceChangedAt: now } : {}),
    ...(inStock === followed.inStock ? {} : { stockChangedAt: now }),
    knownPrice: isUp ? current : followed.knownPrice,
    knownOut: followed.knownOut || !inStock,
  };
}

/** What there is to tell of a product that can be seen; null without anything, or while it was told not long ago. */
export function newsOf({ price, inStock, knownPrice, knownOut, toldAt }: Followed, now: Date): FollowNews | null {
  if (!isQuietOver(toldAt, now)) return null;
  const from = compare(price, knownPrice) < 0 ? knownPrice : null;
  const isBack = knownOut && inStock;
  return from === null && !isBack ? null : { from, price, isBack };
}

/** What is kept once they were told. A product that is still out stays known as out, so that its return is told too. */
export function told(followed: Followed, now: Date): Followed {
  return { ...followed, knownPrice: followed.price, knownOut: !followed.inStock, toldAt: now };
}
