import { z } from 'zod';
import { read } from '../access/ability';
import { MenuProduct } from '../catalogue/product';
import { Done, del, get, Id, IdParams, Instant, post, put, RowId } from '../contract/endpoint';
import { MoneySchema } from '../money';
import { FOLLOW_MAILS, type FollowMail } from './follow';

const FollowMailSchema = z.enum(Object.keys(FOLLOW_MAILS) as [FollowMail, ...FollowMail[]]);

export const FollowedProduct = z.strictObject({
  id: RowId,
  productId: RowId,
  productName: z.string(),
  brand: z.strictObject({ id: RowId, name: z.string(), slug: z.string() }),
  /** For whom it would be bought, whose price it is. */
  buyerLicense: z.strictObject({ id: RowId, name: z.string() }),
  /** As that license’s menu shows it now; null when it isn’t on it. */
  product: MenuProduct.nullable(),
  /** What one costs now, or cost when it was last on the menu. */
  price: MoneySchema,
  /** What it cost before, and since when it doesn’t. */
  before: z.strictObject({ price: MoneySchema, until: Instant }).nullable(),
  /** Whether it can be ordered, and since when it can or can’t; null when that never changed. */
  inStock: z.boolean(),
  stockSince: Instant.nullable(),
  /** Whether the caller was told of it since they last looked. */
  isNews: z.boolean(),
});
export type FollowedProduct = z.infer<typeof FollowedProduct>;

const PRIVATE = 'What somebody follows is theirs, and nothing of the organization changes';
const requires = read('PURCHASE_ORDERS');

/** Products a person follows: a lower price for them, and being back in stock, is told to them alone. */
export const follows = {
  list: get('/marketplace/follows', {
    summary: 'The products the caller follows, as they are now and before, those with news first',
    returns: z.strictObject({ mail: FollowMailSchema, results: z.array(FollowedProduct) }),
    requires,
    byKey: false,
  }),
  of: get('/brands/:id/products/:productId/follow', {
    summary: 'Whether the caller follows a product for a license, and as which follow',
    params: z.object({ id: Id, productId: Id }),
    query: z.object({ buyerLicenseId: Id }),
    returns: z.strictObject({ id: RowId.nullable() }),
    requires,
    byKey: false,
  }),
  create: post('/marketplace/follows', {
    summary: 'Follow the price and stock of a product for a license; following it twice is following it once',
    body: z.object({ brandId: Id, productId: Id, buyerLicenseId: Id }),
    returns: z.strictObject({ id: RowId }),
    requires,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    unaudited: PRIVATE,
    byKey: false,
  }),
  seen: post('/marketplace/follows/seen', {
    summary: 'Say that the caller has looked at what they follow',
    body: z.object({}),
    returns: Done,
    requires,
    unaudited: PRIVATE,
    byKey: false,
  }),
  mail: put('/marketplace/follows/mail', {
    summary: 'Choose how the caller is emailed about what they follow',
    body: z.object({ mail: FollowMailSchema }),
    returns: Done,
    requires,
    unaudited: PRIVATE,
    byKey: false,
  }),
  remove: del('/marketplace/follows/:id', {
    summary: 'Stop following a product',
    params: IdParams,
    returns: Done,
    requires,
    unaudited: PRIVATE,
    byKey: false,
  }),
};
