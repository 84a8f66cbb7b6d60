import { z } from 'zod';
import { read, write } from '../../access/ability';
import { UNIT_MEASURES } from '../../catalogue/units/tracking-units';
import { commaJoined, get, Id, IdParams, page, post, put, whole } from '../../contract/endpoint';
import { formatNumber } from '../../money';
import { lineOfText } from '../../text';
import { FoundItem, ProductMapping } from '../mapping';
import { ItemCategory, TrackingItem, TrackingItemDraft, TrackingStrain } from './tracking-item';

const reads = read('PRODUCTS');
const writes = write('PRODUCTS');

/** Most items the tracking system takes in one write. */
export const MOST_NEW_ITEMS = 10;
const MOST_MAPPED = 100;

const Searched = z.object({
  searchTerm: lineOfText().max(200, 'Must be 200 characters or fewer').default(''),
  page: whole(z.number().int().min(0).max(100_000)).default(0),
  itemsPerPage: whole(z.number().int().min(1).max(250)).default(25),
});

/** Which items of the tracking system a product's stock comes from. */
export const productItems = {
  mapped: get('/products/mapped-items', {
    summary: 'The tracking system items mapped to a product, with what their active packages hold',
    query: z.object({ productId: Id }),
    returns: ProductMapping,
    requires: reads,
    refuses: ['NOT_FOUND'],
  }),
  search: get('/products/search-items', {
    summary: 'Tracking system items by name, to map to a product: of licenses in the state of its company',
    query: Searched.extend({
      productId: Id,
      /** Only these, such as those used last. */
      itemIds: z.preprocess(commaJoined, z.array(Id).max(MOST_MAPPED).optional()),
    }),
    returns: page(FoundItem),
    requires: reads,
    refuses: ['NOT_FOUND'],
  }),
  assign: put('/products/:id/assign-items', {
    summary: 'Map items to a product; those it has already stay as they are',
    params: IdParams,
    body: z.object({
      verdantItemIds: z
        .array(Id)
        .min(1, 'Choose an item')
        .max(MOST_MAPPED, `At most ${formatNumber(MOST_MAPPED)} items at a time`),
    }),
    returns: ProductMapping,
    requires: writes,
    audit: 'product',
  }),
  unassign: post('/products/:id/unassign-items', {
    summary: 'Remove mapped items from a product; by the ids of its mappings',
    params: IdParams,
    body: z.object({
      productItemIds: z
        .array(Id)
        .min(1, 'Choose an item')
        .max(MOST_MAPPED, `At most ${formatNumber(MOST_MAPPED)} items at a time`),
    }),
    returns: ProductMapping,
    requires: writes,
    audit: 'product',
  }),
};

const OfLicense = z.object({ licenseId: Id });
const refusesWithoutKey = ['NOT_FOUND', 'TRACKING_KEY_REQUIRED'] as const;

/** Items, categories and strains of a license at the tracking system. */
export const trackingItems = {
  list: get('/metrc-items', {
    summary: 'The tracking system items of a license, by name',
    query: OfLicense.extend(Searched.shape).extend({
      /** Only those measured so. */
      measures: z.enum(UNIT_MEASURES).optional(),
    }),
    returns: page(TrackingItem),
    requires: reads,
    refuses: ['NOT_FOUND'],
  }),
  categories: get('/metrc-items/categories', {
    summary: 'Item categories at the tracking system of a license, and what each asks of an item',
    query: OfLicense,
    returns: z.array(ItemCategory),
    requires: reads,
    refuses: refusesWithoutKey,
  }),
  strains: get('/metrc-strains', {
    summary: 'The strains of a license at the tracking system',
    query: OfLicense,
    returns: z.array(TrackingStrain),
    requires: reads,
    refuses: refusesWithoutKey,
  }),
  create: post('/metrc-items', {
    summary: 'Add items to the tracking system; for a license, all or none',
    body: OfLicense.extend({
      items: z
        .array(TrackingItemDraft)
        .min(1, 'Add an item')
        .max(MOST_NEW_ITEMS, `At most ${MOST_NEW_ITEMS} items at a time`),
    }),
    returns: z.array(TrackingItem),
    requires: writes,
    refuses: refusesWithoutKey,
    audit: 'tracking-item',
    transaction: 'each',
    idempotent: true,
  }),
};
