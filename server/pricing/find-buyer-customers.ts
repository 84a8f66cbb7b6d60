import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { customers } from '../db/schema';

const keyOf = (companyId: number, licenseId: number) => `${companyId} ${licenseId}`;

/** A buyer's terms with a seller. */
export type BuyerCustomer = Pick<
  typeof customers.$inferSelect,
  'id' | 'name' | 'onHold' | 'paymentOptionIds' | 'paymentOptionsLocked' | 'serviceZoneId'
>;

/** A license holder's customer at a seller's company, or null. */
export type CustomerOf = (companyId: number, licenseId: number) => BuyerCustomer | null;

/** The columns needed to find a customer by company and license. */
export const customerColumns = {
  id: customers.id,
  name: customers.name,
  companyId: customers.companyId,
  licenseId: customers.licenseId,
  onHold: customers.onHold,
  paymentOptionIds: customers.paymentOptionIds,
  paymentOptionsLocked: customers.paymentOptionsLocked,
  serviceZoneId: customers.serviceZoneId,
};

type PairedCustomer = BuyerCustomer & { companyId: number; licenseId: number | null };

/** Finds these customers by company and license. */
export function customersByPair(rows: readonly PairedCustomer[]): CustomerOf {
  const found = new Map(rows.map((row) => [keyOf(row.companyId, row.licenseId ?? 0), row]));
  return (companyId, licenseId) => found.get(keyOf(companyId, licenseId)) ?? null;
}

/** A license's customers at an organization's companies, in one query. */
export async function findBuyerCustomers(
  db: Db,
  { orgId, licenseId }: { orgId: number; licenseId: number },
): Promise<CustomerOf> {
  const rows = await db
    .select(customerColumns)
    .from(customers)
    .where(and(eq(customers.orgId, orgId), eq(customers.licenseId, licenseId)));
  return customersByPair(rows);
}
