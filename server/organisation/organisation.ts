import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cheapestPlanFor, PaidFeatureSlugSchema, planAllows } from '../../domain/access/plans';
import { type Membership, seesEverything } from '../../domain/access/roles';
import { notFound } from '../../domain/errors';
import type { organisation } from '../../domain/organisation/contract';
import type { Db } from '../db/client';
import { brands, companies, licences, organisations } from '../db/schema';
import type { Verb } from '../http/implement';
import { listBuyerCompanies } from './buyer-companies';
import { toCompany, toLicence } from './rows';

export const getProfile: Verb<typeof organisation.profile> = async ({ db }, { params }) => {
  const [found] = await db
    .select({ id: organisations.id, name: organisations.name, profileImageUri: organisations.profileImageUri })
    .from(organisations)
    .where(eq(organisations.id, params.id));
  if (!found) throw notFound('Organization');
  return found;
};

export const getOrganisation: Verb<typeof organisation.full> = async ({ db, membership }) => {
  const [org] = await db.select().from(organisations).where(eq(organisations.id, membership.orgId));
  if (!org) throw notFound('Organization');
  const [licenses, ownBrands, ownCompanies, buyerCompanies] = await Promise.all([
    listLicences(db, membership),
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

export const getPlanAllows: Verb<typeof organisation.planAllows> = async ({ membership }, { query }) => {
  const slug = PaidFeatureSlugSchema.safeParse(query.paidFeatureSlug);
  if (!slug.success) throw notFound('Paid feature');
  const allowed = planAllows(membership.plan, slug.data);
  return { allowed, plan: membership.plan, cheapestPlan: allowed ? null : cheapestPlanFor(slug.data) };
};

/** The organisation's own rows, narrowed to those assigned unless the role is a default one. */
function assigned(
  table: { id: PgColumn; orgId: PgColumn },
  membership: Membership,
  ids: readonly number[],
): SQL | undefined {
  const own = eq(table.orgId, membership.orgId);
  return seesEverything(membership) ? own : and(own, inArray(table.id, [...ids]));
}

async function listLicences(db: Db, membership: Membership) {
  const rows = await db
    .select()
    .from(licences)
    .where(assigned(licences, membership, membership.licenceIds))
    .orderBy(asc(licences.usState), asc(licences.licenceNumber));
  return rows.map(toLicence);
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
    .select()
    .from(companies)
    .where(assigned(companies, membership, membership.companyIds))
    .orderBy(asc(companies.name));
  return rows.map(toCompany);
}
