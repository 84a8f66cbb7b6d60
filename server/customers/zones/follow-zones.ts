import { and, asc, eq } from 'drizzle-orm';
import { type Claim, isZoneByHand, type Places, postalCodeOf, zoneFinder } from '../../../domain/customers/zone-area';
import type { Db } from '../../db/client';
import { holdShared } from '../../db/hold';
import { isOneOf } from '../../db/page';
import { type companies, licenses, serviceZoneAreas } from '../../db/schema';
import { mapOf } from '../../geography/gazetteer';

type Company = Pick<typeof companies.$inferSelect, 'id' | 'orgId' | 'usState'>;
/** What tells where a customer is. */
type Located = { address: string | null; licenseId: number | null };
type Zone = { serviceZoneId: number | null; serviceZoneByHand: boolean };

/**
 * Keeps the areas of a company's zones as they are until the transaction ends. Taken before any of its customers is
 * locked, as saving an area does.
 */
export async function holdZones(db: Db, companyId: number): Promise<void> {
  await holdShared(db, [{ kind: 'company labels', id: companyId }]);
}

/** The counties and ZIP codes of a company's zones. */
export async function loadClaims(db: Db, { orgId, id }: Pick<Company, 'id' | 'orgId'>): Promise<Claim[]> {
  return (await loadClaimsOf(db, orgId, [id])).get(id) ?? [];
}

/** The same of several companies of an organization, by company; those without any are left out. */
async function loadClaimsOf(db: Db, orgId: number, companyIds: readonly number[]): Promise<Map<number, Claim[]>> {
  if (companyIds.length === 0) return new Map();
  const { serviceZoneId, kind, code, companyId } = serviceZoneAreas;
  const rows = await db
    .select({ serviceZoneId, kind, code, companyId })
    .from(serviceZoneAreas)
    .where(and(eq(serviceZoneAreas.orgId, orgId), isOneOf(companyId, companyIds)))
    .orderBy(asc(kind), asc(code));
  const claims = new Map<number, Claim[]>();
  for (const { companyId: id, ...claim } of rows) {
    const own = claims.get(id);
    if (own) own.push(claim);
    else claims.set(id, [claim]);
  }
  return claims;
}

/** A state's places, for areas and their mistakes. */
export async function placesOf(usState: string): Promise<Places> {
  const { counties, postalCodes } = await mapOf(usState);
  return {
    countyNames: new Map(counties.map(({ id, name }) => [id, name])),
    countyOf: new Map(postalCodes.map(({ code, countyId }) => [code, countyId])),
  };
}

const POSTAL_CODE_LOCKS = 64;

/** The lock of a license's ZIP code; licenses share a few, so that an import needs few. */
export const postalCodeLock = (licenseId: number) =>
  ({ kind: 'license postal codes', id: licenseId % POSTAL_CODE_LOCKS }) as const;

/** ZIP codes of licenses, by id. Who reads them is waited for before the customers of a changed one are moved. */
async function licensePostalCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const locks = new Map(ids.map((licenseId) => [licenseId % POSTAL_CODE_LOCKS, postalCodeLock(licenseId)]));
  await holdShared(db, [...locks.values()]);
  const { id, postalCode } = licenses;
  const found = await db.select({ id, postalCode }).from(licenses).where(isOneOf(id, ids));
  return new Map(found.map((one) => [one.id, one.postalCode]));
}

/**
 * Which zone each of these addresses is in, by the company's areas; undefined while no zone has an area. Waits for an
 * area that is being saved, which then moves the customers it finds.
 */
export async function zonesOf(
  db: Db,
  company: Company,
  located: readonly Located[],
): Promise<((at: Located) => number | null) | undefined> {
  await holdZones(db, company.id);
  const claims = await loadClaims(db, company);
  if (claims.length === 0) return undefined;
  const { countyOf } = await placesOf(company.usState);
  const find = zoneFinder(claims, countyOf);
  const codes = await licensePostalCodes(db, [...new Set(located.flatMap(({ licenseId }) => licenseId ?? []))]);
  return ({ address, licenseId }) => find(postalCodeOf(address, (licenseId && codes.get(licenseId)) || null));
}

/** The zone an added or edited customer gets: the one people chose, else the one of its address. */
export async function chooseZone(
  db: Db,
  company: Company,
  fields: Located & { serviceZoneId: number | null; serviceZoneByHand?: boolean | undefined },
  before: Zone | null,
): Promise<Zone> {
  const { serviceZoneId } = fields;
  if (isZoneByHand(fields, before)) return { serviceZoneId, serviceZoneByHand: true };
  const zoneOf = await zonesOf(db, company, [fields]);
  return { serviceZoneId: zoneOf ? zoneOf(fields) : serviceZoneId, serviceZoneByHand: false };
}

type Place = Pick<typeof licenses.$inferSelect, 'addressLineOne' | 'city' | 'usState' | 'postalCode'>;

/** The address a customer begins with who is made for a license's first order. */
export const firstAddress = ({ addressLineOne, city, usState, postalCode }: Place): string =>
  `${addressLineOne}, ${city}, ${usState} ${postalCode}`;

/**
 * The zones that licenses' first orders with companies of an organization are in: those of the customers they make, in the
 * order given. Null outside all areas; one query, which locks nothing.
 */
export async function zonesOfFirstOrders(
  db: Db,
  orgId: number,
  firsts: readonly { company: Company; license: Place }[],
): Promise<(number | null)[]> {
  const claims = await loadClaimsOf(db, orgId, [...new Set(firsts.map(({ company }) => company.id))]);
  return Promise.all(
    firsts.map(async ({ company, license }) => {
      const own = claims.get(company.id);
      if (own === undefined) return null;
      const { countyOf } = await placesOf(company.usState);
      return zoneFinder(own, countyOf)(postalCodeOf(firstAddress(license), license.postalCode || null));
    }),
  );
}
