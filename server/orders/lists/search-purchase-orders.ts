import { sql } from 'drizzle-orm';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { purchaseOrders as contract } from '../../../domain/orders/contract';
import type { BuyerOrderRow } from '../../../domain/orders/order';
import { paymentStateIn } from '../../../domain/orders/totals';
import { listOf } from '../../db/list';
import { buyerCompanies, orders } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import { lookUpNames, type Names } from './names';
import { passingForBuyer, sellerName } from './order-filters';

type Found = Omit<BuyerOrderRow, 'sellerCompany' | 'buyerLicense' | 'paymentState' | 'created'> & {
  companyId: number;
  buyerLicenseId: number | null;
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
    orders.payment_due_date as "paymentDueDate", orders.total_usd as "totalUsd", orders.invoiced_usd as "invoicedUsd", orders.paid_usd as "paidUsd",
    orders.line_item_count as "lineItemCount", orders.buyer_license_id as "buyerLicenseId"`,
  lookUp: (pool, rows: readonly Found[]) =>
    lookUpNames(pool, {
      companies: rows.map(({ companyId }) => companyId),
      buyerLicenses: rows.flatMap(({ buyerLicenseId }) => buyerLicenseId ?? []),
    }),
  toRow:
    (_, names) =>
    ({ companyId, buyerLicenseId, created, ...row }: Found): BuyerOrderRow => ({
      id: row.id,
      orderNumber: row.orderNumber,
      status: row.status,
      orderSource: row.orderSource,
      shipDate: row.shipDate,
      paymentDueDate: row.paymentDueDate,
      totalUsd: row.totalUsd,
      invoicedUsd: row.invoicedUsd,
      paidUsd: row.paidUsd,
      lineItemCount: row.lineItemCount,
      sellerCompany: { companyId, name: names.companies[companyId] ?? '' },
      buyerLicense: buyerLicenseId === null ? null : toBuyerLicense(buyerLicenseId, names),
      created: created.toISOString(),
      paymentState: paymentStateIn(row.status, row),
    }),
});

function toBuyerLicense(id: number, { buyerLicenses }: Names): BuyerOrderRow['buyerLicense'] {
  const held = buyerLicenses[id];
  if (held === undefined) return null;
  const { name, licenseNumber, usState } = held;
  return { id, name, displayName: licenseDisplayName({ licenseNumber, state: { ansiAbbrevation: usState } }) };
}
