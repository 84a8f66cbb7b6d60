import { and, eq } from 'drizzle-orm';
import { type BrandRecord, MOST_IMAGES, whyNotApproved } from '../../domain/brands/brand';
import type { ownBrands as contract } from '../../domain/brands/contract';
import type { VerbInput } from '../../domain/contract/endpoint';
import { badInput, DomainError } from '../../domain/errors';
import { PICTURE_FIELD } from '../../domain/files/contract';
import { inDisplayOrder, numberInOrder } from '../../domain/organization/company';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { brandImages, brands } from '../db/schema';
import type { Verb } from '../implement';
import { tellOfBrand } from '../network/tell-of-brand';
import { loadBrand, lockBrand } from './read-brands';

type Changes = Partial<
  Pick<
    typeof brands.$inferInsert,
    'name' | 'tagline' | 'description' | 'states' | 'disabled' | 'keyPeople' | 'locations'
  >
>;

/** Changes a brand's text, states, locations, or whether it is disabled. STALE. */
export const updateBrand: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, locations, images, ...fields } = body;
  const before = await lockBrand(ctx, params.id, version);
  assertMayChange(before, fields);
  if (images !== undefined) await keepImages(ctx, before, images);
  return saveBrand(ctx, before, {
    ...present(fields),
    ...(locations === undefined
      ? {}
      : {
          locations: numberInOrder(locations, before.locations).map(({ state, ...place }) => ({
            ...place,
            usState: state.ansiAbbrevation,
          })),
        }),
  });
};

/** Until it is approved a brand stays hidden, under the name that was reviewed. CONFLICT, BAD_INPUT on `name`. */
function assertMayChange(
  brand: BrandRecord,
  { disabled, name }: { disabled?: boolean | undefined; name?: string | undefined },
) {
  const whyNot = whyNotApproved(brand);
  if (whyNot === null) return;
  if (disabled === false) throw new DomainError('CONFLICT', whyNot);
  if (name !== undefined && name !== brand.name)
    throw badInput({ name: 'You can change the name once the brand is approved' });
}

type KeptImage = NonNullable<VerbInput<typeof contract.update>['body']['images']>[number];

/** Keeps these pictures of the gallery in their order, and removes the others. BAD_INPUT on one it doesn't have. */
async function keepImages(
  { db }: Ctx,
  { id: brandId, images }: BrandRecord,
  kept: readonly KeptImage[],
): Promise<void> {
  const known = new Set(images.map(({ id }) => id));
  const ordered = inDisplayOrder(kept);
  const unknown = kept.findIndex(({ id }) => !known.delete(id));
  if (unknown >= 0) throw badInput({ [`images.${unknown}.id`]: 'This picture was removed. Reload, then try again.' });
  if (known.size > 0) {
    await db.delete(brandImages).where(and(eq(brandImages.brandId, brandId), isOneOf(brandImages.id, [...known])));
  }
  for (const [position, { id, alt }] of ordered.entries()) {
    const own = and(eq(brandImages.brandId, brandId), eq(brandImages.id, id));
    await db.update(brandImages).set({ position, alt }).where(own);
  }
}

/** Adds a picture to the end of a brand's gallery. BAD_INPUT once it is full. */
export async function addBrandImage(ctx: Ctx, id: number, imageUri: string): Promise<void> {
  const before = await lockBrand(ctx, id);
  const { length: position } = before.images;
  if (position >= MOST_IMAGES) {
    throw badInput({ [PICTURE_FIELD]: `A gallery has at most ${MOST_IMAGES} pictures. Remove one first.` });
  }
  await ctx.db.insert(brandImages).values({ brandId: id, position, imageUri });
  await saveBrand(ctx, before, {});
}

/** Replaces a brand's key people. STALE. */
export const updateBrandPeople: Verb<typeof contract.updateKeyPeople> = async (ctx, { params, body }) => {
  const before = await lockBrand(ctx, params.id, body.version);
  return saveBrand(ctx, before, { keyPeople: numberInOrder(body.keyPeople, before.keyPeople) });
};

/** Saves a locked brand's changes as its next version, audits and publishes them. */
async function saveBrand(ctx: Ctx, before: BrandRecord, changes: Changes): Promise<BrandRecord> {
  const { id, orgId, version } = before;
  await ctx.db
    .update(brands)
    .set({ ...changes, version: version + 1, updatedAt: ctx.now })
    .where(and(eq(brands.id, id), eq(brands.orgId, orgId)));
  const after = await loadBrand(ctx, id);
  await ctx.audit({ entity: 'brand', id, before, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  if (after.disabled !== before.disabled) {
    await ctx.publish({ topic: 'catalogue', kind: 'changed', id, orgIds: [orgId] });
    await tellOfBrand(ctx, { id, orgId });
  }
  return after;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that were sent. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
