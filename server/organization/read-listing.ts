import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { CompanyTypeSchema } from '../../domain/access/vocabulary';
import type { orgListing } from '../../domain/organization/org-listing';
import { findConnections } from '../connections/read-connections';
import { brands, connections, licenses } from '../db/schema';
import type { Verb } from '../implement';
import { findProfile } from './organization';

/** Beyond these an organization is found by searching. */
const MOST_SHOWN = 200;

/** What anybody sees of an organization, and the reader's own connections who work there. NOT_FOUND. */
export const getListing: Verb<typeof orgListing.profile> = async ({ db, personOrNull }, { params: { id } }) => {
  const profile = await findProfile(db, id);
  const [ownBrands, shownLicenses, people] = await Promise.all([
    db
      .select({
        id: brands.id,
        name: brands.name,
        slug: brands.slug,
        profileImageUri: brands.profileImageUri,
        tagline: brands.tagline,
        states: brands.states,
      })
      .from(brands)
      .where(and(eq(brands.orgId, id), eq(brands.disabled, false), isNotNull(brands.orgId)))
      .orderBy(sql`lower(${brands.name})`, asc(brands.id))
      .limit(MOST_SHOWN),
    db
      .select()
      .from(licenses)
      .where(and(eq(licenses.orgId, id), eq(licenses.isPublic, true), isNull(licenses.removedAt)))
      .orderBy(asc(licenses.usState), sql`lower(coalesce(nullif(${licenses.dba}, ''), ${licenses.name}))`, licenses.id)
      .limit(MOST_SHOWN),
    // Whom somebody knows is told to them alone, never to their software.
    personOrNull && !personOrNull.application
      ? findConnections(db, personOrNull.userId, worksAt(id, personOrNull.userId))
      : [],
  ]);
  return {
    ...profile,
    states: [...new Set(shownLicenses.map(({ usState }) => usState))],
    brands: ownBrands,
    licenses: shownLicenses.map(({ dba, name, licenseType, ...license }) => ({
      id: license.id,
      name: dba || name,
      licenseNumber: license.licenseNumber,
      licenseType: CompanyTypeSchema.parse(licenseType),
      usState: license.usState,
      city: license.city,
      expiresOn: license.expiresOn,
    })),
    people,
  };
};

/** Connections, not mere invites, whose other person works at this organization. */
const worksAt = (orgId: number, viewerId: string) => sql`${connections.status} = 'ACCEPTED' and exists (
  select from org_users where org_users.org_id = ${orgId} and org_users.status = 'ACTIVE' and org_users.user_id <> ${viewerId}
     and org_users.user_id in (${connections.invitingUserId}, ${connections.invitedUserId}))`;
