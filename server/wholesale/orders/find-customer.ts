import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { markKey } from '../../../domain/wholesale/match';
import type { TheirCustomer } from '../../../domain/wholesale/theirs';
import { chooseZone } from '../../customers/zones/follow-zones';
import type { Db } from '../../db/client';
import { buyerLicenses, customers, licenses, wholesaleRecords } from '../../db/schema';
import type { PlatformCtx } from '../platform';
import { CantTake, customerRecord, recordIs, recordsIn, storeRecords } from '../records';
import type { Sync, SyncCompany } from '../syncs';

type Found = { id: number; name: string; licenseId: number | null };
const FOUND = { id: customers.id, name: customers.name, licenseId: customers.licenseId };

/** Their customer was left out on the match desk, and so are its orders. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}

/**
 * The customer here of an order of theirs: as matched, else by license number, else a new one. Locked by their record, so that
 * two orders of a new customer make one.
 */
export async function findTheirCustomer(
  ctx: PlatformCtx,
  { sync, company }: { sync: Sync; company: SyncCompany },
  theirs: TheirCustomer | null,
): Promise<Found> {
  if (theirs === null) throw new CantTake('It names no customer.');
  const { db } = ctx;
  const known = recordIs(sync, 'CUSTOMER', theirs.id);
  const [there] = await db.select({ id: wholesaleRecords.externalId }).from(wholesaleRecords).where(known);
  if (!there) await storeRecords(db, sync, 'CUSTOMER', [customerRecord(theirs)]);
  const [record] = await db.select().from(wholesaleRecords).where(known).for('no key update');
  if (record?.state === 'IGNORED') throw new LeftOut();
  const ofCompany = and(eq(customers.orgId, sync.orgId), eq(customers.companyId, company.id));
  if (record?.state === 'MATCHED' && record.ownId !== null) {
    const [matched] = await db
      .select(FOUND)
      .from(customers)
      .where(and(ofCompany, eq(customers.id, record.ownId)));
    if (matched) return matched;
  }
  const licenseId = await findLicense(db, company, theirs.licenseNumber);
  const [licensed] =
    licenseId === null
      ? []
      : await db
          .select(FOUND)
          .from(customers)
          .where(and(ofCompany, eq(customers.licenseId, licenseId)));
  const found = licensed ?? (await makeCustomer(ctx, company, theirs, licenseId));
  await keepMatch(db, sync, theirs.id, found.id);
  return found;
}

/** A license by its number, whatever its case and blanks, as far as the organization may know it. */
export async function findLicense(db: Db, { orgId, usState }: Pick<SyncCompany, 'orgId' | 'usState'>, number: string) {
  const key = markKey(number);
  if (key === '') return null;
  const isSame = sql`lower(regexp_replace(${licenses.licenseNumber}, '\\s', '', 'g')) = ${key}`;
  const [license] = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(
      and(
        eq(licenses.usState, usState),
        isNull(licenses.removedAt),
        or(licenses.isPublic, eq(licenses.orgId, orgId)),
        isSame,
      ),
    )
    .orderBy(asc(licenses.id))
    .limit(1);
  return license?.id ?? null;
}

async function makeCustomer(
  ctx: PlatformCtx,
  company: SyncCompany,
  theirs: TheirCustomer,
  licenseId: number | null,
): Promise<Found> {
  const { orgId, id: companyId } = company;
  const { phone, email, address } = theirs;
  const name = theirs.name || theirs.licenseNumber || 'Customer of the wholesale marketplace';
  const zone = await chooseZone(ctx.db, company, { address, licenseId, serviceZoneId: null }, null);
  const [made] = await ctx.db
    .insert(customers)
    .values({
      orgId,
      companyId,
      licenseId,
      name,
      phone: phone || null,
      email: email || null,
      address: address || null,
      ...zone,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning(FOUND);
  // A person added one of that license meanwhile.
  if (!made) throw new CantTake(`${name} was added meanwhile. Try again.`);
  await ctx.audit({ entity: 'customer', id: made.id, before: null, after: { name, licenseId, phone, email, address } });
  await ctx.publish({ topic: 'customers', kind: 'created', id: made.id, orgIds: [orgId] });
  return made;
}

/** Keeps whom theirs turned out to be, unless another of theirs is. */
async function keepMatch(db: Db, sync: Sync, externalId: string, ownId: number): Promise<void> {
  const [taken] = await db
    .select({ id: wholesaleRecords.externalId })
    .from(wholesaleRecords)
    .where(and(recordsIn(sync, 'CUSTOMER'), eq(wholesaleRecords.ownId, ownId)));
  if (taken) return;
  await db
    .update(wholesaleRecords)
    .set({ state: 'MATCHED', ownId, dueAt: null, updatedAt: sql`now()` })
    .where(recordIs(sync, 'CUSTOMER', externalId));
}

/** Who buys for a customer on the platform: nobody while its license isn't held here. */
export async function findBuyer(db: Db, licenseId: number | null) {
  const [buyer] =
    licenseId === null
      ? []
      : await db
          .select()
          .from(buyerLicenses)
          .where(eq(buyerLicenses.licenseId, licenseId))
          .orderBy(asc(buyerLicenses.id))
          .limit(1);
  return {
    buyerOrgId: buyer?.orgId ?? null,
    buyerCompanyId: buyer?.buyerCompanyId ?? null,
    buyerLicenseId: buyer?.id ?? null,
  };
}
