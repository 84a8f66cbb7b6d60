import { orders as contract } from '../../domain/orders/contract';
import { MOST_IN_A_FILE } from '../../domain/orders/documents/document-kinds';
import { bulk, many, one } from '../bulk/bulk';
import { orders } from '../db/schema';
import { addRep, removeRep, undoAddRep, undoRemoveRep } from './change-reps';
import { drawRead, readEach } from './documents/print-many';
import { cloneInBulk, removeClone } from './entry/clone-order';
import { salesOrders } from './lists/search-orders';
import { type DeletedDraft, deleteDraft, restoreDraft } from './remove-order';
import { setEachShipDate, undoEachShipDate } from './ship-dates';
import { transitionEach } from './transition-order';

/** Bulk actions on sales orders. */
export const bulkOrders = bulk(contract.bulk, {
  entity: 'order',
  noun: { one: 'Order', many: 'orders' },
  from: { table: orders, id: orders.id, label: orders.orderNumber },
  matching: salesOrders.matching,
  acts: {
    transition: many(transitionEach),
    setShipDate: { ...many(setEachShipDate), undo: many(undoEachShipDate) },
    addSalesRep: { ...many(addRep), undo: many(undoAddRep) },
    removeSalesRep: { ...many(removeRep), undo: many(undoRemoveRep) },
    clone: { ...one(cloneInBulk), undo: one(removeClone) },
    removeDraft: {
      ...one(async (ctx, { id }) => ({ kept: await deleteDraft(ctx, id) })),
      undo: one(async (ctx, { id, kept }) => {
        await restoreDraft(ctx, id, kept as DeletedDraft);
        return {};
      }),
    },
    print: { ...many(readEach), files: { most: MOST_IN_A_FILE, make: drawRead } },
  },
});
