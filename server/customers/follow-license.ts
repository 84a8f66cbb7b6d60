import { and, eq, sql } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { holdAlone } from '../db/hold';
import { companies, customers } from '../db/schema';
import { transact } from '../db/transact';
import { publish } from '../live/publish';
import { tellCustomers } from './tell-customers';
import { holdZones, postalCodeLock, zonesOf } from './zones/follow-zones';

type Place = { orgId: number; companyId: number };

/**
 * The job after a license's ZIP code changed: moves its customers to the zones it is in now, in every organization that
 * has one, unless people chose their zone or they have an address of their own.
 */
export async function followLicense(
  { database: { db } }: Pick<Services, 'database'>,
  { licenseId }: { licenseId: number },
): Promise<void> {
  const places = await transact(db, async (tx) => {
    // Customers placed by its former ZIP code are saved by now.
    await holdAlone(tx, postalCodeLock(licenseId));
    const { orgId, companyId } = customers;
    return tx.select({ orgId, companyId }).from(customers).where(eq(customers.licenseId, licenseId));
  });
  for (const place of places) await transact(db, (tx) => moveCustomer(tx, place, licenseId));
}

async function moveCustomer(db: Db, { orgId, companyId }: Place, licenseId: number): Promise<void> {
  await holdZones(db, companyId);
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  const following = and(
    eq(customers.orgId, orgId),
    eq(customers.companyId, companyId),
    eq(customers.licenseId, licenseId),
    eq(customers.serviceZoneByHand, false),
  );
  const [customer] = await db.select().from(customers).where(following).for('no key update');
  if (company === undefined || customer === undefined) return;
  const zoneOf = await zonesOf(db, company, [customer]);
  const serviceZoneId = zoneOf ? zoneOf(customer) : customer.serviceZoneId;
  if (serviceZoneId === customer.serviceZoneId) return;
  await db
    .update(customers)
    .set({ serviceZoneId, updatedAt: new Date(), version: sql`${customers.version} + 1` })
    .where(following);
  await publish(db, { topic: 'customers', kind: 'changed', id: customer.id, orgIds: [orgId] });
  await tellCustomers({ db, membership: { orgId } }, [customer.id]);
}
