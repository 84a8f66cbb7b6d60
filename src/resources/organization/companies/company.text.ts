import { COMPANY_TYPES } from '../../../../domain/access/vocabulary';
import type { CompanyRecord } from '../../../../domain/organization/company';

export const COMPANIES = '/account/manage/companies';

/** What each section of a company's page takes. */
export type CompanySection = {
  company: CompanyRecord;
  /** Why the reader may not change it; null when they may. */
  whyNot: string | null;
  refresh: () => unknown;
};

/** The documented messages of a company's writes. */
export const SAID = { success: 'Company updated successfully!', failure: 'Failed to update company' } as const;

export const SAID_OF_NOTIFICATIONS = {
  success: 'Notification settings updated successfully',
  failure: 'Failed to update notification settings',
} as const;

/** The types of a company's form. */
export const typeOptions = Object.entries(COMPANY_TYPES)
  .filter(([type]) => type !== 'UNKNOWN')
  .map(([value, { label }]) => ({ value, label }));

/** A company's own fields, as its update takes them. */
export const ownFields = ({ name, companyType, licenseId, timeZone }: CompanyRecord) => ({
  name,
  companyType,
  licenseId,
  timeZone,
});
