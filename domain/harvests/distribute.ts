import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { badInput } from '../errors';
import { add, decimal, divide, multiply, type Quantity, subtract, sum } from '../money';

/** The smallest difference of weight that is written in a unit, in decimals. */
const STEP_DECIMALS: Partial<Record<TrackingUnit, number>> = { mg: 0, g: 2, oz: 3, lb: 4, kg: 4 };

/** What to distribute: the whole harvest's weight, and by how much a plant may differ from the mean, in the plants' unit. */
export type Distribution = { desiredTotal: Quantity; maxVarianceFromMean: Quantity; unit: TrackingUnit };

/** What is known of the plants: what the weighed ones weigh, and how many have no weight of their own. */
export type DistributedOver = { weighed: readonly Quantity[]; unweighed: number };

/** A whole number from `least` to `most`, both included; the same stream draws the same. */
export type Draw = (least: number, most: number) => number;

type Steps = { rest: number; least: number; most: number; decimals: number };

/**
 * Weights for the plants that weren't weighed, so that all plants together weigh the total, to the unit's smallest step.
 * Each is at least 0 and within the mean of the distributed ones ± the variance. BAD_INPUT for what can't be, with the
 * nearest that can.
 */
export function distributeWeights(over: DistributedOver, wish: Distribution, draw: Draw): Quantity[] {
  const { rest, least, most, decimals } = inSteps(over, wish);
  const weights = Array.from({ length: over.unweighed }, () => draw(least, most));
  const missing = rest - weights.reduce((all, one) => all + one, 0);
  const room = weights.map((weight) => (missing > 0 ? most - weight : weight - least));
  const moved = shared(Math.abs(missing), room);
  const step = multiply(1, decimal(10).pow(-decimals));
  return weights.map((weight, at) => multiply(weight + Math.sign(missing) * (moved[at] ?? 0), step));
}

/** What is to be shared, and between which weights, in the unit's smallest steps. */
function inSteps({ weighed, unweighed }: DistributedOver, wish: Distribution): Steps {
  const { desiredTotal, maxVarianceFromMean, unit } = wish;
  const decimals = STEP_DECIMALS[unit] ?? 0;
  const steps = (value: Quantity) => Number(multiply(value, 10 ** decimals));
  const own = sum(weighed);
  const rest = steps(subtract(desiredTotal, own));
  if (unweighed === 0) throw badInput({ desiredTotal: 'Every plant was weighed. There is nothing to distribute.' });
  if (!Number.isInteger(rest)) {
    const exact = `${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`;
    throw badInput({
      desiredTotal: decimals === 0 ? `Enter whole ${unit}` : `Enter ${unit} with at most ${exact}`,
    });
  }
  if (rest < 0) {
    throw badInput({ desiredTotal: `The weighed plants alone weigh ${own} ${unit}. Enter at least that.` });
  }
  const mean = rest / unweighed;
  const variance = steps(maxVarianceFromMean);
  // A mean between two steps is no weight: 0.1 + 0.2 shall not decide whether one is in reach.
  const [least, most] = [Math.max(0, Math.ceil(mean - variance - FINE)), Math.floor(mean + variance + FINE)];
  if (least * unweighed > rest || most * unweighed < rest)
    throw badInput(nearest({ own, unweighed, mean, decimals, unit }));
  return { rest, least, most, decimals };
}

/** Far less than a step. */
const FINE = 1e-6;

type Missed = { own: Quantity; unweighed: number; mean: number; decimals: number; unit: TrackingUnit };

/** Why a total can't be shared with so little variance, and the nearest variance and total that can. */
function nearest({ own, unweighed, mean, decimals, unit }: Missed): Record<string, string> {
  const scale = 10 ** decimals;
  const part = mean - Math.floor(mean);
  const variance = divide(Math.ceil(Math.max(part, 1 - part)), scale);
  const total = add(own, divide(Math.round(mean) * unweighed, scale));
  const message = `${unweighed} plants can’t share this evenly. Allow ${variance} ${unit}, or enter a total of ${total} ${unit}.`;
  return { maxVarianceFromMean: message };
}

/** Shares an amount over places by the room they have; it fits into all of them together. */
function shared(amount: number, room: readonly number[]): number[] {
  const whole = room.reduce((all, one) => all + one, 0);
  if (amount === 0 || whole === 0) return room.map(() => 0);
  const parts = room.map((one) => Number((BigInt(amount) * BigInt(one)) / BigInt(whole)));
  let left = amount - parts.reduce((all, one) => all + one, 0);
  return parts.map((part, at) => {
    const more = left > 0 && part < (room[at] ?? 0) ? 1 : 0;
    left -= more;
    return part + more;
  });
}
