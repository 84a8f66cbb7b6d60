import type { Company, Licence } from '../../domain/organisation/organisation';
import { CompanyTypeSchema, licenceConnectionStatus } from '../../domain/organisation/vocabulary';
import type { companies, licences } from '../db/schema';

/** A licence's row as it travels. */
export function toLicence(row: typeof licences.$inferSelect): Licence {
  const state = { ansiAbbrevation: row.usState };
  return {
    id: row.id,
    orgId: row.orgId,
    licenseNumber: row.licenceNumber,
    name: row.name,
    dba: row.dba,
    licenseeName: row.licenseeName,
    licenseType: CompanyTypeSchema.parse(row.licenceType),
    state,
    address: { lineOne: row.addressLineOne, city: row.city, state, postalCode: row.postalCode },
    phone: row.phone,
    isPublic: row.isPublic,
    connectionStatus: licenceConnectionStatus({
      syncNotFound: row.syncNotFound,
      historicalSyncDone: row.historicalSyncDone,
      active: row.syncActive,
    }),
  };
}

/** A seller company's row as it travels. */
export function toCompany(row: typeof companies.$inferSelect): Company {
  return {
    companyId: row.id,
    orgId: row.orgId,
    name: row.name,
    companyType: CompanyTypeSchema.parse(row.companyType),
    state: { ansiAbbrevation: row.usState },
    profileImageUri: row.profileImageUri,
  };
}
