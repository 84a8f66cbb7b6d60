type Agreed = { paymentOptionIds: readonly number[]; paymentOptionsLocked: boolean };

/**
 * A company's payment options as a customer may use them, those agreed with them first, so that the first is what an order
 * begins with: any of the company's, or only the agreed ones if the seller requires it. Null is nobody's customer yet.
 */
export function paymentOptionsFor<Option extends { id: number }>(
  options: readonly Option[],
  customer: Agreed | null,
): Option[] {
  const isAgreed = ({ id }: Option) => customer?.paymentOptionIds.includes(id) ?? false;
  const others = customer?.paymentOptionsLocked ? [] : options.filter((option) => !isAgreed(option));
  return [...options.filter(isAgreed), ...others];
}
