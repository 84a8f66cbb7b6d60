import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { DomainError } from '../../../domain/errors';
import { drawnAfter } from '../../../domain/inventory/departures';
import { TAG_USED_AGAIN, tagOfVoided } from '../../../domain/inventory/packages/package';
import type { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import {
  differenceOf,
  type Settlement,
  type TrackingDifference,
  whyNotAccept,
  whyNotCorrect,
  whyNotNote,
} from '../../../domain/inventory/reconciliation/difference';
import { isEqual } from '../../../domain/money';
import { bulk, one } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { lockRows } from '../../db/rows';
import { trackingDifferences as differences, licenses, packages } from '../../db/schema';
import type { Verb } from '../../implement';
import { packageLeft } from '../stock/package-left';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import { differenceList, findDifference } from './search-differences';
import { acceptHarvest, undoAcceptHarvest } from './settle-harvest';
import { settleQuestions } from './store-differences';

type Package = typeof packages.$inferSelect;
type Figures = Pick<Package, 'quantity' | 'unitOfMeasure' | 'status'>;

/** What undoing gives a package back; what was kept long ago doesn't say how much lies in packages made of it. */
type Kept = Figures & Partial<Pick<Package, 'drawn'>>;
/** What a harvest had more there. */
type Outside = { more: string };

const figuresOf = ({ quantity, unitOfMeasure, status }: Figures): Figures => ({ quantity, unitOfMeasure, status });

/** Takes over the tracking system's figure of a package. CONFLICT when it's settled or can't be read; NOT_FOUND. */
export const acceptTheirs: Verb<typeof contract.accept> = async (ctx, { params: { id } }) => {
  await accept(ctx, id);
  return findDifference(ctx, id);
};

/** Puts aside what the tracking system refused. CONFLICT when it's settled or no refusal; NOT_FOUND. */
export const noteRefused: Verb<typeof contract.note> = async (ctx, { params: { id } }) => {
  await note(ctx, id);
  return findDifference(ctx, id);
};

/** Sets our figure; settled if it is theirs too. CONFLICT when it's settled or not about a quantity; NOT_FOUND. */
export const correctOurs: Verb<typeof contract.correct> = async (ctx, { params: { id }, body: { quantity } }) => {
  const { found, own } = await lockDifference(ctx, id);
  refuse(whyNotCorrect(found));
  await write(ctx, own, { ...figuresOf(own), quantity }, `Corrected ${own.label}`);
  if (own.trackingQuantity !== null && isEqual(own.trackingQuantity, quantity)) {
    await settle(ctx, found, 'CORRECTED');
  } else {
    const theirs = { quantity: own.trackingQuantity ?? '0', unitOfMeasure: own.trackingUnit as TrackingUnit };
    const still = differenceOf(
      { quantity, unitOfMeasure: own.unitOfMeasure as TrackingUnit },
      { ...theirs, list: own.seenIn ?? 'active', isFinished: own.finishedOn !== null },
    );
    await ctx.db
      .update(differences)
      .set({ ours: still?.ours ?? found.ours })
      .where(ofOwn(ctx, id));
  }
  return findDifference(ctx, id);
};

const ofOwn = ({ membership }: Ctx, id: number) => and(eq(differences.orgId, membership.orgId), eq(differences.id, id));

/** CONFLICT with the reason, unless there is none. */
export function refuse(why: string | null): void {
  if (why !== null) throw new DomainError('CONFLICT', why);
}

/** A difference with its package, locked as every change of packages does: items, packages, then differences. */
export async function lockDifference(ctx: Ctx, id: number): Promise<{ found: TrackingDifference; own: Package }> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const seen = await findDifference(ctx, id);
  if (seen.packageId === null) throw new DomainError('CONFLICT', whyNotAccept(seen) ?? 'It has no package');
  const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, seen.packageId));
  const [before] = await db.select({ itemId: packages.itemId }).from(packages).where(ofPackage);
  if (before) await lockItems(db, orgId, [before.itemId]);
  const [own] = await db.select().from(packages).where(ofPackage).for('no key update');
  if (own === undefined) throw new Error('A difference has its package');
  await lockRows(db, differences, ofOwn(ctx, id));
  return { found: await findDifference(ctx, id), own };
}

async function accept(ctx: Ctx, id: number): Promise<{ kept: Kept | Outside }> {
  if ((await findDifference(ctx, id)).harvestId !== null) {
    const { found, more } = await acceptHarvest(ctx, id);
    await settle(ctx, found, 'ACCEPTED');
    return { kept: { more } };
  }
  const { found, own } = await lockDifference(ctx, id);
  refuse(whyNotAccept(found));
  const theirs: Figures =
    found.kind === 'GONE'
      ? { ...figuresOf(own), status: 'INACTIVE' }
      : {
          ...figuresOf(own),
          quantity: own.trackingQuantity ?? own.quantity,
          unitOfMeasure: own.trackingUnit ?? own.unitOfMeasure,
        };
  await write(ctx, own, theirs, `Accepted the tracking system’s figure for ${own.label}`);
  await settle(ctx, found, 'ACCEPTED');
  return { kept: { ...figuresOf(own), drawn: own.drawn } };
}

