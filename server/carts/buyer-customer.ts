import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { customers } from '../db/schema';
import type { LoadedCart } from './load-carts';

/** The customer a cart's licence is to its seller; a first order makes it one. */
export async function findOrMakeCustomer(
  db: Db,
  { company, licence }: Pick<LoadedCart, 'company' | 'licence'>,
): Promise<{ id: number; name: string }> {
  const pair = { orgId: company.orgId, companyId: company.id, licenceId: licence.id };
  const known = await findCustomer(db, pair);
  if (known) return known;
  const { addressLineOne, city, usState, postalCode } = licence;
  await db
    .insert(customers)
    .values({
      ...pair,
      name: licence.dba || licence.name,
      phone: licence.phone,
      address: `${addressLineOne}, ${city}, ${usState} ${postalCode}`,
    })
    .onConflictDoNothing();
  const made = await findCustomer(db, pair);
  if (!made) throw new Error('A customer is found or made');
  return made;
}

type Pair = { orgId: number; companyId: number; licenceId: number };

async function findCustomer(db: Db, { orgId, companyId, licenceId }: Pair) {
  const [found] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId), eq(customers.licenceId, licenceId)));
  return found;
}
