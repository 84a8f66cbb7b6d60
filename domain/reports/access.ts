import { onPlan } from '../access/ability';
import { orders } from '../orders/contract';

/** What order reports require, and having them or a saved search emailed; apart, for screens that only offer them. */
export const readsReports = onPlan('order-reports', orders.search.requires);
