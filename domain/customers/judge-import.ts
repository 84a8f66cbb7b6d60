import { numberOf } from '../import';
import { isEqual, roundCents } from '../money';
import { counted } from '../text';
import { isShortened, readTyped, whyShortened } from '../typed';
import { CustomerFields } from './customer';
import { IMPORT_FIELDS, type ImportField, type ImportRow, type RowVerdict } from './import';
import { customersMeant, firstSame, nameKey, type Told, type ToldCustomers, toldCustomers } from './same-customer';

/** What an import can set on a customer, as stored. */
export type Imported = {
  licenseId?: number;
  name?: string;
  phone?: string;
  email?: string;
  address?: string;
  deliveryPreferences?: string;
  notes?: string;
  delinquent?: boolean;
  customerStatusId?: number;
  serviceZoneId?: number;
  managerIds?: number[];
  paymentTermsDays?: number;
  creditLimitUsd?: string;
};

/** What an import writes: with the values, the zone they lead to and whether people chose it. */
export type Written = Omit<Imported, 'serviceZoneId'> & { serviceZoneId?: number | null; serviceZoneByHand?: boolean };

type Standing = Omit<
  Required<Imported>,
  'licenseId' | 'customerStatusId' | 'serviceZoneId' | 'paymentTermsDays' | 'creditLimitUsd'
> & {
  [K in 'licenseId' | 'customerStatusId' | 'serviceZoneId' | 'paymentTermsDays']: number | null;
} & { creditLimitUsd: string | null };
export type KnownCustomer = Standing & { id: number; version: number };

type Named = { id: number; name: string };

/** What rows are checked against: the company's data, and the licenses the file names. */
export type Known = {
  usState: string;
  customers: readonly KnownCustomer[];
  licenses: readonly (Named & { licenseNumber: string })[];
  statuses: readonly Named[];
  zones: readonly Named[];
  /** People on the team; `name` is the email. */
  people: readonly Named[];
  mayChangeCredit: boolean;
};

/** A row's result with what to write: every value for a new customer, the differences for an existing one. */
export type Judged = RowVerdict & { values: Imported };

const key = (text: string) => text.trim().toLowerCase();

/**
 * Decides each row's result. A row matches the customer with its license, else the one of its name, unless email or
 * license tell them apart; blank cells change nothing. Writes nothing.
 */
export function judgeRows(rows: readonly ImportRow[], known: Known): Judged[] {
  const references = referencesOf(known);
  const customers = toldCustomers(known.customers);
  const licenses = new Map(known.licenses.map((license) => [license.id, license]));
  const seen = new Map<number, number>();
  const added = toldCustomers<Told & { row: number }>();
  return rows.map((row, at) => {
    const number = numberOf(row, at);
    const { values, reasons } = readRow(row, known, references);
    const { licenseId = null, email = '' } = values;
    const licensed = licenseId === null ? '' : (licenses.get(licenseId)?.name ?? '');
    const told = { name: values.name ?? licensed, email, licenseId };
    const isRead = reasons.length === 0;
    const { customer, other, reasons: unclear } = isRead ? findMatch(told, customers) : NO_MATCH;
    const name = values.name ?? customer?.name ?? licensed;
    reasons.push(...unclear);
    if (name === '' && reasons.length === 0) reasons.push('Name is required');
    const first = customer ? seen.get(customer.id) : firstSame(told, added);
    if (reasons.length === 0 && first !== undefined) reasons.push(`Same customer as row ${first}`);
    else if (reasons.length === 0 && customer) seen.set(customer.id, number);
    else if (reasons.length === 0) added.add({ ...told, row: number });
    const base = { row: number, name, customerId: customer?.id ?? null, reasons };
    if (reasons.length > 0) return { ...base, verdict: 'refused', changes: [], values: {} };
    if (customer === null) {
      return {
        ...base,
        verdict: 'create',
        changes: [],
        values: { ...values, name },
        reasons: other ? [whyNew(other)] : [],
      };
    }
    const different = differing(withoutRespelling(values, customer), customer);
    const changes = Object.keys(different).map((field) =>
      describe(field as keyof Imported, different, customer, references),
    );
    return { ...base, verdict: changes.length > 0 ? 'update' : 'unchanged', changes, values: different };
  });
}

