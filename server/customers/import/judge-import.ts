import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { mayChangeCredit } from '../../../domain/customers/credit';
import type { ImportRow } from '../../../domain/customers/import';
import { type Judged, judgeRows, type KnownCustomer, type Written } from '../../../domain/customers/judge-import';
import { nameKey } from '../../../domain/customers/same-customer';
import { normalLicenseNumber } from '../../../domain/integrations/license-number';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import {
  type companies,
  customerManagers,
  customerServiceZones,
  customerStatuses,
  customers,
  licenses,
  orgUsers,
} from '../../db/schema';

type Company = typeof companies.$inferSelect;
type Asked = Pick<Ctx, 'db' | 'membership'>;

/** What an import would do with each row, given the company's current data. */
export async function judge(ctx: Asked, company: Company, rows: readonly ImportRow[]): Promise<Judged[]> {
  const { db, membership } = ctx;
  const { orgId, id: companyId, usState } = company;
  const numbers = [
    ...new Set(
      rows.flatMap(({ licenseNumber }) => (licenseNumber === undefined ? [] : normalLicenseNumber(licenseNumber))),
    ),
  ];
  const found = await db
    .select({ id: licenses.id, licenseNumber: licenses.licenseNumber, name: licenses.name })
    .from(licenses)
    .where(
      and(
        eq(licenses.usState, usState),
        isOneOf(sql`upper(${licenses.licenseNumber})`, numbers),
        isNull(licenses.removedAt),
        or(licenses.isPublic, eq(licenses.orgId, orgId)),
      ),
    );
  const names = [...rows.flatMap(({ name }) => name ?? []), ...found.map(({ name }) => name)];
  const statuses = await db
    .select({ id: customerStatuses.id, name: customerStatuses.name })
    .from(customerStatuses)
    .where(and(eq(customerStatuses.orgId, orgId), eq(customerStatuses.companyId, companyId)));
  const zones = await db
    .select({ id: customerServiceZones.id, name: customerServiceZones.name })
    .from(customerServiceZones)
    .where(and(eq(customerServiceZones.orgId, orgId), eq(customerServiceZones.companyId, companyId)));
  const people = await db
    .select({ id: orgUsers.id, name: orgUsers.email })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), ne(orgUsers.status, 'REMOVED')));
  const meant = { names, licenseIds: found.map(({ id }) => id) };
  const known = await findCandidates(db, company, meant);
  return judgeRows(rows.map(withNormalLicense), {
    usState,
    customers: known,
    licenses: found,
    statuses,
    zones,
    people,
    mayChangeCredit: mayChangeCredit(membership),
  });
}

/** A row with its license's number as licenses are kept. */
const withNormalLicense = (row: ImportRow): ImportRow =>
  row.licenseNumber === undefined ? row : { ...row, licenseNumber: normalLicenseNumber(row.licenseNumber) };

/** `nameKey` in SQL. */
const NAME_KEY = sql`lower(btrim(regexp_replace(translate(normalize(${customers.name}, NFC), '‘’ʼ', ''''''''),
  E'[ \\u00a0\\t\\r\\n]+', ' ', 'g')))`;

/** The company's customers that rows may match, by license or name. */
async function findCandidates(
  db: Ctx['db'],
  { orgId, id: companyId }: Company,
  { names, licenseIds }: { names: readonly string[]; licenseIds: readonly number[] },
): Promise<KnownCustomer[]> {
  const keys = [...new Set(names.map(nameKey))];
  const blank = (column: typeof customers.phone) => sql<string>`coalesce(${column}, '')`;
  return db
    .select({
      id: customers.id,
      version: customers.version,
      licenseId: customers.licenseId,
      name: customers.name,
      phone: blank(customers.phone),
      email: blank(customers.email as never),
      address: blank(customers.address as never),
      deliveryPreferences: blank(customers.deliveryPreferences as never),
      notes: blank(customers.notes as never),
      delinquent: customers.delinquent,
      customerStatusId: customers.customerStatusId,
      serviceZoneId: customers.serviceZoneId,
      paymentTermsDays: customers.paymentTermsDays,
      creditLimitUsd: customers.creditLimitUsd,
      managerIds: sql<number[]>`array(
        select manager.org_user_id from ${customerManagers} manager
         where manager.org_id = customers.org_id and manager.customer_id = customers.id order by 1)`,
    })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, orgId),
        eq(customers.companyId, companyId),
        or(isOneOf(customers.licenseId, licenseIds), isOneOf(NAME_KEY, keys)),
      ),
    )
    .orderBy(asc(customers.id));
}

/** What an import sets, as table columns; managers are stored separately. */
export function importedValues({ managerIds: _, ...values }: Written) {
  return values;
}
