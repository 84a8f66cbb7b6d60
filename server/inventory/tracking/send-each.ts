import { sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { PackageWriteKind } from '../../../domain/inventory/write-kinds';
import { isEqual, subtract } from '../../../domain/money';
import type { Db } from '../../db/client';
import type { trackingWrites } from '../../db/schema';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import {
  type OutsidePackage,
  PackagesRefused,
  PackageWrite,
  type TrackingPackages,
} from '../../integrations/tracking/tracking-packages';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { FinishWrite, MoveWrite, ReopenWrite } from '../packages/move-packages';
import { AdjustmentWrite } from '../reconciliation/adjust-theirs';

export type Write = typeof trackingWrites.$inferSelect;
type Sending = { db: Db; tracking: TrackingPackages; at: LicenseAccess; write: Write };

/**
 * Sends one write of a kind. One that was sent before without an answer is looked for first, so that nothing is made
 * twice. Each raises PackagesRefused, KeyRefused and UNAVAILABLE.
 */
export const SENDS: Record<PackageWriteKind, (sending: Sending) => Promise<void>> = {
  SPLIT: sendSplit,
  ADJUST: sendAdjustment,
  MOVE: sendMove,
  FINISH: sendFinish,
  REOPEN: sendReopening,
};

type Together = { tracking: TrackingPackages; at: LicenseAccess; writes: readonly Write[] };

/**
 * Sends several writes of a kind in one call, all or none; how much an adjustment changes must be asked first, one by one.
 * They raise the same as `SENDS`; then nobody knows which of them is to blame, or was made.
 */
export const SENDS_TOGETHER: Partial<Record<PackageWriteKind, (sending: Together) => Promise<void>>> = {
  SPLIT: ({ tracking, at, writes }) =>
    tracking.createPackages(
      at,
      writes.map(({ body }) => PackageWrite.parse(body)),
    ),
  MOVE: ({ tracking, at, writes }) => tracking.movePackages(at, writes.map(moveOf)),
  FINISH: ({ tracking, at, writes }) => tracking.finishPackages(at, writes.map(finishOf)),
  REOPEN: ({ tracking, at, writes }) => tracking.reopenPackages(at, writes.map(reopeningOf)),
};

/** What the tracking system takes of a write, without what the package was here before. */
function moveOf({ body }: Write) {
  const { before: _, ...move } = MoveWrite.parse(body);
  return move;
}
function finishOf({ body }: Write) {
  const { before: _, ...finish } = FinishWrite.parse(body);
  return finish;
}
function reopeningOf({ body }: Write) {
  const { before: _, ...reopening } = ReopenWrite.parse(body);
  return reopening;
}

async function sendSplit({ tracking, at, write }: Sending): Promise<void> {
  const body = PackageWrite.parse(write.body);
  if (write.attempts > 1) {
    const made = await tracking.packageAt(at, body.Tag);
    if (made?.sources.includes(body.Ingredients[0]?.Package ?? '')) return;
  }
  await tracking.createPackages(at, [body]);
}

/** By how much it changes is told by what the package holds there now, so that asking twice does no harm. */
async function sendAdjustment({ db, tracking, at, write }: Sending): Promise<void> {
  const { target: asked, ...body } = AdjustmentWrite.parse(write.body);
  const now = await tracking.packageAt(at, body.Label);
  if (now === null) throw new PackagesRefused('The package isn’t there.');
  const { quantity, unit } = (await figureToSend(db, write)) ?? { quantity: asked, unit: null };
  // A change in one unit says nothing of an amount in another.
  if (unit !== null && now.unit !== null && now.unit !== unit)
    throw new PackagesRefused(`It’s measured in ${now.unit} there, not in ${unit}.`);
  const change = subtract(quantity, now.quantity);
  if (isEqual(change, 0)) return;
  const UnitOfMeasure = unit === null ? body.UnitOfMeasure : UNIT_NAMES[unit];
  await tracking.adjustPackages(at, [{ ...body, UnitOfMeasure, Quantity: Number(change) }]);
}

/**
 * What an adjusted package must hold there once the adjustment is made: what we have of it now, as a split before it may
 * have been refused or our figure corrected since, and what later splits, which the tracking system hasn’t heard of, take
 * out of it. Undefined when we don’t have it anymore.
 */
async function figureToSend(
  db: Db,
  { orgId, id, packageId }: Write,
): Promise<{ quantity: string; unit: TrackingUnit } | undefined> {
  const { rows } = await db.execute<{ quantity: string; unit: TrackingUnit }>(sql`
    select pack.unit_of_measure as unit, trim_scale(pack.quantity + coalesce((
             select sum((later.body #>> '{Ingredients,0,Quantity}')::numeric) from tracking_writes later
              where later.org_id = ${orgId} and later.package_id = pack.id and later.kind = 'SPLIT'
                and later.state = 'PENDING' and later.id > ${id}), 0)) as quantity
      from packages pack where pack.org_id = ${orgId} and pack.id = ${packageId}`);
  return rows[0];
}

async function sendMove({ tracking, at, write }: Sending): Promise<void> {
  const move = moveOf(write);
  await unlessDone(
    { tracking, at, write },
    ({ locationName }) => locationName === move.Location,
    () => tracking.movePackages(at, [move]),
  );
}

async function sendFinish({ tracking, at, write }: Sending): Promise<void> {
  const finish = finishOf(write);
  await unlessDone(
    { tracking, at, write },
    ({ isFinished }) => isFinished,
    () => tracking.finishPackages(at, [finish]),
  );
}

async function sendReopening({ tracking, at, write }: Sending): Promise<void> {
  const reopening = reopeningOf(write);
  await unlessDone(
    { tracking, at, write },
    ({ isFinished }) => !isFinished,
    () => tracking.reopenPackages(at, [reopening]),
  );
}

/** Sends a change, unless one whose answer was lost was made. */
async function unlessDone(
  { tracking, at, write: { attempts, body } }: Omit<Sending, 'db'>,
  isDone: (now: OutsidePackage) => boolean,
  act: () => Promise<void>,
): Promise<void> {
  const now = attempts > 1 ? await tracking.packageAt(at, (body as { Label: string }).Label) : null;
  if (now === null || !isDone(now)) await act();
}
