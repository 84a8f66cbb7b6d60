import { z } from 'zod';
import { QuantityRules } from '../catalogue/units/quantity-rules';
import { Day, EnteredDay, Id, Instant, RowId, Version } from '../contract/endpoint';
import { MoneySchema, PriceSchema, QuantitySchema } from '../money';
import { LicenseWarning } from '../organization/license-warning';
import { BuyerLicense, Company } from '../organization/organization';
import { BuyerPriceWhySchema, PriceWhySchema } from '../pricing/price';
import { OrderNotes, SalesRepIds, ShippingDetails } from './limits';
import { OrderStatusSchema } from './status';
import { PaymentStateSchema } from './totals';

export const ORDER_SOURCES = ['MARKETPLACE', 'MANUAL', 'WHOLESALE_MARKETPLACE'] as const;
export const OrderSource = z.enum(ORDER_SOURCES);
export type OrderSource = z.infer<typeof OrderSource>;

export const ORDER_SOURCE_LABELS: Record<OrderSource, string> = {
  MARKETPLACE: 'Marketplace',
  MANUAL: 'Entered by sales',
  WHOLESALE_MARKETPLACE: 'Wholesale marketplace',
};

const Person = z.strictObject({ id: RowId, displayName: z.string() });

/** A row of the sales orders grid. */
export const OrderRow = z.strictObject({
  id: RowId,
  orderNumber: z.string(),
  status: OrderStatusSchema,
  customer: z.strictObject({ id: RowId, name: z.string() }),
  sellerCompany: z.strictObject({ companyId: RowId, name: z.string() }),
  orderSource: OrderSource,
  created: Instant,
  shipDate: Day.nullable(),
  paymentDueDate: Day.nullable(),
  totalUsd: MoneySchema,
  /** What of the total is owed: without what waits as backorder. */
  invoicedUsd: MoneySchema,
  paidUsd: MoneySchema,
  /** Null for an order that is closed, or all of which waits as backorder. */
  paymentState: PaymentStateSchema.nullable(),
  salesReps: z.array(Person),
  lineItemCount: z.number().int(),
  /** Statuses the caller may move it to now. */
  availableTransitions: z.array(OrderStatusSchema),
  version: Version,
});
export type OrderRow = z.infer<typeof OrderRow>;

/** A row of the purchase orders grid. */
export const BuyerOrderRow = z.strictObject({
  id: RowId,
  orderNumber: z.string(),
  status: OrderStatusSchema,
  sellerCompany: z.strictObject({ companyId: RowId, name: z.string() }),
  buyerLicense: z.strictObject({ id: RowId, displayName: z.string(), name: z.string() }).nullable(),
  orderSource: OrderSource,
  created: Instant,
  shipDate: Day.nullable(),
  paymentDueDate: Day.nullable(),
  totalUsd: MoneySchema,
  /** What of the total is owed: without what waits as backorder. */
  invoicedUsd: MoneySchema,
  paidUsd: MoneySchema,
  /** Null for an order that is closed, or all of which waits as backorder. */
  paymentState: PaymentStateSchema.nullable(),
  lineItemCount: z.number().int(),
});
export type BuyerOrderRow = z.infer<typeof BuyerOrderRow>;

const LineItemBase = z.strictObject({
  id: Id,
  position: z.number().int(),
  productId: Id,
  productName: z.string(),
  /** The product's current value. */
  sku: z.string(),
  brandName: z.string(),
  imageUri: z.string().nullable(),
  unitOfMeasure: z.string(),
  soldInBulk: z.boolean(),
  unitMultiplier: QuantitySchema,
  quantity: QuantitySchema,
  /** What the order has of it already, which an edit may keep whatever is left in stock. */
  existingQuantity: QuantitySchema,
  orderedUnitPrice: MoneySchema,
  wholesalePrice: MoneySchema,
  salePrice: MoneySchema.nullable(),
  isOnSale: z.boolean(),
  isSample: z.boolean(),
  isBackorder: z.boolean(),
  notes: z.string(),
  total: MoneySchema,
});
/** A line as documents print it. */
export type PrintedLineItem = z.infer<typeof LineItemBase>;

