import type { Listing } from '../../domain/directory/listing';

/** A brand's page: by slug, else by id. */
export function brandPath({ id, slug }: { id: number; slug?: string | null }): string {
  return `/marketplace/brands/${encodeURIComponent(slug ?? String(id))}`;
}

/** Names the product to put in the cart once somebody has signed in. */
export const ADDED = 'add';

/** Where a found brand or product is: a product on its brand's page, opened. */
export function listingPath(listing: Pick<Listing, 'id' | 'slug' | 'directoryListingType'>): string {
  return listing.directoryListingType === 'product'
    ? `${brandPath(listing)}?product=${listing.id}`
    : brandPath(listing);
}
