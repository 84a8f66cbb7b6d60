import { LISTING_TYPES } from './listing';

/** A listing by number, or a person by their id. */
export type FoundListing = { type: ListingKind; id: number } | { type: 'user'; id: string };

export type ListingKind = (typeof LISTING_TYPES)[number];

/** The type and id of a listing's address, such as 'brand-12-night-heron' or 'user-' with a person's id; null for an unsupported type or without an id. */
export function parseListingSlug(address: string): FoundListing | null {
  const person = /^user-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(address)?.[1];
  if (person !== undefined) return { type: 'user', id: person.toLowerCase() };
  const [, named = '', digits = ''] = /^([a-z]+)-([1-9]\d{0,14})(?:-|$)/i.exec(address) ?? [];
  const type = LISTING_TYPES.find((one) => one === named.toLowerCase());
  return type === undefined ? null : { type, id: Number(digits) };
}

type Addressed = { directoryListingType: ListingKind | 'user'; id: number | string; slug?: string | null };

/** A listing's address: its type and id, and a brand's slug after them. */
export function listingSlug({ directoryListingType: type, id, slug }: Addressed): string {
  return [type, id, ...(type === 'brand' && slug ? [slug] : [])].join('-').toLowerCase();
}