const whyNew = ({ email }: KnownCustomer) =>
  `There is a customer of this name with the email ${email}. If it’s the same, use that email in the file`;

/** What rows name: its ids by name, in any case, and names by id. */
type Reference = { idOf: (text: string) => number | undefined; nameOf: (id: unknown) => string };
type References = Record<'licenseId' | 'customerStatusId' | 'serviceZoneId' | 'managerIds', Reference>;

function referencesOf({ licenses, statuses, zones, people }: Known): References {
  const of = (named: readonly Named[]): Reference => {
    const ids = new Map(named.toReversed().map(({ id, name }) => [key(name), id]));
    const names = new Map<unknown, string>(named.map(({ id, name }) => [id, name]));
    return { idOf: (text) => ids.get(key(text)), nameOf: (id) => names.get(id) ?? '' };
  };
  return {
    licenseId: of(licenses.map(({ id, licenseNumber }) => ({ id, name: licenseNumber }))),
    customerStatusId: of(statuses),
    serviceZoneId: of(zones),
    managerIds: of(people),
  };
}

function readRow(row: ImportRow, known: Known, references: References): { values: Imported; reasons: string[] } {
  const values: Imported = {};
  const reasons: string[] = [];
  for (const field of ['name', 'phone', 'email', 'address', 'deliveryPreferences', 'notes'] as const) {
    const text = row[field];
    if (text === undefined) continue;
    const read = CustomerFields.shape[field].safeParse(text);
    if (read.success) values[field] = read.data;
    else reasons.push(`${IMPORT_FIELDS[field].label}: ${read.error.issues[0]?.message}`);
  }
  const lookUp = (text: string | undefined, among: Reference, otherwise: (text: string) => string) => {
    if (text === undefined) return undefined;
    const found = among.idOf(text);
    if (found === undefined) reasons.push(otherwise(text));
    return found;
  };
  const licenseId = lookUp(row.licenseNumber, references.licenseId, (text) =>
    isShortened(text)
      ? `${IMPORT_FIELDS.licenseNumber.label}: ${whyShortened(text)}`
      : `No license ${text} in ${known.usState}`,
  );
  const customerStatusId = lookUp(
    row.customerStatus,
    references.customerStatusId,
    (text) => `No status called “${text}”`,
  );
  const serviceZoneId = lookUp(row.serviceZone, references.serviceZoneId, (text) => `No service zone called “${text}”`);
  const managerIds = row.managers
    ?.split(/[;,]/)
    .filter((email) => email.trim() !== '')
    .map(
      (email) =>
        lookUp(email, references.managerIds, (text) => `No one on your team has the email ${text.trim()}`) ?? 0,
    );
  return {
    values: {
      ...values,
      ...(licenseId !== undefined && { licenseId }),
      ...(customerStatusId !== undefined && { customerStatusId }),
      ...(serviceZoneId !== undefined && { serviceZoneId }),
      ...(managerIds !== undefined && { managerIds: [...new Set(managerIds)] }),
      ...readFlag(row.delinquent, reasons),
      ...readCredit(row, known.mayChangeCredit, reasons),
    },
    reasons,
  };
}

function readFlag(text: string | undefined, reasons: string[]): Imported {
  if (text === undefined) return {};
  if (/^(yes|y|true|1|x)$/i.test(text.trim())) return { delinquent: true };
  if (/^(no|n|false|0)$/i.test(text.trim())) return { delinquent: false };
  reasons.push(`Delinquent: enter yes or no, not “${text}”`);
  return {};
}

