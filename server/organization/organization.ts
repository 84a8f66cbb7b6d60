import { and, asc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cheapestPlanFor, PaidFeatureSlugSchema, planAllows } from '../../domain/access/plans';
import { type Membership, seesEverything } from '../../domain/access/roles';
import { notFound } from '../../domain/errors';
import type { organization } from '../../domain/organization/contract';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, companies, licenses, organizations, wholesaleSyncs } from '../db/schema';
import type { Verb } from '../implement';
import { listBuyerCompanies } from './buyer-companies';
import { toCompany, toLicense } from './rows';

export const getProfile: Verb<typeof organization.profile> = async ({ db }, { params }) => {
  const [found] = await db
    .select({ id: organizations.id, name: organizations.name, profileImageUri: organizations.profileImageUri })
    .from(organizations)
    .where(eq(organizations.id, params.id));
  if (!found) throw notFound('Organization');
  return found;
};

export const getOrganization: Verb<typeof organization.full> = async ({ db, membership }) => {
  const [org] = await db.select().from(organizations).where(eq(organizations.id, membership.orgId));
  if (!org) throw notFound('Organization');
  const [licenses, ownBrands, ownCompanies, buyerCompanies] = await Promise.all([
    listLicenses(db, membership),
    listBrands(db, membership),
    listCompanies(db, membership),
    listBuyerCompanies(db, membership),
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
    buyerCompanies,
  };
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
    .where(assigned(licenses, membership, membership.licenseIds))
    .orderBy(asc(licenses.usState), asc(licenses.licenseNumber));
  return rows.map(toLicense);
}

function listBrands(db: Db, membership: Membership) {
  return db
    .select({
      id: brands.id,
      orgId: brands.orgId,
      name: brands.name,
      slug: brands.slug,
      profileImageUri: brands.profileImageUri,
      states: brands.states,
      disabled: brands.disabled,
    })
    .from(brands)
    .where(assigned(brands, membership, membership.brandIds))
    .orderBy(asc(brands.name));
}

async function listCompanies(db: Db, membership: Membership) {
  const rows = await db
    .select({ company: companies, syncId: wholesaleSyncs.id })
    .from(companies)
    .leftJoin(
      wholesaleSyncs,
      and(
        eq(wholesaleSyncs.orgId, membership.orgId),
        eq(wholesaleSyncs.usState, companies.usState),
        isNotNull(wholesaleSyncs.sealedKey),
      ),
    )
    .where(assigned(companies, membership, membership.companyIds))
    .orderBy(asc(companies.name));
  return rows.map(({ company, syncId }) => ({
    ...toCompany(company),
    isMarketplaceLinked: syncId !== null && !company.marketplaceLinkSevered,
  }));
}
