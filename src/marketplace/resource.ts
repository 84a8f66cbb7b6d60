import { brands as calls, directory } from '../../domain/directory/contract';
import { resourceOf } from '../providers/resource';

/** Brands of the marketplace, as a search lists them. */
export const listings = resourceOf({ name: 'listings', topics: ['catalogue'], list: directory.search });

/** Brands the marketplace puts first. */
export const featuredBrands = resourceOf({ name: 'featured-brands', list: calls.featured });

/** One brand, by its id. */
export const brands = resourceOf({ name: 'brands', one: calls.get });

/** One brand, by the name in its address. */
export const brandsBySlug = resourceOf({ name: 'brands-by-slug', one: calls.bySlug });
