import { compare, isEqual, type Quantity, subtract } from '../money';

/*
 * A product that follows the tracking system has what its packages hold. An order that is fulfilled takes nothing from
 * it: what it had reserved stays reserved, "fulfilled here, not yet gone there", until packages fall. What fell is kept
 * as departures, each for the order it left for, so that a gram counts once whichever is told first.
 */

/**
 * A package's figures: `drawn` is how much of its quantity went into packages made of it that are counted too, until the
 * tracking system's figure, `theirs`, is ours again.
 */
export type Figures = { quantity: Quantity; isHere: boolean; drawn: Quantity; theirs: Quantity | null };

const least = (one: Quantity, other: Quantity): Quantity => (compare(one, other) <= 0 ? one : other);
const atLeastNone = (quantity: Quantity): Quantity => (compare(quantity, 0) > 0 ? quantity : '0');

/** How much of a package's quantity is counted in packages made of it: no more than the tracking system says it lost. */
const countedTwice = ({ quantity, drawn, theirs }: Figures): Quantity =>
  least(drawn, atLeastNone(subtract(quantity, theirs ?? quantity)));

const ownOf = (one: Figures): Quantity => (one.isHere ? subtract(one.quantity, countedTwice(one)) : '0');

/**
 * What left with a package that has other figures now, in its unit; negative when it came back. What lies in packages made
 * of it hasn't left.
 */
export const leftWith = (before: Figures, after: Figures): Quantity => subtract(ownOf(before), ownOf(after));

/** How much of a package still lies in packages made of it, once its own quantity fell to another. */
export const drawnAfter = ({ quantity, drawn }: Pick<Figures, 'quantity' | 'drawn'>, to: Quantity): Quantity =>
  atLeastNone(subtract(drawn, atLeastNone(subtract(quantity, to))));

/**
 * A package's figure there, if it is from after another was made of it: what it holds then holds nothing of the other's.
 * Null when it is from before, or isn't known.
 */
export const readSince = (figure: { quantity: Quantity; at: Date } | null, made: Date): Quantity | null =>
  figure !== null && figure.at.getTime() >= made.getTime() ? figure.quantity : null;

/**
 * Where a new package comes from, when the ones it was made of are known: what they had lost before, `left`, was no
 * departure, and the rest is still part of what they hold: where `theirs` is `readSince` the making, no more than ours is
 * above it. Both in their unit, in the order of `sources`.
 */
export function drawFrom(
  sources: readonly (Figures & { left: Quantity })[],
  quantity: Quantity,
): { returned: Quantity; drawn: Quantity }[] {
  let rest = quantity;
  return sources.map((source) => {
    const returned = least(rest, source.left);
    rest = subtract(rest, returned);
    const held = subtract(source.quantity, source.theirs ?? '0');
    const drawn = source.isHere ? least(rest, atLeastNone(subtract(held, source.drawn))) : '0';
    rest = subtract(rest, drawn);
    return { returned, drawn };
  });
}

/** Less than this of a product's unit is what weighing and converting lose, not goods. */
const NEGLIGIBLE = '0.01';

/** What an order that needs `quantity` still has here when so much left for it, in the product's unit. */
export function stillHere(quantity: Quantity, left: Quantity): Quantity {
  const rest = subtract(quantity, left);
  return compare(rest, NEGLIGIBLE) < 0 && compare(left, 0) > 0 ? '0' : atLeastNone(rest);
}

/** A departure nobody has taken over, or its part that an order does. */
export type Departure = {
  id: number;
  productId: number;
  quantity: Quantity;
  isTransfer: boolean;
  recipientLicense: string | null;
  leftAt: Date;
};

/** An order that keeps some of a product: `quantity` is what is still here for it. */
export type Keeper = {
  orderId: number;
  productId: number;
  quantity: Quantity;
  /** The license its goods go to; null when it isn't known. */
  license: string | null;
  isTaken: boolean;
  /** When it first kept some of the product. */
  since: Date;
};

/** Which part of a departure is an order's. */
export type Claim = { id: number; orderId: number; productId: number; quantity: Quantity };

const sameLicense = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.trim().toUpperCase() === other.trim().toUpperCase();

/** Whether a departure can be an order's: one to its license, or without a destination, that is no older than it. */
export function canClaim(
  { isTransfer, recipientLicense, leftAt }: Omit<Departure, 'id' | 'productId' | 'quantity'>,
  { license, since }: Pick<Keeper, 'license' | 'since'>,
): boolean {
  if (isTransfer && !sameLicense(recipientLicense, license)) return false;
  return since.getTime() <= leftAt.getTime();
}

/**
 * Which orders these departures are for: fulfilled ones before others, older before newer. What left without a
 * destination is only a fulfilled order's; others take it over when they are fulfilled.
 */
export function claimsOf(departures: readonly Departure[], keepers: readonly Keeper[]): Claim[] {
  const inTurn = keepers.toSorted((a, b) => Number(b.isTaken) - Number(a.isTaken) || a.orderId - b.orderId);
  const here = new Map(inTurn.map((keeper) => [keeper, keeper.quantity]));
  const claims: Claim[] = [];
  for (const departure of departures) {
    let rest = departure.quantity;
    for (const keeper of inTurn) {
      const left = here.get(keeper) ?? '0';
      if (keeper.productId !== departure.productId || isEqual(left, 0) || isEqual(rest, 0)) continue;
      if (!(keeper.isTaken || departure.isTransfer) || !canClaim(departure, keeper)) continue;
      const quantity = least(rest, left);
      claims.push({ id: departure.id, orderId: keeper.orderId, productId: departure.productId, quantity });
      rest = subtract(rest, quantity);
      here.set(keeper, stillHere(left, quantity));
    }
  }
  return claims;
}

/** What is taken off departures, newest first and unclaimed before claimed, when so much of it came back. */
export function takeBack<D extends { id: number; orderId: number | null; quantity: Quantity }>(
  departures: readonly D[],
  quantity: Quantity,
): (D & { rest: Quantity })[] {
  const inTurn = departures.toSorted((a, b) => Number(a.orderId !== null) - Number(b.orderId !== null) || b.id - a.id);
  let back = quantity;
  return inTurn.flatMap((departure) => {
    const taken = least(back, departure.quantity);
    if (compare(taken, 0) <= 0) return [];
    back = subtract(back, taken);
    return [{ ...departure, rest: subtract(departure.quantity, taken) }];
  });
}
