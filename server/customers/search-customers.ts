import { eq, type SQL, sql } from 'drizzle-orm';
import { customers as contract } from '../../domain/customers/contract';
import { customerFilters } from '../../domain/customers/filters';
import { amountWithin, filterSql, instantWithin } from '../db/filters';
import { listOf } from '../db/list';
import { contains, isOneOf } from '../db/page';
import { companies, customers } from '../db/schema';
import { listedCustomers } from '../db/visibility';
import type { Verb } from '../implement';
import { COLUMNS, toCustomerRow } from './read-customers';

const placeOf = (labels: SQL, id: SQL) => sql`(
  select label.position from ${labels} label where label.org_id = ${customers.orgId} and label.id = ${id})`;

/** Customers, as their sellers see them. */
export const customerList = listOf(contract.search)({
  table: customers,
  visible: listedCustomers,
  company: { of: customers.companyId, among: companies },
  filters: filterSql(customerFilters, {
    searchTerm: (term) => contains(customers.name, term),
    customerStatusIds: (ids) => isOneOf(customers.customerStatusId, ids),
    serviceZoneIds: (ids) => isOneOf(customers.serviceZoneId, ids),
    managerIds: (ids) =>
      sql`${customers.id} in (select manager.customer_id from customer_managers manager
            where manager.org_id = ${customers.orgId} and ${isOneOf(sql`manager.org_user_id`, ids)})`,
    licenseIds: (ids) => isOneOf(customers.licenseId, ids),
    customerIds: (ids) => isOneOf(customers.id, ids),
    delinquent: (is) => eq(customers.delinquent, is),
    onHold: (is) => eq(customers.onHold, is),
    hasLicense: (has) => sql`(${customers.licenseId} is not null) = ${has}`,
    creditLimit: (range) => amountWithin(sql`${customers.creditLimitUsd}`, range),
    created: (range, asker) => instantWithin(sql`${customers.createdAt}`, range, asker),
  }),
  sorts: {
    displayName: [sql`lower(${customers.name})`, customers.id],
    created: [customers.createdAt, customers.id],
    creditLimitUsd: [customers.creditLimitUsd, customers.id],
    customerStatus: [placeOf(sql`customer_statuses`, sql`${customers.customerStatusId}`), customers.id],
    serviceZone: [placeOf(sql`customer_service_zones`, sql`${customers.serviceZoneId}`), customers.id],
  },
  columns: COLUMNS,
  toRow: () => toCustomerRow,
});

/** A page of customers. The documented parameters beside the filters work as the filters of those names. */
export const searchCustomers: Verb<typeof contract.search> = (ctx, { body }) => {
  const { searchTerm, licenseIds, customerIds, filters, ...asked } = body;
  const given = Object.entries({ searchTerm, licenseIds, customerIds }).filter(([, value]) => value !== undefined);
  return customerList.search(ctx, { body: { ...asked, filters: { ...filters, ...Object.fromEntries(given) } } });
};
