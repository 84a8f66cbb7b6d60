import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { badInput } from '../../domain/errors';
import type { CompanyRecord, DistributorMapping, Vendor } from '../../domain/organization/company';
import type { organizationLists as contract } from '../../domain/organization/company-contract';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { holdShared } from '../db/hold';
import { isOneOf } from '../db/page';
import { brands, companies, customers, distributorMappings, licenses, partnerBrands } from '../db/schema';
import { isAgreed, listedCustomers, visibleBrands, visibleCompanies } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from './find-company';

type Asked = Pick<Ctx, 'db' | 'membership'>;

/**
 * The distributors a company can use in its state, by name: its organization's own that the caller sees, and those of
 * partner organizations.
 */
export async function loadVendors({ db, membership }: Asked, usState: string): Promise<Vendor[]> {
  const partners = await partnerOrgIds(db, membership.orgId);
  const isTheirs = or(
    visibleCompanies(membership),
    and(isOneOf(companies.orgId, partners), isNull(companies.removedAt)),
  );
  const found = await db
    .select({ id: companies.id, orgId: companies.orgId, name: companies.name })
    .from(companies)
    .where(and(isTheirs, eq(companies.companyType, 'DISTRIBUTOR'), eq(companies.usState, usState)))
    .orderBy(asc(sql`lower(${companies.name})`), asc(companies.id));
  return found.map((one) => ({ ...one, state: { ansiAbbrevation: usState } }));
}

/** The organizations that are partners of one, or whose partner it is, of a brand its owner still has. */
async function partnerOrgIds(db: Db, orgId: number): Promise<number[]> {
  const isKept = and(eq(brands.id, partnerBrands.brandId), isAgreed(sql`${partnerBrands}`, sql`${brands}`));
  const owners = await db
    .selectDistinct({ id: partnerBrands.ownerOrgId })
    .from(partnerBrands)
    .innerJoin(brands, isKept)
    .where(eq(partnerBrands.orgId, orgId));
  const partners = await db
    .selectDistinct({ id: partnerBrands.orgId })
    .from(partnerBrands)
    .innerJoin(brands, isKept)
    .where(eq(partnerBrands.ownerOrgId, orgId));
  return [...new Set([...owners, ...partners].map(({ id }) => id))];
}

/** The distributors of a company the caller sees. NOT_FOUND otherwise. */
export const listVendors: Verb<typeof contract.vendors> = async (ctx, { query }) =>
  loadVendors(ctx, (await findSeenCompany(ctx, query.companyId)).usState);

/** The caller's customers, by name. NOT_FOUND for a company they don't see. */
export const listCustomers: Verb<typeof contract.customers> = async (ctx, { query: { companyId } }) => {
  if (companyId !== undefined) await findSeenCompany(ctx, companyId);
  return ctx.db
    .select({
      id: customers.id,
      companyId: customers.companyId,
      name: customers.name,
      licenseNumber: licenses.licenseNumber,
    })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(
      and(listedCustomers(ctx.membership), companyId === undefined ? undefined : eq(customers.companyId, companyId)),
    )
    .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id));
};

/** Keeps companies from being removed while they are made usual distributors. */
export async function holdDistributors(db: Db, mappings: readonly DistributorMapping[] = []): Promise<void> {
  const ids = [...new Set(mappings.map(({ distributorId }) => distributorId))].sort((a, b) => a - b);
  if (ids.length === 0) return;
  await holdShared(
    db,
    ids.map((id) => ({ kind: 'company', id })),
  );
}

type Mapping = DistributorMapping & { companyId: number };

/** The usual distributors of companies the caller sees, for the brands the caller sees. */
export async function loadDistributors({ db, membership }: Asked, companyIds: readonly number[]): Promise<Mapping[]> {
  const { companyId, brandId, distributorId, orgId } = distributorMappings;
  return db
    .select({ companyId, brandId, distributorId })
    .from(distributorMappings)
    .innerJoin(brands, eq(brands.id, brandId))
    .where(and(eq(orgId, membership.orgId), isOneOf(companyId, companyIds), visibleBrands(membership)))
    .orderBy(asc(companyId), asc(sql`lower(${brands.name})`), asc(brandId));
}

/**
 * Replaces a locked company's usual distributors, which are held, but those of brands the caller doesn't see. BAD_INPUT on
 * `distributorMappings` for a brand they don't see or a company that isn't a distributor of the state.
 */
export async function replaceDistributors(
  ctx: Ctx,
  { orgId, companyId, state, distributorMappings: before }: CompanyRecord,
  mappings: readonly DistributorMapping[],
): Promise<void> {
  const { db, membership } = ctx;
  const refuse = (message: string) => badInput({ distributorMappings: message });
  const brandIds = mappings.map(({ brandId }) => brandId);
  const seen = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(visibleBrands(membership), isOneOf(brands.id, brandIds)));
  if (seen.length < brandIds.length) throw refuse('Choose one of your brands');
  const usual = new Set([
    ...(await loadVendors(ctx, state.ansiAbbrevation)).map(({ id }) => id),
    ...before.map(({ distributorId }) => distributorId),
  ]);
  if (mappings.some(({ distributorId }) => !usual.has(distributorId))) {
    throw refuse(`Choose a distributor of yours or of a partner in ${state.ansiAbbrevation}`);
  }
  const own: SQL | undefined = and(eq(distributorMappings.orgId, orgId), eq(distributorMappings.companyId, companyId));
  const dropped = before.map(({ brandId }) => brandId);
  if (dropped.length > 0)
    await db.delete(distributorMappings).where(and(own, isOneOf(distributorMappings.brandId, dropped)));
  if (mappings.length > 0) {
    await db
      .insert(distributorMappings)
      .values(mappings.map(({ brandId, distributorId }) => ({ orgId, companyId, brandId, distributorId })));
  }
}
