import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import {
  CompanyScope,
  Done,
  del,
  get,
  Id,
  IdParams,
  Instant,
  patch,
  post,
  put,
  RowId,
  search,
  Version,
} from '../contract/endpoint';
import { compare, PriceSchema } from '../money';
import { lineOfText } from '../text';
import { PriceWhySchema } from './price';

const reads = read('PRODUCTS');
/** Those without the plan keep what they have, and may switch it off or delete it. */
const writes = write('PRODUCTS');
const onStarter = onPlan('price-schedules', writes);

export const MOST_PRODUCT_RULES = 5_000;
export const MOST_LINE_RULES = 1_000;
const MOST_CUSTOMERS = 10_000;
/** The price changes and customers a preview names; it counts them all. */
export const MOST_PREVIEWED_PRICES = 200;
export const MOST_NAMED_CUSTOMERS = 5;

const count = z.number().int().nonnegative();
const Named = z.strictObject({ id: RowId, name: z.string() });
const name = lineOfText().min(1, 'Name is required').max(120, 'Must be 120 characters or fewer');

const PERCENT = /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/;
/** A fraction: '0.125' is 12.5%. */
export const PercentDiscountSchema = z
  .string()
  .regex(PERCENT, 'Must be a percentage up to 100, with up to 2 decimals')
  .refine((text) => !PERCENT.test(text) || compare(text, 0) > 0, 'Must be more than 0%');

/** A price for one product. */
export const ProductRuleInput = z.strictObject({ productId: Id, price: PriceSchema });
/** A price for a line’s products, or a percentage off their wholesale prices: exactly one. */
export const ProductLineRuleInput = z
  .strictObject({
    productLineId: Id,
    price: PriceSchema.nullable().default(null),
    percentDiscount: PercentDiscountSchema.nullable().default(null),
  })
  .refine(({ price, percentDiscount }) => (price === null) !== (percentDiscount === null), {
    path: ['price'],
    message: 'Enter a price or a percentage off, not both',
  });

const customerIds = z.array(Id).max(MOST_CUSTOMERS, 'Choose up to 10,000 customers');

/** What a schedule may be changed to. A list that is given replaces the schedule’s; an empty one removes them all. */
const Changes = {
  enabled: z.boolean().optional(),
  customerIds: customerIds.optional(),
  productRules: z
    .array(ProductRuleInput)
    .max(MOST_PRODUCT_RULES, 'A price schedule has up to 5,000 products')
    .optional(),
  productLineRules: z
    .array(ProductLineRuleInput)
    .max(MOST_LINE_RULES, 'A price schedule has up to 1,000 product lines')
    .optional(),
};
export type ScheduleChanges = z.output<z.ZodObject<typeof Changes>>;

const head = {
  id: RowId,
  companyId: RowId,
  name: z.string(),
  enabled: z.boolean(),
  /** When anything of it last changed. */
  lastChange: Instant,
  version: Version,
};

/** A price schedule in a list. */
export const PriceScheduleRow = z.strictObject({
  ...head,
  customerCount: count,
  productRuleCount: count,
  productLineRuleCount: count,
});
export type PriceScheduleRow = z.infer<typeof PriceScheduleRow>;

export const ScheduledProduct = z.strictObject({
  id: RowId,
  name: z.string(),
  sku: z.string(),
  productLineId: RowId.nullable(),
  wholesalePrice: z.string(),
  salePrice: z.string().nullable(),
  isArchived: z.boolean(),
});
export type ScheduledProduct = z.infer<typeof ScheduledProduct>;

export const ScheduledLine = z.strictObject({
  id: RowId,
  name: z.string(),
  brandName: z.string(),
  /** Products that aren’t archived, and their lowest and highest wholesale price. */
  productCount: count,
  lowestPrice: z.string().nullable(),
  highestPrice: z.string().nullable(),
});
export type ScheduledLine = z.infer<typeof ScheduledLine>;

/** One price schedule in full. */
export const PriceSchedule = z.strictObject({
  ...head,
  productRules: z.array(z.strictObject({ productId: RowId, price: z.string(), product: ScheduledProduct })),
  productLineRules: z.array(
    z.strictObject({
      productLineId: RowId,
      price: z.string().nullable(),
      percentDiscount: z.string().nullable(),
      productLine: ScheduledLine,
    }),
  ),
  customerCount: count,
  /** Empty for people who may not see customers. */
  customerIds: z.array(RowId),
  customers: z.array(Named),
  seesCustomers: z.boolean(),
  /** Rules for brands the reader doesn’t see: only their own rules are theirs to change. */
  hiddenRules: count,
});
export type PriceSchedule = z.infer<typeof PriceSchedule>;

const Priced = z.strictObject({ price: z.string(), why: PriceWhySchema });
const Customers = z.strictObject({ count, names: z.array(z.string()) });

