import type { brands, directory } from '../../domain/directory/contract';
import type { Listing } from '../../domain/directory/listing';
import type { Ctx } from '../context';
import type { Verb } from '../implement';
import { findListings } from './search-listings';

const FEATURED = 24;

export const listFeaturedBrands: Verb<typeof brands.featured> = (ctx, { query }) =>
  readFeatured(ctx, query.usStateAbbv);

export const listFeatured: Verb<typeof directory.featured> = (ctx) => readFeatured(ctx, undefined);

/** The featured brands, of one state or of all. */
export async function readFeatured(
  ctx: Pick<Ctx, 'db' | 'membershipOrNull' | 'now'>,
  usState: string | undefined,
): Promise<Listing[]> {
  const states = usState === undefined ? [] : [usState];
  const search = { types: ['brand' as const], searchOrgNames: false, states, featuredOnly: true };
  return (await findListings(ctx, search, { limit: FEATURED, page: 0 })).results;
}
