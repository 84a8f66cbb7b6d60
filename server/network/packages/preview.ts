import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { networkPackages as contract } from '../../../domain/network/packages-contract';
import { type SharedRow, toTestedPackage } from '../../../domain/network/shared-package';
import type { Ctx } from '../../context';
import { countOf, type Paging } from '../../db/page';
import { brands, licenses, organizations, packages } from '../../db/schema';
import { visibleBrands, visibleLicenses, visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import { reportsOfPackages } from './lab-reports';
import { type Opened, openedPackages, openedToOwner, openedToPartner, SHARED_ROW } from './shown';

/** What a partner would see of one's brand. NOT_FOUND for a brand that isn't one's own, or no other organization. */
export const previewPartner: Verb<typeof contract.previewPartner> = async (ctx, { body }) => {
  const { brandId, partnerOrgId, page, itemsPerPage } = body;
  const { orgId } = ctx.membership;
  const [brand] = await ctx.db
    .select({ id: brands.id })
    .from(brands)
    .where(and(visibleBrands(ctx.membership), eq(brands.id, brandId)));
  if (brand === undefined) throw notFound('Brand');
  const [partner] = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, partnerOrgId));
  if (partner === undefined || partnerOrgId === orgId) throw notFound('Organization');
  return preview(ctx, openedToPartner(orgId, brandId), { page, itemsPerPage });
};

/** What a brand's owner would see at one's license. NOT_FOUND for a license the asker doesn't see, or no such brand. */
export const previewShare: Verb<typeof contract.previewShare> = async (ctx, { body }) => {
  const { brandId, licenseId, page, itemsPerPage } = body;
  const [license] = await ctx.db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(visibleLicenses(ctx.membership), eq(licenses.id, licenseId)));
  if (license === undefined) throw notFound('License');
  const [brand] = await ctx.db.select({ id: brands.id }).from(brands).where(eq(brands.id, brandId));
  if (brand === undefined) throw notFound('Brand');
  return preview(ctx, openedToOwner(ctx.membership.orgId, licenseId, brandId), { page, itemsPerPage });
};

/** The rows of an opening, made as they would be for whom it is opened; those the asker doesn't see are counted. */
async function preview({ db, membership }: Ctx, opened: Opened, { page, itemsPerPage }: Paging) {
  const own = eq(packages.orgId, membership.orgId);
  const shown = and(own, openedPackages(opened)) ?? sql`false`;
  const seen = and(shown, visiblePackages(membership)) ?? sql`false`;
  const unseen = and(shown, sql`not (${visiblePackages(membership)})`) ?? sql`false`;
  const table = sql`${packages}`;
  const [found, counts] = await Promise.all([
    db.execute(sql`
      select ${SHARED_ROW} from packages where ${seen} order by packages.label, packages.id
       limit ${itemsPerPage} offset ${page * itemsPerPage}`),
    db.execute<{ seen: number; unseen: number }>(
      sql`select ${countOf(table, seen)} as seen, ${countOf(table, unseen)} as unseen`,
    ),
  ]);
  const rows = found.rows as SharedRow[];
  const reports = await reportsOfPackages(
    db,
    membership.orgId,
    rows.map(({ id }) => Number(id)),
  );
  const [count] = counts.rows;
  return {
    results: rows.map((row) => toTestedPackage(row, reports.get(Number(row.id)) ?? [])),
    resultCount: count?.seen ?? 0,
    page,
    unseen: count?.unseen ?? 0,
  };
}
