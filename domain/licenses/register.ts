import { type Day, dayAsWritten, dayOf, shortDay } from '../dates';
import type { ImportRowOf } from '../import';
import { normalLicenseNumber } from '../integrations/license-number';
import { formatNumber } from '../money';
import { zoneOfState } from '../organization/state-zones';
import { stateName } from '../organization/us-states';
import { isShortened, whyShortened } from '../typed';
import { STATED_STATUSES, type StatedStatus } from './standing';
import { statedStatusOf } from './stated-status';

/** What became of a register's import, as shown. */
export const REGISTER_IMPORT_STATES = { DRAFT: 'Draft', APPLIED: 'Applied', UNDONE: 'Undone' } as const;
export type RegisterImportState = keyof typeof REGISTER_IMPORT_STATES;

/** What an import does with a license, as shown. */
export const REGISTER_CHANGES = {
  ADDED: 'New',
  CHANGED: 'Changed',
  GONE: 'No longer listed',
  UNCHANGED: 'Unchanged',
  LEFT_OUT: 'Left out',
} as const;
export type RegisterChange = keyof typeof REGISTER_CHANGES;

/** The fields of a state's register; email and phone are never public. */
export const REGISTER_FIELDS = {
  licenseNumber: {
    label: 'License number',
    aliases: ['license', 'license no', 'lic no', 'licensenumber', 'number', 'credential number', 'permit number'],
  },
  name: {
    label: 'Name',
    aliases: [
      'business legal name',
      'businesslegalname',
      'legal name',
      'business name',
      'entity name',
      'facility name',
    ],
  },
  dba: {
    label: 'DBA',
    aliases: ['business dba name', 'businessdbaname', 'trade name', 'tradename', 'doing business as', 'dba name'],
  },
  licenseeName: {
    label: 'Licensee',
    aliases: ['licensee name', 'business owner name', 'businessownername', 'owner', 'owner name', 'contact name'],
  },
  licenseType: { label: 'License type', aliases: ['type', 'licensetype', 'license category', 'facility type', 'kind'] },
  status: { label: 'Status', aliases: ['license status', 'licensestatus', 'current status'] },
  expiresOn: {
    label: 'Expires',
    aliases: [
      'expiration date',
      'expirationdate',
      'license expiration date',
      'expiration',
      'expiry date',
      'expires on',
    ],
  },
  address: {
    label: 'Street',
    aliases: ['address', 'street address', 'premise street address', 'premisestreetaddress', 'physical address'],
  },
  city: { label: 'City', aliases: ['town', 'premise city', 'premisecity', 'physical city'] },
  postalCode: {
    label: 'ZIP code',
    aliases: ['zip', 'postal code', 'premise zip code', 'premisezipcode', 'physical zip'],
  },
  email: { label: 'Email', aliases: ['business email', 'businessemail', 'email address', 'e mail'] },
  phone: { label: 'Phone', aliases: ['business phone', 'businessphone', 'phone number', 'telephone'] },
} as const;
export type RegisterField = keyof typeof REGISTER_FIELDS;
export const REGISTER_FIELD_NAMES = Object.keys(REGISTER_FIELDS) as [RegisterField, ...RegisterField[]];

/** The columns of a file, by the field each fills. */
export type RegisterColumns = Partial<Record<RegisterField, string>>;

/** What a file must have. */
export const REGISTER_NEEDS = 'Choose the columns with the license number and the name.';
export const hasRegisterNeeds = ({ licenseNumber, name }: Partial<Record<RegisterField, unknown>>): boolean =>
  licenseNumber !== undefined && name !== undefined;

/** Why a license's later rows are left out, before the first one's number. */
export const SAME_LICENSE_AS = 'Same license as row ';

/** For how many days a draft is kept. */
export const DRAFT_DAYS = 7;

/** Most rows of a register. */
export const MOST_REGISTER_ROWS = 250_000;
const MOST_NUMBER = 60;
const MOST_TEXT = 500;

/** A license as a register lists it; null where the register says nothing. */
export type Registered = Record<Exclude<RegisterField, 'licenseNumber' | 'name' | 'status'>, string | null> & {
  licenseNumber: string;
  name: string;
  status: StatedStatus | null;
  /** In the register's words. */
  statusText: string | null;
};

/** A row as it is read; `problem` says why it can't be imported. */
export type ReadRegisterRow = Registered & { problem: string | null };

/** What registers write where they have nothing to say. */
const BLANK = /^(n\/?a|none|null|not available|-+|–|—)$/i;

/**
 * A row of a register's file: numbers in their normal form, statuses by `statedStatusOf`, dates as days. What can't be
 * read whole is a problem of the row, never guessed.
 */