async function note(ctx: Ctx, id: number): Promise<void> {
  await lockRows(ctx.db, differences, ofOwn(ctx, id));
  const found = await findDifference(ctx, id);
  refuse(whyNotNote(found));
  await settle(ctx, found, 'NOTED');
}

/** Opens again what was put aside as noted. CONFLICT if it wasn't, or its license was removed. */
async function undoNote(ctx: Ctx, id: number): Promise<void> {
  // What was refused of a harvest’s plant or waste has no package.
  const isOfPackage = (await findDifference(ctx, id)).packageId !== null;
  const own = isOfPackage ? (await lockDifference(ctx, id)).own : null;
  if (!isOfPackage) await lockRows(ctx.db, differences, ofOwn(ctx, id));
  const found = await findDifference(ctx, id);
  if (found.settlement !== 'NOTED') throw new DomainError('CONFLICT', 'It was settled in another way since.');
  await refuseRemoved(ctx, own ?? { licenseId: found.license.id });
  await reopen(ctx, found);
}

/** Changes a package's figures, and with them the stock of the product it counts for. */
async function write(ctx: Ctx, own: Package, to: Kept, why: string): Promise<void> {
  const { db, now } = ctx;
  const { orgId, id, itemId } = own;
  const figures = figuresOf(to);
  const drawn = to.drawn ?? drawnAfter(own, figures.quantity);
  await db
    .update(packages)
    .set({ ...figures, drawn, updatedAt: now })
    .where(and(eq(packages.orgId, orgId), eq(packages.id, id)));
  const left = packageLeft(own, { ...own, ...figures, drawn }, now);
  await syncStockOfItems(ctx, { orgId, itemIds: [itemId], why, left });
  await ctx.audit({ entity: 'package', id, before: figuresOf(own), after: figures });
  await ctx.publish({ topic: 'packages', kind: 'changed', id, orgIds: [orgId] });
  await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
}

async function settle(ctx: Ctx, { id, settlement, asked }: TrackingDifference, how: Settlement): Promise<void> {
  await ctx.db
    .update(differences)
    .set({ settledAt: ctx.now, settledBy: ctx.person.userId, settlement: how })
    .where(ofOwn(ctx, id));
  await ctx.audit({ id, before: { settlement }, after: { settlement: how } });
  await settleQuestions(ctx, ctx.membership.orgId, [{ id, askedAt: asked && new Date(asked.at) }], how);
  await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [ctx.membership.orgId] });
}

/**
 * Gives a package back the figure it had, and opens its difference again. CONFLICT if it has another figure, status or
 * label by now, or its license was removed.
 */
async function undoAccept(ctx: Ctx, id: number, kept: Kept | Outside): Promise<void> {
  if ('more' in kept) {
    await refuseRemoved(ctx, { licenseId: (await findDifference(ctx, id)).license.id });
    return reopen(ctx, await undoAcceptHarvest(ctx, id, kept.more));
  }
  const { found, own } = await lockDifference(ctx, id);
  if (found.settlement !== 'ACCEPTED') throw new DomainError('CONFLICT', 'It was settled in another way since.');
  await refuseRemoved(ctx, own);
  if (tagOfVoided(own.label) !== null) throw new DomainError('CONFLICT', TAG_USED_AGAIN);
  const isSame =
    found.kind === 'GONE'
      ? own.status === 'INACTIVE' && isEqual(own.quantity, kept.quantity)
      : own.status === kept.status && own.quantity === own.trackingQuantity;
  if (!isSame) throw new DomainError('CONFLICT', 'The package was changed since, so it stays as it is.');
  await write(ctx, own, kept, `Undid accepting the tracking system’s figure for ${own.label}`);
  await reopen(ctx, found);
}

async function refuseRemoved({ db }: Ctx, { licenseId }: Pick<Package, 'licenseId'>): Promise<void> {
  const removed = and(eq(licenses.id, licenseId), isNotNull(licenses.removedAt));
  if ((await db.$count(licenses, removed)) > 0) throw new DomainError('CONFLICT', 'Its license was removed since.');
}

async function reopen(ctx: Ctx, { id, settlement }: TrackingDifference): Promise<void> {
  await ctx.db
    .update(differences)
    .set({ settledAt: sql`null`, settledBy: null, settlement: null })
    .where(ofOwn(ctx, id));
  await ctx.audit({ id, before: { settlement }, after: { settlement: null } });
}

/** Bulk actions on differences. */
export const bulkDifferences = bulk(reconciliation.bulk, {
  entity: 'difference',
  noun: { one: 'Difference', many: 'differences' },
  from: { table: differences, id: differences.id, label: differences.label },
  topic: 'packages',
  matching: differenceList.matching,
  acts: {
    accept: {
      ...one(async (ctx, { id }) => accept(ctx, id)),
      undo: one(async (ctx, { id, kept }) => {
        await undoAccept(ctx, id, kept as Kept | Outside);
        return {};
      }),
    },
    note: {
      ...one(async (ctx, { id }) => {
        await note(ctx, id);
        return {};
      }),
      undo: one(async (ctx, { id }) => {
        await undoNote(ctx, id);
        return {};
      }),
    },
  },
});
