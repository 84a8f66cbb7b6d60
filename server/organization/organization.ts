import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cheapestPlanFor, PaidFeatureSlugSchema, planAllows } from '../../domain/access/plans';
import { type Membership, seesEverything } from '../../domain/access/roles';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { notFound } from '../../domain/errors';
import type { organization } from '../../domain/organization/contract';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, licenses, organizations, products } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { loadDistributors } from './distributors';
import { listBuyerCompanies } from './list-buyer-companies';
import { listCompanies, listRemovedCompanies } from './list-companies';
import { listExternalSystems, listOpenInvites, listPartnerBrands, listSyncs } from './list-organization-parts';
import { toLicense } from './read-companies';

/** NOT_FOUND for none. */
export async function findProfile(db: Db, id: number) {
  const [found] = await db
    .select({ id: organizations.id, name: organizations.name, profileImageUri: organizations.profileImageUri })
    .from(organizations)
    .where(eq(organizations.id, id));
  if (!found) throw notFound('Organization');
  return found;
}

export const getOrganization: Verb<typeof organization.full> = async (ctx) => {
  const { db, membership } = ctx;
  const [org] = await db.select().from(organizations).where(eq(organizations.id, membership.orgId));
  if (!org) throw notFound('Organization');
  const [
    licenses,
    ownBrands,
    ownCompanies,
    removedCompanies,
    buyerCompanies,
    syncs,
    systems,
    invites,
    partners,
    listed,
  ] = await Promise.all([
    listLicenses(db, membership),
    listBrands(db, membership),
    listCompanies(db, membership),
    listRemovedCompanies(db, membership),
    listBuyerCompanies(db, membership),
    listSyncs(ctx),
    listExternalSystems(ctx),
    listOpenInvites(ctx),
    listPartnerBrands(ctx),
    listsProducts(db, membership.orgId),
  ]);
  return {
    id: org.id,
    name: org.name,
    profileImageUri: org.profileImageUri,
    defaultState: org.defaultState,
    plan: membership.plan,
    enabledFeatures: [...membership.enabledFeatures],
    licenses,
    brands: ownBrands,
    companies: ownCompanies,
    removedCompanies,
    buyerCompanies,
    distributorMappings: await loadDistributors(
      { db, membership },
      ownCompanies.map(({ companyId }) => companyId),
    ),
    licenseSyncs: syncs,
    externalSystems: systems,
    brandInvites: invites,
    partnerBrands: partners,
    listsProducts: listed,
  };
};

/** Renames the caller's organization. */
export const updateOrganization: Verb<typeof organization.update> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  if (id !== membership.orgId) throw notFound('Organization');
  const before = await findProfile(db, id);
  if (body.name === undefined || body.name === before.name) return before;
  await db.update(organizations).set({ name: body.name }).where(eq(organizations.id, id));
  const after = { ...before, name: body.name };
  await ctx.audit({ id, before, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [id] });
  return after;
};

export const getPlanAllows: Verb<typeof organization.planAllows> = async ({ membership }, { query }) => {
  const slug = PaidFeatureSlugSchema.safeParse(query.paidFeatureSlug);
  if (!slug.success) throw notFound('Paid feature');
  const allowed = planAllows(membership.plan, slug.data);
  return { allowed, plan: membership.plan, cheapestPlan: allowed ? null : cheapestPlanFor(slug.data) };
};

/** The organization's own rows; for a custom role, only those assigned. */
function assigned(
  table: { id: PgColumn; orgId: PgColumn },
  membership: Membership,
  ids: readonly number[],
): SQL | undefined {
  const own = eq(table.orgId, membership.orgId);
  return seesEverything(membership) ? own : and(own, isOneOf(table.id, ids));
}

async function listLicenses(db: Db, membership: Membership) {
  const rows = await db
    .select()
    .from(licenses)
    .where(visibleLicenses(membership))
    .orderBy(asc(licenses.usState), asc(licenses.licenseNumber));
  return rows.map(toLicense);
}

async function listBrands(db: Db, membership: Membership) {
  const rows = await db
    .select({
      id: brands.id,
      name: brands.name,
      slug: brands.slug,
      profileImageUri: brands.profileImageUri,
      states: brands.states,
      disabled: brands.disabled,
      review: brands.review,
    })
    .from(brands)
    .where(assigned(brands, membership, membership.brandIds))
    .orderBy(asc(brands.name));
  return rows.map((brand) => ({ ...brand, orgId: membership.orgId }));
}

async function listsProducts(db: Db, orgId: number): Promise<boolean> {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(brands, and(eq(brands.id, products.brandId), eq(brands.disabled, false)))
    .where(and(eq(products.orgId, orgId), inArray(products.listingState, [...LISTED_STATUSES])))
    .limit(1);
  return found.length > 0;
}
