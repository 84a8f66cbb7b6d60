import { and, eq, type SQL, sql } from 'drizzle-orm';
import { PRODUCT_CATEGORIES } from '../../domain/catalogue/vocabulary';
import { type DateFilter, resolveDays, resolveInstants } from '../../domain/dates';
import type { OrderFilters } from '../../domain/orders/filters';
import type { Ctx } from '../context';
import { contains, isOneOf } from '../db/page';
import { customers, orderLineItems, orderPayments, orderSalesReps, orders, products } from '../db/schema';

type Clock = Pick<Ctx, 'now' | 'timeZone'>;

const SECOND = 1000;

/** The orders that pass every filter given; a list without a choice narrows nothing. */
export function passing(filters: OrderFilters, clock: Clock): SQL | undefined {
  return and(
    ...flags(filters),
    ...texts(filters),
    ...ranges(filters, clock),
    ...onOrder(filters),
    ...onCustomer(filters),
    ...onLines(filters),
  );
}

type Condition = SQL | undefined;

function flags({ paid, manual, hasShipDate, hasExternalId, printed }: OrderFilters): Condition[] {
  return [
    either(paid, sql`${orders.paidUsd} >= ${orders.totalUsd}`, sql`${orders.paidUsd} < ${orders.totalUsd}`),
    either(manual, sql`${orders.orderSource} = 'MANUAL'`, sql`${orders.orderSource} <> 'MANUAL'`),
    either(hasShipDate, sql`${orders.shipDate} is not null`, sql`${orders.shipDate} is null`),
    either(hasExternalId, sql`${orders.externalId} is not null`, sql`${orders.externalId} is null`),
    printed === undefined ? undefined : eq(orders.printed, printed),
  ];
}

const either = (flag: boolean | undefined, yes: SQL, no: SQL): Condition =>
  flag === undefined ? flag : flag ? yes : no;

function texts({ sellerOrderNumber, customerSearch }: OrderFilters): Condition[] {
  return [
    sellerOrderNumber ? contains(orders.orderNumber, sellerOrderNumber) : undefined,
    customerSearch ? contains(orders.customerName, customerSearch) : undefined,
  ];
}

function ranges(filters: OrderFilters, clock: Clock): Condition[] {
  const created: DateFilter = { from: filters.createdFrom, to: filters.createdTo, rel: filters.createdRel };
  const due: DateFilter = {
    from: filters.paymentDueDateFrom,
    to: filters.paymentDueDateTo,
    rel: filters.paymentDueDateRel,
  };
  const shipped: DateFilter = { from: filters.shippedFrom, to: filters.shippedTo, rel: filters.shippedRel };
  const paid: DateFilter = { from: filters.paidDateFrom, to: filters.paidDateTo, rel: filters.paidDateRel };
  const paidOn = dayWithin(sql`payment.payment_date`, paid, clock);
  return [
    filters.totalFrom === undefined ? undefined : sql`${orders.totalUsd} >= ${anyAmount(filters.totalFrom)}`,
    filters.totalTo === undefined ? undefined : sql`${orders.totalUsd} <= ${anyAmount(filters.totalTo)}`,
    createdWithin(created, clock),
    dayWithin(sql`${orders.paymentDueDate}`, due, clock),
    dayWithin(sql`${orders.shipDate}`, shipped, clock),
    paidOn &&
      sql`exists (select from ${orderPayments} payment where payment.order_id = ${orders.id} and payment.voided_at is null and ${paidOn})`,
  ];
}

/**
 * An amount PostgreSQL plans for without looking at it, so that one plan serves all of them: planning anew for each takes
 * as long as the page itself. The price is paid by amounts hardly any order reaches, which could be found faster.
 */
function anyAmount(usd: string): SQL {
  return sql`(select ${usd}::numeric)`;
}

/** The last second counts in full, so that what came in during the last moment of a day belongs to it. */
function createdWithin(filter: DateFilter, { now, timeZone }: Clock): Condition {
  const { from, to } = resolveInstants(filter, now, timeZone);
  const end = to === null ? null : new Date(Date.parse(to) + SECOND).toISOString();
  return and(
    from === null ? undefined : sql`${orders.createdAt} >= ${from}::timestamptz`,
    end === null ? undefined : sql`${orders.createdAt} < ${end}::timestamptz`,
  );
}

function dayWithin(column: SQL, filter: DateFilter, { now, timeZone }: Clock): Condition {
  const { from, to } = resolveDays(filter, now, timeZone);
  return and(
    from === null ? undefined : sql`${column} >= ${from}::date`,
    to === null ? undefined : sql`${column} <= ${to}::date`,
  );
}

const chosen = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length > 0;

function onOrder({ statuses, orderSources, salesRepIds }: OrderFilters): Condition[] {
  return [
    chosen(statuses) ? isOneOf(orders.status, statuses) : undefined,
    chosen(orderSources) ? isOneOf(orders.orderSource, orderSources) : undefined,
    chosen(salesRepIds)
      ? sql`${orders.id} in (select rep.order_id from ${orderSalesReps} rep where ${isOneOf(sql`rep.org_user_id`, salesRepIds)})`
      : undefined,
  ];
}

function onCustomer({ serviceZoneIds, customerLicenseIds, customerIds }: OrderFilters): Condition[] {
  const ofCustomer = (condition: SQL) =>
    sql`${orders.customerId} in (select customer.id from ${customers} customer where customer.org_id = ${orders.orgId} and ${condition})`;
  return [
    chosen(serviceZoneIds) ? ofCustomer(isOneOf(sql`customer.service_zone_id`, serviceZoneIds)) : undefined,
    chosen(customerIds) ? isOneOf(orders.customerId, customerIds) : undefined,
    chosen(customerLicenseIds) ? ofCustomer(isOneOf(sql`customer.license_id`, customerLicenseIds)) : undefined,
  ];
}

function onLines(filters: OrderFilters): Condition[] {
  return lineConditions(filters).map((condition) => condition && hasLine(condition));
}

/** The line items that pass every filter on what was ordered. */
export function passingLines(filters: OrderFilters): SQL | undefined {
  return and(...lineConditions(filters));
}

function lineConditions(filters: OrderFilters): Condition[] {
  const { productNameSearch, brandIds, productLineIds, productCategoryIds } = filters;
  const ofProduct = (condition: SQL) =>
    sql`${orderLineItems.productId} in (select product.id from ${products} product where ${condition})`;
  const categories = PRODUCT_CATEGORIES.filter(({ id }) => productCategoryIds?.includes(id)).map(({ name }) => name);
  return [
    productNameSearch ? contains(orderLineItems.productName, productNameSearch) : undefined,
    chosen(brandIds) ? isOneOf(orderLineItems.brandId, brandIds) : undefined,
    chosen(productLineIds) ? ofProduct(isOneOf(sql`product.product_line_id`, productLineIds)) : undefined,
    chosen(productCategoryIds) ? ofProduct(isOneOf(sql`product.category`, categories)) : undefined,
  ];
}

function hasLine(condition: SQL): SQL {
  return sql`exists (select from ${orderLineItems} where ${orderLineItems.orderId} = ${orders.id} and ${condition})`;
}
