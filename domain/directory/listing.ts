import { z } from 'zod';
import { BrandSourceSchema } from '../brands/source';
import { Id } from '../contract/endpoint';
import { LicenseCheck, LicenseStanding } from '../licenses/standing';
import { Address, OrgProfile } from '../organization/organization';
import { Why } from './best-match';
import {
  DIRECTORY_SORTS,
  type DirectorySort as DirectoryKey,
  LISTING_SORTS,
  type ListingSort as ListingKey,
} from './sorts';

export const LISTING_TYPES = ['brand', 'org', 'license', 'product'] as const;
export const ListingType = z.enum(LISTING_TYPES);

/** What listings can be sorted by. */
export const ListingSort = z.enum([...new Set([...Object.keys(LISTING_SORTS), ...Object.keys(DIRECTORY_SORTS)])] as [
  ListingKey,
  ...ListingKey[],
]);
export type ListingSort = z.infer<typeof ListingSort>;
/** The same of the directory's. */
export const DirectorySort = z.enum(Object.keys(DIRECTORY_SORTS) as [DirectoryKey, ...DirectoryKey[]]);

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
  /** Why a search found it; null without one. */
  why: Why.nullable(),
  /** What a license is, and where and when it was checked; null for others. */
  license: LicenseCheck.extend({
    licenseNumber: z.string(),
    city: z.string(),
    standing: LicenseStanding,
  }).nullable(),
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

/** What visitors see of a brand: where it is, but no people, phones or streets. */
export const withoutContacts = (brand: Brand): Brand => ({
  ...brand,
  keyPeople: [],
  locations: brand.locations.map(({ name, address }) => ({
    name,
    phone: '',
    address: { ...address, lineOne: '', postalCode: '' },
  })),
});
