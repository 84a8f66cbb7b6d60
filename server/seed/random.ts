import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A random stream. The same seed gives the same values in the same order, on any machine. */
export type Random = {
  /** A whole number from `least` to `most`, inclusive. */
  int(least: number, most: number): number;
  /** True this often: 0.25 is one time in four. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Favors the front of the list, as a few customers and products make most of the business. */
  pickFront<T>(from: readonly T[]): T;
  /** One of the choices, by weight. */
  weigh<T>(choices: readonly (readonly [T, number])[]): T;
  shuffle<T>(list: readonly T[]): T[];
};

const FINE = 1_000_000;
const APART = 0x9e3779b1;

/** The stream of one of many things: what it draws leaves the others' as they are. */
export const randomOf = (seed: number, index: number): Random => randomFrom(mixed(seed + Math.imul(index, APART)));

/** Numbers beside each other become far apart ones, as the streams of near seeds begin alike. Murmur's last step. */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

/** Streams of different seeds are independent, so changing one part of the demo leaves the others as they were. */
export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (least: number, most: number) => uniformInt(generator, least, most);
  const fraction = () => int(0, FINE - 1) / FINE;
  const at = <T>(from: readonly T[], index: number): T => {
    if (from.length === 0) throw new RangeError('nothing to choose from');
    return from[index] as T;
  };
  return {
    int,
    chance: (share) => fraction() < share,
    pick: (from) => at(from, from.length > 1 ? int(0, from.length - 1) : 0),
    pickFront: (from) => at(from, Math.floor(from.length * fraction() ** 2)),
    weigh: (choices) => {
      let left = fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return at(choices, choices.length - 1)[0];
    },
    shuffle: (list) => {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = int(0, last);
        [shuffled[last], shuffled[other]] = [at(shuffled, other), at(shuffled, last)];
      }
      return shuffled;
    },
  };
}
