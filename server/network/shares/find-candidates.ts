import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notFound } from '../../../domain/errors';
import { askAgainDay, isStanding, type ShareCandidate, shareStateAt } from '../../../domain/network/shared-brand';
import type { sharedBrands as contract } from '../../../domain/network/shares-contract';
import type { Ctx } from '../../context';
import { contains, isOneOf } from '../../db/page';
import { brands, licenses, organizations, sharedBrands, trackingItems } from '../../db/schema';
import { visibleBrands, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { isLatest, licenseText, packagesAt, type ShareRow } from './read-shares';

const MOST_FOUND = 20;
const owners = alias(organizations, 'owners');
const holders = alias(organizations, 'holders');

const brandOf = { id: brands.id, name: brands.name, profileImageUri: brands.profileImageUri };
const licenseOf = { id: licenses.id, displayName: licenseText, name: licenses.name };

type Query = { brandId?: number | undefined; licenseId?: number | undefined; searchTerm: string };

/**
 * Brands of others that could be shared at an own license, or licenses of others that could be asked for an own brand:
 * those with items of it, or those found by a text. What is shared or asked for is left out. NOT_FOUND.
 */
export const findCandidates: Verb<typeof contract.candidates> = (ctx, { query }) =>
  query.licenseId === undefined ? licensesFor(ctx, query.brandId ?? 0, query) : brandsAt(ctx, query.licenseId, query);

async function brandsAt(ctx: Ctx, licenseId: number, { searchTerm }: Query): Promise<ShareCandidate[]> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const [license] = await db
    .select({ ...licenseOf, holder: { id: organizations.id, name: organizations.name } })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.orgId))
    .where(and(eq(licenses.id, licenseId), visibleLicenses(membership)));
  if (license === undefined) throw notFound('License');
  const { holder, ...own } = license;
  const assigned = sql`${brands.id} in (select distinct item.brand_id from ${trackingItems} item
    where item.org_id = ${orgId} and item.license_id = ${licenseId} and item.brand_id is not null)`;
  const found = await db
    .select({
      brand: brandOf,
      owner: { id: owners.id, name: owners.name },
      packages: packagesAt(sql`${orgId}`, sql`${licenseId}`, sql`${brands.id}`),
    })
    .from(brands)
    .leftJoin(owners, eq(owners.id, brands.orgId))
    .where(
      and(
        isNull(brands.review),
        or(isNull(brands.orgId), ne(brands.orgId, orgId)),
        searchTerm === '' ? assigned : contains(brands.name, searchTerm),
      ),
    )
    .orderBy(asc(sql`lower(${brands.name})`), asc(brands.id))
    .limit(searchTerm === '' ? 500 : MOST_FOUND);
  const ids = found.map(({ brand }) => brand.id);
  const here = and(
    eq(sharedBrands.orgId, orgId),
    eq(sharedBrands.licenseId, licenseId),
    isOneOf(sharedBrands.brandId, ids),
  );
  const last = await lastBy(ctx, here, ({ brandId }) => brandId);
  return found.flatMap(({ brand, owner, packages }) =>
    candidate(ctx, last.get(brand.id), {
      brand,
      owner: owner?.id ? owner : null,
      holder,
      license: own,
      packageCountEstimate: packages,
    }),
  );
}

async function licensesFor(ctx: Ctx, brandId: number, { searchTerm }: Query): Promise<ShareCandidate[]> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const [found] = await db
    .select({ brand: brandOf, owner: { id: organizations.id, name: organizations.name } })
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.orgId))
    .where(and(eq(brands.id, brandId), isNull(brands.review), visibleBrands(membership)));
  if (found === undefined) throw notFound('Brand');
  const holding = await db
    .selectDistinct({ licenseId: trackingItems.licenseId })
    .from(trackingItems)
    .where(eq(trackingItems.brandId, brandId));
  const others = await db
    .select({ license: licenseOf, holder: { id: holders.id, name: holders.name } })
    .from(licenses)
    .innerJoin(holders, eq(holders.id, licenses.orgId))
    .where(
      and(
        isNull(licenses.removedAt),
        eq(licenses.isPublic, true),
        ne(licenses.orgId, orgId),
        searchTerm === ''
          ? isOneOf(
              licenses.id,
              holding.map(({ licenseId }) => licenseId),
            )
          : contains([licenses.name, licenses.licenseNumber, holders.name], searchTerm),
      ),
    )
    .orderBy(asc(sql`lower(${holders.name})`), licenses.licenseNumber, licenses.id)
    .limit(searchTerm === '' ? 500 : MOST_FOUND);
  const packages = await countAt(
    ctx,
    brandId,
    others.map(({ license }) => license.id),
  );
  const own = and(eq(sharedBrands.ownerOrgId, orgId), eq(sharedBrands.brandId, brandId));
  const last = await lastBy(ctx, own, ({ licenseId }) => licenseId);
  return others.flatMap(({ license, holder }) =>
    candidate(ctx, last.get(license.id), {
      ...found,
      license,
      holder,
      packageCountEstimate: packages.get(license.id) ?? 0,
    }),
  );
}

/** How many packages of a brand lie at licenses of others: a number before anybody agreed, and nothing more. */
async function countAt({ db }: Ctx, brandId: number, licenseIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ license_id: string; count: number }>(sql`
    select pack.license_id, count(*)::int as count from packages pack
      join tracking_items item on item.org_id = pack.org_id and item.id = pack.item_id
     where item.brand_id = ${brandId} and pack.status = 'ACTIVE' and ${isOneOf(sql`pack.license_id`, licenseIds)}
     group by pack.license_id`);
  return new Map(rows.map(({ license_id, count }) => [Number(license_id), count]));
}

async function lastBy(
  { db }: Ctx,
  where: SQL | undefined,
  key: (row: ShareRow) => number,
): Promise<Map<number, ShareRow>> {
  const rows = await db.select().from(sharedBrands).where(and(where, isLatest));
  return new Map(rows.map((row) => [key(row), row]));
}

type Found = Pick<ShareCandidate, 'brand' | 'license' | 'holder' | 'owner' | 'packageCountEstimate'>;

function candidate({ now, timeZone }: Ctx, last: ShareRow | undefined, found: Found): ShareCandidate[] {
  const state = last === undefined ? null : shareStateAt(last, now);
  if (state === 'SHARED') return [];
  const isHolder = last !== undefined && (last.status === 'REFUSED' || last.endedByOrgId === last.orgId);
  return [
    {
      ...found,
      last: state,
      wasEndedByHolder: isHolder && state !== null && !isStanding(state),
      askAgain: last === undefined ? null : askAgainDay(last, timeZone, now),
    },
  ];
}
