import { z } from 'zod';
import { BrandSourceSchema } from '../brands/source';
import { Id } from '../contract/endpoint';
import { Address, OrgProfile } from '../organization/organization';

export const LISTING_TYPES = ['brand', 'org', 'license', 'product'] as const;
export const ListingType = z.enum(LISTING_TYPES);

/** What listings can be sorted by, as shown; otherwise the best match is first. */
export const LISTING_SORTS = { name: 'Name', orgName: 'Business', newest: 'Newest' } as const;
export type ListingSort = keyof typeof LISTING_SORTS;
export const ListingSort = z.enum(Object.keys(LISTING_SORTS) as [ListingSort, ...ListingSort[]]);

/** A business in the directory, or one of its brands, licenses or products; a product has its brand's slug. */
export const Listing = z.strictObject({
  id: Id,
  directoryListingType: ListingType,
  name: z.string(),
  slug: z.string().nullable(),
  imageUri: z.string().nullable(),
  tagline: z.string(),
  states: z.array(z.string()),
  productCount: z.number().int(),
  org: OrgProfile,
});
export type Listing = z.infer<typeof Listing>;

const KeyPerson = z.strictObject({ name: z.string(), title: z.string(), email: z.string(), phone: z.string() });

const BrandLocation = z.strictObject({ name: z.string(), phone: z.string(), address: Address });

export const Brand = z.strictObject({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tagline: z.string(),
  description: z.string(),
  profileImageUri: z.string().nullable(),
  coverImageUri: z.string().nullable(),
  orgId: Id,
  orgName: z.string(),
  states: z.array(z.string()),
  disabled: z.boolean(),
  /** In display order, as its locations. */
  keyPeople: z.array(KeyPerson),
  locations: z.array(BrandLocation),
  /** Its gallery, in order; `alt` says what a picture shows. */
  images: z.array(z.strictObject({ imageUri: z.string(), alt: z.string() })),
  /** Where its products and their stock are kept. */
  source: BrandSourceSchema,
  /** Whether the caller’s organization is a partner of its owner for this brand. */
  partner: z.boolean(),
  /** The companies that sell it, one per state, each with the one that usually delivers it, if that is another. */
  sellers: z.array(
    z.strictObject({ companyId: Id, name: z.string(), usState: z.string(), distributor: z.string().nullable() }),
  ),
});
export type Brand = z.infer<typeof Brand>;
