import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import { seesEverything } from '../../domain/access/roles';
import type { Organization } from '../../domain/organization/organization';
import { visibleInvites } from '../brands/read-invites';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import {
  accountingConnections,
  brandInvites,
  brands,
  companies,
  licenseSyncs,
  licenses,
  organizations,
  partnerBrands,
  wholesaleSyncs,
} from '../db/schema';
import { visibleLicenses, visiblePartnerBrands } from '../db/visibility';

type Reader = Pick<Ctx, 'db' | 'membership' | 'now'>;

/** When the member's licenses were last read from the tracking system, and what went wrong; none without read on licenses. */
export async function listSyncs({ db, membership }: Reader): Promise<Organization['licenseSyncs']> {
  if (!isAllowed(membership, 'read', 'MANAGE_LICENSES')) return [];
  const rows = await db
    .select({ licenseId: licenseSyncs.licenseId, checked: licenseSyncs.checkedAt, problem: licenseSyncs.problem })
    .from(licenseSyncs)
    .innerJoin(licenses, eq(licenses.id, licenseSyncs.licenseId))
    .where(and(eq(licenseSyncs.orgId, membership.orgId), visibleLicenses(membership)))
    .orderBy(asc(licenseSyncs.licenseId));
  return rows.map((row) => ({ ...row, checked: row.checked?.toISOString() ?? null }));
}

/** What the organization is connected to in the states a member sees. */
export async function listExternalSystems({ db, membership }: Reader): Promise<Organization['externalSystems']> {
  const { orgId } = membership;
  const ofStates = seesEverything(membership) ? undefined : isOneOf(wholesaleSyncs.usState, membership.states);
  const ofCompanies = seesEverything(membership) ? undefined : isOneOf(companies.id, membership.companyIds);
  const [tracked, sold, kept] = await Promise.all([
    db
      .selectDistinct({ usState: licenses.usState })
      .from(licenseSyncs)
      .innerJoin(licenses, eq(licenses.id, licenseSyncs.licenseId))
      .where(and(eq(licenseSyncs.orgId, orgId), visibleLicenses(membership)))
      .orderBy(asc(licenses.usState)),
    db
      .select({ usState: wholesaleSyncs.usState })
      .from(wholesaleSyncs)
      .where(and(eq(wholesaleSyncs.orgId, orgId), isNotNull(wholesaleSyncs.sealedKey), ofStates))
      .orderBy(asc(wholesaleSyncs.usState)),
    db
      .selectDistinct({ usState: companies.usState })
      .from(accountingConnections)
      .innerJoin(companies, eq(companies.id, accountingConnections.companyId))
      .where(and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.state, 'ACTIVE'), ofCompanies))
      .orderBy(asc(companies.usState)),
  ]);
  return [
    ...tracked.map(({ usState }) => ({ kind: 'TRACKING_SYSTEM' as const, usState })),
    ...sold.map(({ usState }) => ({ kind: 'WHOLESALE_MARKETPLACE' as const, usState })),
    ...kept.map(({ usState }) => ({ kind: 'ACCOUNTING' as const, usState })),
  ];
}

/** The brand invites that still wait for an answer, as far as the member may see them. */
export async function listOpenInvites({ db, membership, now }: Reader): Promise<Organization['brandInvites']> {
  if (!isAllowed(membership, 'read', 'BRAND_INVITES')) return [];
  const isOpen = and(eq(brandInvites.status, 'INVITED'), gt(brandInvites.expiresAt, now));
  return db
    .select({
      brandId: brandInvites.brandId,
      invitedEmail: brandInvites.invitedEmail,
      message: brandInvites.message,
    })
    .from(brandInvites)
    .where(and(visibleInvites(membership), isOpen))
    .orderBy(asc(brandInvites.id));
}

/** The brands of other organizations that the member's organization is a partner of, by name. */
export async function listPartnerBrands({ db, membership }: Reader): Promise<Organization['partnerBrands']> {
  return db
    .select({
      id: brands.id,
      orgId: organizations.id,
      orgName: organizations.name,
      name: brands.name,
      slug: brands.slug,
      profileImageUri: brands.profileImageUri,
      canViewPackages: partnerBrands.canViewPackages,
    })
    .from(partnerBrands)
    .innerJoin(brands, eq(brands.id, partnerBrands.brandId))
    .innerJoin(organizations, eq(organizations.id, partnerBrands.ownerOrgId))
    .where(visiblePartnerBrands(membership))
    .orderBy(asc(brands.name), asc(brands.id));
}
