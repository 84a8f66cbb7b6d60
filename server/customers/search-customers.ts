import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { VerbInput } from '../../domain/contract/endpoint';
import type { customers as contract } from '../../domain/customers/contract';
import { type CustomerFilters, customerFilters } from '../../domain/customers/filters';
import { resolveInstants } from '../../domain/dates';
import type { Ctx } from '../context';
import { contains, countOf, isOneOf, preparePages, readRows } from '../db/page';
import { customers } from '../db/schema';
import { visibleCustomers } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { COLUMNS, type FoundCustomer, toCustomerRow } from './customer-rows';

type Asker = Pick<Ctx, 'membership' | 'now' | 'timeZone'>;
type Body = VerbInput<typeof contract.search>['body'];

const byName = (table: SQL, id: SQL, order: SQL) => sql`(select ${order} from ${table} named where named.id = ${id})`;

const pageOf = preparePages({
  table: sql`${customers}`,
  columns: COLUMNS,
  sorts: {
    displayName: [sql`lower(${customers.name})`, customers.id],
    created: [customers.createdAt, customers.id],
    creditLimitUsd: [customers.creditLimitUsd, customers.id],
    customerStatus: [
      byName(sql`customer_statuses`, sql`${customers.customerStatusId}`, sql`named.position`),
      customers.id,
    ],
    serviceZone: [
      byName(sql`customer_service_zones`, sql`${customers.serviceZoneId}`, sql`lower(named.name)`),
      customers.id,
    ],
  },
});

/** A page of the customers the caller may see, by name unless asked otherwise. NOT_FOUND for a stranger's company. */
export const searchCustomers: Verb<typeof contract.search> = async (ctx, { body }) => {
  const { searchTerm, licenseIds, customerIds, ...rest } = body;
  const given = Object.entries({ searchTerm, licenseIds, customerIds }).filter(([, value]) => value !== undefined);
  const asked = { ...rest, filters: { ...body.filters, ...Object.fromEntries(given) } };
  const { pool } = ctx.services.database;
  const rows = await readRows<FoundCustomer & { resultCount: number }>(
    pool,
    pageOf({ ...asked, where: matching(ctx, asked) }),
  );
  return {
    results: rows.map(({ resultCount: _, ...row }) => toCustomerRow(row)),
    resultCount: rows[0]?.resultCount ?? (await countBeyond(ctx, asked)),
    page: body.page,
  };
};

async function countBeyond(ctx: Ctx, asked: Pick<Body, 'companyId' | 'filters' | 'page'>): Promise<number> {
  if (asked.companyId !== undefined) await findSeenCompany(ctx, asked.companyId);
  if (asked.page === 0) return 0;
  const count = countOf(sql`${customers}`, matching(ctx, asked));
  const [row] = await readRows<{ count: number }>(ctx.services.database.pool, sql`select ${count} as count`);
  return row?.count ?? 0;
}

/** Customers the caller may see, of one company unless all are meant. */
export function seenOf({ membership }: Pick<Asker, 'membership'>, companyId: number | undefined): SQL {
  return (
    and(visibleCustomers(membership), companyId === undefined ? undefined : eq(customers.companyId, companyId)) ??
    sql`false`
  );
}

/** Customers a search finds. */
export function matching(asker: Asker, { companyId, filters }: Pick<Body, 'companyId' | 'filters'>): SQL {
  return and(seenOf(asker, companyId), passing(filters, asker)) ?? sql`false`;
}

function passing(filters: CustomerFilters, { now, timeZone }: Asker): SQL | undefined {
  const asked = customerFilters.asked(filters);
  const { searchTerm, customerStatusIds, serviceZoneIds, managerIds, licenseIds, customerIds } = asked;
  const { delinquent, onHold, hasLicense, creditLimit, created } = asked;
  const { from, to } = created ? resolveInstants(created, now, timeZone) : { from: null, to: null };
  return and(
    searchTerm === undefined ? undefined : contains(customers.name, searchTerm),
    customerStatusIds && isOneOf(customers.customerStatusId, customerStatusIds),
    serviceZoneIds && isOneOf(customers.serviceZoneId, serviceZoneIds),
    licenseIds && isOneOf(customers.licenseId, licenseIds),
    customerIds && isOneOf(customers.id, customerIds),
    managerIds &&
      sql`${customers.id} in (select manager.customer_id from customer_managers manager
            where manager.org_id = ${customers.orgId} and ${isOneOf(sql`manager.org_user_id`, managerIds)})`,
    delinquent === undefined ? undefined : eq(customers.delinquent, delinquent),
    onHold === undefined ? undefined : eq(customers.onHold, onHold),
    hasLicense === undefined ? undefined : sql`(${customers.licenseId} is not null) = ${hasLicense}`,
    creditLimit?.from === undefined ? undefined : sql`${customers.creditLimitUsd} >= ${creditLimit.from}::numeric`,
    creditLimit?.to === undefined ? undefined : sql`${customers.creditLimitUsd} <= ${creditLimit.to}::numeric`,
    from === null ? undefined : sql`${customers.createdAt} >= ${from}::timestamptz`,
    to === null ? undefined : sql`${customers.createdAt} < ${to}::timestamptz + interval '1 second'`,
  );
}
