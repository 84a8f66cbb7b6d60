import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { BuyerCompanyRecord } from '../../domain/organization/buyer-company';
import type { BuyerCompany } from '../../domain/organization/organization';
import type { Db } from '../db/client';
import { buyerCompanies, buyerLicenses, licenses } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';
import { toLicense } from './read-companies';

/** The buyer companies the caller sees, as their organization lists them. */
export async function listBuyerCompanies(db: Db, membership: Membership): Promise<BuyerCompany[]> {
  return (await loadBuyerCompanies(db, membership)).map(({ version: _, ...company }) => company);
}

/**
 * The organization's buyer companies with the licenses the caller may buy for; companies without such a license are
 * omitted.
 */
export async function loadBuyerCompanies(db: Db, membership: Membership, where?: SQL): Promise<BuyerCompanyRecord[]> {
  const companies = await db
    .select()
    .from(buyerCompanies)
    .where(and(eq(buyerCompanies.orgId, membership.orgId), where))
    .orderBy(asc(buyerCompanies.businessLicenseName));
  const held = await db
    .select({ buyerLicense: buyerLicenses, license: licenses })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(and(visibleBuyerLicenses(membership), isNull(licenses.removedAt)))
    .orderBy(asc(licenses.usState), asc(licenses.name));
  return companies
    .map(({ id, orgId, businessLicenseName, dba, version }) => {
      const own = held.filter(({ buyerLicense }) => buyerLicense.buyerCompanyId === id);
      return {
        id,
        orgId,
        businessLicenseName,
        dba,
        version,
        licenseIds: own.map(({ license }) => license.id),
        buyerLicenses: own.map(({ buyerLicense, license }) => ({
          id: buyerLicense.id,
          licenseId: buyerLicense.licenseId,
          license: toLicense(license),
        })),
      };
    })
    .filter(({ buyerLicenses }) => seesEverything(membership) || buyerLicenses.length > 0);
}
