import { LISTING_TYPES } from './listing';

export type ListingKind = (typeof LISTING_TYPES)[number];

/** The type and id of a listing's address, such as 'brand-12-night-heron'; null for an unsupported type or without an id. */
export function parseListingSlug(address: string): { type: ListingKind; id: number } | null {
  const [, named = '', digits = ''] = /^([a-z]+)-([1-9]\d{0,14})(?:-|$)/i.exec(address) ?? [];
  const type = LISTING_TYPES.find((one) => one === named.toLowerCase());
  return type === undefined ? null : { type, id: Number(digits) };
}
