import type { CompanyRecord } from '../../../domain/organization/company';
import { COMPANY_TYPES } from '../../../domain/organization/vocabulary';

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

/** The types of a company's form. */
export const typeOptions = Object.entries(COMPANY_TYPES)
  .filter(([type]) => type !== 'UNKNOWN')
  .map(([value, { label }]) => ({ value, label }));

/** A company's own fields, as its update takes them. */
export const ownFields = ({ name, companyType, licenseId }: CompanyRecord) => ({ name, companyType, licenseId });

/** A list with one entry replaced, or added at the end when there is none with the id. */
export function withEntry<E extends { id?: number | undefined }>(entries: readonly E[], entry: E): E[] {
  const place = placeOf(entries, entry.id);
  return entries.toSpliced(place, 1, entry);
}

/** Where `withEntry` puts an entry. */
export function placeOf(entries: readonly { id?: number | undefined }[], id: number | undefined): number {
  const place = entries.findIndex((one) => one.id === id);
  return id === undefined || place < 0 ? entries.length : place;
}

/** A list with one entry moved to a place. */
export function withMoved<E extends { id: number }>(entries: readonly E[], { id }: { id: number }, place: number): E[] {
  const moved = entries.filter((one) => one.id === id);
  return entries.filter((one) => one.id !== id).toSpliced(place, 0, ...moved);
}
