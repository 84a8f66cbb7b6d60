import { and, type SQL, sql } from 'drizzle-orm';
import type { FileReply, VerbInput } from '../../domain/contract/endpoint';
import { dayOf } from '../../domain/dates';
import {
  BUYER_ORDER_COLUMNS,
  type ExportedLine,
  exportName,
  LINE_COLUMNS,
  MOST_EXPORTED,
  ORDER_COLUMNS,
} from '../../domain/orders/export';
import type { orderExports as contract } from '../../domain/orders/export-contract';
import { lineAmount } from '../../domain/orders/line';
import type { OrderLineItem } from '../../domain/orders/order';
import { lineTotal } from '../../domain/pricing/price';
import type { Ctx } from '../context';
import { openBatches } from '../db/batches';
import { isOneOf } from '../db/page';
import { orderLineItems, orders } from '../db/schema';
import type { Verb } from '../implement';
import { toCsv } from './csv';
import { passingLines } from './order-filters';
import { assertOwnCompany, COLUMNS, type FoundOrder, matching, SORTS, seenOf, toOrderRow } from './search-orders';
import * as purchases from './search-purchase-orders';

type Body = VerbInput<typeof contract.orders>['body'];

/** Every sales order a search finds, or the line items of those selected, as far as the caller may see them. */
export const exportOrders: Verb<typeof contract.orders> = async (ctx, { body }) => {
  await assertOwnCompany(ctx, body);
  if (body.exportLineItems) return exportLines(ctx, body);
  const found = await openBatches<FoundOrder>(
    {
      table: sql`${orders}`,
      where: matching(ctx, body),
      keys: SORTS[body.sortBy],
      descending: body.sortDesc,
      columns: COLUMNS,
    },
    bounds(ctx, 'orders'),
  );
  return {
    name: exportName(dayOf(ctx.now, ctx.timeZone), 'orders'),
    text: toCsv(
      body.headers.map((id) => ORDER_COLUMNS[id]),
      each(found, toOrderRow),
      ctx.timeZone,
    ),
  };
};

/** Every purchase order a search finds, as far as the caller may see them. */
export const exportPurchaseOrders: Verb<typeof contract.purchaseOrders> = async (ctx, { body }) => {
  await purchases.assertOwnBuyerCompany(ctx, body);
  const found = await openBatches<purchases.FoundPurchase>(
    {
      table: sql`${orders}`,
      where: purchases.matching(ctx, body),
      keys: purchases.SORTS[body.sortBy],
      descending: body.sortDesc,
      columns: purchases.COLUMNS,
    },
    bounds(ctx, 'orders'),
  );
  const columns = body.headers.map((id) => BUYER_ORDER_COLUMNS[id]);
  return { name: 'orders.csv', text: toCsv(columns, each(found, purchases.toPurchaseRow), ctx.timeZone) };
};

type Line = Omit<ExportedLine, 'created' | 'total'> &
  Pick<OrderLineItem, 'soldInBulk' | 'unitMultiplier'> & { created: Date };

async function exportLines(ctx: Ctx, { companyId, filters, filterLineItems, orderNumbers }: Body): Promise<FileReply> {
  const selected = and(seenOf(ctx, companyId), isOneOf(orders.orderNumber, orderNumbers));
  const found = await openBatches<Line>(
    {
      table: sql`${orderLineItems} join ${orders} on ${orders.id} = ${orderLineItems.orderId}`,
      where: and(selected, filterLineItems ? passingLines(filters) : undefined) ?? sql`false`,
      keys: [sql`length(${orders.orderNumber})`, orders.orderNumber, orderLineItems.position, orderLineItems.id],
      descending: false,
      row: sql`${orderLineItems}.*, ${orders.orderNumber}, ${orders.status}, ${orders.createdAt}, ${orders.customerName}`,
      columns: LINE,
    },
    bounds(ctx, 'line items'),
  );
  return {
    name: exportName(dayOf(ctx.now, ctx.timeZone), 'line_items'),
    text: toCsv(LINE_COLUMNS, each(found, toLine), ctx.timeZone),
  };
}

const LINE: SQL = sql`
  o.order_number as "orderNumber", o.status, o.created_at as created, o.customer_name as "customerName",
  o.product_name as "productName", o.brand_name as "brandName", o.unit_of_measure as "unitOfMeasure",
  o.sold_in_bulk as "soldInBulk", o.unit_multiplier as "unitMultiplier", o.quantity,
  o.ordered_unit_price as "orderedUnitPrice", o.is_sample as "isSample", o.is_backorder as "isBackorder", o.notes`;

function toLine(line: Line): ExportedLine {
  return {
    ...line,
    created: line.created.toISOString(),
    total: lineTotal(lineAmount({ ...line, unitPrice: line.orderedUnitPrice })),
  };
}

function bounds({ services, gone }: Ctx, what: string) {
  const most = MOST_EXPORTED;
  const tooMany = `These are more than ${most.toLocaleString('en-US')} ${what}, which do not fit in one file. Narrow the filters and try again.`;
  return { pool: services.database.pool, gone, most, tooMany };
}

async function* each<Found, Row>(batches: AsyncIterable<Found[]>, toRow: (found: Found) => Row): AsyncGenerator<Row[]> {
  for await (const batch of batches) yield batch.map(toRow);
}
