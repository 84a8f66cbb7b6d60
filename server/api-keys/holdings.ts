import { eq } from 'drizzle-orm';
import type { Holdings } from '../../domain/api-keys/rights';
import type { Db } from '../db/client';
import { brands, companies, licenses, partnerBrands } from '../db/schema';

/** All that an organization has, to say what a limited key sees of it. */
export async function findHoldings(db: Db, orgId: number): Promise<Holdings> {
  const ids = async (table: typeof companies | typeof brands) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.orgId, orgId))).map(({ id }) => id);
  const partners = await db
    .select({ id: partnerBrands.brandId })
    .from(partnerBrands)
    .where(eq(partnerBrands.orgId, orgId));
  return {
    companyIds: await ids(companies),
    licenses: await db
      .select({ id: licenses.id, usState: licenses.usState })
      .from(licenses)
      .where(eq(licenses.orgId, orgId)),
    brandIds: [...(await ids(brands)), ...partners.map(({ id }) => id)],
  };
}
