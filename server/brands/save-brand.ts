import { and, eq } from 'drizzle-orm';
import type { BrandRecord } from '../../domain/brands/brand';
import type { ownBrands as contract } from '../../domain/brands/contract';
import { numberInOrder } from '../../domain/organization/company';
import type { Ctx } from '../context';
import { brands } from '../db/schema';
import type { Verb } from '../implement';
import { loadBrand, lockBrand } from './brand-rows';

type Changes = Partial<
  Pick<
    typeof brands.$inferInsert,
    'name' | 'tagline' | 'description' | 'states' | 'disabled' | 'keyPeople' | 'locations'
  >
>;

/** Changes a brand's text, states, locations, or whether it is disabled. STALE. */
export const updateBrand: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const { version, locations, ...fields } = body;
  const before = await lockBrand(ctx, params.id, version);
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
  await ctx.audit({ id, before, after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  if (after.disabled !== before.disabled) {
    await ctx.publish({ topic: 'catalogue', kind: 'changed', id, orgIds: [orgId] });
  }
  return after;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that were sent. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
