import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { customers } from '../db/schema';
import type { LoadedCart } from './load-carts';

/** The customer a cart's licence is to its seller; a first order makes it one. */
export async function findOrMakeCustomer(
  db: Db,
  { company, licence }: Pick<LoadedCart, 'company' | 'licence'>,
): Promise<{ id: number; name: string }> {
  const { addressLineOne, city, usState, postalCode } = licence;
  await db
    .insert(customers)
    .values({
      orgId: company.orgId,
      companyId: company.id,
      licenceId: licence.id,
      name: licence.dba || licence.name,
      phone: licence.phone,
      address: `${addressLineOne}, ${city}, ${usState} ${postalCode}`,
    })
    .onConflictDoNothing();
  const [customer] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(eq(customers.orgId, company.orgId), eq(customers.companyId, company.id), eq(customers.licenceId, licence.id)),
    );
  if (!customer) throw new Error('A customer is found or made');
  return customer;
}
