import { z } from 'zod';
import { ClaimStateSchema } from '../access/vocabulary';
import { Id, Version } from '../contract/endpoint';
import { AddressDraft, inDisplayOrder, KeyPerson, most, Place, textUpTo } from '../organization/company';
import { Address, OwnBrand } from '../organization/organization';
import { isUsState, US_STATES } from '../organization/us-states';
import { counted } from '../text';
import { BRAND_SOURCES, BrandSourceSchema } from './source';

/** A place where buyers meet a brand. Ids are unique within the brand. */
export const BrandLocation = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  phone: z.string(),
  address: Address,
  displayOrder: z.number().int().nonnegative(),
});
export type BrandLocation = z.infer<typeof BrandLocation>;

/** The most pictures in a brand's gallery. */
export const MOST_IMAGES = 12;

/** A picture of a brand's gallery; `alt` says what it shows. */
export const BrandImage = z.strictObject({
  id: Id,
  imageUri: z.string(),
  alt: z.string(),
  displayOrder: z.number().int().nonnegative(),
});
export type BrandImage = z.infer<typeof BrandImage>;

/** A brand as its own people see it. */
export const BrandRecord = OwnBrand.extend({
  orgName: z.string(),
  tagline: z.string(),
  description: z.string(),
  coverImageUri: z.string().nullable(),
  source: BrandSourceSchema,
  /** Why it was rejected; empty unless it was. */
  reviewReason: z.string(),
  keyPeople: z.array(KeyPerson),
  locations: z.array(BrandLocation),
  images: z.array(BrandImage),
  /** How many of its products buyers see; none while it is disabled. */
  productCount: z.number().int(),
  version: Version,
});
export type BrandRecord = z.infer<typeof BrandRecord>;

/** State abbreviations as saved: sorted, each once. */
export const BrandStates = z
  .array(z.string().refine(isUsState, 'Choose a state'))
  .max(US_STATES.length)
  .transform((states) => [...new Set(states)].sort());

export const BrandName = most(120).min(1, 'Name is required');

const LocationDraft = AddressDraft.extend({
  /** Missing for a new location. */
  id: z.number().int().min(1).max(1_000_000).optional(),
  displayOrder: Place.optional(),
});

/** A brand's change; absent fields stay as they are. */
export const BrandEdit = z.object({
  name: BrandName.optional(),
  tagline: most(160).optional(),
  description: textUpTo(2000).optional(),
  states: BrandStates.optional(),
  /** Hides the brand and its products from buyers. */
  disabled: z.boolean().optional(),
  /** All of its locations, in order. */
  locations: z.array(LocationDraft).max(100, 'At most 100 locations').optional(),
  /** The gallery's pictures to keep, in order. */
  images: z
    .array(z.object({ id: Id, alt: most(200), displayOrder: Place.optional() }))
    .max(MOST_IMAGES, `At most ${MOST_IMAGES} pictures`)
    .optional(),
  version: Version,
});

/** What rests on a brand: what disabling it hides, and what keeps it from being given up. */
export const BrandUses = z.strictObject({
  /** Products that aren't archived. */
  products: z.number().int(),
  /** Products buyers see. */
  listedProducts: z.number().int(),
  /** Orders with its products that aren't complete yet. */
  openOrders: z.number().int(),
});
export type BrandUses = z.infer<typeof BrandUses>;

/** A brand found by name. */
export const ClaimableBrand = z.strictObject({
  id: Id,
  name: z.string(),
  states: z.array(z.string()),
  profileImageUri: z.string().nullable(),
  claimState: ClaimStateSchema,
});
export type ClaimableBrand = z.infer<typeof ClaimableBrand>;

/** Brands as listed: own first, then those of the wholesale marketplace, each by name. */
export function inSourceOrder<B extends Pick<BrandRecord, 'source' | 'name' | 'id'>>(brands: readonly B[]): B[] {
  const sources = Object.keys(BRAND_SOURCES);
  return inDisplayOrder(
    [...brands]
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
      .map((brand) => ({ brand, displayOrder: sources.indexOf(brand.source) })),
  ).map(({ brand }) => brand);
}

/** The address of a brand's page made from its name: 'night-heron'. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  // Digits alone would be read as an id.
  return words === '' || /^\d+$/.test(words) ? `brand-${words}`.replace(/-$/, '') : words;
}

/** Why a brand can't be given up or handed over, and the way out; null when it can. */
export function whyNotReleased({ products }: Pick<BrandUses, 'products'>, name: string): string | null {
  if (products === 0) return null;
  return `${name} still has ${counted(products, 'product')}. Archive ${products === 1 ? 'it' : 'them'} first, or disable the brand to hide it from buyers.`;
}

/** Why buyers can't be shown a brand, nor others offered it, and the way out; null once it is approved. */
export function whyNotApproved({ review, name }: Pick<BrandRecord, 'review' | 'name'>): string | null {
  if (review === null) return null;
  return review === 'IN_REVIEW'
    ? `${name} is in review. You can add its products now. Buyers see them once it’s approved.`
    : `${name} was rejected. Suggest it again, or move its products to another brand.`;
}

/** What happens when a brand is disabled. */
export function disablingSays({ listedProducts, openOrders }: BrandUses, name: string): string[] {
  const products = listedProducts === 0 ? '' : ` and its ${counted(listedProducts, 'product')}`;
  return [
    `Buyers will no longer see ${name}${products}, and can’t check out carts with them.`,
    ...(openOrders === 0 ? [] : [`${counted(openOrders, 'open order')} with its products won’t change.`]),
    'You can enable it again.',
  ];
}
