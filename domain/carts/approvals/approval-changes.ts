import { z } from 'zod';
import { Day, Id } from '../../contract/endpoint';
import { shortDay } from '../../dates';
import { formatUsd, isEqual, MoneySchema, QuantitySchema } from '../../money';
import { PaymentOption } from '../../organization/organization';
import { counted } from '../../text';
import type { CartWrapper } from '../cart';

export const AskedLine = z.strictObject({
  productId: Id,
  productName: z.string(),
  brandId: Id,
  brandName: z.string(),
  quantity: QuantitySchema,
  unitOfMeasure: z.string(),
  unitPrice: MoneySchema,
  total: MoneySchema,
  notes: z.string(),
});

/** What would have been placed when approval was asked for. */
export const AskedOrder = z.strictObject({
  lines: z.array(AskedLine),
  totalUsd: MoneySchema,
  paymentOption: PaymentOption,
  deliveryDay: Day.nullable(),
  buyerNotes: z.string(),
  deliveryPreferences: z.string(),
});
export type AskedOrder = z.infer<typeof AskedOrder>;

/** What is kept of a cart as approval for it is asked. */
export function askedOrder({ cart, delivery }: CartWrapper, paymentOption: PaymentOption): AskedOrder {
  return {
    lines: cart.lineItems.map((line) => ({
      productId: line.productId,
      productName: line.productName,
      brandId: line.brandId,
      brandName: line.brandName,
      quantity: line.quantity,
      unitOfMeasure: line.unitOfMeasure,
      unitPrice: line.unitPrice,
      total: line.total,
      notes: line.notes,
    })),
    totalUsd: cart.total,
    paymentOption,
    deliveryDay: delivery?.day ?? null,
    buyerNotes: cart.orderNotes,
    deliveryPreferences: cart.deliveryPreferences,
  };
}

const dueText = (days: number) => (days === 0 ? 'on acceptance' : `after ${counted(days, 'day')}`);

/** What changed since approval was asked for, a sentence each; `now` is the cart, null once it is gone. */
export function approvalChanges(asked: AskedOrder, now: CartWrapper | null): string[] {
  if (now === null) return ['This cart is gone. It may have been emptied in another window.'];
  const { cart, availablePaymentOptions, delivery, messages } = now;
  const lines = asked.lines.flatMap((line): string[] => {
    const current = cart.lineItems.find(({ productId }) => productId === line.productId);
    if (current === undefined) return [`${line.productName}: no longer sold, so it isn’t in the cart.`];
    const price = isEqual(current.unitPrice, line.unitPrice)
      ? []
      : [`${line.productName}: ${formatUsd(current.unitPrice)} each. It was ${formatUsd(line.unitPrice)}.`];
    return current.errorMessage === null ? price : [...price, `${line.productName}: ${current.errorMessage}`];
  });
  const { id, name, dueDays } = asked.paymentOption;
  const option = availablePaymentOptions.find((one) => one.id === id);
  const payment =
    option === undefined
      ? [`The payment option ${name} is no longer offered.`]
      : option.dueDays === dueDays
        ? []
        : [`${name}: payment is due ${dueText(option.dueDays)}. It was ${dueText(dueDays)}.`];
  const day = delivery?.day ?? null;
  const next = day === null || day === asked.deliveryDay ? [] : [`The next delivery is now ${shortDay(day)}.`];
  const total = isEqual(cart.total, asked.totalUsd)
    ? []
    : [`The total is now ${formatUsd(cart.total)}. It was ${formatUsd(asked.totalUsd)}.`];
  return [...lines, ...payment, ...next, ...messages, ...total];
}
