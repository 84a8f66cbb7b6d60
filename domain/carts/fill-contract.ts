import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, Done, del, get, Id, IdParams, Instant, post, put, RowId, search } from '../contract/endpoint';
import { MoneySchema, QuantitySchema } from '../money';
import { lineOfText } from '../text';
import { MOST_QUICK_LINES, MOST_SKU_CHARACTERS } from './quick-lines';

/** A line to put in a cart, judged as if it were sent. */
export const FillLine = z.strictObject({
  /** Null for an unknown SKU. */
  productId: RowId.nullable(),
  productName: z.string(),
  sku: z.string(),
  /** To add, in the unit the product is entered in now. */
  quantity: QuantitySchema,
  unitOfMeasure: z.string(),
  /** What the cart has of it already, and what it gets with this. */
  inCart: QuantitySchema,
  total: QuantitySchema,
  /** What this quantity comes to now, in dollars; null where it isn't sold now. */
  after: MoneySchema.nullable(),
  /** Why it can't be added; null if it can. */
  problem: z.string().nullable(),
  /** Whether it can’t be bought at all now, so that substitutes can be asked for. */
  isGone: z.boolean(),
});
export type FillLine = z.infer<typeof FillLine>;

/** What would be put in the cart of a license and a seller. */
export const FillPreview = z.strictObject({
  buyerCompanyId: RowId,
  buyerLicenseId: RowId,
  sellerCompanyId: RowId,
  sellerName: z.string(),
  lines: z.array(FillLine),
  /** What the cart has beside these. */
  others: z.array(RowId),
});
export type FillPreview = z.infer<typeof FillPreview>;

const reads = read('PURCHASE_ORDERS');
const writes = write('PURCHASE_ORDERS');

/** Instead of what the cart has, or beside it. */
const Into = z.object({ buyerLicenseId: Id, replaces: z.boolean().default(false) });

/** Buying by SKU. */
export const quickOrders = {
  preview: search('/carts/quick-order', {
    summary: 'What a list of SKUs and quantities would put in the cart at a seller; nothing is saved',
    body: Into.extend({
      sellerCompanyId: Id,
      lines: z
        .array(z.object({ sku: lineOfText().min(1).max(MOST_SKU_CHARACTERS), quantity: QuantitySchema }))
        .min(1, 'Type at least one line')
        .max(MOST_QUICK_LINES, `At most ${MOST_QUICK_LINES} lines at once`),
    }),
    returns: FillPreview,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: reads,
  }),
};

const Name = lineOfText().min(1, 'Name is required').max(80, 'Must be 80 characters or fewer');

const StandingList = z.strictObject({
  id: RowId,
  name: z.string(),
  sellerCompanyId: RowId,
  sellerName: z.string(),
  products: z.number().int().nonnegative(),
  changed: Instant,
  version: z.number().int(),
});
export type StandingList = z.infer<typeof StandingList>;

/** What is bought again and again, such as each Tuesday's order: kept by name, for everybody who buys for the company. */
export const standingLists = {
  list: get('/standing-lists', {
    summary: 'The standing lists of a buyer company, by name',
    query: CompanyScope,
    returns: z.array(StandingList),
    days: 'reader',
    requires: reads,
  }),
  create: post('/standing-lists', {
    summary: 'Save a cart as a standing list; it replaces one of the same name',
    body: CompanyScope.extend({ cartId: Id, name: Name }),
    returns: StandingList,
    days: 'reader',
    requires: writes,
    audit: 'standing-list',
    idempotent: true,
  }),
  update: put('/standing-lists/:id', {
    summary: 'Rename a standing list',
    params: IdParams,
    body: z.object({ name: Name, version: z.number().int() }),
    returns: StandingList,
    requires: writes,
    audit: 'standing-list',
  }),
  remove: del('/standing-lists/:id', {
    summary: 'Delete a standing list',
    params: IdParams,
    returns: Done,
    requires: writes,
    audit: 'standing-list',
  }),
  preview: search('/standing-lists/:id/fill', {
    summary: 'What a standing list would put in the cart of a license; nothing is saved',
    params: IdParams,
    body: Into,
    returns: FillPreview,
    refuses: ['CONFLICT'],
    requires: reads,
  }),
};
