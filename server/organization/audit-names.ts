import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type AuditRecord, auditNeeds } from '../../domain/organization/audit';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import {
  brands,
  buyerCompanies,
  companies,
  companyPaymentOptions,
  customerServiceZones,
  customerStatuses,
  customers,
  licenses,
  orders,
  orgUsers,
  packages,
  priceSchedules,
  productLines,
  products,
  roles,
  strains,
} from '../db/schema';
import { displayNameOf } from './member-name';

type Named = {
  table: PgTable & { id: AnyPgColumn; orgId: AnyPgColumn };
  name: AnyPgColumn | SQL;
  alsoOf?: AnyPgColumn;
};

/** Where the names of an organization's own records are, by the kinds of the log. */
const NAMED: Readonly<Record<string, Named>> = {
  brand: { table: brands, name: brands.name },
  'buyer-company': {
    table: buyerCompanies,
    name: sql`coalesce(nullif(${buyerCompanies.dba}, ''), ${buyerCompanies.businessLicenseName})`,
  },
  company: { table: companies, name: companies.name },
  customer: { table: customers, name: customers.name },
  'customer-service-zone': { table: customerServiceZones, name: customerServiceZones.name },
  'customer-status': { table: customerStatuses, name: customerStatuses.name },
  license: { table: licenses, name: sql`${licenses.usState} || ' ' || ${licenses.licenseNumber}` },
  order: { table: orders, name: orders.orderNumber, alsoOf: orders.buyerOrgId },
  package: { table: packages, name: packages.label },
  'payment-option': { table: companyPaymentOptions, name: companyPaymentOptions.name },
  'price-schedule': { table: priceSchedules, name: priceSchedules.name },
  product: { table: products, name: products.name },
  'product-line': { table: productLines, name: productLines.name },
  role: { table: roles, name: roles.name },
  strain: { table: strains, name: strains.name },
};

/** The names of the organization's records that some entries of its log hold by id, by `kind:id`. */
export async function auditNames(db: Db, orgId: number, entries: readonly Omit<AuditRecord, 'names'>[]) {
  const needs = auditNeeds(entries);
  const found = await Promise.all(
    [...needs].map(async ([kind, ids]) => {
      if (kind === 'member') return [kind, await memberNames(db, orgId, ids)] as const;
      const named = NAMED[kind];
      return [kind, named ? await namesIn(db, orgId, named, ids) : []] as const;
    }),
  );
  return Object.fromEntries(found.flatMap(([kind, rows]) => rows.map(({ id, name }) => [`${kind}:${id}`, name ?? ''])));
}

type Row = { id: unknown; name: string | null };

function namesIn(db: Db, orgId: number, { table, name, alsoOf }: Named, ids: readonly number[]): Promise<Row[]> {
  const own = alsoOf ? or(eq(table.orgId, orgId), eq(alsoOf, orgId)) : eq(table.orgId, orgId);
  return db
    .select({ id: table.id, name: sql<string>`${name}` })
    .from(table as PgTable)
    .where(and(own, isOneOf(table.id, ids)));
}

async function memberNames(db: Db, orgId: number, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select member.id, ${displayNameOf} as name from ${orgUsers} member
     where member.org_id = ${orgId} and ${isOneOf(sql`member.id`, ids)}`);
  return rows;
}
