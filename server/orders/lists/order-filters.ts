import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { PRODUCT_CATEGORIES } from '../../../domain/catalogue/vocabulary';
import { dayOf, daysBetween, resolveDays } from '../../../domain/dates';
import { type OrderFilters, orderFilters, purchaseOrderFilters } from '../../../domain/orders/filters';
import type { OrderSource } from '../../../domain/orders/order';
import { usesCredit } from '../../../domain/orders/payments/credit';
import { CLOSED_STATUSES, ORDER_STATUS_IDS } from '../../../domain/orders/status';
import { wordsOf } from '../../../domain/search-text';
import { type Asker, amountWithin, dayWithin, type FilterRecord, filterSql, instantWithin } from '../../db/filters';
import { contains, isOneOf } from '../../db/page';
import {
  companies,
  customers,
  licenses,
  orderLineItems,
  orderPayments,
  orderSalesReps,
  orders,
  products,
} from '../../db/schema';

/** Orders that can be late, by `isOverdue`. */
const LATE_STATUSES = ORDER_STATUS_IDS.filter(usesCredit);
/** Orders that have no payment state, since all of them waits as backorder, by `paymentStateOf`. */
export const nothingDue = sql`(${orders.invoicedUsd} = 0 and ${orders.paidUsd} = 0 and ${orders.totalUsd} > 0)`;
const MANUAL = 'MANUAL' satisfies OrderSource;

/** Filters on line items of the organization's own orders, as conditions on one item. */
const lines = {
  productNameSearch: (text) => contains(orderLineItems.productName, text),
  brandIds: (ids) => isOneOf(orderLineItems.brandId, ids),
  productLineIds: (ids, asker) => ofOwnProduct(isOfLine(ids), asker),
  productCategoryIds: (ids, asker) => ofOwnProduct(isOfCategory(ids), asker),
} satisfies Partial<FilterRecord<Declared>>;

/** Filters that work the same for both sides. */
const shared = {
  statuses: (statuses) => isOneOf(orders.status, statuses),
  created: (range, asker) => instantWithin(sql`${orders.createdAt}`, range, asker),
  sellerOrderNumber: (text) => contains(orders.orderNumber, text),
  productNameSearch: (text) => hasLine(lines.productNameSearch(text)),
  brandIds: (ids) => hasLine(lines.brandIds(ids)),
  total: (range) => amountWithin(sql`${orders.totalUsd}`, range),
  paid: (is) =>
    and(
      sql`not ${isOneOf(orders.status, CLOSED_STATUSES)}`,
      is
        ? sql`(${orders.paidUsd} >= ${orders.invoicedUsd} and not ${nothingDue})`
        : sql`${orders.paidUsd} < ${orders.invoicedUsd}`,
    ),
  late: (is, { now, timeZone }) => {
    const late = sql`(${isOneOf(orders.status, LATE_STATUSES)} and ${orders.paidUsd} < ${orders.invoicedUsd}
      and ${orders.paymentDueDate} is not null and ${orders.paymentDueDate} < ${dayOf(now, timeZone)}::date)`;
    return is ? late : sql`not ${late}`;
  },
  hasShipDate: (is) => (is ? sql`${orders.shipDate} is not null` : sql`${orders.shipDate} is null`),
  shipped: (range, asker) => dayWithin(sql`${orders.shipDate}`, range, asker),
  paymentDueDate: (range, asker) => dayWithin(sql`${orders.paymentDueDate}`, range, asker),
  paidDate: (range, asker) => {
    const paidOn = dayWithin(sql`payment.payment_date`, range, asker);
    return sql`exists (select from ${orderPayments} payment where payment.org_id = ${orders.orgId} and payment.order_id = ${orders.id} and payment.voided_at is null and payment.amount > 0 and ${paidOn})`;
  },
  orderSources: (sources) => isOneOf(orders.orderSource, sources),
  manual: (is) => (is ? sql`${orders.orderSource} = ${MANUAL}` : sql`${orders.orderSource} <> ${MANUAL}`),
} satisfies Partial<FilterRecord<Declared>>;

type Declared = typeof orderFilters.declared;

/** Whether an order has a word in its customer, its number, the customer's license, or a product's name or SKU. */
function hasAnywhere(word: string, { membership: { orgId } }: Asker): SQL | undefined {
  const customerIds = sql`select customer.id from ${customers} customer join ${licenses} license on license.id = customer.license_id
    where customer.org_id = ${orgId} and ${contains(sql`license.license_number`, word)}`;
  const productIds = sql`select product.id from ${products} product
    where product.org_id = ${orgId} and ${contains([sql`product.name`, sql`product.sku`], word)}`;
  // Customers and products are looked up once, so that orders are read in the order of the list; lines name their
  // organization, as a cluster wants of what is joined by "or".
  return or(
    contains([orders.customerName, orders.orderNumber], word),
    sql`${orders.customerId} = any (array(${customerIds}))`,
    hasLine(sql`${orderLineItems.orgId} = ${orgId} and ${orderLineItems.productId} = any (array(${productIds}))`),
  );
}

