import { CompanyTypeSchema, licenseConnectionStatus, licenseDisplayName } from '../../domain/access/vocabulary';
import type { Company, License } from '../../domain/organization/organization';
import type { companies, licenses } from '../db/schema';

/** A license's row as sent. */
export function toLicense(row: Omit<typeof licenses.$inferSelect, 'expiresOn' | 'removedAt' | 'createdAt'>): License {
  const state = { ansiAbbrevation: row.usState };
  return {
    id: row.id,
    orgId: row.orgId,
    licenseNumber: row.licenseNumber,
    displayName: licenseDisplayName({ licenseNumber: row.licenseNumber, state }),
    name: row.name,
    dba: row.dba,
    licenseeName: row.licenseeName,
    licenseType: CompanyTypeSchema.parse(row.licenseType),
    state,
    address: { lineOne: row.addressLineOne, city: row.city, state, postalCode: row.postalCode },
    phone: row.phone,
    isPublic: row.isPublic,
    connectionStatus: licenseConnectionStatus({
      syncNotFound: row.syncNotFound,
      historicalSyncDone: row.historicalSyncDone,
      active: row.syncActive,
    }),
  };
}

/** A seller company's row as sent. */
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
