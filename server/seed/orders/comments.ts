import type { Shop } from '../parties/shops';
import type { Random } from '../random';
import { DAY_MS } from '../world';
import type { Step } from './path';

const COMMENTS = [
  'Confirmed quantities with the buyer by phone.',
  'COAs attached to the manifest.',
  'Buyer moved the delivery to Thursday.',
  'One case got damaged in picking. Replaced it.',
  'Sent a reminder about the open invoice.',
  'Buyer wants two more cases next time.',
  'Packed and staged at door 3.',
  'Buyer OK’d a swap: same strain, newer batch.',
];

/** The seller's comments on an order, oldest first; usually none. */
export function commentsOf(random: Random, { shop, path, now }: { shop: Shop; path: readonly Step[]; now: number }) {
  if (!random.chance(0.24)) return [];
  const [begins, ends] = [(path[0] as Step).at, Math.min((path.at(-1) as Step).at + DAY_MS, now)];
  const times = Array.from(
    {
      length: random.weigh([
        [1, 6],
        [2, 3],
        [3, 1],
      ] as const),
    },
    () => random.int(begins, ends),
  );
  return times
    .sort((a, b) => a - b)
    .map((at) => ({
      authorUserId: random.pick(shop.staff),
      comment: random.pick(COMMENTS),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    }));
}
