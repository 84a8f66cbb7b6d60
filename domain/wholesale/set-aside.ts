import { add, compare, greater, lesser, multiply, type Numeric, type Quantity, subtract } from '../money';
import { wholeSteps } from './safety';

/**
 * A product's stock that is set aside for the wholesale marketplace: nobody here can sell it. `held` is never less than
 * what buyers there may have bought, or can still buy, without being known here; so nothing is sold twice, however late,
 * doubled or lost their news is.
 *
 * - Before a figure is sent, it is added to what is held: until their orders were read, both the old figure and the new one
 *   may have been bought.
 * - An order of theirs that becomes known is taken from what is held; one that is given back there is held again, since
 *   they offer it again.
 * - A figure they show is all that can be bought from that moment on. Once all orders up to that moment were read, no
 *   more than it is held.
 */
export type SetAside = {
  held: Quantity;
  /** A figure was sent since all was known: more is held than they can sell. */
  isUnsure: boolean;
  /** The figure that was sent and not answered yet; null once anything happened that its answer doesn't allow for. */
  sent: Quantity | null;
  /** A figure they were seen to show and when, by their clock; null as `sent`. */
  shown: { figure: Quantity; at: number } | null;
};

/** Before a figure is sent. */
export const sending = (aside: SetAside, figure: Quantity): SetAside => ({
  held: add(aside.held, figure),
  isUnsure: true,
  sent: figure,
  shown: null,
});

/** An order of theirs for so much became known here. */
export const known = (aside: SetAside, amount: Numeric): SetAside => ({
  ...aside,
  held: greater(subtract(aside.held, amount), 0),
});

/** All their orders up to a moment, by their clock, are known here: no more is held than they showed before it. */
export function readUntil(aside: SetAside, moment: number): SetAside {
  if (aside.shown === null || aside.shown.at > moment) return aside;
  return { held: lesser(aside.held, aside.shown.figure), isUnsure: false, sent: null, shown: null };
}

/** A figure is not sent again before it is so much off, as a share of what is held. */
const WORTH_SENDING = 0.15;

/**
 * The figure to send now, or null to leave theirs. Not while what is held is unsure. `free` is what
 * orders haven't reserved, with what is held; `wanted` comes from `offered`. When what is held and the new figure don't
 * both fit, less is offered until the next reading.
 */
export function figureToSend(state: {
  held: Numeric;
  free: Numeric;
  wanted: Numeric;
  safety: Numeric;
  step: Numeric;
  /** Whether a person asks for it: then also for little. */
  isAsked?: boolean;
}): Quantity | null {
  const { held, free, wanted, safety, step, isAsked = false } = state;
  const fits = wholeSteps(lesser(wanted, subtract(subtract(free, held), safety)), step);
  const off = subtract(wanted, held);
  if (compare(off, 0) === 0) return null;
  const isMuch = compare(greater(off, multiply(off, -1)), multiply(held, WORTH_SENDING)) > 0;
  if (compare(wanted, 0) !== 0 && !isMuch && !isAsked) return null;
  // More is wanted there, but what fits beside what is held wouldn't be more.
  if (compare(off, 0) > 0 && compare(fits, held) <= 0) return null;
  return fits;
}
