import type { brands } from '../../domain/directory/contract';
import type { Verb } from '../implement';
import { findListings } from './listings';

const FEATURED = 24;

export const listFeaturedBrands: Verb<typeof brands.featured> = async (ctx, { query }) => {
  const { results } = await findListings(
    ctx,
    {
      types: ['brand'],
      searchOrgNames: false,
      states: query.usStateAbbv === undefined ? [] : [query.usStateAbbv],
      featuredOnly: true,
    },
    { limit: FEATURED, page: 0 },
  );
  return results;
};
