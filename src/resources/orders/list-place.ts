import type { OrderSide } from '../../../domain/orders/status';

const PATHS: Record<OrderSide, string> = { seller: '/orders', buyer: '/orders/purchases' };
const searches: Record<OrderSide, string> = { seller: '', buyer: '' };

/** Keeps the filters, sort and page a list was left with, for the way back from its orders. */
export function leaveList(side: OrderSide, search: string): void {
  searches[side] = search;
}

/** The list as it was left in this tab. */
export const listPath = (side: OrderSide): string => PATHS[side] + searches[side];
