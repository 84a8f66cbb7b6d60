import { z } from 'zod';
import { MenuProduct } from '../catalogue/product';
import { Day, Id, Instant } from '../contract/endpoint';
import { MoneySchema, money, PriceSchema, QuantitySchema } from '../money';
import { BuyerLicense, Company, PaymentOption } from '../organization/organization';
import { BuyerPriceWhySchema } from '../pricing/price';

export const CartLine = z.strictObject({
  id: Id,
  productId: Id,
  /** The product as its menu shows it now; null when buyers no longer see it. */
  product: MenuProduct.nullable(),
  productName: z.string(),
  brandId: Id,
  brandName: z.string(),
  brandImageUrl: z.string().nullable(),
  /** Cases if the product is sold by the case, else its unit. */
  quantity: QuantitySchema,
  /** The same in units, where it is a number of cases. */
  displayedQuantity: QuantitySchema,
  notes: z.string(),
  expectedUnitMultiplier: QuantitySchema,
  productSoldInBulk: z.boolean(),
  /** The quantity in base units. */
  bulkUnits: QuantitySchema,
  unitOfMeasure: z.string(),
  wholesalePrice: MoneySchema,
  salePrice: MoneySchema.nullable(),
  unitPrice: MoneySchema,
  priceWhy: BuyerPriceWhySchema,
  total: MoneySchema,
  /** Why this line can't be ordered, or null. */
  errorMessage: z.string().nullable(),
});
export type CartLine = z.infer<typeof CartLine>;

export const Cart = z.strictObject({
  id: Id,
  buyerLicenseId: Id,
  sellerCompanyId: Id,
  lineItems: z.array(CartLine),
  /** Same as `orderNotes`. */
  notes: z.string(),
  orderNotes: z.string(),
  deliveryPreferences: z.string(),
  total: MoneySchema,
});
export type Cart = z.infer<typeof Cart>;

/** What the request for a cart came to, as the cart shows it. */
export const CartApproval = z.strictObject({
  id: Id,
  status: z.enum(['WAITING', 'DECLINED']),
  askedBy: z.string(),
  askedAt: Instant,
  /** Who was asked, by name. */
  asked: z.array(z.string()),
  decidedBy: z.string().nullable(),
  /** Why it was declined. */
  reason: z.string(),
});
export type CartApproval = z.infer<typeof CartApproval>;

/** A cart with everything its page needs: buyer, seller, payment options and current products. */
export const CartWrapper = z.strictObject({
  cart: Cart,
  buyerCompanyId: Id,
  buyerCompanyOrgId: Id,
  buyerLicense: BuyerLicense,
  sellerCompany: Company,
  availablePaymentOptions: z.array(PaymentOption),
  messages: z.array(z.string()),
  /** The least the seller takes for an order of this license, in dollars. */
  minimumUsd: MoneySchema.nullable(),
  /** When what is ordered now is delivered, and until when that holds; null without delivery days. */
  delivery: z.strictObject({ day: Day, orderBy: Instant }).nullable(),
  /** Why the reader can’t order it without approval, as `Needs approval: …` goes on; null when they can. */
  needsApproval: z.string().nullable(),
  /** The request to approve it that waits or was declined. While it waits, the cart can’t be changed. */
  approval: CartApproval.nullable(),
  products: z.array(MenuProduct),
});
export type CartWrapper = z.infer<typeof CartWrapper>;

/** A quantity as sent: decimal text or a number. */
const EnteredQuantity = z.preprocess(
  (value: string | number) => (Number.isFinite(value) ? money(value) : value),
  QuantitySchema,
);

export const CartItemUpsert = z.object({
  id: Id.optional(),
  productId: Id,
  quantity: EnteredQuantity,
  notes: z.string().max(1000, 'Must be 1,000 characters or fewer').optional(),
  /** Units per case the buyer saw; the line gets an error if the seller has repacked since. */
  expectedUnitMultiplier: EnteredQuantity.optional(),
  /** The quantity the buyer changed; if a colleague has changed it since, the item is refused and says so. */
  knownQuantity: EnteredQuantity.optional(),
});
export type CartItemUpsert = z.infer<typeof CartItemUpsert>;

export const CartItems = z
  .array(CartItemUpsert)
  .min(1, 'At least one item is required')
  .max(500, 'At most 500 items at once');

/** One entry per item sent: the saved line, or why it wasn't saved. */
export const CartItemResult = z.strictObject({
  item: CartLine.nullable(),
  product: MenuProduct.nullable(),
  message: z.string().nullable(),
  /** What a colleague did since `knownQuantity`, if that is why it wasn't saved: the quantity now, null if removed. */
  clash: z.strictObject({ by: z.string().nullable(), quantity: QuantitySchema.nullable() }).nullable(),
});
export type CartClash = NonNullable<z.infer<typeof CartItemResult>['clash']>;

export const CheckoutCart = z.object({
  cartId: Id,
  companyPaymentOptionId: Id,
  /** The total the buyer saw; a cart with a different total now fails and is shown again. */
  expectedTotal: PriceSchema,
  /** Whether the buyer saw that it asks for approval; if given and no longer so, the cart fails and is shown again. */
  asksApproval: z.boolean().optional(),
});

export const CheckoutRequest = z.object({
  orgId: Id,
  companyId: Id,
  carts: z.array(CheckoutCart).min(1, 'Choose at least one cart').max(50, 'At most 50 carts at once'),
});

export const CreatedOrder = z.strictObject({
  id: Id,
  cartId: Id,
  orderNumber: z.string(),
  totalUsd: MoneySchema,
  sellerCompany: Company,
});

export const FailedCart = z.strictObject({
  cartId: Id,
  message: z.string(),
  /** The current cart, or null if it is gone. */
  cart: CartWrapper.nullable(),
});

/** A cart sent for approval instead of being ordered. */
export const AskedCart = z.strictObject({
  cartId: Id,
  approvalId: Id,
  totalUsd: MoneySchema,
  sellerCompany: Company,
  /** Who was asked, by name. */
  asked: z.array(z.string()),
});

export const CheckoutResult = z.strictObject({
  createdOrders: z.array(CreatedOrder),
  askedCarts: z.array(AskedCart),
  failedCarts: z.array(FailedCart),
});
export type CheckoutResult = z.infer<typeof CheckoutResult>;
