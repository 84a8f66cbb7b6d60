import { asc, eq } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { BuyerCompany } from '../../domain/organisation/organisation';
import type { Db } from '../db/client';
import { buyerCompanies, buyerLicences, licences } from '../db/schema';
import { visibleBuyerLicences } from '../db/visibility';
import { toLicence } from './rows';

/** The organisation's buyer companies with the licences one may buy for; without any such licence none is listed. */
export async function listBuyerCompanies(db: Db, membership: Membership): Promise<BuyerCompany[]> {
  const companies = await db
    .select()
    .from(buyerCompanies)
    .where(eq(buyerCompanies.orgId, membership.orgId))
    .orderBy(asc(buyerCompanies.businessLicenseName));
  const held = await db
    .select({ buyerLicence: buyerLicences, licence: licences })
    .from(buyerLicences)
    .innerJoin(licences, eq(licences.id, buyerLicences.licenceId))
    .where(visibleBuyerLicences(membership))
    .orderBy(asc(licences.usState), asc(licences.name));
  return companies
    .map(({ id, orgId, businessLicenseName, dba }) => ({
      id,
      orgId,
      businessLicenseName,
      dba,
      buyerLicenses: held
        .filter(({ buyerLicence }) => buyerLicence.buyerCompanyId === id)
        .map(({ buyerLicence, licence }) => ({
          id: buyerLicence.id,
          licenseId: buyerLicence.licenceId,
          license: toLicence(licence),
        })),
    }))
    .filter(({ buyerLicenses }) => seesEverything(membership) || buyerLicenses.length > 0);
}
