import { and, eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import {
  type brandPictures,
  type companyPictures,
  type organizationPictures,
  PICTURE_FIELD,
  type PictureKind,
  type Pictures,
} from '../../domain/files/contract';
import { PICTURE_SHAPES, type PictureShape } from '../../domain/files/picture';
import { addBrandImage } from '../brands/save-brand';
import type { Ctx } from '../context';
import { brands, companies, organizations } from '../db/schema';
import { visibleBrands } from '../db/visibility';
import { storePicture } from '../files/store-picture';
import type { Verb } from '../implement';
import { findSeenCompany } from './find-company';

const store = ({ services }: Ctx, file: Uint8Array, shape: PictureShape) =>
  storePicture(services.files, { file, field: PICTURE_FIELD, shape });

export const setOrganizationPicture: Verb<typeof organizationPictures.set> = async (ctx, { file }) => {
  const uri = await store(ctx, file, PICTURE_SHAPES.logo);
  return ctx.step('save', (step) => saveOrganizationPicture(step, uri));
};

export const removeOrganizationPicture: Verb<typeof organizationPictures.remove> = (ctx) =>
  saveOrganizationPicture(ctx, null);

async function saveOrganizationPicture(ctx: Ctx, profileImageUri: string | null) {
  const { db, membership } = ctx;
  const own = eq(organizations.id, membership.orgId);
  const picture = { profileImageUri: organizations.profileImageUri };
  const [before] = await db.select(picture).from(organizations).where(own).for('no key update');
  if (!before) throw notFound('Organization');
  await db.update(organizations).set({ profileImageUri }).where(own);
  await tell(ctx, 'organization', membership.orgId, before, { profileImageUri });
  return { profileImageUri };
}

export const setCompanyPicture: Verb<typeof companyPictures.set> = async (ctx, { params, file }) => {
  await findSeenCompany(ctx, params.id);
  const uri = await store(ctx, file, PICTURE_SHAPES.logo);
  return ctx.step('save', (step) => saveCompanyPicture(step, params.id, uri));
};

export const removeCompanyPicture: Verb<typeof companyPictures.remove> = (ctx, { params }) =>
  saveCompanyPicture(ctx, params.id, null);

async function saveCompanyPicture(ctx: Ctx, id: number, profileImageUri: string | null) {
  const { name, ...company } = await findSeenCompany(ctx, id);
  await ctx.db
    .update(companies)
    .set({ profileImageUri })
    .where(and(eq(companies.id, id), eq(companies.orgId, ctx.membership.orgId)));
  await tell(ctx, 'company', id, { name, profileImageUri: company.profileImageUri }, { name, profileImageUri });
  return { profileImageUri };
}

export const setBrandPicture: Verb<typeof brandPictures.set> = async (ctx, { params, query, file }) => {
  await findSeenBrand(ctx, params.brandId);
  const { kind } = query;
  const uri = await store(ctx, file, PICTURE_SHAPES[kind === 'profile' ? 'logo' : 'cover']);
  return ctx.step('save', async (step) => {
    if (kind !== 'gallery') return saveBrandPicture(step, params.brandId, kind, uri);
    await addBrandImage(step, params.brandId, uri);
    const { name: _, ...pictures } = await findSeenBrand(step, params.brandId);
    return pictures;
  });
};

export const removeBrandPicture: Verb<typeof brandPictures.remove> = (ctx, { params, query }) =>
  saveBrandPicture(ctx, params.brandId, query.kind, null);

async function saveBrandPicture(ctx: Ctx, id: number, kind: PictureKind, uri: string | null): Promise<Pictures> {
  const { name, ...before } = await findSeenBrand(ctx, id);
  const changed = kind === 'cover' ? { coverImageUri: uri } : { profileImageUri: uri };
  await ctx.db
    .update(brands)
    .set({ ...changed, updatedAt: ctx.now })
    .where(and(eq(brands.id, id), eq(brands.orgId, ctx.membership.orgId)));
  const after = { ...before, ...changed };
  await tell(ctx, 'brand', id, { name, ...before }, { name, ...after });
  return after;
}

/** A brand's name and pictures. NOT_FOUND for another organization's, and for one not assigned to the caller. */
async function findSeenBrand({ db, membership }: Pick<Ctx, 'db' | 'membership'>, brandId: number) {
  const [brand] = await db
    .select({ name: brands.name, profileImageUri: brands.profileImageUri, coverImageUri: brands.coverImageUri })
    .from(brands)
    .where(and(eq(brands.id, brandId), visibleBrands(membership)))
    .for('no key update');
  if (!brand) throw notFound('Brand');
  return brand;
}

async function tell(ctx: Ctx, entity: string, id: number, before: object, after: object): Promise<void> {
  const { audit, membership, publish } = ctx;
  await audit({ entity, id, before, after });
  await publish({ topic: 'organization', kind: 'changed', id: membership.orgId, orgIds: [membership.orgId] });
}
