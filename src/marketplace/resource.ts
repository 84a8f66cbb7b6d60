import { brands as calls, directory } from '../../domain/directory/contract';
import { resourceOf } from '../providers/refine/resource';

/** Marketplace brands, from a search. */
export const listings = resourceOf({ name: 'listings', topics: ['catalogue'], list: directory.search });

/** One brand by id. */
export const brands = resourceOf({ name: 'brands', one: calls.get });

/** One brand by slug. */
export const brandsBySlug = resourceOf({ name: 'brands-by-slug', one: calls.bySlug });
