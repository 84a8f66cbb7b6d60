import { orders as contract } from '../../domain/orders/contract';
import { bulk } from '../bulk/bulk';
import { orders } from '../db/schema';
import { changeReps } from './change-reps';
import { removeOrder } from './remove-order';
import { salesOrders } from './search-orders';
import { setShipDate } from './ship-dates';
import { transitionOrder } from './transition-order';

/** Bulk actions on sales orders. */
export const bulkOrders = bulk(contract.bulk, {
  entity: 'order',
  noun: { one: 'Order', many: 'orders' },
  from: { table: orders, id: orders.id, label: orders.orderNumber },
  matching: salesOrders.matching,
  acts: {
    transition: (ctx, id, { status }) => transitionOrder(ctx, { params: { id }, body: { status } }),
    setShipDate,
    addSalesRep: (ctx, id, { salesRepId }) => changeReps(ctx, id, (reps) => [...new Set([...reps, salesRepId])]),
    removeSalesRep: (ctx, id, { salesRepId }) =>
      changeReps(ctx, id, (reps) => reps.filter((rep) => rep !== salesRepId)),
    removeDraft: (ctx, id) => removeOrder(ctx, { params: { id } }),
  },
});
