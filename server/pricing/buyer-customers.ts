import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { companies, customers } from '../db/schema';

const keyOf = (companyId: number, licenseId: number) => `${companyId} ${licenseId}`;

/** What a seller has agreed with a buyer. */
export type BuyerCustomer = Pick<
  typeof customers.$inferSelect,
  'id' | 'name' | 'onHold' | 'paymentOptionIds' | 'paymentOptionsLocked'
>;

/** Which customer a license's holder is to a seller's company, or null. */
export type CustomerOf = (companyId: number, licenseId: number) => BuyerCustomer | null;

/** What is read of a customer to find it by company and license. */
export const customerColumns = {
  id: customers.id,
  name: customers.name,
  companyId: customers.companyId,
  licenseId: customers.licenseId,
  onHold: customers.onHold,
  paymentOptionIds: customers.paymentOptionIds,
  paymentOptionsLocked: customers.paymentOptionsLocked,
};

type PairedCustomer = BuyerCustomer & { companyId: number; licenseId: number | null };

/** Finds each of these customers by its company and license. */
export function customersByPair(rows: readonly PairedCustomer[]): CustomerOf {
  const found = new Map(rows.map((row) => [keyOf(row.companyId, row.licenseId ?? 0), row]));
  return (companyId, licenseId) => found.get(keyOf(companyId, licenseId)) ?? null;
}

/** The customers that licenses are to companies, in one query. */
export async function findBuyerCustomers(
  db: Db,
  { companyIds, licenseIds }: { companyIds: readonly number[]; licenseIds: readonly number[] },
): Promise<CustomerOf> {
  const rows = await db
    .select(customerColumns)
    .from(customers)
    .innerJoin(companies, and(eq(companies.id, customers.companyId), eq(companies.orgId, customers.orgId)))
    .where(and(isOneOf(customers.companyId, companyIds), isOneOf(customers.licenseId, licenseIds)));
  return customersByPair(rows);
}
