import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notFound } from '../../../domain/errors';
import {
  askAgainDay,
  inInviteOrder,
  type SharedBrand,
  type ShareSide,
  shareStateAt,
} from '../../../domain/network/shared-brand';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { brands, licenses, organizations, sharedBrands, users } from '../../db/schema';
import { visibleHeldShares, visibleOwnedShares } from '../../db/visibility';

export type ShareRow = typeof sharedBrands.$inferSelect;
export type ShareReader = Pick<Ctx, 'db' | 'membership' | 'now' | 'timeZone' | 'services'>;

const holders = alias(organizations, 'holders');
const owners = alias(organizations, 'owners');
const enders = alias(organizations, 'enders');
const askers = alias(users, 'askers');
const answerers = alias(users, 'answerers');

export const licenseText = sql<string>`${licenses.usState} || ' ' || ${licenses.licenseNumber}`;
const nameOf = (person: typeof askers | typeof answerers) =>
  sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`;

/** How many active packages of items of a brand lie at a license; all that is told of them before anybody agreed. */
export const packagesAt = (orgId: SQL, licenseId: SQL, brandId: SQL): SQL<number> => sql<number>`(
  select count(*)::int from packages pack
    join tracking_items item on item.org_id = pack.org_id and item.id = pack.item_id
   where pack.org_id = ${orgId} and pack.license_id = ${licenseId} and pack.status = 'ACTIVE'
     and item.brand_id = ${brandId})`;

/** Of a brand at a license only the last share or request counts; a withdrawn one is as if it never was. */
export const isLatest = sql`${sharedBrands.status} <> 'RESCINDED' and not exists (select from shared_brands newer
  where newer.org_id = ${sharedBrands.orgId} and newer.license_id = ${sharedBrands.licenseId}
    and newer.brand_id = ${sharedBrands.brandId} and newer.status <> 'RESCINDED' and newer.id > ${sharedBrands.id})`;

const seenBy = ({ membership }: Pick<Ctx, 'membership'>, side: ShareSide) =>
  side === 'HOLDER' ? visibleHeldShares(membership) : visibleOwnedShares(membership);

/** The shares and requests of one side that its reader sees, as listed. */
export async function findShares(reader: ShareReader, side: ShareSide, where: SQL | undefined): Promise<SharedBrand[]> {
  const { now, timeZone, services } = reader;
  const rows = await reader.db
    .select({
      share: sharedBrands,
      brand: { id: brands.id, name: brands.name, profileImageUri: brands.profileImageUri },
      license: { id: licenses.id, displayName: licenseText, name: licenses.name },
      holder: { id: holders.id, name: holders.name },
      owner: { id: owners.id, name: owners.name },
      endedBy: enders.name,
      requestedBy: nameOf(askers),
      answeredBy: nameOf(answerers),
      packages: packagesAt(sql`${sharedBrands.orgId}`, sql`${sharedBrands.licenseId}`, sql`${sharedBrands.brandId}`),
    })
    .from(sharedBrands)
    .innerJoin(brands, eq(brands.id, sharedBrands.brandId))
    .innerJoin(licenses, eq(licenses.id, sharedBrands.licenseId))
    .innerJoin(holders, eq(holders.id, sharedBrands.orgId))
    .leftJoin(owners, eq(owners.id, sharedBrands.ownerOrgId))
    .leftJoin(enders, eq(enders.id, sharedBrands.endedByOrgId))
    .leftJoin(askers, eq(askers.id, sharedBrands.requestedByUserId))
    .leftJoin(answerers, eq(answerers.id, sharedBrands.answeredByUserId))
    .where(and(seenBy(reader, side), where))
    .orderBy(desc(sharedBrands.id));
  const text = (at: Date | null) => at?.toISOString() ?? null;
  const shares = rows.map(({ share, owner, packages, requestedBy, answeredBy, ...row }): SharedBrand => {
    const status = shareStateAt(share, now);
    const hasLink = side === 'HOLDER' && status === 'SHARED';
    return {
      ...row,
      id: share.id,
      side,
      licenseId: share.licenseId,
      owner: owner?.id ? owner : null,
      status,
      origin: share.origin,
      enabled: share.enabled,
      inviteLink: hasLink ? linkOf(services.config.publicUrl, share.inviteCode) : null,
      packageCountEstimate: packages,
      requestedBy: side === 'OWNER' ? requestedBy : null,
      requested: text(share.requestedAt),
      expires: status === 'REQUESTED' ? text(share.expiresAt) : null,
      answeredBy: side === 'HOLDER' ? answeredBy : null,
      answered: text(share.answeredAt),
      ended: text(share.endedAt),
      askAgain: side === 'OWNER' ? askAgainDay(share, timeZone, now) : null,
    };
  });
  return inInviteOrder(shares);
}

const linkOf = (publicUrl: string, code: string) => `${publicUrl}/network/invites/${code}`;

/** One share as its reader’s side sees it. NOT_FOUND. */
export async function findShare(reader: ShareReader, id: number): Promise<SharedBrand> {
  for (const side of ['HOLDER', 'OWNER'] as const) {
    const [found] = await findShares(reader, side, eq(sharedBrands.id, id));
    if (found !== undefined) return found;
  }
  throw notFound('Shared brand');
}

/** The stored row of a share the caller sees, and which side they are on. NOT_FOUND. */
export async function findShareRow(
  { db, membership }: { db: Db } & Pick<Ctx, 'membership'>,
  id: number,
): Promise<{ row: ShareRow; side: ShareSide }> {
  for (const side of ['HOLDER', 'OWNER'] as const) {
    const [row] = await db
      .select()
      .from(sharedBrands)
      .where(and(eq(sharedBrands.id, id), seenBy({ membership }, side)));
    if (row !== undefined) return { row, side };
  }
  throw notFound('Shared brand');
}
