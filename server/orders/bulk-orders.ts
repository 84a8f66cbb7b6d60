import { orders as contract } from '../../domain/orders/contract';
import { bulk } from '../bulk/bulk';
import { orders } from '../db/schema';
import { salesOrders } from './search-orders';
import { transitionOrder } from './transition-order';

/** Bulk actions on sales orders. */
export const bulkOrders = bulk(contract.bulk, {
  entity: 'order',
  noun: { one: 'Order', many: 'orders' },
  from: { table: orders, id: orders.id, label: orders.orderNumber },
  matching: salesOrders.matching,
  acts: {
    transition: (ctx, id, { status }) => transitionOrder(ctx, { params: { id }, body: { status } }),
  },
});
