import { anyOf, read } from '../access/ability';

/** Reads sales orders: all, or one’s own. Apart, since every page's navigation asks it, and few pages load the schemas of orders. */
export const seesOrders = anyOf(read('BROWSE_MY_ORDERS'), read('BROWSE_ORDERS'));
