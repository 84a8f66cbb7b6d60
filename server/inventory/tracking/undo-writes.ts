import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { tagOfVoided } from '../../../domain/inventory/packages/package';
import { isHarvestWrite, type PackageWriteKind, type WriteKind } from '../../../domain/inventory/write-kinds';
import { add } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { packages, trackingDifferences, trackingWrites } from '../../db/schema';
import { undoHarvestWrite } from '../../harvests/sending/save-sent';
import { PackageWrite } from '../../integrations/tracking/tracking-packages';
import { endUnsent } from '../../integrations/tracking/unsent-writes';
import { publish } from '../../live/publish';
import type { MoveWrite } from '../packages/move-packages';
import { AdjustmentWrite } from '../reconciliation/adjust-theirs';
import { packageLeft } from '../stock/package-left';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import { tellPackages } from '../tell-packages';
import type { Write } from './send-each';

/** A write about a package. */
type PackageWriteRow = Write & { packageId: number; madeId: number };
type Undo = (tx: Db, write: PackageWriteRow, why: string) => Promise<void>;

/** Has a write that the tracking system refused be undone here; the inbox says why. */
export async function undoWrite(tx: Db, write: Write, why: string): Promise<void> {
  const { kind, packageId, madeId } = write;
  if (isHarvestWrite(kind)) await undoHarvestWrite(tx, write, why);
  else if (packageId !== null && madeId !== null) await UNDOES[kind](tx, { ...write, packageId, madeId }, why);
}

const UNDOES: Record<PackageWriteKind, Undo> = {
  SPLIT: undoSplit,
  ADJUST: tellAdjustmentRefused,
  MOVE: undoChange,
  FINISH: undoChange,
  REOPEN: undoChange,
};

/** Ends what waits to be written about packages, as if the tracking system had refused it: it can't be done anymore. */
export async function refuseWaiting(tx: Db, orgId: number, packageIds: readonly number[], why: string): Promise<void> {
  const waiting = await endUnsent(tx, orgId, isOneOf(trackingWrites.packageId, packageIds), why);
  for (const write of waiting.sort((a, b) => a.id - b.id)) await undoWrite(tx, write, why);
}

/** Acts as the platform rather than for a person. */
export const platformCtx = (tx: Db) => ({
  db: tx,
  person: { userId: null },
  membershipOrNull: null,
  publish: (event: Parameters<typeof publish>[1]) => publish(tx, event),
});

/**
 * Gives a package back what was to go into one that the tracking system refused, which becomes empty and inactive; and so
 * does whatever was made of that one meanwhile. What else was to be written about them isn’t sent.
 */
async function undoSplit(tx: Db, write: PackageWriteRow, why: string): Promise<void> {
  const { orgId, packageId, madeId, body } = write;
  const byId = (id: number) => and(eq(packages.orgId, orgId), eq(packages.id, id));
  const [seen] = await tx.select({ itemId: packages.itemId }).from(packages).where(byId(madeId));
  if (seen === undefined) return;
  await lockItems(tx, orgId, [seen.itemId]);
  const ids = [packageId, ...(await madeOf(tx, orgId, madeId))];
  const locked = await tx
    .select()
    .from(packages)
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.id, ids)))
    .orderBy(packages.id)
    .for('no key update');
  const whole = locked.find(({ id }) => id === packageId);
  const made = locked.find(({ id }) => id === madeId);
  if (whole === undefined || made === undefined) return;
  const back = locked
    .filter(({ id }) => id !== packageId)
    .map((one) => convertUnits(one.quantity, one.unitOfMeasure as TrackingUnit, whole.unitOfMeasure as TrackingUnit));
  const updatedAt = sql`now()`;
  const quantity = back.reduce<string>((sum, one) => add(sum, one ?? '0'), whole.quantity);
  await tx.update(packages).set({ quantity, updatedAt }).where(byId(packageId));
  const unmade = ids.filter((id) => id !== packageId);
  await tx
    .update(packages)
    .set({ quantity: '0', status: 'INACTIVE', updatedAt })
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.id, unmade)));
  await tellPackages(tx, orgId, ids);
  const areOfUnmade = sql`(${isOneOf(trackingWrites.packageId, unmade)} or ${isOneOf(trackingWrites.madeId, unmade)})`;
  await endUnsent(tx, orgId, areOfUnmade, `${made.label} was refused`);
  await syncStockOfItems(platformCtx(tx), {
    orgId,
    itemIds: [...new Set(locked.map(({ itemId }) => itemId))],
    why: `The tracking system refused ${made.label}`,
  });
  const { Tag, Quantity } = PackageWrite.parse(body);
  await tellRefused(tx, write, {
    label: Tag,
    ours: `${Quantity} ${made.unitOfMeasure} of ${whole.label}`,
    theirs: why,
  });
}

