import { COMPANY_TYPES } from '../access/vocabulary';
import { fieldErrors } from '../errors';
import { type ImportRowOf, numberOf, type RowVerdict } from '../import';
import { US_STATES } from '../organization/us-states';
import { isShortened, whyShortened } from '../typed';
import { LicenseDraft } from './license';

/** The fields of a file of licenses. */
export const LICENSE_FIELDS = {
  licenseNumber: { label: 'License number', aliases: ['license', 'license no', 'number', 'lic'] },
  name: { label: 'Name', aliases: ['business', 'business name', 'license name', 'company'] },
  state: { label: 'State', aliases: ['us state', 'st'] },
  licenseType: { label: 'Type', aliases: ['license type', 'kind'] },
  lineOne: { label: 'Street', aliases: ['address', 'street address'] },
  city: { label: 'City', aliases: ['town'] },
  postalCode: { label: 'ZIP code', aliases: ['zip', 'postal code'] },
} as const;
export type LicenseImportRow = ImportRowOf<typeof LICENSE_FIELDS>;

/** A license number of a file that an organization already has. */
export type HeldLicense = { usState: string; licenseNumber: string; isOwn: boolean };

/** A row's result with the license to add; null when it adds none. */
export type JudgedLicense = RowVerdict & { draft: LicenseDraft | null };

const key = (text: string) => text.trim().toLowerCase();

/** A row as `licenses.create` takes it: states and types also by their names. */
function toDraft({ row: _, licenseNumber = '', name = '', state = '', licenseType, ...address }: LicenseImportRow) {
  const usState = US_STATES.find(({ unabbreviatedName }) => key(unabbreviatedName) === key(state));
  const type = Object.entries(COMPANY_TYPES).find(([, { label }]) => key(label) === key(licenseType ?? ''));
  return {
    licenseNumber,
    name,
    state: usState?.ansiAbbrevation ?? state.trim().toUpperCase(),
    address,
    ...(licenseType === undefined ? {} : { licenseType: type?.[0] ?? licenseType.trim().toUpperCase() }),
  };
}

const LABELS: Readonly<Record<string, string>> = {
  state: 'State: enter a state, such as CA',
  licenseType: `Type: enter one of ${Object.values(COMPANY_TYPES)
    .map(({ label }) => label)
    .join(', ')}`,
};

/** Each row as a license to add, or why it can't be one; numbers are not checked yet. */
export function readLicenses(rows: readonly LicenseImportRow[]): { draft: LicenseDraft | null; reasons: string[] }[] {
  return rows.map((row) => {
    const { licenseNumber = '' } = row;
    if (isShortened(licenseNumber)) {
      return { draft: null, reasons: [`${LICENSE_FIELDS.licenseNumber.label}: ${whyShortened(licenseNumber)}`] };
    }
    const read = LicenseDraft.safeParse(toDraft(row));
    if (read.success) return { draft: read.data, reasons: [] };
    const reasons = Object.entries(fieldErrors(read.error)).map(([field, message]) => LABELS[field] ?? message);
    return { draft: null, reasons };
  });
}

/** Decides each row's result: a new license, one that is already there, or why it is skipped. Writes nothing. */
export function judgeLicenses(rows: readonly LicenseImportRow[], held: readonly HeldLicense[]): JudgedLicense[] {
  const seen = new Map<string, number>();
  return readLicenses(rows).map(({ draft, reasons }, at) => {
    const name = [rows[at]?.licenseNumber, rows[at]?.name].filter(Boolean).join(' · ');
    const number = numberOf(rows[at] ?? {}, at);
    const base = { row: number, name, changes: [], draft: null };
    if (!draft) return { ...base, verdict: 'refused', reasons };
    const mark = `${draft.state} ${draft.licenseNumber}`;
    const first = seen.get(mark);
    seen.set(mark, first ?? number);
    if (first !== undefined) return { ...base, verdict: 'refused', reasons: [`Same license as row ${first}`] };
    const holder = held.find((one) => one.usState === draft.state && one.licenseNumber === draft.licenseNumber);
    if (holder?.isOwn) return { ...base, verdict: 'unchanged', reasons: ['Your organization already has it'] };
    if (holder) {
      return { ...base, verdict: 'refused', reasons: ['Another organization has it. If it’s yours, contact support'] };
    }
    return { ...base, verdict: 'create', reasons: [], draft };
  });
}
