import { z } from 'zod';
import { member } from '../access/ability';
import { Done, get, Id, Instant, post, put, RowId } from '../contract/endpoint';
import { Listing } from './listing';

/** Most entries of each section of the marketplace's home. */
export const MOST_ON_HOME = 12;

const HomeBrand = z.strictObject({
  id: RowId,
  name: z.string(),
  slug: z.string(),
  imageUri: z.string().nullable(),
});

/** A brand, or one of its products. */
const HomeItem = z.strictObject({
  brand: HomeBrand,
  product: z.strictObject({ id: RowId, name: z.string(), imageUri: z.string().nullable() }).nullable(),
  /** When it was opened, ordered or published. */
  at: Instant,
});
export type HomeItem = z.infer<typeof HomeItem>;

const FreshItem = HomeItem.extend({
  /** How many of the brand’s products are new; the product is told if it is one. */
  count: z.number().int().positive(),
  /** Whether the brand itself is. */
  isNewBrand: z.boolean(),
});
export type FreshItem = z.infer<typeof FreshItem>;

export const Home = z.strictObject({
  /** When the visit before this one ended; null on the first. */
  since: Instant.nullable(),
  /** What other sellers in the state have published since, by brand, latest first. */
  fresh: z.array(FreshItem),
  /** Brands of the purchase orders the caller sees, by their latest order. */
  bought: z.array(HomeItem),
  /** What the caller opened, latest first. */
  recent: z.array(HomeItem),
  /** How many products the caller follows, and of how many there is news. */
  following: z.strictObject({ count: z.number().int(), news: z.number().int() }),
  /** The featured brands of the state. */
  featured: z.array(Listing),
});
export type Home = z.infer<typeof Home>;

const MarketSettings = z.strictObject({
  /** Case-sold products in units, in menus and carts. */
  showsUnits: z.boolean(),
});

const PERSONAL = 'What somebody looks at is theirs, and nothing of the organization changes';

/** How one person reads the marketplace. */
export const marketSettings = {
  get: get('/marketplace/settings', {
    summary: 'How the caller reads the marketplace, on any device',
    returns: MarketSettings,
    requires: member,
  }),
  save: put('/marketplace/settings', {
    summary: 'Choose how the caller reads the marketplace',
    body: MarketSettings,
    returns: Done,
    requires: member,
    unaudited: PERSONAL,
  }),
};

/** What the marketplace's home shows one person. */
export const marketHome = {
  get: get('/marketplace/home', {
    summary: 'What is new since the caller’s last visit, what they bought before and looked at, and featured brands',
    query: z.object({ usStateAbbv: z.string().length(2).optional() }),
    returns: Home,
    requires: member,
  }),
  visit: post('/marketplace/visits', {
    summary: 'Say that the caller is in the marketplace; their visit goes on, or a new one begins',
    body: z.object({}),
    returns: Done,
    requires: member,
    unaudited: PERSONAL,
  }),
  open: post('/marketplace/opened', {
    summary: 'Remember that the caller opened a brand or one of its products',
    body: z.object({ brandId: Id, productId: Id.optional() }),
    returns: Done,
    requires: member,
    refuses: ['NOT_FOUND'],
    unaudited: PERSONAL,
  }),
};
