import { and, eq, notInArray, sql } from 'drizzle-orm';
import { licenseDisplayName } from '../../domain/access/vocabulary';
import { DomainError } from '../../domain/errors';
import type { licenses as contract } from '../../domain/licenses/contract';
import { subjectOf } from '../../domain/notifications/subjects';
import { OPEN_STATUSES, SELLERS_OWN_STATUSES } from '../../domain/orders/status';
import {
  type BlockingKind,
  type Dependents,
  type GoingKind,
  toDependents,
  whyNotRemoved,
} from '../../domain/organization/dependents';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { holdAlone } from '../db/hold';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { buyerLicenses, cartItems, carts, harvests, licenseSyncs, licenses, orders } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { followIntakes } from '../integrations/tracking/follow-intakes';
import { countHeld, forgetPackages } from '../inventory/packages/forget-packages';
import { endSharesAt } from '../network/shares/end-shares';
import { takenBack } from '../notices/notices';
import { countAssigned, unassign } from '../team/assignments';
import { loadLicense } from './read-licenses';

type Place = { orgId: number; licenseId: number };

/** What must be settled before a license is removed, and what goes with it. NOT_FOUND. */
export const licenseDependents: Verb<typeof contract.dependents> = async (ctx, { params: { id } }) => {
  await loadLicense(ctx, id);
  return findDependents(ctx.db, { orgId: ctx.membership.orgId, licenseId: id });
};

/**
 * Removes a license: it stays in the database, hidden, for the orders placed with it, while its number is free to claim.
 * Its packages stop counting as stock, and what the tracking system hasn't heard of isn't sent.
 * CONFLICT naming what must be settled first; NOT_FOUND.
 */
export const removeLicense: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const place = { orgId, licenseId: id };
  const own = and(eq(licenses.id, id), visibleLicenses(membership));
  // An order placed meanwhile waits for this or is counted below.
  await holdAlone(db, { kind: 'license', id });
  await lockRows(db, licenses, own, 'update');
  const before = await loadLicense(ctx, id);
  await lockRows(db, buyerLicenses, boughtFor(place), 'update');
  const removed = { removedAt: now, isPublic: false, syncNotFound: true, historicalSyncDone: false, syncActive: false };
  // Written before sellers' orders are counted, because a cluster refuses the other order.
  await db
    .update(licenses)
    .set({ ...removed, version: sql`${licenses.version} + 1` })
    .where(own);
  const why = whyNotRemoved(licenseDisplayName(before), await findDependents(db, place));
  if (why !== null) throw new DomainError('CONFLICT', why);
  await db.delete(carts).where(cartsOf(place));
  await db.delete(licenseSyncs).where(and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, id)));
  await forgetPackages(ctx, place, `${licenseDisplayName(before)} was removed`);
  await followIntakes(ctx, place);
  await forgetHarvests(ctx, place);
  await endSharesAt(ctx, place);
  await unassign(ctx, 'licenseIds', id);
  await ctx.audit({ id, before, after: null });
  await ctx.publish({ topic: 'organization', kind: 'removed', id, orgIds: [orgId] });
  return { ok: true };
};

const boughtFor = ({ orgId, licenseId }: Place) =>
  and(eq(buyerLicenses.orgId, orgId), eq(buyerLicenses.licenseId, licenseId));

const bought = (place: Place) => sql`(select ${buyerLicenses.id} from ${buyerLicenses} where ${boughtFor(place)})`;

const cartsOf = (place: Place) => and(eq(carts.orgId, place.orgId), sql`${carts.buyerLicenseId} in ${bought(place)}`);

/** Takes away what people were told of the license's harvests, which nobody sees anymore. */
async function forgetHarvests({ db, enqueue }: Ctx, { orgId, licenseId }: Place): Promise<void> {
  const own = and(eq(harvests.orgId, orgId), eq(harvests.licenseId, licenseId));
  const found = await db.select({ id: harvests.id }).from(harvests).where(own);
  const subjects = found.map(({ id }) => subjectOf.harvestRefused(id));
  if (subjects.length > 0) await enqueue(takenBack({ orgId, subjects }));
}

/** What depends on a license. */
export async function findDependents(db: Db, place: Place): Promise<Dependents> {
  const { orgId, licenseId } = place;
  const { rows } = await db.execute<Partial<Record<BlockingKind | GoingKind, number>>>(sql`select
    (select count(*)::int from companies seller
      where seller.org_id = ${orgId} and seller.license_id = ${licenseId} and seller.removed_at is null) as companies,
    (select count(*)::int from buyer_licenses held
      where held.org_id = ${orgId} and held.license_id = ${licenseId}) as "buyerCompanies",
    (select count(*)::int from shared_brands shared where shared.org_id = ${orgId} and shared.license_id = ${licenseId}
      and shared.status in ('REQUESTED', 'SHARED')) as "sharedBrands",
    (select count(*)::int from license_syncs synced
      where synced.org_id = ${orgId} and synced.license_id = ${licenseId}) as syncs`);
  const held = await countHeld(db, place);
  const filled = sql`exists (select 1 from ${cartItems}
    where ${cartItems.orgId} = ${orgId} and ${cartItems.cartId} = ${carts.id})`;
  // Its purchases lie with their sellers.
  const openPurchases = and(
    eq(orders.buyerOrgId, orgId),
    notInArray(orders.status, [...SELLERS_OWN_STATUSES]),
    isOneOf(orders.status, OPEN_STATUSES),
    sql`${orders.buyerLicenseId} in ${bought(place)}`,
  );
  return toDependents({
    ...rows[0],
    ...held,
    filledCarts: await db.$count(carts, and(cartsOf(place), filled)),
    openPurchases: await db.$count(orders, openPurchases),
    members: await countAssigned(db, orgId, 'licenseIds', licenseId),
  });
}
