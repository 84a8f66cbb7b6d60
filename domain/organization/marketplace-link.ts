import { z } from 'zod';
import { counted } from '../text';

/** What severing a company's link with the wholesale marketplace would change, or joining it again. */
export const LinkChange = z.strictObject({
  /** Whether it would be severed; else it would join. */
  severs: z.boolean(),
  /** Whether orders come in from there. */
  hasOrders: z.boolean(),
  /** Products whose stock would be counted here, or come from there again. */
  products: z.number().int().nonnegative(),
  /** Price schedules that would be used, or no longer be. */
  schedules: z.number().int().nonnegative(),
});
export type LinkChange = z.infer<typeof LinkChange>;

/** The same in sentences, said before it is done. */
export function linkChanges({ severs, hasOrders, products, schedules }: LinkChange): string[] {
  const stocks = counted(products, 'product');
  const used = counted(schedules, 'price schedule');
  const orders = hasOrders
    ? 'Orders keep coming in, and we keep sending your changes to them.'
    : 'No orders come in from there now. That doesn’t change.';
  if (severs)
    return [
      'Prices are set here. “Pricing” appears in the navigation.',
      schedules > 0 ? `${used} apply to your buyers again.` : 'Your prices here start as they are now.',
      products > 0
        ? `The stock of ${stocks} no longer comes from there. It stays at today’s figures, and you enter it here.`
        : 'No product’s stock comes from there, so stock doesn’t change.',
      orders,
      'You can join the link again.',
    ];
  return [
    'Prices are set in the wholesale marketplace. “Pricing” leaves the navigation, and prices can’t be changed here.',
    schedules > 0 ? `${used} are kept, but don’t apply while it’s linked.` : 'There are no price schedules here.',
    products > 0
      ? `The stock of ${stocks} comes from there again, as it did before the link was severed.`
      : 'No product’s stock changes.',
    orders,
    'You can sever the link again.',
  ];
}
