import { COMPANY_TYPES, CONNECTION_STATUSES } from '../access/vocabulary';
import type { CsvColumn } from '../csv';
import { shortDate, shortDay } from '../dates';
import { type LicenseRow, readingText } from './license';
import { proofText } from './proof';
import { CHECK_SOURCES } from './standing';

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** By grid column id, with the same headers as the grid. */
export const LICENSE_COLUMNS = {
  name: { header: 'Name', text: ({ name }) => name },
  dba: { header: 'DBA', text: ({ dba }) => dba ?? '' },
  state: { header: 'State', text: ({ state }) => state.ansiAbbrevation },
  licenseNumber: { header: 'License number', text: ({ licenseNumber }) => licenseNumber },
  checkedAt: {
    header: 'Last checked',
    isInstant: true,
    text: ({ checkedAt }, timeZone) => (checkedAt === null ? '' : shortDate(checkedAt, timeZone)),
  },
  checkedFrom: {
    header: 'Checked with',
    text: ({ checkedFrom }) => (checkedFrom === null ? '' : CHECK_SOURCES[checkedFrom]),
  },
  proof: { header: 'Verified', text: proofText },
  licenseType: { header: 'Type', text: ({ licenseType }) => COMPANY_TYPES[licenseType].label },
  connectionStatus: {
    header: 'Status',
    text: ({ syncStatus }) => CONNECTION_STATUSES[syncStatus.connectionStatus],
  },
  checked: {
    header: 'Last synced',
    isInstant: true,
    text: ({ syncStatus: { checked } }, timeZone) => (checked === null ? '' : shortDate(checked, timeZone)),
  },
  read: { header: 'Records', text: ({ syncStatus }) => readingText(syncStatus) },
  compared: {
    header: 'Last compared',
    isInstant: true,
    text: ({ syncStatus: { compared } }, timeZone) => (compared === null ? '' : shortDate(compared, timeZone)),
  },
  problem: { header: 'Problem', text: ({ syncStatus }) => syncStatus.problem ?? '' },
  expiresOn: { header: 'Expires', text: ({ expiresOn }) => (expiresOn === null ? '' : shortDay(expiresOn)) },
  address: { header: 'Address', text: addressText },
  phone: { header: 'Phone', text: ({ phone }) => phone ?? '' },
  isPublic: { header: 'In the directory', text: ({ isPublic }) => yesOrNo(isPublic) },
} as const satisfies Record<string, CsvColumn<LicenseRow>>;

/** An address on one line; blank parts are left out. */
export function addressText({ address }: Pick<LicenseRow, 'address'>): string {
  const { lineOne, city, state, postalCode } = address;
  if ([lineOne, city, postalCode].every((part) => part === '')) return '';
  return [lineOne, city, `${state.ansiAbbrevation} ${postalCode}`.trim()].filter(Boolean).join(', ');
}
