import { asc, eq } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { BuyerCompany } from '../../domain/organization/organization';
import type { Db } from '../db/client';
import { buyerCompanies, buyerLicenses, licenses } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';
import { toLicense } from './rows';

/**
 * The organization's buyer companies with the licenses the caller may buy for; companies without such a license are
 * omitted.
 */
export async function listBuyerCompanies(db: Db, membership: Membership): Promise<BuyerCompany[]> {
  const companies = await db
    .select()
    .from(buyerCompanies)
    .where(eq(buyerCompanies.orgId, membership.orgId))
    .orderBy(asc(buyerCompanies.businessLicenseName));
  const held = await db
    .select({ buyerLicense: buyerLicenses, license: licenses })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(visibleBuyerLicenses(membership))
    .orderBy(asc(licenses.usState), asc(licenses.name));
  return companies
    .map(({ id, orgId, businessLicenseName, dba }) => ({
      id,
      orgId,
      businessLicenseName,
      dba,
      buyerLicenses: held
        .filter(({ buyerLicense }) => buyerLicense.buyerCompanyId === id)
        .map(({ buyerLicense, license }) => ({
          id: buyerLicense.id,
          licenseId: buyerLicense.licenseId,
          license: toLicense(license),
        })),
    }))
    .filter(({ buyerLicenses }) => seesEverything(membership) || buyerLicenses.length > 0);
}
