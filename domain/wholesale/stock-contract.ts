import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { productFilters } from '../catalogue/product-filters';
import { get, Id, IdParams, Instant, OrgScope, page, post, RowId, whole } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { QuantitySchema } from '../money';

/** What became of a product's stock: taken over or sent; nothing to do; sent later; never exchanged; refused there. */
export const STOCK_OUTCOMES = ['TAKEN', 'SENT', 'UNCHANGED', 'WAITING', 'SKIPPED', 'FAILED'] as const;

export const StockExchange = z.strictObject({
  productId: RowId,
  name: z.string(),
  outcome: z.enum(STOCK_OUTCOMES),
  /** The figure both have now, in base units; null where there is none. */
  figure: QuantitySchema.nullable(),
  message: z.string(),
});
export type StockExchange = z.infer<typeof StockExchange>;

/** A product's stock on both sides, in base units. */
export const OfferedStock = z.strictObject({
  productId: RowId,
  name: z.string(),
  unitOfMeasure: z.string(),
  isInherited: z.boolean(),
  available: z.string(),
  /** Kept here for buyers there. */
  setAside: z.string(),
  published: z.string().nullable(),
  publishedAt: Instant.nullable(),
  isWaiting: z.boolean(),
  problem: z.string().nullable(),
});
export type OfferedStock = z.infer<typeof OfferedStock>;

const reads = read('EDIT_ORGANIZATION');
const changes = onPlan('marketplace-sync', write('PRODUCTS'));
const OfSync = OrgScope.extend({ id: Id });
const part = 'wholesale' as const;
const exchange = {
  part,
  params: IdParams,
  returns: StockExchange,
  requires: changes,
  refuses: ['WRITE_ACCESS_REQUIRED'],
  audit: 'product',
  transaction: 'each',
} as const;

/** Stock with the wholesale marketplace. */
export const wholesaleStock = {
  sync: post('/products/:id/sync-inventory', {
    ...exchange,
    summary: 'Take over a product’s stock; from the wholesale marketplace',
  }),
  push: post('/products/:id/push-inventory', {
    ...exchange,
    summary: 'Send a product’s available stock; to the wholesale marketplace',
  }),
  bulk: bulkCall('/products/wholesale-stock/bulk', {
    summary: 'Exchange the stock of many products; with the wholesale marketplace',
    scope: ListScope.shape,
    filters: productFilters.schema,
    acts: {
      exchange: { title: 'Exchange stock', input: z.object({}), requires: changes },
    },
  }),
  pushAll: post('/orgs/:orgId/leaflink-syncs/:id/push-inventory', {
    part,
    summary: 'Exchange the stock of all matched products; with the wholesale marketplace',
    params: OfSync,
    returns: z.strictObject({ waiting: z.number().int().nonnegative() }),
    requires: changes,
    refuses: ['WRITE_ACCESS_REQUIRED'],
    audit: 'wholesale-sync',
  }),
  list: get('/orgs/:orgId/leaflink-syncs/:id/stock', {
    part,
    summary: 'The stock of matched products on both sides, those with a problem first',
    params: OfSync,
    query: z.object({
      page: whole(z.number().int().min(0).max(10_000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(100)).default(25),
    }),
    returns: page(OfferedStock),
    requires: reads,
  }),
};
