import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import type { brands as contract } from '../../domain/directory/contract';
import type { Brand } from '../../domain/directory/listing';
import { notFound } from '../../domain/errors';
import type { Db } from '../db/client';
import { brandImages, brands, companies, organizations, products } from '../db/schema';
import type { Verb } from '../implement';

export const getBrand: Verb<typeof contract.get> = ({ db }, { params }) => readBrand(db, eq(brands.id, params.id));

export const getBrandBySlug: Verb<typeof contract.bySlug> = ({ db }, { params }) =>
  readBrand(db, eq(brands.slug, params.slug.toLowerCase()));

/** NOT_FOUND also for a disabled brand, and one nobody has claimed: nobody can buy it. */
export async function readBrand(db: Db, which: SQL): Promise<Brand> {
  const [found] = await db
    .select({ brand: brands, orgId: organizations.id, orgName: organizations.name })
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.orgId))
    .where(and(which, eq(brands.disabled, false)));
  if (!found) throw notFound('Brand');
  const { brand, orgId, orgName } = found;
  return {
    id: brand.id,
    name: brand.name,
    slug: brand.slug,
    tagline: brand.tagline,
    description: brand.description,
    profileImageUri: brand.profileImageUri,
    coverImageUri: brand.coverImageUri,
    orgId,
    orgName,
    states: brand.states,
    disabled: brand.disabled,
    keyPeople: brand.keyPeople.map(({ id: _, ...person }) => person),
    locations: brand.locations.map(({ name, phone, lineOne, city, usState, postalCode }) => ({
      name,
      phone,
      address: { lineOne, city, state: { ansiAbbrevation: usState }, postalCode },
    })),
    images: await readImages(db, brand.id),
    sellers: await readSellers(db, { id: brand.id, orgId }),
  };
}

function readImages(db: Db, brandId: number): Promise<Brand['images']> {
  return db
    .select({ imageUri: brandImages.imageUri, alt: brandImages.alt })
    .from(brandImages)
    .where(eq(brandImages.brandId, brandId))
    .orderBy(asc(brandImages.position), asc(brandImages.id));
}

/** The companies that list the brand's products. */
function readSellers(db: Db, { id, orgId }: { id: number; orgId: number }): Promise<Brand['sellers']> {
  return db
    .selectDistinct({ companyId: companies.id, name: companies.name, usState: companies.usState })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(
      and(eq(products.orgId, orgId), eq(products.brandId, id), inArray(products.listingState, [...LISTED_STATUSES])),
    )
    .orderBy(asc(companies.usState), asc(companies.name), asc(companies.id));
}