/** A package that isn’t there, and those that were made of it here meanwhile and aren’t there either, however far down. */
async function madeOf(tx: Db, orgId: number, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive unmade as (
      select ${id}::bigint as id
       union
      select written.made_id from unmade
        join tracking_writes written on written.org_id = ${orgId} and written.package_id = unmade.id
         and written.kind = 'SPLIT' and written.state = 'PENDING')
    select id from unmade`);
  return rows.map((row) => Number(row.id));
}

/** An adjustment changes nothing here, so there is nothing to undo. */
async function tellAdjustmentRefused(tx: Db, write: PackageWriteRow, why: string): Promise<void> {
  const { orgId, packageId, body } = write;
  const { Label, target } = AdjustmentWrite.parse(body);
  const [own] = await tx
    .select({ label: packages.label, unit: packages.unitOfMeasure })
    .from(packages)
    .where(and(eq(packages.orgId, orgId), eq(packages.id, packageId)));
  const ours = `Adjust to ${target} ${own?.unit ?? ''}`.trim();
  await tellRefused(tx, write, { label: own?.label ?? Label, ours, theirs: why });
}

const asked: Partial<Record<WriteKind, string>> = { FINISH: 'Finish', REOPEN: 'Reopen' };

/** A package goes back to what it was, but one that lost its tag to another stays as it is. */
async function undoChange(tx: Db, write: PackageWriteRow, why: string): Promise<void> {
  const { orgId, packageId, kind, body } = write;
  const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, packageId));
  const [seen] = await tx.select({ itemId: packages.itemId }).from(packages).where(ofPackage);
  if (seen === undefined) return;
  await lockItems(tx, orgId, [seen.itemId]);
  const [own] = await tx.select().from(packages).where(ofPackage).for('no key update');
  if (own === undefined) return;
  if (tagOfVoided(own.label) === null) await takeBack(tx, write, own);
  const ours = asked[kind] ?? `Move to ${(body as z.infer<typeof MoveWrite>).Location}`;
  await tellRefused(tx, write, { label: own.label, ours, theirs: why });
}

/** Has a package be what it was before, unless it was changed again since; that change is then one from what it was. */
async function takeBack(tx: Db, write: PackageWriteRow, own: typeof packages.$inferSelect): Promise<void> {
  const { orgId, packageId, kind, body } = write;
  const { before, Location } = body as z.infer<typeof MoveWrite>;
  const { locationId, locationName, status, finishedOn } = before;
  const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, packageId));
  if (kind === 'MOVE') {
    const isSince = await changeSince(tx, write, ['MOVE'], { locationId, locationName });
    if (!isSince && own.locationName === Location)
      await tx.update(packages).set({ locationId, locationName }).where(ofPackage);
    return tellPackages(tx, orgId, [packageId]);
  }
  const isSince = await changeSince(tx, write, ['FINISH', 'REOPEN'], { status, finishedOn });
  if (isSince || own.status !== (kind === 'FINISH' ? 'INACTIVE' : 'ACTIVE')) return;
  const undone = { status, finishedOn };
  await tx.update(packages).set(undone).where(ofPackage);
  await tellPackages(tx, orgId, [packageId]);
  await syncStockOfItems(platformCtx(tx), {
    orgId,
    itemIds: [own.itemId],
    why: `The tracking system refused ${own.label}`,
    left: packageLeft(own, { ...own, ...undone }, new Date()),
  });
}

/** Has the next change of such a kind, which waits to be sent, begin with what a refused one began with; false if none. */
async function changeSince(
  tx: Db,
  { orgId, id, packageId }: PackageWriteRow,
  kinds: readonly WriteKind[],
  before: Partial<z.infer<typeof MoveWrite>['before']>,
): Promise<boolean> {
  const [next] = await tx
    .select({ id: trackingWrites.id, body: trackingWrites.body })
    .from(trackingWrites)
    .where(
      and(
        eq(trackingWrites.orgId, orgId),
        eq(trackingWrites.packageId, packageId),
        eq(trackingWrites.state, 'PENDING'),
        isOneOf(trackingWrites.kind, kinds),
        gt(trackingWrites.id, id),
      ),
    )
    .orderBy(asc(trackingWrites.id))
    .limit(1);
  if (next === undefined) return false;
  const since = next.body as { before: object };
  await tx
    .update(trackingWrites)
    .set({ body: { ...since, before: { ...since.before, ...before } } })
    .where(and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.id, next.id)));
  return true;
}

type Refused = { label: string; ours: string; theirs: string };

/** Has the inbox say what was asked, and why it was refused. */
async function tellRefused(tx: Db, { orgId, licenseId, packageId }: Write, refused: Refused): Promise<void> {
  await tx
    .insert(trackingDifferences)
    .values({ orgId, licenseId, packageId, ...refused, kind: 'REFUSED', cause: 'REFUSED' });
}
