import { ORDER_STATUSES } from '../../../domain/orders/status';
import type { Finds } from '../../providers/manifest';
import { readList } from '../../providers/refine/resource';
import { orders, purchaseOrders } from './resource';

const AT_MOST = 5;

/** A number searches order numbers, text whatever names the order; none finds the newest. */
const filtersFor = (text: string, words: 'anySearch' | 'productNameSearch') =>
  text === '' ? {} : /^\d+$/.test(text) ? { sellerOrderNumber: text } : { [words]: text };

export const findSalesOrders: Finds = async (text, scope, options) => {
  const filters = filtersFor(text, 'anySearch');
  const { results } = await readList(orders, { filters }, scope, options);
  return results.slice(0, AT_MOST).map(({ id, orderNumber, customer, status }) => ({
    path: `/orders/${id}`,
    label: `Order ${orderNumber}`,
    hint: `${customer.name}, ${ORDER_STATUSES[status].label}`,
  }));
};

export const findPurchaseOrders: Finds = async (text, scope, options) => {
  const filters = filtersFor(text, 'productNameSearch');
  const { results } = await readList(purchaseOrders, { filters }, scope, options);
  return results.slice(0, AT_MOST).map(({ id, orderNumber, sellerCompany, status }) => ({
    path: `/orders/purchases/${id}`,
    label: `Purchase order ${orderNumber}`,
    hint: `${sellerCompany.name}, ${ORDER_STATUSES[status].label}`,
  }));
};
