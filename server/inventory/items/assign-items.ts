import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { badInput } from '../../../domain/errors';
import type { heldItems as contract } from '../../../domain/inventory/items/held-items-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { brands, licenses, trackingItems } from '../../db/schema';
import { visibleItemBrands, visibleItems, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { holdAssigning, shareAssigned } from '../../network/shares/auto-share';
import { noticeOf } from '../../notices/notices';
import { findHeldItem, matchingItems } from './held-items';

/** Assigns an item the caller sees to a brand they see, or to none. NOT_FOUND, BAD_INPUT. */
export const assignItem: Verb<typeof contract.assign> = async (ctx, { params: { id }, body: { brandId } }) => {
  await findHeldItem(ctx, id);
  if (brandId !== null) await assertOwnBrand(ctx, brandId);
  await assign(ctx, eq(trackingItems.id, id), brandId);
  return findHeldItem(ctx, id);
};

type Chosen = Omit<VerbInput<typeof contract.unassignHeld>['body'], 'orgId'>;

/** Assigns many items to a brand. BAD_INPUT for a license or brand that isn't the caller's. */
export const assignHeld: Verb<typeof contract.assignHeld> = async (ctx, { body: { brandId, ...chosen } }) => {
  await assertOwnBrand(ctx, brandId);
  return { changed: await assign(ctx, await chosenItems(ctx, chosen), brandId) };
};

/** Takes many items from their brands. */
export const unassignHeld: Verb<typeof contract.unassignHeld> = async (ctx, { body }) => ({
  changed: await assign(ctx, await chosenItems(ctx, body), null),
});

/** Sets the notes of an item. They are the organization's own: the tracking system doesn't get them. NOT_FOUND. */
export const setItemNotes: Verb<typeof contract.setNotes> = async (ctx, { params: { id }, body: { notes } }) => {
  const before = await findHeldItem(ctx, id);
  if (before.notes === notes) return before;
  const { orgId } = ctx.membership;
  await ctx.db
    .update(trackingItems)
    .set({ notes, updatedAt: ctx.now })
    .where(and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, id)));
  await ctx.audit({ id, before: { notes: before.notes }, after: { notes } });
  await publishItems(ctx);
  return { ...before, notes };
};

/** BAD_INPUT unless it is a brand the caller sees, or a partner's whose packages they see. */
export async function assertOwnBrand({ db, membership }: Ctx, brandId: number): Promise<void> {
  const [own] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.id, brandId), visibleItemBrands(membership)));
  if (own === undefined) throw badInput({ brandId: 'Choose one of your brands' });
}

/** BAD_INPUT unless all are licenses the caller sees, of one state if it is named. */
export async function assertOwnLicenses(
  { db, membership }: Ctx,
  ids: readonly number[],
  usState?: string,
): Promise<void> {
  const asked = [...new Set(ids)];
  const ofState = usState === undefined ? undefined : eq(licenses.usState, usState);
  const own = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(isOneOf(licenses.id, asked), ofState, visibleLicenses(membership)));
  const where = usState === undefined ? '' : ` in ${usState}`;
  if (own.length < asked.length) throw badInput({ licenseIds: `Choose your own licenses${where}` });
}

async function chosenItems(
  ctx: Ctx,
  { licenseIds, includedItemIds, excludedItemIds = [], filters = {} }: Chosen,
): Promise<SQL | undefined> {
  await assertOwnLicenses(ctx, licenseIds);
  const which =
    includedItemIds !== undefined
      ? inArray(trackingItems.id, includedItemIds)
      : excludedItemIds.length > 0
        ? notInArray(trackingItems.id, excludedItemIds)
        : undefined;
  return and(isOneOf(trackingItems.licenseId, licenseIds), which, matchingItems(filters, ctx));
}

/** Changes the brand of the items the caller sees among these; how many had another. */
async function assign(ctx: Ctx, which: SQL | undefined, brandId: number | null): Promise<number> {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  await holdAssigning(db, orgId);
  const isOther =
    brandId === null
      ? isNotNull(trackingItems.brandId)
      : or(isNull(trackingItems.brandId), ne(trackingItems.brandId, brandId));
  const before = await db
    .select({ id: trackingItems.id, brandId: trackingItems.brandId })
    .from(trackingItems)
    .where(and(visibleItems(membership), which, isOther))
    .orderBy(trackingItems.id)
    .for('no key update');
  if (before.length === 0) return 0;
  const ids = before.map(({ id }) => id);
  await db
    .update(trackingItems)
    .set({ brandId, ruleId: null, updatedAt: now })
    .where(and(eq(trackingItems.orgId, orgId), isOneOf(trackingItems.id, ids)));
  for (const one of before) await ctx.audit({ id: one.id, before: { brandId: one.brandId }, after: { brandId } });
  await publishItems(ctx);
  if (brandId !== null) {
    const assigned = { subject: subjectOf.brandItems(brandId), payload: { brandId, items: before.length } };
    await ctx.enqueue(noticeOf(ctx, { type: 'ITEM_ASSIGNED', orgId, ...assigned }));
    await shareAssigned(ctx, { orgId, ids, by: ctx.person.userId, at: now });
  }
  return before.length;
}

/** Has the lists of items, packages and products be read again. */
export async function publishItems({ publish, membership: { orgId } }: Ctx): Promise<void> {
  await publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  await publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
}
