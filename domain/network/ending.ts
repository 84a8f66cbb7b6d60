import { z } from 'zod';
import { counted } from '../text';

const Count = z.number().int().nonnegative();

/** What depends on a partnership, so that who ends it knows before. */
export const PartnerEnding = z.strictObject({
  /** The partner's items that are assigned to the brand. */
  items: Count,
  /** The partner's rules that assign items to it, and people of theirs whose role has it; null for the brand's owner. */
  itemRules: Count.nullable(),
  people: Count.nullable(),
  /** Open orders of either side that a company of the other carries. */
  orders: Count,
  /** Open bids on offers that either side makes to its partners alone. */
  bids: Count,
  /** Usual distributors of either side that are companies of the other. */
  distributors: Count,
});
export type PartnerEnding = z.infer<typeof PartnerEnding>;

/** What ending does, in a sentence for each kind of thing that depends on it; none if nothing does. */
export function endingSentences(
  { items, itemRules, people, orders, bids, distributors }: PartnerEnding,
  { brandName, partnerName, isOwner }: { brandName: string; partnerName: string; isOwner: boolean },
): string[] {
  const said: string[] = [];
  const add = (count: number | null, sentence: (many: boolean, count: number) => string) => {
    if (count) said.push(sentence(count > 1, count));
  };
  const whose = isOwner ? `of ${partnerName}` : 'of yours';
  add(items, (many, count) => {
    const says = many ? 'are assigned to it and keep' : 'is assigned to it and keeps';
    return `${counted(count, 'item')} ${whose} ${says} ${brandName} until assigned to another brand.`;
  });
  add(itemRules, (many, count) => `${counted(count, 'rule')} ${many ? 'stop' : 'stops'} assigning items to it.`);
  add(people, (many, count) => {
    const which = many ? 'people on your team have' : 'person on your team has';
    return `${count} ${which} it in their assigned brands and ${many ? 'lose' : 'loses'} it.`;
  });
  add(
    orders,
    (many, count) => `${counted(count, 'open order')} between you ${many ? 'keep their' : 'keeps its'} distributor.`,
  );
  add(bids, (many, count) => {
    return `${counted(count, 'open bid')} on offers to partners ${many ? 'stay' : 'stays'} open until answered.`;
  });
  add(distributors, (many, count) => {
    return `${counted(count, 'usual distributor')} ${many ? 'stay' : 'stays'} chosen until you choose another.`;
  });
  return said;
}
