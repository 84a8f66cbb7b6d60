import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/client';
import { companies, customers } from '../db/schema';

const keyOf = (companyId: number, licenseId: number) => `${companyId} ${licenseId}`;

/** Which customer a license's holder is to a seller's company, or null. */
export type CustomerOf = (companyId: number, licenseId: number) => number | null;

/** The customers that licenses are to companies, in one query. */
export async function findBuyerCustomers(
  db: Db,
  { companyIds, licenseIds }: { companyIds: readonly number[]; licenseIds: readonly number[] },
): Promise<CustomerOf> {
  const rows = await db
    .select({ id: customers.id, companyId: customers.companyId, licenseId: customers.licenseId })
    .from(customers)
    .innerJoin(companies, and(eq(companies.id, customers.companyId), eq(companies.orgId, customers.orgId)))
    .where(and(inArray(customers.companyId, [...companyIds]), inArray(customers.licenseId, [...licenseIds])));
  const found = new Map(rows.map(({ id, companyId, licenseId }) => [keyOf(companyId, licenseId ?? 0), id]));
  return (companyId, licenseId) => found.get(keyOf(companyId, licenseId)) ?? null;
}
