import { sql } from 'drizzle-orm';
import { purchaseOrders as contract } from '../../domain/orders/contract';
import type { BuyerOrderRow } from '../../domain/orders/order';
import { paymentStateOf } from '../../domain/orders/totals';
import { licenseDisplayName } from '../../domain/organization/vocabulary';
import { listOf } from '../db/list';
import { buyerCompanies, orders } from '../db/schema';
import { visiblePurchaseOrders } from '../db/visibility';
import { passingForBuyer, sellerName } from './order-filters';

type Found = Omit<BuyerOrderRow, 'sellerCompany' | 'buyerLicense' | 'paymentState' | 'created'> & {
  companyId: number;
  companyName: string;
  buyerLicense: { id: number; name: string; licenseNumber: string; usState: string } | null;
  created: Date;
};

/** Purchase orders, as their buyers see them; `companyId` is the buyer company. */
export const purchases = listOf(contract.search)({
  table: orders,
  spansOrganizations: true,
  visible: visiblePurchaseOrders,
  company: { of: orders.buyerCompanyId, among: buyerCompanies },
  filters: passingForBuyer,
  sorts: {
    created: [orders.createdAt, orders.id],
    orderNumber: [sql`length(${orders.orderNumber})`, orders.orderNumber, orders.id],
    seller: [sellerName, orders.id],
    status: [orders.status, orders.createdAt, orders.id],
    totalUsd: [orders.totalUsd, orders.id],
    shipDate: [orders.shipDate, orders.id],
    paymentDueDate: [orders.paymentDueDate, orders.id],
  },
  columns: sql`
    orders.id, orders.order_number as "orderNumber", orders.status, orders.company_id as "companyId",
    orders.order_source as "orderSource", orders.created_at as created, orders.ship_date as "shipDate",
    orders.payment_due_date as "paymentDueDate", orders.total_usd as "totalUsd", orders.paid_usd as "paidUsd",
    (select name from companies where id = orders.company_id) as "companyName",
    orders.line_item_count as "lineItemCount",
    (select json_build_object('id', b.id, 'name', coalesce(nullif(l.dba, ''), l.name), 'licenseNumber', l.license_number, 'usState', l.us_state)
       from buyer_licenses b join licenses l on l.id = b.license_id where b.id = orders.buyer_license_id) as "buyerLicense"`,
  toRow:
    () =>
    ({ companyId, companyName, buyerLicense, created, ...row }: Found): BuyerOrderRow => ({
      id: row.id,
      orderNumber: row.orderNumber,
      status: row.status,
      orderSource: row.orderSource,
      shipDate: row.shipDate,
      paymentDueDate: row.paymentDueDate,
      totalUsd: row.totalUsd,
      paidUsd: row.paidUsd,
      lineItemCount: row.lineItemCount,
      sellerCompany: { companyId, name: companyName },
      buyerLicense: buyerLicense && {
        id: buyerLicense.id,
        name: buyerLicense.name,
        displayName: licenseDisplayName({
          licenseNumber: buyerLicense.licenseNumber,
          state: { ansiAbbrevation: buyerLicense.usState },
        }),
      },
      created: created.toISOString(),
      paymentState: paymentStateOf(row.totalUsd, row.paidUsd),
    }),
});