function readCredit(row: ImportRow, mayChange: boolean, reasons: string[]): Imported {
  const { paymentTermsDays: terms, creditLimitUsd: limit } = row;
  if (terms === undefined && limit === undefined) return {};
  if (!mayChange) reasons.push('Your role can’t set payment terms or credit limits');
  const days = terms === undefined ? undefined : readTerms(terms);
  const daysRead = days === undefined ? null : CustomerFields.shape.paymentTermsDays.safeParse(days);
  if (daysRead && !daysRead.success) reasons.push(`Payment terms: enter a number of days, not “${terms}”`);
  const amount = limit === undefined ? undefined : readTyped('money', limit).amount;
  const limitRead = amount === undefined ? null : CustomerFields.shape.creditLimitUsd.safeParse(amount);
  if (limitRead && (!limitRead.success || amount === null))
    reasons.push(`Credit limit: enter an amount, not “${limit}”`);
  return {
    ...(daysRead?.success && typeof days === 'number' && { paymentTermsDays: days }),
    ...(limitRead?.success && amount && { creditLimitUsd: roundCents(amount) }),
  };
}

/** Payment terms as files write them, in days: 30, Net 30, 30 days, COD. NaN for anything else, such as a bare Net. */
function readTerms(text: string): number {
  const [, days] = /^(?:net[\s-]*)?(\d{1,4})(?:\s*days?)?$/i.exec(text.trim()) ?? [];
  if (days !== undefined) return Number(days);
  return /^(cod|due on receipt|on acceptance)$/i.test(text.trim()) ? 0 : Number.NaN;
}

type Match = { customer: KnownCustomer | null; other: KnownCustomer | null; reasons: string[] };
const NO_MATCH: Match = { customer: null, other: null, reasons: [] };

function findMatch(told: Told, customers: ToldCustomers<KnownCustomer>): Match {
  const { meant, other } = customersMeant(told, customers);
  const [customer = null, ...others] = meant;
  if (others.length === 0) return { customer, other, reasons: [] };
  const known = told.email === '' ? 'name. Add its email or license number' : 'name and email. Add its license number';
  return { customer: null, other, reasons: [`${counted(meant.length, 'customer')} have this ${known}`] };
}

/** A customer found by its name keeps the spelling it has; one found by its license gets the file's. */
function withoutRespelling({ name, ...values }: Imported, customer: KnownCustomer): Imported {
  const isLicensed = values.licenseId !== undefined && values.licenseId === customer.licenseId;
  const isSpelling = !isLicensed && name !== undefined && nameKey(name) === nameKey(customer.name);
  return name === undefined || isSpelling ? values : { ...values, name };
}

function differing(values: Imported, customer: KnownCustomer): Imported {
  const isSame = (field: keyof Imported): boolean => {
    const [said, kept] = [values[field], customer[field]];
    if (field === 'managerIds')
      return String([...(said as number[])].sort()) === String([...(kept as number[])].sort());
    if (field === 'creditLimitUsd') return kept !== null && isEqual(said as string, kept as string);
    return said === kept;
  };
  return Object.fromEntries(Object.entries(values).filter(([field]) => !isSame(field as keyof Imported)));
}

const FIELD_OF: Partial<Record<keyof Imported, ImportField>> = {
  licenseId: 'licenseNumber',
  customerStatusId: 'customerStatus',
  serviceZoneId: 'serviceZone',
  managerIds: 'managers',
};

function describe(field: keyof Imported, values: Imported, customer: KnownCustomer, references: References) {
  const reference = (references as Partial<Record<keyof Imported, Reference>>)[field];
  const show = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return reference ? [value].flat().map(reference.nameOf).join(', ') : String(value);
  };
  const label = IMPORT_FIELDS[FIELD_OF[field] ?? (field as ImportField)].label;
  return { label, from: show(customer[field]), to: show(values[field]) };
}
