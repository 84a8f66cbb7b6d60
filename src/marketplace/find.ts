import { directory } from '../../domain/directory/contract';
import type { Listing } from '../../domain/directory/listing';
import { finds } from '../../domain/search-text';
import { call } from '../providers/call';
import type { Finds } from '../providers/manifest';
import { listingPath } from './brand-path';

const AT_MOST = 5;

/** Brands and products that have every word; among pages and orders, what is only nearly it would be in the way. */
export const findBrands: Finds = async (searchString, _scope, options) => {
  const query = {
    searchString,
    directoryListingTypes: ['brand', 'product'] satisfies Listing['directoryListingType'][],
  };
  const found = await call(directory.autocomplete, { query }, options);
  const isWanted = finds(searchString);
  const isMeant = ({ name, tagline, org }: Listing) => isWanted(name, tagline, org.name);
  return found
    .filter(isMeant)
    .slice(0, AT_MOST)
    .map((listing) => ({
      path: listingPath(listing),
      label: listing.name,
      hint: listing.directoryListingType === 'product' ? listing.tagline : `Brand by ${listing.org.name}`,
    }));
};
