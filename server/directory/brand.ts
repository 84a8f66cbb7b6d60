import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import type { brands as contract } from '../../domain/directory/contract';
import type { Brand } from '../../domain/directory/listing';
import { notFound } from '../../domain/errors';
import type { Db } from '../db/client';
import { brands, companies, organizations, products } from '../db/schema';
import type { Verb } from '../implement';

export const getBrand: Verb<typeof contract.get> = ({ db }, { params }) => readBrand(db, eq(brands.id, params.id));

export const getBrandBySlug: Verb<typeof contract.bySlug> = ({ db }, { params }) =>
  readBrand(db, eq(brands.slug, params.slug.toLowerCase()));

/** NOT_FOUND also for a disabled brand: nobody can buy it. */
async function readBrand(db: Db, which: SQL): Promise<Brand> {
  const [found] = await db
    .select({ brand: brands, orgName: organizations.name })
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.orgId))
    .where(and(which, eq(brands.disabled, false)));
  if (!found) throw notFound('Brand');
  const { brand, orgName } = found;
  return {
    id: brand.id,
    name: brand.name,
    slug: brand.slug,
    tagline: brand.tagline,
    description: brand.description,
    profileImageUri: brand.profileImageUri,
    coverImageUri: brand.coverImageUri,
    orgId: brand.orgId,
    orgName,
    states: brand.states,
    disabled: brand.disabled,
    keyPeople: brand.keyPeople,
    sellers: await readSellers(db, brand),
  };
}

/** The companies that list the brand's products. */
function readSellers(
  db: Db,
  { id, orgId }: Pick<typeof brands.$inferSelect, 'id' | 'orgId'>,
): Promise<Brand['sellers']> {
  return db
    .selectDistinct({ companyId: companies.id, name: companies.name, usState: companies.usState })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(
      and(eq(products.orgId, orgId), eq(products.brandId, id), inArray(products.listingState, [...LISTED_STATUSES])),
    )
    .orderBy(asc(companies.usState), asc(companies.name), asc(companies.id));
}
