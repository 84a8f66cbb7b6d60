import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type BrandRecord, inSourceOrder } from '../../domain/brands/brand';
import { BrandSourceSchema } from '../../domain/brands/source';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { assertCurrent, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { brandImages, brandSuggestions, brands, organizations, products } from '../db/schema';
import { visibleBrands } from '../db/visibility';

type Reader = Pick<Ctx, 'db' | 'membership'>;

/** The brands of its organization the caller sees, in list order. */
export async function loadBrands({ db, membership }: Reader, where?: SQL): Promise<BrandRecord[]> {
  const { orgId } = membership;
  const rows = await db
    .select({ brand: brands, orgName: organizations.name })
    .from(brands)
    .innerJoin(organizations, eq(organizations.id, brands.orgId))
    .where(and(visibleBrands(membership), where));
  const listed = await db
    .select({ brandId: products.brandId, many: sql<number>`count(*)::int` })
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        inArray(products.listingState, [...LISTED_STATUSES]),
        isOneOf(
          products.brandId,
          rows.map(({ brand }) => brand.id),
        ),
      ),
    )
    .groupBy(products.brandId);
  const images = await loadImages(
    db,
    rows.map(({ brand }) => brand.id),
  );
  const rejected = rows.flatMap(({ brand }) => (brand.review === 'REJECTED' ? [brand.id] : []));
  const reasonOf = rejected.length === 0 ? new Map<number, string>() : await reasonsOf(db, rejected);
  const countOf = new Map(listed.map(({ brandId, many }) => [brandId, many]));
  return inSourceOrder(
    rows.map(({ brand, orgName }) => ({
      ...toRecord(brand),
      images: (images[brand.id] ?? []).map(({ id, imageUri, alt }, displayOrder) => ({
        id,
        imageUri,
        alt,
        displayOrder,
      })),
      orgId,
      orgName,
      reviewReason: reasonOf.get(brand.id) ?? '',
      productCount: brand.disabled ? 0 : (countOf.get(brand.id) ?? 0),
    })),
  );
}

/** Why rejected brands were, the last time. */
async function reasonsOf(db: Db, brandIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ brandId: brandSuggestions.brandId, reason: brandSuggestions.reason })
    .from(brandSuggestions)
    .where(and(isOneOf(brandSuggestions.brandId, brandIds), eq(brandSuggestions.status, 'REJECTED')))
    .orderBy(asc(brandSuggestions.decidedAt), asc(brandSuggestions.id));
  return new Map(rows.flatMap(({ brandId, reason }) => (brandId === null ? [] : [[brandId, reason]])));
}

/** The galleries of brands, by brand and in order. */
export async function loadImages(
  db: Db,
  brandIds: readonly number[],
): Promise<Partial<Record<number, (typeof brandImages.$inferSelect)[]>>> {
  const rows = await db
    .select()
    .from(brandImages)
    .where(isOneOf(brandImages.brandId, brandIds))
    .orderBy(asc(brandImages.position), asc(brandImages.id));
  return Object.groupBy(rows, ({ brandId }) => brandId);
}

function toRecord(brand: typeof brands.$inferSelect) {
  const { id, name, slug, tagline, description, profileImageUri, coverImageUri, states, disabled, review, version } =
    brand;
  return {
    id,
    name,
    slug,
    tagline,
    description,
    profileImageUri,
    coverImageUri,
    states,
    disabled,
    review,
    source: BrandSourceSchema.parse(brand.source),
    keyPeople: brand.keyPeople.map((person, displayOrder) => ({ ...person, displayOrder })),
    locations: brand.locations.map(({ id, name, phone, lineOne, city, usState, postalCode }, displayOrder) => ({
      id,
      name,
      phone,
      address: { lineOne, city, state: { ansiAbbrevation: usState }, postalCode },
      displayOrder,
    })),
    version,
  };
}

/** One of the caller's brands. NOT_FOUND for another organization's, and for one not assigned to them. */
export async function loadBrand(reader: Reader, id: number): Promise<BrandRecord> {
  const [found] = await loadBrands(reader, eq(brands.id, id));
  if (found === undefined) throw notFound('Brand');
  return found;
}

/** A brand locked until the transaction ends. NOT_FOUND, and STALE from an outdated version. */
export async function lockBrand(ctx: Ctx, id: number, version?: number): Promise<BrandRecord> {
  const own = and(eq(brands.id, id), eq(brands.orgId, ctx.membership.orgId));
  await lockRows(ctx.db, brands, own);
  const before = await loadBrand(ctx, id);
  assertCurrent('This brand', before, version);
  return before;
}
