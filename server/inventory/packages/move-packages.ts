import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { dayOf } from '../../../domain/dates';
import { DomainError, notFound } from '../../../domain/errors';
import type { packageBulk as contract } from '../../../domain/inventory/packages/bulk-contract';
import type { PackageStatus, TransferState } from '../../../domain/inventory/packages/package';
import { whyNotFinish, whyNotMove, whyNotReopen } from '../../../domain/inventory/packages/package-moves';
import type { WriteKind } from '../../../domain/inventory/write-kinds';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { lockRow } from '../../db/rows';
import { packages, trackingRecords, trackingWrites } from '../../db/schema';
import { visibleLicenses, visiblePackages } from '../../db/visibility';
import type { Verb } from '../../implement';
import type { PackageFinish, PackageMove, PackageReopening } from '../../integrations/tracking/tracking-packages';
import { withLicenseKey } from '../../integrations/tracking/use-license-key';
import { refuse } from '../reconciliation/settle-differences';
import { packageLeft } from '../stock/package-left';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';

type Package = typeof packages.$inferSelect;
type Held = Pick<Package, 'locationId' | 'locationName' | 'status' | 'finishedOn'>;

/** What a package was here before one of these was asked for, in words that survive JSON. */
const Before = z.object({
  locationId: z.number().nullable(),
  locationName: z.string().nullable(),
  status: z.string(),
  finishedOn: z.iso.date().nullable(),
});

/** A move, finish or reopening as it waits to be sent. */
export const MoveWrite = z.strictObject({
  Label: z.string(),
  Location: z.string(),
  MoveDate: z.string(),
  before: Before,
});
export const FinishWrite = z.strictObject({ Label: z.string(), ActualDate: z.string(), before: Before });
export const ReopenWrite = z.strictObject({ Label: z.string(), before: Before });

type Location = { id: number; name: string };

/** Where the licenses of a state that the caller sees can keep packages. */
export const listLocations: Verb<typeof contract.locations> = async ({ db, membership }, { query: { usState } }) => {
  const { rows } = await db.execute<{ name: string; licenseNumbers: string[] }>(sql`
    select btrim(kept.data ->> 'Name') as name, array_agg(distinct licenses.license_number order by licenses.license_number) as "licenseNumbers"
      from ${trackingRecords} kept join licenses on licenses.id = kept.license_id
     where kept.org_id = ${membership.orgId} and kept.list = 'locations' and licenses.us_state = ${usState}
       and ${visibleLicenses(membership)} and coalesce((kept.data ->> 'ForPackages')::boolean, true)
     group by 1 order by 1`);
  return rows;
};

async function findLocation({ db, membership }: Ctx, licenseId: number, name: string): Promise<Location | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select tracking_id as id from ${trackingRecords}
     where org_id = ${membership.orgId} and license_id = ${licenseId} and list = 'locations' and btrim(data ->> 'Name') = ${name}
     limit 1`);
  return rows[0] && { id: Number(rows[0].id), name };
}

/** The package, locked as every change of packages does: its item first. NOT_FOUND unless the caller sees it. */
async function lock({ db, membership }: Ctx, id: number): Promise<Package> {
  const seen = and(visiblePackages(membership), eq(packages.id, id));
  const [before] = await db.select({ itemId: packages.itemId }).from(packages).where(seen);
  if (before === undefined) throw notFound('Package');
  await lockItems(db, membership.orgId, [before.itemId]);
  return lockRow(db, packages, seen, 'Package');
}

const heldOf = ({ locationId, locationName, status, finishedOn }: Held) => ({
  locationId,
  locationName,
  status,
  finishedOn,
});

const asRow = (own: Package) => ({
  label: own.label,
  status: own.status as PackageStatus,
  transferState: own.transferState as TransferState | null,
  quantity: own.quantity,
  unitOfMeasureAbbreviation: own.unitOfMeasure as TrackingUnit,
});

type Change = { kind: WriteKind; set: Partial<Held>; body: object; why: string };

/** Makes a change here at once and enqueues it for the tracking system; the inbox says so if it is refused. */
async function change(ctx: Ctx, own: Package, { kind, set, body, why }: Change): Promise<void> {
  const { db, membership, now } = ctx;
  const { orgId, orgUserId } = membership;
  const { id, licenseId, itemId } = own;
  await withLicenseKey(ctx, licenseId, async () => {});
  await write(db, own, { ...set, updatedAt: now });
  await db.insert(trackingWrites).values({
    orgId,
    orgUserId,
    licenseId,
    kind,
    packageId: id,
    madeId: id,
    body: { Label: own.label, ...body, before: heldOf(own) },
  });
  if (set.status !== undefined) {
    const left = packageLeft(own, { ...own, ...set }, now);
    await syncStockOfItems(ctx, { orgId, itemIds: [itemId], why, left });
  }
  await ctx.audit({ id, before: heldOf(own), after: heldOf({ ...own, ...set }) });
  await ctx.enqueue({ name: 'send-tracking-writes', data: { orgId, licenseId } });
}

const write = (db: Db, { orgId, id }: Package, set: Partial<Package>) =>
  db
    .update(packages)
    .set(set)
    .where(and(eq(packages.orgId, orgId), eq(packages.id, id)));

const today = ({ now, timeZone }: Ctx) => dayOf(now, timeZone);
const CHANGED = 'It was changed since, so it stays as it is.';

/**
 * Puts a package at another location of its license; returns where it was, undefined if it is there already. `expected`
 * is where it must be, for an undo. CONFLICT, NOT_FOUND, TRACKING_KEY_REQUIRED.
 */
export async function movePackage(ctx: Ctx, id: number, name: string, expected?: string): Promise<string | undefined> {
  const own = await lock(ctx, id);
  if (expected !== undefined && own.locationName !== expected) throw new DomainError('CONFLICT', CHANGED);
  refuse(whyNotMove(asRow(own)));
  if (own.locationName === name) return undefined;
  const location = await findLocation(ctx, own.licenseId, name);
  if (location === undefined) throw new DomainError('CONFLICT', `Its license has no location “${name}”.`);
  await change(ctx, own, {
    kind: 'MOVE',
    set: { locationId: location.id, locationName: name },
    body: { Location: name, MoveDate: today(ctx) } satisfies Omit<PackageMove, 'Label'>,
    why: `Moved ${own.label} to ${name}`,
  });
  return own.locationName ?? '';
}

/** Closes an empty package. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export async function finishPackage(ctx: Ctx, id: number): Promise<void> {
  const own = await lock(ctx, id);
  refuse(whyNotFinish(asRow(own)));
  await change(ctx, own, {
    kind: 'FINISH',
    set: { status: 'INACTIVE', finishedOn: today(ctx) },
    body: { ActualDate: today(ctx) } satisfies Omit<PackageFinish, 'Label'>,
    why: `Finished ${own.label}`,
  });
}

/** Opens a finished package again. CONFLICT with the reason, NOT_FOUND, TRACKING_KEY_REQUIRED. */
export async function reopenPackage(ctx: Ctx, id: number): Promise<void> {
  const own = await lock(ctx, id);
  refuse(whyNotReopen(asRow(own)));
  await change(ctx, own, {
    kind: 'REOPEN',
    set: { status: 'ACTIVE', finishedOn: null },
    body: {} satisfies Omit<PackageReopening, 'Label'>,
    why: `Reopened ${own.label}`,
  });
}
