import { z } from 'zod';
import { MenuProduct, ProductPrice } from '../../catalogue/product';
import { UnitSchema } from '../../catalogue/product-record';
import { QuantityRules } from '../../catalogue/units/quantity-rules';
import { EnteredDay, Id, RowId, Version } from '../../contract/endpoint';
import { compare, formatNumber, MoneySchema, PriceSchema, QuantitySchema, StockLevelSchema } from '../../money';
import { LicenseWarning } from '../../organization/license-warning';
import { PaymentOption } from '../../organization/organization';
import { PriceWhySchema } from '../../pricing/price';
import { lineOfText } from '../../text';
import { MOST_ORDER_LINES, OrderNotes, SalesRepIds, ShippingDetails } from '../limits';
import { Order, OrderSource, OverrideReason } from '../order';
import { DISCOUNT_TYPES, DiscountTypeSchema } from '../totals';
import { EnteredSource } from './source';

const MOST_LINES = `At most ${formatNumber(MOST_ORDER_LINES)} lines`;

/** A line as its seller enters it, in the order of the list. */
export const OrderLineDraft = z.object({
  /** The line it changes; null for a new one. */
  id: Id.nullable().default(null),
  productId: Id,
  /** In `unitOfMeasure`. */
  quantity: QuantitySchema,
  /** 'Case' or the product's base unit, for products sold by the case; null for the product's own. */
  unitOfMeasure: UnitSchema.nullable().default(null),
  /**
   * A price entered for this line, per case for products sold by the case. Null: a new line has the customer's price, and
   * a line that is kept its own.
   */
  salePrice: PriceSchema.nullable().default(null),
  isSample: z.boolean().default(false),
  isBackorder: z.boolean().default(false),
  notes: z.string().trim().max(1000, 'Must be 1,000 characters or fewer').default(''),
});
export type OrderLineDraft = z.output<typeof OrderLineDraft>;

const Discount = z.object({
  discountType: DiscountTypeSchema.default('$'),
  /** Dollars, or a fraction for '%': '0.1' is 10%. */
  discount: PriceSchema.or(QuantitySchema).default('0'),
});

/** What a seller enters of an order, besides its scope. */
export const OrderDraft = z
  .object({
    customerId: Id,
    /** Left out, an order keeps its own; see `sourceRefusal`. */
    orderSource: OrderSource.optional(),
    /** The company that carries the goods. */
    distributorId: Id.nullable().default(null),
    salesRepOrgUserIds: SalesRepIds.default([]),
    paymentOptionId: Id.nullable().default(null),
    paymentDueDate: EnteredDay.nullable().default(null),
    shipDate: EnteredDay.nullable().default(null),
    shippingDetails: ShippingDetails.default(''),
    notes: OrderNotes.default(''),
    ...Discount.shape,
    lineItems: z.array(OrderLineDraft).max(MOST_ORDER_LINES, MOST_LINES),
    /** The total the person saw. When it differs, nothing is saved and the reply says the new one. */
    expectedTotal: MoneySchema.optional(),
  })
  .refine(({ discountType, discount }) => discountType !== DISCOUNT_TYPES[0] || compare(discount, 1) <= 0, {
    path: ['discount'],
    message: 'Must be 100% or less',
  });
export type OrderDraft = z.output<typeof OrderDraft>;

export const NewOrder = OrderDraft.safeExtend({
  orgId: Id,
  companyId: Id,
  orderSource: EnteredSource.default('MANUAL'),
  lineItems: z.array(OrderLineDraft.extend({ id: z.null().default(null) })).max(MOST_ORDER_LINES, MOST_LINES),
});
export const OrderEdit = OrderDraft.safeExtend({
  version: Version,
  /** Why an accepted order changes despite its customer's hold or credit limit. */
  overrideReason: OverrideReason.shape.reason.optional(),
});

/** Why an order wasn't saved: about a line by its place and product, or about the order. */
export const OrderMessage = z.strictObject({
  productId: RowId.nullable(),
  /** The line's place in `lineItems`, from 0. */
  line: z.number().int().nonnegative().nullable(),
  message: z.string(),
});
export type OrderMessage = z.infer<typeof OrderMessage>;

/** The saved order; or, with nothing saved, everything that prevents it. */
export const OrderSaved = z.discriminatedUnion('saveSuccessful', [
  Order.extend({ saveSuccessful: z.literal(true), errorMessages: z.array(OrderMessage).length(0) }),
  z.strictObject({
    saveSuccessful: z.literal(false),
    errorMessages: z.array(OrderMessage).min(1),
    /** What the lines would come to now; null if some can't be priced. */
    expectedTotal: MoneySchema.nullable(),
  }),
]);
export type OrderSaved = z.infer<typeof OrderSaved>;

/** A product as a line of a customer's order needs it: its rules of quantity, its stock and the customer's price. */
export const LineProduct = MenuProduct.pick({
  name: true,
  sku: true,
  listingState: true,
  inventoryManagement: true,
  sellInBulk: true,
  unitMultiplier: true,
  minimumOrder: true,
  maximumOrder: true,
  allowFractionalQuantities: true,
  showQuantity: true,
}).extend({
  id: RowId,
  price: ProductPrice.extend({ why: PriceWhySchema }),
  brand: z.strictObject({ id: RowId, name: z.string() }),
  imageUri: z.string().nullable(),
  isParent: z.boolean(),
  /** Stock minus reservations, in base units. */
  totalEffectiveInventory: StockLevelSchema,
  /** The base unit. */
  unitOfMeasure: UnitSchema,
  sellInUnitOfMeasure: UnitSchema,
  /** What the quantity of a new line of it may be; its seller may go below the minimum or above the maximum. */
  rules: QuantityRules,
});
export type LineProduct = z.infer<typeof LineProduct>;

/** Which products to find: by words, by ids, or by SKU or whole name, which answers null for none or several. */
export const LineProductSearch = z.object({
  orgId: Id,
  companyId: Id,
  /** Whose prices; null shows prices without schedules. */
  customerId: Id.nullable().default(null),
  /** Leaves out archived and parent products. */
  searchTerm: lineOfText().max(200).optional(),
  productIds: z.array(Id).max(MOST_ORDER_LINES).optional(),
  /** SKUs as typed or pasted; the reply's `bySku` has one entry for each, in their order. */
  skus: z.array(lineOfText().max(200)).max(MOST_ORDER_LINES).optional(),
});

const Named = z.strictObject({ companyId: RowId, name: z.string() });

/** What an order for a customer begins with, and what to know before it is entered. */
export const OrderCustomer = z.strictObject({
  id: RowId,
  name: z.string(),
  licenseNumber: z.string().nullable(),
  /** What there is to know of that license; null where there is nothing. */
  licenseWarning: LicenseWarning.nullable(),
  onHold: z.boolean(),
  holdReason: z.string(),
  delinquent: z.boolean(),
  creditLimitUsd: MoneySchema.nullable(),
  /** Unpaid on accepted orders, less what was paid too much; less than 0 if that is more. */
  exposureUsd: MoneySchema,
  overpaidUsd: MoneySchema,
  /** Days from acceptance; null when the payment option decides. */
  paymentTermsDays: z.number().int().nullable(),
  /** Its managers who can be sales reps of its orders. */
  managerIds: z.array(RowId),
  /** Those agreed with the customer, or all of the company's. */
  paymentOptions: z.array(PaymentOption),
  distributors: z.array(Named),
  /** The distributor that usually carries a brand. */
  usualDistributors: z.array(z.strictObject({ brandId: RowId, distributorId: RowId })),
});
export type OrderCustomer = z.infer<typeof OrderCustomer>;