export function readRegisterRow(row: ImportRowOf<typeof REGISTER_FIELDS>): ReadRegisterRow {
  const problems: string[] = [];
  const told = (field: RegisterField, problem: string) => problems.push(`${REGISTER_FIELDS[field].label}: ${problem}`);
  const textOf = (field: RegisterField): string | null => {
    const text = (row[field] ?? '').replace(/\s+/g, ' ').trim();
    if (text.length > MOST_TEXT) told(field, `must be ${formatNumber(MOST_TEXT)} characters or fewer`);
    return text === '' || BLANK.test(text) ? null : text.slice(0, MOST_TEXT);
  };
  const number = textOf('licenseNumber');
  const whyNot = number === null ? 'is missing' : numberProblem(number);
  if (whyNot !== null) told('licenseNumber', whyNot);
  const name = textOf('name');
  if (name === null) told('name', 'is missing');
  const expires = textOf('expiresOn');
  const expiresOn = expires === null ? null : registerDay(expires);
  if (expires !== null && expiresOn === null)
    told('expiresOn', `“${expires.slice(0, 40)}” isn’t a date, such as 11/20/2026`);
  const statusText = textOf('status');
  return {
    licenseNumber: normalLicenseNumber(number ?? '').slice(0, MOST_NUMBER),
    name: name ?? '',
    dba: textOf('dba'),
    licenseeName: textOf('licenseeName'),
    licenseType: textOf('licenseType'),
    status: statusText === null ? null : statedStatusOf(statusText),
    statusText,
    expiresOn,
    address: textOf('address'),
    city: textOf('city'),
    postalCode: textOf('postalCode'),
    email: textOf('email'),
    phone: textOf('phone'),
    problem: problems.length === 0 ? null : problems.join('. '),
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*`;
const TIME = '(?:[ ,T]+\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?)?';
const AMERICAN = new RegExp(`^(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4}|\\d{2})${TIME}$`, 'i');
const YEAR_FIRST = new RegExp(`^(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(`^${MONTH}\\.? (\\d{1,2}),? (\\d{4})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})[ -]${MONTH}\\.?[ ,-]+(\\d{4}|\\d{2})${TIME}$`, 'i');

/** The day a register writes, month before day: "11/20/2026", "20-Nov-26" or "Nov 20, 2026", with or without a time. */
export function registerDay(text: string): Day | null {
  const written = dayAsWritten(text);
  if (written !== null) return written;
  const [, month, day, year] = AMERICAN.exec(text) ?? [];
  if (month && day && year) return dayFrom(year, Number(month), day);
  const [, first, second, third] = YEAR_FIRST.exec(text) ?? [];
  if (first && second && third) return dayFrom(first, Number(second), third);
  const [, named, on, of] = MONTH_FIRST.exec(text) ?? [];
  if (named && on && of) return dayFrom(of, monthOf(named), on);
  const [, at, called, within] = DAY_FIRST.exec(text) ?? [];
  return at && called && within ? dayFrom(within, monthOf(called), at) : null;
}

const monthOf = (name: string) => MONTHS.indexOf(name.toLowerCase()) + 1;

/** Null where the calendar has no such day. Licenses are younger than the century: of a year its two digits are enough. */
const dayFrom = (year: string, month: number, day: string): Day | null =>
  dayAsWritten(`${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);

/** Why a text can't be a license's number: above all what spreadsheets make of numbers; null if it can. */
function numberProblem(text: string): string | null {
  if (isShortened(text)) return whyShortened(text);
  if (/^\d+\.0+$/.test(text))
    return `a spreadsheet made ${text} of this number. Format its column as text and enter it again`;
  const isDate = registerDay(text) !== null || new RegExp(`^(\\d{1,2}-${MONTH}|${MONTH}-\\d{2})$`, 'i').test(text);
  if (isDate) return `a spreadsheet made a date of this number, ${text}. Format its column as text and enter it again`;
  if (!/[a-z0-9]/i.test(text)) return 'must have a letter or a digit';
  return normalLicenseNumber(text).length > MOST_NUMBER ? `must be ${MOST_NUMBER} characters or fewer` : null;
}

/** Why a register can't be of this day; null if it can. `latest` is the day of the one applied last. */
export function asOfProblem(
  { asOf, usState }: { asOf: Day; usState: string },
  latest: Day | null,
  now: Date,
): string | null {
  if (asOf > dayOf(now, zoneOfState(usState))) return 'Can’t be in the future';
  if (latest === null || asOf >= latest) return null;
  return `A newer register of ${stateName(usState)} is applied, of ${shortDay(latest)}`;
}

type Change = { label: string; from: string; to: string };
/** A registered license, and since when it isn't listed. */
export type Listed = Registered & { notListedSince: Day | null };

/** What a register changes in a license, field by field, as shown; fields without a column stay as they are. */
export function registerChanges(before: Listed, now: Registered, columns: RegisterColumns): Change[] {
  const changed = REGISTER_FIELD_NAMES.filter((field) => field !== 'licenseNumber' && field in columns).flatMap(
    (field) => {
      if (comparedOf(before, field) === comparedOf(now, field)) return [];
      return [{ label: REGISTER_FIELDS[field].label as string, from: shownOf(before, field), to: shownOf(now, field) }];
    },
  );
  if (before.notListedSince === null) return changed;
  const from = `Not listed since ${shortDay(before.notListedSince)}`;
  return [{ label: 'Register', from, to: 'Listed' }, ...changed];
}

/** Registers change how they write a status from time to time: capitals are no difference. */
const comparedOf = (license: Registered, field: RegisterField): string =>
  field === 'status' ? `${license.status} ${license.statusText?.toLowerCase()}` : (license[field] ?? '');

function shownOf(license: Registered, field: RegisterField): string {
  if (field === 'expiresOn') return license.expiresOn === null ? '' : shortDay(license.expiresOn);
  if (field !== 'status') return license[field] ?? '';
  const { status, statusText } = license;
  if (status === null) return statusText === null ? '' : `${statusText} (unknown)`;
  const label = STATED_STATUSES[status];
  return statusText === null || statusText.toLowerCase() === label.toLowerCase() ? label : `${label} (${statusText})`;
}
