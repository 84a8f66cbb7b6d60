import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { LicenseSummary, ShareUses } from '../../../domain/network/shared-brand';
import type { sharedBrands as contract } from '../../../domain/network/shares-contract';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { brands, licenses, sharedBrands, sharedReads } from '../../db/schema';
import { visibleBrands, visibleHeldShares, visibleLicenses, visibleOwnedShares } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findShareRow, findShares, isLatest, licenseText, packagesAt } from './read-shares';

/** Those of an own brand, an own license, or of a partner's brand at own licenses. NOT_FOUND for others'. */
export const listShares: Verb<typeof contract.list> = async (ctx, { query }) => {
  const { db, membership } = ctx;
  const { brandId, licenseId, partnerBrandId } = query;
  if (brandId !== undefined) {
    const own = and(eq(brands.id, brandId), visibleBrands(membership));
    if ((await db.$count(brands, own)) === 0) throw notFound('Brand');
    return findShares(ctx, 'OWNER', and(eq(sharedBrands.brandId, brandId), isLatest));
  }
  if (licenseId !== undefined) {
    const own = and(eq(licenses.id, licenseId), visibleLicenses(membership));
    if ((await db.$count(licenses, own)) === 0) throw notFound('License');
    return findShares(ctx, 'HOLDER', and(eq(sharedBrands.licenseId, licenseId), isLatest));
  }
  return findShares(ctx, 'HOLDER', and(eq(sharedBrands.brandId, partnerBrandId ?? 0), isLatest));
};

/** What a brand's sharing is at some licenses, whichever side the caller is on there. */
export const sharesAtLicenses: Verb<typeof contract.byLicensesAndBrand> = async (ctx, { query }) => {
  const asked = and(
    eq(sharedBrands.brandId, query.brandId),
    isOneOf(sharedBrands.licenseId, [...new Set(query.licenseIds)]),
    isLatest,
  );
  return [...(await findShares(ctx, 'HOLDER', asked)), ...(await findShares(ctx, 'OWNER', asked))];
};

const stands = sql`(${sharedBrands.status} = 'SHARED' or (${sharedBrands.status} = 'REQUESTED' and ${sharedBrands.expiresAt} > now()))`;
const counts = {
  shared: sql<number>`(count(*) filter (where ${sharedBrands.status} = 'SHARED'))::int`,
  enabled: sql<number>`(count(*) filter (where ${sharedBrands.enabled}))::int`,
  requested: sql<number>`(count(*) filter (where ${sharedBrands.status} = 'REQUESTED'))::int`,
};
const NONE = { shared: 0, enabled: 0, requested: 0 };

/** The caller's brands by name, and where each is shared. */
export const summarizeBrands: Verb<typeof contract.brandSummaries> = async ({ db, membership }) => {
  const own = await db
    .select({ id: brands.id, name: brands.name, profileImageUri: brands.profileImageUri })
    .from(brands)
    .where(and(visibleBrands(membership), isNull(brands.review)))
    .orderBy(asc(sql`lower(${brands.name})`), asc(brands.id));
  const found = await db
    .select({ brandId: sharedBrands.brandId, ...counts })
    .from(sharedBrands)
    .where(and(visibleOwnedShares(membership), stands))
    .groupBy(sharedBrands.brandId);
  const of = new Map(found.map(({ brandId, ...count }) => [brandId, count]));
  return own.map((brand) => ({ brand, ...(of.get(brand.id) ?? NONE) }));
};

/** The caller's licenses by number, and what is shared at each. */
export async function summarizeLicenses(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  where?: SQL,
): Promise<LicenseSummary[]> {
  const own = await db
    .select({ id: licenses.id, displayName: licenseText, name: licenses.name, autoSharing: licenses.autoSharing })
    .from(licenses)
    .where(and(visibleLicenses(membership), where))
    .orderBy(licenses.usState, licenses.licenseNumber, licenses.id);
  const found = await db
    .select({ licenseId: sharedBrands.licenseId, ...counts })
    .from(sharedBrands)
    .where(and(visibleHeldShares(membership), stands))
    .groupBy(sharedBrands.licenseId);
  const of = new Map(found.map(({ licenseId, ...count }) => [licenseId, count]));
  return own.map(({ autoSharing, ...license }) => ({ license, autoSharing, ...(of.get(license.id) ?? NONE) }));
}

export const summarizeShares: Verb<typeof contract.summaries> = (ctx) => summarizeLicenses(ctx);

/** What depends on a share. The owner isn't told of the holder's items and rules. NOT_FOUND. */
export const getShareUses: Verb<typeof contract.uses> = async (ctx, { params }): Promise<ShareUses> => {
  const { db } = ctx;
  const { row, side } = await findShareRow(ctx, params.id);
  const { orgId, licenseId, brandId, ownerOrgId } = row;
  const items = sql`(select count(*)::int from tracking_items item where item.org_id = ${orgId}
    and item.license_id = ${licenseId} and item.brand_id = ${brandId})`;
  const rules = sql`(select count(*)::int from item_rules rule where rule.org_id = ${orgId} and rule.brand_id = ${brandId}
    and ${licenseId} = any (rule.license_ids))`;
  const { rows } = await db.execute<{ packages: number; items: number; rules: number }>(sql`
    select ${packagesAt(sql`${orgId}`, sql`${licenseId}`, sql`${brandId}`)} as packages, ${items} as items, ${rules} as rules`);
  const [reading] = await db
    .select({ readers: sql<number>`count(distinct ${sharedReads.readerUserId})::int` })
    .from(sharedReads)
    .where(
      and(
        eq(sharedReads.orgId, orgId),
        eq(sharedReads.brandId, brandId),
        eq(sharedReads.readerOrgId, ownerOrgId ?? 0),
        sql`${sharedReads.lastAt} > now() - interval '30 days'`,
      ),
    );
  const [license] = await db.select({ is: licenses.autoSharing }).from(licenses).where(eq(licenses.id, licenseId));
  const isHolder = side === 'HOLDER';
  return {
    packages: rows[0]?.packages ?? 0,
    items: isHolder ? (rows[0]?.items ?? 0) : null,
    rules: isHolder ? (rows[0]?.rules ?? 0) : null,
    readers: reading?.readers ?? 0,
    autoSharing: isHolder ? (license?.is ?? false) : null,
  };
};
