import { z } from 'zod';
import { onPlan } from '../access/ability';
import { csv, search } from '../contract/endpoint';
import { exportCall, headersOf } from '../contract/list';
import { lineOfText } from '../text';
import { orders, purchaseOrders } from './contract';
import { BUYER_ORDER_COLUMNS, MOST_ORDERS_OF_LINES, ORDER_COLUMNS } from './export';

/** Files of every match of a search, not just the current page. */
export const orderExports = {
  orders: search('/leaflink/orders/export', {
    summary: 'Export sales orders, or line items of the selected ones, as csv',
    body: z
      .object({
        ...orders.search.body.shape,
        headers: headersOf(ORDER_COLUMNS),
        /** Exports line items of `orderNumbers` instead of orders, ignoring the filters. */
        exportLineItems: z.boolean().default(false),
        /** Only those line items that match the product and brand filters. */
        filterLineItems: z.boolean().default(false),
        orderNumbers: z
          .array(lineOfText().max(40))
          .max(MOST_ORDERS_OF_LINES, 'Select up to 1,000 orders at a time')
          .default([]),
      })
      .refine(({ exportLineItems, orderNumbers }) => !exportLineItems || orderNumbers.length > 0, {
        path: ['orderNumbers'],
        message: 'Select at least one order',
      }),
    ...csv,
    requires: onPlan('csv-export', orders.search.requires),
    mayLag: true,
  }),
  purchaseOrders: exportCall('/buyer-orders/export', {
    summary: 'Export purchase orders as csv',
    of: purchaseOrders.search,
    columns: BUYER_ORDER_COLUMNS,
  }),
};
