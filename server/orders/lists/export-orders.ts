import { and, type SQL, sql } from 'drizzle-orm';
import type { FileReply, VerbInput } from '../../../domain/contract/endpoint';
import { dayOf } from '../../../domain/dates';
import {
  BUYER_ORDER_COLUMNS,
  type ExportedLine,
  exportName,
  LINE_COLUMNS,
  ORDER_COLUMNS,
} from '../../../domain/orders/export';
import type { orderExports as contract } from '../../../domain/orders/export-contract';
import type { Ctx } from '../../context';
import { exportList, exportRows } from '../../db/export';
import { isOneOf } from '../../db/page';
import { orderLineItems, orders } from '../../db/schema';
import type { Verb } from '../../implement';
import { passingLines } from './order-filters';
import { salesOrders } from './search-orders';
import { purchases } from './search-purchase-orders';

type Body = VerbInput<typeof contract.orders>['body'];

/** Every sales order matching a search, or the selected orders' line items, as far as the caller may see them. */
export const exportOrders: Verb<typeof contract.orders> = async (ctx, { body }) => {
  if (body.exportLineItems) return exportLines(ctx, body);
  const name = exportName(dayOf(ctx.now, ctx.timeZone), 'orders');
  return exportList(ctx, salesOrders, body, { columns: ORDER_COLUMNS, name, noun: 'orders' });
};

/** Every purchase order matching a search, as far as the caller may see them. */
export const exportPurchaseOrders: Verb<typeof contract.purchaseOrders> = (ctx, { body }) =>
  exportList(ctx, purchases, body, { columns: BUYER_ORDER_COLUMNS, name: 'orders.csv', noun: 'orders' });

type Line = Omit<ExportedLine, 'created'> & { created: Date };

async function exportLines(ctx: Ctx, { companyId, filters, filterLineItems, orderNumbers }: Body): Promise<FileReply> {
  await salesOrders.assertOwnCompany(ctx, companyId);
  const selected = and(salesOrders.seen(ctx.membership, companyId), isOneOf(orders.orderNumber, orderNumbers));
  return exportRows<Line, ExportedLine>(
    ctx,
    {
      table: sql`${orderLineItems} join ${orders} on ${orders.orgId} = ${orderLineItems.orgId} and ${orders.id} = ${orderLineItems.orderId}`,
      where: and(selected, filterLineItems ? passingLines(filters) : undefined) ?? sql`false`,
      keys: [sql`length(${orders.orderNumber})`, orders.orderNumber, orderLineItems.position, orderLineItems.id],
      descending: false,
      columns: LINE,
    },
    {
      columns: LINE_COLUMNS,
      toRows: (found) => found.map(toLine),
      name: exportName(dayOf(ctx.now, ctx.timeZone), 'line_items'),
      noun: 'line items',
    },
  );
}

const LINE: SQL = sql`
  orders.order_number as "orderNumber", orders.status, orders.created_at as created,
  orders.customer_name as "customerName", product_name as "productName", brand_name as "brandName",
  unit_of_measure as "unitOfMeasure", quantity, ordered_unit_price as "orderedUnitPrice",
  order_line_items.total_usd as total, is_sample as "isSample", is_backorder as "isBackorder", order_line_items.notes`;

const toLine = (line: Line): ExportedLine => ({ ...line, created: line.created.toISOString() });
