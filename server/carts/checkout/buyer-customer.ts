import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { firstAddress, zonesOf } from '../../customers/zones/follow-zones';
import type { Db } from '../../db/client';
import { customers } from '../../db/schema';
import type { LoadedCart } from '../read-carts';

/** The seller's customer for a cart's license, created with its first order in the zone of its address. */
export async function findOrMakeCustomer(
  { db, audit, publish }: Pick<Ctx, 'db' | 'audit' | 'publish'>,
  { company, license, customer }: Pick<LoadedCart, 'company' | 'license' | 'customer'>,
): Promise<{ id: number; name: string }> {
  if (customer) return { id: customer.id, name: customer.name };
  const pair = { orgId: company.orgId, companyId: company.id, licenseId: license.id };
  const address = firstAddress(license);
  const zoneOf = await zonesOf(db, company, [{ address, licenseId: license.id }]);
  const [inserted] = await db
    .insert(customers)
    .values({
      ...pair,
      name: license.dba || license.name,
      phone: license.phone,
      address,
      serviceZoneId: zoneOf?.({ address, licenseId: license.id }) ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: customers.id });
  const made = await findCustomer(db, pair);
  if (!made) throw new Error('The customer was neither found nor created');
  if (inserted) {
    await audit({ entity: 'customer', orgId: company.orgId, id: made.id, before: null, after: { ...made, ...pair } });
    await publish({ topic: 'customers', kind: 'created', id: made.id, orgIds: [company.orgId] });
  }
  return made;
}

type Pair = { orgId: number; companyId: number; licenseId: number };

async function findCustomer(db: Db, { orgId, companyId, licenseId }: Pair) {
  const [found] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId), eq(customers.licenseId, licenseId)));
  return found;
}
