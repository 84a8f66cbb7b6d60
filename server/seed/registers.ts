import { and, asc, eq, ne } from 'drizzle-orm';
import type { CompanyType } from '../../domain/access/vocabulary';
import { addDays } from '../../domain/dates';
import type { ImportRowOf } from '../../domain/import';
import type { REGISTER_FIELDS } from '../../domain/licenses/register';
import { STATED_STATUSES } from '../../domain/licenses/standing';
import type { Db } from '../db/client';
import { returnedRow } from '../db/rows';
import { licenses, registerImports, users } from '../db/schema';
import { writeRegister } from '../licenses/register/apply-register';
import { countDifference } from '../licenses/register/difference';
import { stageRows } from '../licenses/register/stage-rows';
import { sampleRegister } from './specs/register';
import { dayOf, daysBefore } from './world';

const STATE = 'CO';
const LICENSES = 240;
const DAYS_AGO = 12;
/** What the register says otherwise of the demo's own licenses than they say of themselves. */
const SUSPENDED = '402R-00533';
const EXPIRED = '402R-00671';
const RENAMED = '402R-00417';
/** The next register lists it; until then its last check is an old one. */
const NOT_LISTED_YET = '402R-00999';

const TYPES: Partial<Record<CompanyType, string>> = {
  RETAILER: 'Retail Marijuana Store',
  CULTIVATOR: 'Retail Marijuana Cultivation Facility',
  PROCESSOR: 'Retail Marijuana Products Manufacturer',
  DISTRIBUTOR: 'Retail Marijuana Transporter',
  LABORATORY: 'Retail Marijuana Testing Facility',
};

const COLUMNS = {
  licenseNumber: 'License Number',
  name: 'Facility Name',
  dba: 'DBA',
  licenseType: 'License Type',
  status: 'License Status',
  expiresOn: 'Expiration Date',
  address: 'Street',
  city: 'City',
  postalCode: 'ZIP Code',
};

type Row = ImportRowOf<typeof REGISTER_FIELDS>;

/** A state's register as support staff imported it twelve days ago, with the demo's licenses in it. */
export async function addRegister(db: Db, now: Date): Promise<void> {
  const [staff] = await db.select().from(users).where(eq(users.isSupport, true)).orderBy(asc(users.id)).limit(1);
  if (!staff) return;
  const own = await db
    .select()
    .from(licenses)
    .where(and(eq(licenses.usState, STATE), ne(licenses.licenseNumber, NOT_LISTED_YET)))
    .orderBy(asc(licenses.id));
  const asOf = dayOf(daysBefore(now, DAYS_AGO));
  const listed = [...own.map((license) => toOwnRow(license, asOf)), ...toRows(asOf)];
  const rows = listed.map((row, at) => ({ ...row, row: at + 2 }));
  const draft = returnedRow(
    await db
      .insert(registerImports)
      .values({
        ...{ usState: STATE, fileName: 'colorado-licenses.xlsx', asOf, columns: COLUMNS, rows: rows.length },
        createdByUserId: staff.id,
        createdAt: daysBefore(now, DAYS_AGO - 1),
      })
      .returning(),
  );
  await stageRows(db, draft.id, 1, rows);
  const counts = await countDifference(db, draft);
  await writeRegister(db, draft, { counts, by: staff.id, now: daysBefore(now, DAYS_AGO - 1) });
}

const toRows = (today: string): Row[] =>
  sampleRegister(LICENSES, { today, states: [STATE] }).map((license) => ({
    licenseNumber: license.licenseNumber,
    name: license.name,
    ...(license.dba !== null && { dba: license.dba }),
    licenseType: TYPES[license.licenseType] ?? 'Accelerator Store',
    status: STATED_STATUSES[license.statedStatus],
    ...(license.expiresOn !== null && { expiresOn: license.expiresOn }),
    address: license.lineOne,
    city: license.city,
    postalCode: license.postalCode,
  }));

function toOwnRow(license: typeof licenses.$inferSelect, asOf: string): Row {
  const { licenseNumber, name, dba, licenseType, expiresOn } = license;
  const isExpired = licenseNumber === EXPIRED;
  return {
    licenseNumber,
    name: licenseNumber === RENAMED ? `${name} Collective` : name,
    ...(dba !== null && { dba }),
    licenseType: TYPES[licenseType as CompanyType] ?? licenseType,
    status: licenseNumber === SUSPENDED ? 'Suspended' : isExpired ? 'Expired' : 'Active',
    ...(expiresOn !== null && { expiresOn: isExpired ? addDays(asOf, -9) : expiresOn }),
    address: license.addressLineOne,
    city: license.city,
    postalCode: license.postalCode,
  };
}
