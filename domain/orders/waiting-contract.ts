import { z } from 'zod';
import { anyOf, read } from '../access/ability';
import { get } from '../contract/endpoint';
import { ListScope } from '../contract/list';

/** The badge shows "9+" above nine, so counting stops at ten. */
export const WAITING_CAP = 10;

/** Reads sales orders: all, or one’s own. */
export const seesOrders = anyOf(read('BROWSE_MY_ORDERS'), read('BROWSE_ORDERS'));

/** How many orders wait. Apart, since every page's navigation counts them, and few pages load the schemas of orders. */
export const waitingOrders = get('/leaflink/orders/waiting', {
  summary: 'Sales orders waiting for the seller, counted up to 10',
  query: ListScope,
  returns: z.strictObject({ count: z.number().int().min(0).max(WAITING_CAP) }),
  requires: seesOrders,
});
