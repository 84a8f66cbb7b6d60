import { type OrderFilters, orderFilters } from '../../../domain/orders/filters';

/** The orders list with these filters. */
export const ordersPath = (filters: OrderFilters): string =>
  `/orders?${new URLSearchParams(orderFilters.format(filters))}`;