/** One new price, for the customers who get it. */
const PreviewedPrice = z.strictObject({
  product: z.strictObject({ id: RowId, name: z.string(), sku: z.string() }),
  before: Priced,
  after: Priced,
  customers: Customers,
});
export type PreviewedPrice = z.infer<typeof PreviewedPrice>;

const PricePreview = z.strictObject({
  /** The schedule’s version it was worked out for, to save the change with. */
  version: Version,
  /** Whose prices change, of how many products, and how many prices in all, up or down. */
  customers: Customers,
  products: count,
  raised: count,
  lowered: count,
  /** Open carts and draft orders with a product whose price changes for their customer. */
  carts: count,
  drafts: count,
  /** Up to `MOST_PREVIEWED_PRICES`, of `rowCount`. */
  rows: z.array(PreviewedPrice),
  rowCount: count,
});
export type PricePreview = z.infer<typeof PricePreview>;

export const priceSchedules = {
  list: get('/price-schedules', {
    summary: 'A company’s price schedules by name',
    query: z.object({
      orgId: Id,
      companyId: Id,
      /** Keeps caches in between from answering; ignored. */
      cacheKey: lineOfText().max(100).optional(),
    }),
    returns: z.array(PriceScheduleRow),
    requires: reads,
  }),
  lines: get('/price-schedules/lines', {
    summary: 'Product lines a company can set prices for, with the wholesale prices in each',
    query: CompanyScope,
    returns: z.array(ScheduledLine),
    requires: reads,
  }),
  match: search('/price-schedules/products', {
    summary: 'Finds a company’s products by SKU or whole name, ignoring case; null for those it has none or several of',
    body: z.object({
      orgId: Id,
      companyId: Id,
      texts: z.array(lineOfText().max(200)).max(MOST_PRODUCT_RULES, 'Paste up to 5,000 lines at a time'),
    }),
    bodyLimit: 1024 * 1024,
    returns: z.array(ScheduledProduct.nullable()),
    requires: reads,
  }),
  get: get('/price-schedules/:id', {
    summary: 'One price schedule with its rules and customers',
    params: IdParams,
    returns: PriceSchedule,
    requires: reads,
  }),
  create: post('/price-schedules', {
    summary: 'Add a price schedule; without rules and customers',
    body: CompanyScope.extend({ name }),
    returns: PriceSchedule,
    requires: onStarter,
    audit: 'price-schedule',
    idempotent: true,
  }),
  update: patch('/price-schedules/:id', {
    summary: 'Change a price schedule; lists that are given replace its lists',
    params: IdParams,
    body: z.object({ name: name.optional(), ...Changes, version: Version }),
    bodyLimit: 1024 * 1024,
    returns: PriceSchedule,
    requires: onStarter,
    audit: 'price-schedule',
  }),
  setCustomers: put('/price-schedules/:id/customers', {
    summary: 'Choose a price schedule’s customers',
    params: IdParams,
    body: z.object({ customerIds }),
    returns: PriceSchedule,
    requires: onStarter,
    audit: 'price-schedule',
  }),
  addRule: post('/price-schedules/:id/rules', {
    summary: 'Set a product’s price in a price schedule',
    params: IdParams,
    body: ProductRuleInput,
    returns: PriceSchedule,
    requires: onStarter,
    audit: 'price-schedule',
  }),
  remove: del('/price-schedules/:id', {
    summary: 'Delete a price schedule; its customers pay what they would without it',
    params: IdParams,
    returns: Done,
    requires: writes,
    audit: 'price-schedule',
  }),
  preview: search('/price-schedules/:id/preview', {
    summary: 'Which customers would pay what for which products after a change; nothing is saved',
    params: IdParams,
    body: z.object(Changes),
    bodyLimit: 1024 * 1024,
    returns: PricePreview,
    requires: writes,
    refuses: ['CONFLICT'],
  }),
};

/** One schedule’s price for a product. */
export const ProductOffer = z.strictObject({
  schedule: z.strictObject({ id: RowId, name: z.string(), enabled: z.boolean() }),
  why: PriceWhySchema,
  price: z.string(),
  /** Percent below wholesale; negative above it, null without a wholesale price. */
  below: z.string().nullable(),
  /** Who has the schedule, and for how many of them this is the price, because no other of theirs is lower. */
  customerCount: count,
  wins: count,
  /** Up to 100 of them; `beatenBy` is the schedule they get a lower price from. */
  customers: z.array(z.strictObject({ id: RowId, name: z.string(), beatenBy: z.string().nullable() })),
});
export type ProductOffer = z.infer<typeof ProductOffer>;

export const ProductPrices = z.strictObject({
  wholesalePrice: z.string(),
  salePrice: z.string().nullable(),
  offers: z.array(ProductOffer),
});
export type ProductPrices = z.infer<typeof ProductPrices>;

export const productPrices = {
  get: get('/products/:id/prices', {
    summary: 'A product’s price in each price schedule, lowest first',
    params: IdParams,
    returns: ProductPrices,
    requires: reads,
  }),
};
