import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Listing } from '../../domain/directory/listing';
import type { ListedKind } from '../../domain/directory/lists';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, licenses, organizations } from '../db/schema';
import { toLicense } from './matching';
import { countProducts } from './search-listings';

export type Entry = { listingType: ListedKind; listingId: number };

type Reader = Pick<Ctx, 'db' | 'now'>;

const org = { id: organizations.id, name: organizations.name, profileImageUri: organizations.profileImageUri };

/** Those of these listings that are in the directory now, by name, with how many products each sells. */
export async function readListings(reader: Reader, entries: readonly Entry[]): Promise<Listing[]> {
  const idsOf = (kind: ListedKind) =>
    entries.flatMap(({ listingType, listingId }) => (listingType === kind ? [listingId] : []));
  const [ofBrands, ofOrgs, ofLicenses] = await Promise.all([
    readBrands(reader.db, idsOf('brand')),
    readOrgs(reader.db, idsOf('org')),
    readLicenses(reader, and(isOneOf(licenses.id, idsOf('license')), eq(licenses.isPublic, true))),
  ]);
  return counted(reader.db, [...ofBrands, ...ofOrgs, ...ofLicenses]);
}

/** Licenses as listings, in the directory or not. */
export const readLicenseListings = async (reader: Reader, where: SQL | undefined): Promise<Listing[]> =>
  counted(reader.db, await readLicenses(reader, where));

async function counted(db: Db, found: readonly Listing[]): Promise<Listing[]> {
  const countOf = await countProducts(db, found);
  return found
    .map((listing) => ({ ...listing, productCount: countOf(listing) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}

async function readBrands(db: Db, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: brands.id,
      name: brands.name,
      slug: brands.slug,
      imageUri: brands.profileImageUri,
      tagline: brands.tagline,
      states: brands.states,
      org,
    })
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.orgId))
    .where(and(inArray(brands.id, [...ids]), eq(brands.disabled, false), isNotNull(brands.orgId)));
  return rows.map((row) => ({
    ...row,
    directoryListingType: 'brand',
    productCount: 0,
    why: null,
    license: null,
  }));
}

async function readOrgs(db: Db, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      org,
      states: sql<string[]>`array(select distinct us_state from licenses
        where org_id = ${organizations.id} and is_public order by 1)`,
    })
    .from(organizations)
    .where(inArray(organizations.id, [...ids]));
  return rows.map(({ org: { id, name, profileImageUri }, states }) => ({
    id,
    directoryListingType: 'org',
    name,
    slug: null,
    imageUri: profileImageUri,
    tagline: '',
    states,
    productCount: 0,
    org: { id, name, profileImageUri },
    why: null,
    license: null,
  }));
}

async function readLicenses({ db, now }: Reader, where: SQL | undefined): Promise<Listing[]> {
  const rows = await db
    .select({ license: licenses, org })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.orgId))
    .where(and(where, isNull(licenses.removedAt)));
  return rows.map(({ license, org }) => ({
    id: license.id,
    directoryListingType: 'license',
    name: license.dba || license.name,
    slug: null,
    imageUri: null,
    tagline: `${license.usState} ${license.licenseNumber}`,
    states: [license.usState],
    productCount: 0,
    org,
    why: null,
    license: toLicense(license, now),
  }));
}