export const OrderLineItem = LineItemBase.extend({ priceWhy: PriceWhySchema });
export type OrderLineItem = z.infer<typeof OrderLineItem>;

export const BuyerOrderLineItem = LineItemBase.extend({ priceWhy: BuyerPriceWhySchema });
export type BuyerOrderLineItem = z.infer<typeof BuyerOrderLineItem>;

/** What an edit may make of a line's quantity. */
const OrderLineRules = QuantityRules.extend({ lineItemId: RowId, productId: RowId });
export type OrderLineRules = z.infer<typeof OrderLineRules>;

const OrderName = z.strictObject({ id: RowId, orderNumber: z.string() });

const OrderBase = z.strictObject({
  id: Id,
  orderNumber: z.string(),
  status: OrderStatusSchema,
  orderSource: OrderSource,
  customer: z.strictObject({ id: Id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  sellerCompany: Company,
  sellerCompanyId: Id,
  sellerOrgId: Id,
  buyerLicense: BuyerLicense.nullable(),
  /** What there is to know of the license it is for; null of a closed order, and where there is nothing. */
  licenseWarning: LicenseWarning.nullable(),
  discountType: z.enum(['%', '$']),
  discount: z.string(),
  subtotalUsd: MoneySchema,
  orderDiscountUsd: MoneySchema,
  totalUsd: MoneySchema,
  /** What of the total is owed: without what waits as backorder. */
  invoicedUsd: MoneySchema,
  paidUsd: MoneySchema,
  /** Null for an order that is closed, or all of which waits as backorder. */
  paymentState: PaymentStateSchema.nullable(),
  paymentOption: z.strictObject({ id: Id, name: z.string(), dueDays: z.number().int() }).nullable(),
  paymentDueDate: Day.nullable(),
  shipDate: Day.nullable(),
  shippingDetails: z.string(),
  buyerNotes: z.string(),
  deliveryPreferences: z.string(),
  created: Instant,
  updated: Instant,
  /** Statuses the caller may move it to now. */
  availableTransitions: z.array(OrderStatusSchema),
  history: z.array(
    z.strictObject({
      from: OrderStatusSchema.nullable(),
      to: OrderStatusSchema,
      at: Instant,
      by: z.string(),
      /** As typed by whoever made the change; both sides can read it. */
      reason: z.string().nullable(),
    }),
  ),
  /** The orders it was merged from, and the one it was merged into, as far as the reader may see them. */
  mergedFrom: z.array(OrderName),
  mergedInto: OrderName.nullable(),
  version: Version,
});

/** An order as its seller sees it. */
export const Order = OrderBase.extend({
  lineItems: z.array(OrderLineItem),
  /** Its id in the wholesale marketplace, for orders kept there. */
  externalId: z.string().nullable(),
  /** The seller's own notes; the buyer never sees them. */
  notes: z.string(),
  salesReps: z.array(Person),
  /** The same people, as an edit sends them. */
  salesRepOrgUserIds: z.array(Id),
  /** The company that carries the goods. */
  distributor: z.strictObject({ companyId: RowId, name: z.string() }).nullable(),
  distributorId: RowId.nullable(),
  /** The total an edit is based on: sent with it, a save refuses another. */
  expectedTotal: MoneySchema,
  /** What an edit may make of the quantity of each line, as products and stock are now. */
  rules: z.array(OrderLineRules),
  originalOrderIds: z.array(Id),
  canUnmerge: z.boolean(),
  canEdit: z.boolean(),
  canEditLines: z.boolean(),
});
export type Order = z.infer<typeof Order>;

/** An order as its buyer sees it. */
export const BuyerOrder = OrderBase.extend({ lineItems: z.array(BuyerOrderLineItem) });
export type BuyerOrder = z.infer<typeof BuyerOrder>;

export const OrderBasicInfo = z.object({
  shipDate: EnteredDay.nullable(),
  paymentDueDate: EnteredDay.nullable(),
  shippingDetails: ShippingDetails,
  notes: OrderNotes,
  salesRepOrgUserIds: SalesRepIds,
  version: Version,
});

const Reason = z.string().trim().min(1, 'Enter a reason').max(500, 'Must be 500 characters or fewer');
/** Why an order proceeds despite its customer's hold or credit limit. */
export const OverrideReason = z.object({ reason: Reason });

export const TransitionRequest = z.object({
  status: OrderStatusSchema,
  /** The version the decision was based on; without it, the order's current status decides. */
  version: Version.optional(),
  /** Why the order proceeds despite a hold or credit limit; takes write on order payments. */
  overrideReason: Reason.optional(),
  /** The reason for a rejection or cancellation; both sides can read it. */
  reason: Reason.optional(),
});

export const TransitionResult = z.strictObject({
  status: OrderStatusSchema,
  availableTransitions: z.array(OrderStatusSchema),
  version: Version,
});

export const PAYMENT_TYPES = ['CASH', 'CHECK', 'ACH', 'WIRE', 'CREDIT', 'OTHER'] as const;
export const PaymentType = z.enum(PAYMENT_TYPES);
export const PAYMENT_TYPE_LABELS: Record<z.infer<typeof PaymentType>, string> = {
  CASH: 'Cash',
  CHECK: 'Check',
  ACH: 'ACH',
  WIRE: 'Wire',
  CREDIT: 'Credit',
  OTHER: 'Other',
};

const ENTER_TYPE = 'Choose how the money arrived. To use the customer’s credit, apply it instead.';
/** How money arrives. Credit isn't entered: it moves from one order to another, by `orderCredit`. */
export const ENTERED_PAYMENT_TYPES = PAYMENT_TYPES.filter((type) => type !== 'CREDIT');

export const PaymentDraft = z.object({
  amount: PriceSchema.refine((amount) => Number(amount) > 0, 'Must be greater than 0'),
  paymentType: z.enum(ENTERED_PAYMENT_TYPES, ENTER_TYPE),
  paymentDate: EnteredDay,
  note: z.string().max(500, 'Must be 500 characters or fewer').default(''),
  skipExternalPush: z.boolean().default(false),
  /** The amount and date are meant, however unusual; see `paymentDoubts`. */
  confirmed: z.boolean().optional(),
});

export const Payment = z.strictObject({
  id: Id,
  amount: MoneySchema,
  paymentType: PaymentType,
  paymentDate: Day,
  note: z.string(),
  skipExternalPush: z.boolean(),
  created: Instant,
  createdBy: z.string(),
  voidedAt: Instant.nullable(),
  /** The customer's order whose credit this is, or, of a negative amount, the one its credit went to. */
  creditOrder: OrderName.nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** A comment; the people it mentions are in it by id, as `mentions.ts` says. */
export const CommentText = z.string().trim().min(1, 'Enter a comment').max(4000, 'Must be 4,000 characters or fewer');

export const OrderComment = z.strictObject({
  id: Id,
  comment: z.string(),
  /** The people it mentions, by their current names. */
  mentions: z.array(Person),
  author: z.strictObject({ id: z.uuid(), displayName: z.string() }),
  created: Instant,
  edited: z.boolean(),
  isMine: z.boolean(),
});
export type OrderComment = z.infer<typeof OrderComment>;

export const ORDER_COMMENTS_PER_PAGE = 50;

export const OrderFacets = z.strictObject({
  salesReps: z.array(z.strictObject({ searchId: Id, displayName: z.string() })),
  serviceZones: z.array(z.strictObject({ id: Id, name: z.string() })),
  customerStatuses: z.array(z.strictObject({ id: Id, name: z.string() })),
  brands: z.array(z.strictObject({ id: Id, name: z.string() })),
  productLines: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** Licenses of customers, by name and number; the first thousand. */
  customerLicenses: z.array(z.strictObject({ id: Id, name: z.string() })),
  statuses: z.array(z.strictObject({ id: OrderStatusSchema, count: z.number().int() })),
});

export const BuyerOrderFacets = z.strictObject({
  sellers: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** Brands and product lines of the organizations bought from. */
  brands: z.array(z.strictObject({ id: Id, name: z.string() })),
  productLines: z.array(z.strictObject({ id: Id, name: z.string() })),
  statuses: z.array(z.strictObject({ id: OrderStatusSchema, count: z.number().int() })),
});
