import { z } from 'zod';
import { Id, Instant, RowId, UsState } from '../../contract/endpoint';
import { foldText } from '../../search-text';

/** Most rules of an organization. */
export const MOST_RULES = 200;

const searchText = z
  .string()
  .trim()
  .min(2, 'Enter at least 2 characters')
  .max(120, 'Must be 120 characters or fewer')
  .transform((text) => text.replaceAll(/\s+/g, ' '));

/** What a rule says: items whose name has the text, of the licenses or else of all of the state, are of the brand. */
export const ItemRuleDraft = z.object({
  brandId: z.number('Choose a brand').int().positive('Choose a brand'),
  searchText,
  licenseIds: z.array(Id).max(200).default([]),
  usState: UsState,
});

const Count = z.number().int().nonnegative();

/** A rule, and what it finds now of the items the reader sees. */
export const ItemRule = z.strictObject({
  id: RowId,
  brandId: Id,
  brandName: z.string(),
  searchText: z.string(),
  licenseIds: z.array(Id),
  usState: z.string(),
  created: Instant,
  /** Its place in the order in which rules decide, from 1. */
  rank: z.number().int().positive(),
  /** Items it finds, and those that have their brand by it. */
  found: Count,
  assigned: Count,
  /** Rules for other brands that find some of the same items, and how many. */
  conflicts: z.array(z.strictObject({ ruleId: RowId, searchText: z.string(), brandName: z.string(), items: Count })),
});
export type ItemRule = z.infer<typeof ItemRule>;

/** What a rule would do to the items there are. */
export const RulePreview = z.strictObject({
  found: Count,
  /** It would assign these: they have no brand, and no rule before it finds them. */
  toAssign: Count,
  /** They stay as they are: of the same brand, of another, or left to a rule that comes before. */
  alreadyOfBrand: Count,
  ofOtherBrands: Count,
  leftToOthers: Count,
  /** Names of the first it would assign. */
  names: z.array(z.string()),
});
export type RulePreview = z.infer<typeof RulePreview>;

/** Names a preview shows. */
export const NAMES_SHOWN = 5;

/** The parts of a rule that decide; a rule that isn't saved yet has no id and comes last among equals. */
export type Rule = { id?: number; brandId: number; searchText: string; licenseIds: readonly number[]; usState: string };
export type Ruled = { name: string; licenseId: number; usState: string };

/**
 * Whether a name has a rule's text, as one piece: case, accents, and the shape of quotes and dashes make no difference, the
 * order of words does, since a rule decides what belongs to whom.
 */
export const hasRuleText = (name: string, searchText: string): boolean => foldText(name).includes(foldText(searchText));

/** Whether a rule finds an item: its text is in the name, at a license the rule is for. */
export function findsItem({ searchText, licenseIds, usState }: Rule, item: Ruled): boolean {
  if (usState !== item.usState) return false;
  if (licenseIds.length > 0 && !licenseIds.includes(item.licenseId)) return false;
  return hasRuleText(item.name, searchText);
}

/** Rules in the order in which they decide: the longer text first, then those for chosen licenses, then the older. */
export function inOrder<R extends Rule>(rules: readonly R[]): R[] {
  const isForAll = ({ licenseIds }: Rule) => (licenseIds.length === 0 ? 1 : 0);
  const age = ({ id }: Rule) => id ?? Number.MAX_SAFE_INTEGER;
  return [...rules].sort(
    (a, b) => b.searchText.length - a.searchText.length || isForAll(a) - isForAll(b) || age(a) - age(b),
  );
}

/** The rule that decides an item's brand, of rules in order; none when none finds it. */
export const decidingRule = <R extends Rule>(ordered: readonly R[], item: Ruled): R | undefined =>
  ordered.find((rule) => findsItem(rule, item));

type Branded = Ruled & { id: number; brandId: number | null };

/** Which items a new rule assigns, and which it leaves, beside the rules there are. */
export function previewRule<I extends Branded>(rule: Rule, others: readonly Rule[], items: readonly I[]) {
  const ordered = inOrder([...others, rule]);
  const found = items.filter((item) => findsItem(rule, item));
  const free = found.filter(({ brandId }) => brandId === null);
  const toAssign = free.filter((item) => decidingRule(ordered, item) === rule);
  const alreadyOfBrand = found.filter(({ brandId }) => brandId === rule.brandId).length;
  const preview: RulePreview = {
    found: found.length,
    toAssign: toAssign.length,
    alreadyOfBrand,
    ofOtherBrands: found.length - free.length - alreadyOfBrand,
    leftToOthers: free.length - toAssign.length,
    names: toAssign.slice(0, NAMES_SHOWN).map(({ name }) => name),
  };
  return { preview, toAssign };
}

/** How many of an item list several rules for different brands find together, by the pair's ids. */
export function conflictsOf<R extends Rule & { id: number }>(
  rules: readonly R[],
  items: readonly Ruled[],
): Map<R, Map<R, number>> {
  const conflicts = new Map<R, Map<R, number>>(rules.map((rule) => [rule, new Map()]));
  for (const item of items) {
    const finding = rules.filter((rule) => findsItem(rule, item));
    for (const one of finding) {
      const of = conflicts.get(one);
      for (const other of finding) if (other.brandId !== one.brandId) of?.set(other, (of.get(other) ?? 0) + 1);
    }
  }
  return conflicts;
}

/** A brand whose name is in the names of items that have none, and the licenses that hold them. */
export const RecommendedBrand = z.strictObject({
  id: Id,
  name: z.string(),
  profileImageUri: z.string().nullable(),
  recommendedForLicenseIds: z.array(Id),
  items: Count,
});
export type RecommendedBrand = z.infer<typeof RecommendedBrand>;
