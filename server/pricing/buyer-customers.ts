import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/client';
import { companies, customers } from '../db/schema';

const keyOf = (companyId: number, licenceId: number) => `${companyId} ${licenceId}`;

/** Which customer a licence's holder is to a seller's company, or null. */
export type CustomerOf = (companyId: number, licenceId: number) => number | null;

/** The customers that licences are to companies, in one query. */
export async function findBuyerCustomers(
  db: Db,
  { companyIds, licenceIds }: { companyIds: readonly number[]; licenceIds: readonly number[] },
): Promise<CustomerOf> {
  const rows = await db
    .select({ id: customers.id, companyId: customers.companyId, licenceId: customers.licenceId })
    .from(customers)
    .innerJoin(companies, and(eq(companies.id, customers.companyId), eq(companies.orgId, customers.orgId)))
    .where(and(inArray(customers.companyId, [...companyIds]), inArray(customers.licenceId, [...licenceIds])));
  const found = new Map(rows.map(({ id, companyId, licenceId }) => [keyOf(companyId, licenceId ?? 0), id]));
  return (companyId, licenceId) => found.get(keyOf(companyId, licenceId)) ?? null;
}
