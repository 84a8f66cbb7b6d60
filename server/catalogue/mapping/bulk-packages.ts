import { and, eq } from 'drizzle-orm';
import { DomainError, notFound } from '../../../domain/errors';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { bulk, type Done, one, type Subject } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { packages, trackingItems } from '../../db/schema';
import { visiblePackages } from '../../db/visibility';
import { assignItem } from '../../inventory/items/assign-items';
import { type OfState, packageList } from '../../inventory/packages/list-packages';
import { finishPackage, movePackage, reopenPackage } from '../../inventory/packages/move-packages';
import { holdAssigning } from '../../network/shares/auto-share';
import { assignItems, unassignItems } from './product-items';

type Kept<T> = { before: T; after: T };

/** The package; NOT_FOUND unless the caller sees it. */
async function findPackage({ db, membership }: Ctx, id: number, locks: boolean) {
  const query = db
    .select({ itemId: packages.itemId, notes: packages.notes })
    .from(packages)
    .where(and(visiblePackages(membership), eq(packages.id, id)))
    .$dynamic();
  const [found] = await (locks ? query.for('no key update') : query);
  if (found === undefined) throw notFound('Package');
  return found;
}

const CHANGED = 'It was changed since, so it stays as it is.';

async function setNotes(ctx: Ctx, id: number, notes: string, expected?: string): Promise<Done> {
  const { notes: before } = await findPackage(ctx, id, true);
  if (expected !== undefined && before !== expected) throw new DomainError('CONFLICT', CHANGED);
  if (before === notes) return {};
  const { orgId } = ctx.membership;
  await ctx.db
    .update(packages)
    .set({ notes, updatedAt: ctx.now })
    .where(and(eq(packages.orgId, orgId), eq(packages.id, id)));
  await ctx.audit({ id, before: { notes: before }, after: { notes } });
  return { kept: { before, after: notes } satisfies Kept<string> };
}

/** Assigns a package's item; its other packages come along, and find it done. */
async function setBrand(ctx: Ctx, id: number, brandId: number | null, expected?: number | null): Promise<Done> {
  // The item is locked, not the package: items come before their packages wherever both are.
  const { itemId } = await findPackage(ctx, id, false);
  const { orgId } = ctx.membership;
  await holdAssigning(ctx.db, orgId);
  const [item] = await ctx.db
    .select({ brandId: trackingItems.brandId })
    .from(trackingItems)
    .where(and(eq(trackingItems.orgId, orgId), eq(trackingItems.id, itemId)))
    .for('no key update');
  const before = item?.brandId ?? null;
  if (expected !== undefined && before !== expected) throw new DomainError('CONFLICT', CHANGED);
  if (before === brandId) return {};
  await assignItem(ctx, { params: { id: itemId }, body: { brandId } });
  return { kept: { before, after: brandId } satisfies Kept<number | null> };
}

/** Maps a package's item to a product; its other packages come along. */
async function map(ctx: Ctx, { id }: Subject, productId: number): Promise<Done> {
  const { itemId } = await findPackage(ctx, id, false);
  const { items } = await assignItems(ctx, { params: { id: productId }, body: { verdantItemIds: [itemId] } });
  return { kept: { productId, productItemId: items.find((item) => item.id === itemId)?.productItemId ?? 0 } };
}

/** What a move keeps; nothing for a package that was there already, or nowhere before. */
const movedTo = (after: string, before: string | undefined): Done =>
  before ? { kept: { before, after } satisfies Kept<string> } : {};

const done =
  (work: (ctx: Ctx, id: number) => Promise<void>) =>
  async (ctx: Ctx, { id }: Subject): Promise<Done> => {
    await work(ctx, id);
    return { kept: true };
  };

/** Bulk actions on packages. Brand and product are those of their items, so they reach every package of those. */
export const bulkPackages = bulk(packageBulk.start, {
  entity: 'package',
  noun: { one: 'Package', many: 'packages' },
  from: { table: packages, id: packages.id, label: packages.label },
  topic: 'packages',
  ofChosen: { includeInactive: true },
  matching: (asker, { usState, filters }) =>
    packageList.matching(asker, { filters: { ...filters, usState } as OfState, companyId: undefined }),
  acts: {
    setNotes: {
      ...one((ctx, { id }, { notes }) => setNotes(ctx, id, notes)),
      undo: one((ctx, { id, kept }) => {
        const { before, after } = kept as Kept<string>;
        return setNotes(ctx, id, before, after);
      }),
    },
    setLocation: {
      ...one(async (ctx, { id }, { locationName }) => movedTo(locationName, await movePackage(ctx, id, locationName))),
      undo: one(async (ctx, { id, kept }) => {
        const { before, after } = kept as Kept<string>;
        return movedTo(before, await movePackage(ctx, id, before, after));
      }),
    },
    finish: { ...one(done(finishPackage)), undo: one(done(reopenPackage)) },
    reopen: { ...one(done(reopenPackage)), undo: one(done(finishPackage)) },
    setBrand: {
      ...one((ctx, { id }, { brandId }) => setBrand(ctx, id, brandId)),
      undo: one((ctx, { id, kept }) => {
        const { before, after } = kept as Kept<number | null>;
        return setBrand(ctx, id, before, after);
      }),
    },
    map: {
      ...one((ctx, subject, { productId }) => map(ctx, subject, productId)),
      undo: one(async (ctx, { kept }) => {
        const { productId, productItemId } = kept as { productId: number; productItemId: number };
        await unassignItems(ctx, { params: { id: productId }, body: { productItemIds: [productItemId] } });
        return {};
      }),
    },
  },
});