/** The sales orders that match all given filters. */
export const passing = filterSql(orderFilters, {
  ...shared,
  anySearch: (text, asker) => and(...wordsOf(text).map((word) => hasAnywhere(word, asker))),
  customerSearch: (text) => contains(orders.customerName, text),
  productLineIds: (ids, asker) => hasLine(lines.productLineIds(ids, asker)),
  productCategoryIds: (ids, asker) => hasLine(lines.productCategoryIds(ids, asker)),
  salesRepIds: (ids) =>
    sql`exists (select from ${orderSalesReps} rep where rep.org_id = ${orders.orgId} and rep.order_id = ${orders.id} and ${isOneOf(sql`rep.org_user_id`, ids)})`,
  customerStatusIds: (ids, asker) => ofCustomer(isOneOf(sql`customer.customer_status_id`, ids), asker),
  serviceZoneIds: (ids, asker) => ofCustomer(isOneOf(sql`customer.service_zone_id`, ids), asker),
  hasExternalId: (is) => (is ? sql`${orders.externalId} is not null` : sql`${orders.externalId} is null`),
  printed: (is) => eq(orders.printed, is),
  customerLicenseIds: (ids, asker) => ofCustomer(isOneOf(sql`customer.license_id`, ids), asker),
  customerIds: (ids) => isOneOf(orders.customerId, ids),
});

const FEW_DAYS = 100;

/**
 * Whether a search names a short span of ship dates, due dates or payment dates. They follow the order's own date, so its
 * orders lie together, and the list may have to be read far before the first of them.
 */
export function namesFewDays(filters: OrderFilters, { now, timeZone }: Asker): boolean {
  const { shipped, paymentDueDate, paidDate } = orderFilters.asked(filters);
  return [shipped, paymentDueDate, paidDate].some((range) => {
    if (range === undefined) return false;
    const { from, to } = resolveDays(range, now, timeZone);
    return from !== null && to !== null && daysBetween(from, to) <= FEW_DAYS;
  });
}

/** The seller's name, for sorting and searching purchase orders. */
export const sellerName = sql`(select lower(seller.name) from ${companies} seller where seller.id = ${orders.companyId})`;

/** The purchase orders that match all given filters; the other party is the seller. */
export const passingForBuyer = filterSql(purchaseOrderFilters, {
  ...shared,
  customerSearch: (text) => contains(sellerName, text),
  productLineIds: (ids) => hasLine(ofProduct(isOfLine(ids))),
  productCategoryIds: (ids) => hasLine(ofProduct(isOfCategory(ids))),
  sellerIds: (ids) => isOneOf(orders.companyId, ids),
});

/** The line items of the organization's own orders that match all given line item filters. */
export function passingLines(filters: OrderFilters, asker: Asker): SQL | undefined {
  const { productNameSearch, brandIds, productLineIds, productCategoryIds } = orderFilters.asked(filters);
  return and(
    productNameSearch ? lines.productNameSearch(productNameSearch) : undefined,
    brandIds && lines.brandIds(brandIds),
    productLineIds && lines.productLineIds(productLineIds, asker),
    productCategoryIds && lines.productCategoryIds(productCategoryIds, asker),
  );
}

const isOfLine = (ids: readonly number[]) => isOneOf(sql`product.product_line_id`, ids);
const isOfCategory = (ids: readonly number[]) => isOneOf(sql`product.category`, categoryNames(ids));

function ofProduct(condition: SQL): SQL {
  return sql`${orderLineItems.productId} in (select product.id from ${products} product where product.org_id = ${orderLineItems.orgId} and ${condition})`;
}

// Products and customers of a known organization are looked up once; as a join, PostgreSQL guesses how many there are.
function ofOwnProduct(condition: SQL, { membership: { orgId } }: Asker): SQL {
  return sql`${orderLineItems.productId} = any (array(select product.id from ${products} product where product.org_id = ${orgId} and ${condition}))`;
}

function ofCustomer(condition: SQL, { membership: { orgId } }: Asker): SQL {
  return sql`${orders.customerId} = any (array(select customer.id from ${customers} customer where customer.org_id = ${orgId} and ${condition}))`;
}

const categoryNames = (ids: readonly number[]) =>
  PRODUCT_CATEGORIES.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

function hasLine(condition: SQL): SQL {
  return sql`exists (select from ${orderLineItems} where ${orderLineItems.orgId} = ${orders.orgId} and ${orderLineItems.orderId} = ${orders.id} and ${condition})`;
}
