import { directory } from '../../domain/directory/contract';
import { call } from '../providers/call';
import type { Finds } from '../providers/manifest';
import { brandPath } from './brand-path';

const AT_MOST = 5;

export const findBrands: Finds = async (searchString, _scope, options) => {
  const found = await call(directory.autocomplete, { query: { searchString } }, options);
  return found
    .slice(0, AT_MOST)
    .map((listing) => ({ path: brandPath(listing), label: listing.name, hint: `Brand by ${listing.org.name}` }));
};
