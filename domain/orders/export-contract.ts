import { z } from 'zod';
import { onPlan } from '../access/ability';
import { MOST_BULK_ROWS } from '../bulk/bulk-act';
import { csv, Id, search } from '../contract/endpoint';
import { exportCall, headersOf } from '../contract/list';
import { lineOfText } from '../text';
import { orders, purchaseOrders } from './contract';
import { BUYER_ORDER_COLUMNS, MOST_ORDERS_OF_LINES, ORDER_COLUMNS } from './export';

/** Files of every match of a search, not just the current page. */
export const orderExports = {
  orders: search('/leaflink/orders/export', {
    summary: 'Export sales orders, or line items of the selected or of all matching ones, as csv',
    body: z
      .object({
        ...orders.search.body.shape,
        headers: headersOf(ORDER_COLUMNS),
        /** Exports line items of `orderNumbers` instead of orders, ignoring the filters, or of `allMatching`. */
        exportLineItems: z.boolean().default(false),
        /** Line items of every order that matches the filters, except these, instead of `orderNumbers`. */
        allMatching: z.boolean().default(false),
        except: z.array(Id).max(MOST_BULK_ROWS).default([]),
        /** Only those line items that match the product and brand filters. */
        filterLineItems: z.boolean().default(false),
        orderNumbers: z
          .array(lineOfText().max(40))
          .max(MOST_ORDERS_OF_LINES, 'Select up to 1,000 orders at a time')
          .default([]),
      })
      .refine(
        ({ exportLineItems, allMatching, orderNumbers }) => !exportLineItems || allMatching || orderNumbers.length > 0,
        { path: ['orderNumbers'], message: 'Select at least one order' },
      ),
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
