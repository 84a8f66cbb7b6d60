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
import { customers, licenses, orderLineItems, orders, products } from '../../db/schema';
import type { Verb } from '../../implement';
import { salesRepIdsOf } from '../sales-reps';
import { lookUpNames } from './names';
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

type Line = Omit<ExportedLine, 'created' | 'salesReps'> & { created: Date; salesRepIds: number[] };

async function exportLines(ctx: Ctx, body: Body): Promise<FileReply> {
  const { companyId, filters, filterLineItems } = body;
  await salesOrders.assertOwnCompany(ctx, companyId);
  const { orgId } = ctx.membership;
  return exportRows<Line, ExportedLine>(
    ctx,
    {
      table: sql`${orderLineItems} join ${orders} on ${orders.orgId} = ${orderLineItems.orgId} and ${orders.id} = ${orderLineItems.orderId}`,
      where: and(chosenOf(ctx, body), filterLineItems ? passingLines(filters, ctx) : undefined) ?? sql`false`,
      keys: [sql`length(${orders.orderNumber})`, orders.orderNumber, orderLineItems.position, orderLineItems.id],
      descending: false,
      columns: columnsOf(sql`${orgId}::bigint`),
    },
    {
      columns: LINE_COLUMNS,
      toRows: (found) => toLines(ctx, found),
      name: exportName(dayOf(ctx.now, ctx.timeZone), 'line_items'),
      noun: 'line items',
    },
  );
}

/** The orders whose line items are exported. */
function chosenOf(ctx: Ctx, { companyId, filters, allMatching, except, orderNumbers }: Body): SQL | undefined {
  if (!allMatching) return and(salesOrders.seen(ctx.membership, companyId), isOneOf(orders.orderNumber, orderNumbers));
  return and(salesOrders.matching(ctx, { companyId, filters }), sql`not ${isOneOf(orders.id, except)}`);
}

/** `orgId` is a constant, as a cluster wants it in subqueries. */
const columnsOf = (orgId: SQL): SQL => sql`
  orders.order_number as "orderNumber", orders.status, orders.created_at as created,
  orders.customer_name as "customerName", product_name as "productName", brand_name as "brandName",
  (select product.sku from ${products} product
    where product.org_id = ${orgId} and product.id = ${orderLineItems.productId}) as sku,
  (select license.license_number from ${customers} customer join ${licenses} license on license.id = customer.license_id
    where customer.org_id = ${orgId} and customer.id = ${orders.customerId}) as "licenseNumber",
  ${salesRepIdsOf(orgId, sql`orders.id`)} as "salesRepIds",
  unit_of_measure as "unitOfMeasure", sold_in_bulk as "soldInBulk", unit_multiplier as "unitMultiplier", quantity, ordered_unit_price as "orderedUnitPrice",
  order_line_items.total_usd as total, is_sample as "isSample", is_backorder as "isBackorder", order_line_items.notes`;

async function toLines({ services }: Ctx, found: readonly Line[]): Promise<ExportedLine[]> {
  const members = found.flatMap(({ salesRepIds }) => salesRepIds);
  const names = await lookUpNames(services.database.pool, { members });
  return found.map(({ salesRepIds, ...line }) => ({
    ...line,
    sku: line.sku ?? '',
    licenseNumber: line.licenseNumber ?? '',
    created: line.created.toISOString(),
    salesReps: salesRepIds.map((id) => ({ id, displayName: names.members[id] ?? '' })),
  }));
}
