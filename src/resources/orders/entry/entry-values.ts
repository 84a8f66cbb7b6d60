import type { z } from 'zod';
import type { UnitSchema } from '../../../../domain/catalogue/product-record';
import { discountShown, readDiscount, type TypedDiscount } from '../../../../domain/orders/entry/discount';
import type { OrderCustomer } from '../../../../domain/orders/entry/draft';
import { enteredPrice } from '../../../../domain/orders/entry/judge';
import type { Order, OrderSource } from '../../../../domain/orders/order';

/** A line as typed; `key` tells rows apart, also of one product. */
export type EntryLine = {
  key: string;
  id: number | null;
  productId: number;
  quantity: string;
  unitOfMeasure: z.infer<typeof UnitSchema> | null;
  salePrice: string | null;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
};

export type EntryValues = {
  customerId: number | null;
  orderSource: OrderSource;
  distributorId: number | null;
  salesRepOrgUserIds: number[];
  paymentOptionId: number | null;
  paymentDueDate: string | null;
  shipDate: string | null;
  shippingDetails: string;
  notes: string;
  lineItems: EntryLine[];
} & TypedDiscount;

export const BLANK: EntryValues = {
  customerId: null,
  orderSource: 'MANUAL',
  distributorId: null,
  salesRepOrgUserIds: [],
  paymentOptionId: null,
  paymentDueDate: null,
  shipDate: null,
  shippingDetails: '',
  notes: '',
  discountType: '$',
  discount: '0',
  lineItems: [],
};

/** A saved order as its form shows it. */
export function valuesOf(order: Order): EntryValues {
  return {
    customerId: order.customer.id,
    orderSource: order.orderSource,
    distributorId: order.distributor?.companyId ?? null,
    salesRepOrgUserIds: order.salesReps.map(({ id }) => id),
    paymentOptionId: order.paymentOption?.id ?? null,
    paymentDueDate: order.paymentDueDate,
    shipDate: order.shipDate,
    shippingDetails: order.shippingDetails,
    notes: order.notes,
    discountType: order.discountType,
    discount: discountShown(order),
    lineItems: order.lineItems.map((line) => ({
      key: String(line.id),
      id: line.id,
      productId: line.productId,
      quantity: line.quantity,
      unitOfMeasure: line.unitOfMeasure as EntryLine['unitOfMeasure'],
      salePrice: enteredPrice(line),
      isSample: line.isSample,
      isBackorder: line.isBackorder,
      notes: line.notes,
    })),
  };
}

let added = 0;

/** A new line of a product. */
export const lineOf = (
  product: { id: number; listingState?: string },
  quantity: string,
  rest: Partial<EntryLine> = {},
): EntryLine => {
  added += 1;
  return {
    key: `new-${Date.now()}-${added}`,
    id: null,
    productId: product.id,
    quantity,
    unitOfMeasure: null,
    salePrice: null,
    isSample: product.listingState === 'SAMPLE',
    isBackorder: product.listingState === 'BACKORDER',
    notes: '',
    ...rest,
  };
};

/** The discount as the platform takes it; 0 while it can't be read. */
export const discountOf = ({ discountType, discount }: TypedDiscount) => ({
  discountType,
  discount: readDiscount({ discountType, discount }) ?? '0',
});

/** The values as the platform takes them. A discount that can't be read is blank, which the platform refuses. */
export function draftOf({ lineItems, discount, discountType, customerId, ...values }: EntryValues) {
  return {
    ...values,
    customerId,
    discountType,
    discount: readDiscount({ discountType, discount }) ?? '',
    lineItems: lineItems.map(({ key: _, ...line }) => line),
  };
}

/** What a new order takes over from its customer, where nothing was typed yet. */
export function beginningOf(customer: OrderCustomer, reps: readonly number[]): Partial<EntryValues> {
  const [option, ...others] = customer.paymentOptions;
  return {
    ...(reps.length === 0 && { salesRepOrgUserIds: [...customer.managerIds] }),
    ...(option && others.length === 0 && { paymentOptionId: option.id }),
  };
}
