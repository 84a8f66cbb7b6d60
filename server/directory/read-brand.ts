import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { BrandSourceSchema } from '../../domain/brands/source';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import type { brands as contract } from '../../domain/directory/contract';
import { type Brand, withoutContacts } from '../../domain/directory/listing';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import {
  brandImages,
  brands,
  companies,
  distributorMappings,
  organizations,
  partnerBrands,
  products,
} from '../db/schema';
import { isAgreed } from '../db/visibility';
import type { Verb } from '../implement';

export const getBrand: Verb<typeof contract.get> = (ctx, { params }) => showBrand(ctx, eq(brands.id, params.id));

export const getBrandBySlug: Verb<typeof contract.bySlug> = (ctx, { params }) =>
  showBrand(ctx, eq(brands.slug, params.slug.toLowerCase()));

/** A brand for who asks: its people, and phones and streets, only for those who are signed in. */
async function showBrand(ctx: Ctx, which: SQL): Promise<Brand> {
  const brand = await readBrand(ctx, which);
  return ctx.personOrNull ? brand : withoutContacts(brand);
}

/** NOT_FOUND also for a disabled brand, and one nobody has claimed: nobody can buy it. */
export async function readBrand(
  { db, membershipOrNull }: Pick<Ctx, 'db' | 'membershipOrNull'>,
  which: SQL,
): Promise<Brand> {
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
    source: BrandSourceSchema.parse(brand.source),
    partner: membershipOrNull !== null && (await isPartner(db, membershipOrNull, { id: brand.id, orgId })),
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

/** Whether an organization is a partner for a brand, of the organization that has it now. */
async function isPartner(db: Db, membership: Membership, brand: { id: number; orgId: number }): Promise<boolean> {
  const found = await db
    .select({ id: partnerBrands.id })
    .from(partnerBrands)
    .innerJoin(brands, eq(brands.id, partnerBrands.brandId))
    .where(
      and(
        eq(partnerBrands.orgId, membership.orgId),
        eq(brands.id, brand.id),
        isAgreed(sql`${partnerBrands}`, sql`${brands}`),
      ),
    );
  return found.length > 0;
}

/** The companies that list the brand's products. */
async function readSellers(db: Db, { id, orgId }: { id: number; orgId: number }): Promise<Brand['sellers']> {
  const found = await db
    .selectDistinct({ companyId: companies.id, name: companies.name, usState: companies.usState })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(
      and(eq(products.orgId, orgId), eq(products.brandId, id), inArray(products.listingState, [...LISTED_STATUSES])),
    )
    .orderBy(asc(companies.usState), asc(companies.name), asc(companies.id));
  const usual = await db
    .select({ companyId: distributorMappings.companyId, distributorId: companies.id, name: companies.name })
    .from(distributorMappings)
    .innerJoin(companies, and(eq(companies.id, distributorMappings.distributorId), isNull(companies.removedAt)))
    .where(and(eq(distributorMappings.orgId, orgId), eq(distributorMappings.brandId, id)));
  return found.map((seller) => {
    const by = usual.find(({ companyId }) => companyId === seller.companyId);
    return { ...seller, distributor: by && by.distributorId !== seller.companyId ? by.name : null };
  });
}
