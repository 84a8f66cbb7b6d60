import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { DomainError } from '../../../domain/errors';
import type { WriteKind } from '../../../domain/inventory/judge-package';
import { add, isEqual, subtract } from '../../../domain/money';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { packages, trackingDifferences, trackingWrites } from '../../db/schema';
import { transact } from '../../db/transact';
import { KeyRefused } from '../../integrations/answers';
import { accessOf } from '../../integrations/tracking/license-access';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import {
  type OutsidePackage,
  PackagesRefused,
  PackageWrite,
  type TrackingPackages,
} from '../../integrations/tracking/tracking-packages';
import { publish } from '../../live/publish';
import { FinishWrite, MoveWrite, ReopenWrite } from '../packages/move-packages';
import { AdjustmentWrite } from '../reconciliation/adjust-theirs';
import { packageLeft } from '../stock/package-left';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';

/** Longer than sending one write can take. */
const HELD = sql`now() + interval '2 minutes'`;

type Ids = { orgId: number; licenseId: number };
type Write = typeof trackingWrites.$inferSelect;
type Outcome = { state: 'PENDING' | 'SENT' | 'REFUSED'; problem?: string };

/**
 * Sends a license's writes to the tracking system, in sequence. One that was sent before without an answer is looked for
 * first, so that nothing is made twice. A refused one is undone here, and the inbox says why. Raises when the job should
 * run again soon.
 */
export async function sendTrackingWrites(tools: Services, ids: Ids): Promise<void> {
  const { db } = tools.database;
  for (let write = await claimNext(db, ids); write; write = await claimNext(db, ids)) {
    const outcome = await send(tools, write);
    await save(db, write, outcome);
    // Both figures are compared again at once.
    if (write.kind === 'ADJUST' && outcome.state === 'SENT')
      await tools.jobs.enqueue(db, { name: 'read-license', data: ids });
    // Nothing more can be sent until a better key is there, with which the next check goes on.
    if (outcome.state === 'PENDING') return;
  }
}

const ofLicense = ({ orgId, licenseId }: Ids) =>
  and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.licenseId, licenseId), eq(trackingWrites.state, 'PENDING'));
const own = ({ orgId, id }: Write) => and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.id, id));

/** A license's first unsent write, held against other processes; undefined if none. */
async function claimNext(db: Db, ids: Ids): Promise<Write | undefined> {
  const [first] = await db.select().from(trackingWrites).where(ofLicense(ids)).orderBy(asc(trackingWrites.id)).limit(1);
  if (first === undefined) return undefined;
  const free = or(isNull(trackingWrites.heldUntil), lt(trackingWrites.heldUntil, sql`now()`));
  const [held] = await db
    .update(trackingWrites)
    .set({
      heldUntil: HELD,
      triedAt: sql`coalesce(${trackingWrites.triedAt}, clock_timestamp())`,
      attempts: sql`${trackingWrites.attempts} + 1`,
    })
    .where(and(own(first), eq(trackingWrites.state, 'PENDING'), free))
    .returning();
  if (held === undefined) throw new Error('another process is sending this license’s writes');
  return held;
}

async function send(tools: Services, write: Write): Promise<Outcome> {
  const { tracking } = tools.integrations;
  const at = await accessOf(tools, write);
  if (at === undefined) return { state: 'PENDING', problem: 'The license has no key. Connect it again.' };
  try {
    return await SENDS[write.kind].send(tracking, at, write);
  } catch (error) {
    if (error instanceof PackagesRefused) return { state: 'REFUSED', problem: error.message };
    if (error instanceof KeyRefused)
      return { state: 'PENDING', problem: 'The tracking system no longer accepts the license’s key.' };
    if (error instanceof DomainError)
      await save(tools.database.db, write, { state: 'PENDING', problem: 'The tracking system isn’t responding.' });
    throw error;
  }
}

async function sendSplit(tracking: TrackingPackages, at: LicenseAccess, write: Write): Promise<Outcome> {
  const body = PackageWrite.parse(write.body);
  if (write.attempts > 1) {
    const made = await tracking.packageAt(at, body.Tag);
    if (made?.sources.includes(body.Ingredients[0]?.Package ?? '')) return { state: 'SENT' };
  }
  await tracking.createPackages(at, [body]);
  return { state: 'SENT' };
}

/** By how much it changes is told by what the package holds there now, so that asking twice does no harm. */
async function sendAdjustment(tracking: TrackingPackages, at: LicenseAccess, write: Write): Promise<Outcome> {
  const { target, ...body } = AdjustmentWrite.parse(write.body);
  const now = await tracking.packageAt(at, body.Label);
  if (now === null) return { state: 'REFUSED', problem: 'The package isn’t there.' };
  const change = subtract(target, now.quantity);
  if (!isEqual(change, 0)) await tracking.adjustPackages(at, [{ ...body, Quantity: Number(change) }]);
  return { state: 'SENT' };
}

async function sendMove(tracking: TrackingPackages, at: LicenseAccess, write: Write): Promise<Outcome> {
  const { before: _, ...move } = MoveWrite.parse(write.body);
  return unlessDone(
    tracking,
    at,
    write,
    ({ locationName }) => locationName === move.Location,
    () => tracking.movePackages(at, [move]),
  );
}

async function sendFinish(tracking: TrackingPackages, at: LicenseAccess, write: Write): Promise<Outcome> {
  const { before: _, ...finish } = FinishWrite.parse(write.body);
  return unlessDone(
    tracking,
    at,
    write,
    ({ isFinished }) => isFinished,
    () => tracking.finishPackages(at, [finish]),
  );
}

async function sendReopening(tracking: TrackingPackages, at: LicenseAccess, write: Write): Promise<Outcome> {
  const { before: _, ...reopening } = ReopenWrite.parse(write.body);
  return unlessDone(
    tracking,
    at,
    write,
    ({ isFinished }) => !isFinished,
    () => tracking.reopenPackages(at, [reopening]),
  );
}

/** Sends a change, unless one whose answer was lost was made. */
async function unlessDone(
  tracking: TrackingPackages,
  at: LicenseAccess,
  { attempts, body }: Write,
  isDone: (now: OutsidePackage) => boolean,
  act: () => Promise<void>,
): Promise<Outcome> {
  const now = attempts > 1 ? await tracking.packageAt(at, (body as { Label: string }).Label) : null;
  if (now === null || !isDone(now)) await act();
  return { state: 'SENT' };
}

function save(db: Db, write: Write, { state, problem }: Outcome): Promise<void> {
  return transact(db, async (tx) => {
    const [kept] = await tx
      .update(trackingWrites)
      .set({ state, problem: problem ?? null, heldUntil: null, updatedAt: sql`now()` })
      .where(and(own(write), eq(trackingWrites.state, 'PENDING')))
      .returning({ id: trackingWrites.id });
    if (kept === undefined) return;
    if (state === 'REFUSED') {
      await SENDS[write.kind].refused(tx, write, problem ?? '');
    }
    await publish(tx, { topic: 'packages', kind: 'changed', id: write.madeId, orgIds: [write.orgId] });
  });
}

/** Acts as the platform rather than for a person. */
const platformCtx = (tx: Db) => ({
  db: tx,
  person: { userId: null },
  membershipOrNull: null,
  publish: (event: Parameters<typeof publish>[1]) => publish(tx, event),
});

/** Gives a package back what was to go into one that the tracking system refused, which becomes empty and inactive. */
async function undo(tx: Db, write: Write, why: string): Promise<void> {
  const { orgId, packageId, madeId, body } = write;
  const ctx = platformCtx(tx);
  const ofPackages = (id: number) => and(eq(packages.orgId, orgId), eq(packages.id, id));
  const [made] = await tx.select().from(packages).where(ofPackages(madeId));
  if (made === undefined) return;
  await lockItems(tx, orgId, [made.itemId]);
  const [whole] = await tx.select().from(packages).where(ofPackages(packageId)).for('no key update');
  if (whole === undefined) return;
  const back = convertUnits(made.quantity, made.unitOfMeasure as TrackingUnit, whole.unitOfMeasure as TrackingUnit);
  const at = new Date();
  await tx
    .update(packages)
    .set({ quantity: add(whole.quantity, back ?? '0'), updatedAt: at })
    .where(ofPackages(packageId));
  await tx.update(packages).set({ quantity: '0', status: 'INACTIVE', updatedAt: at }).where(ofPackages(madeId));
  await syncStockOfItems(ctx, { orgId, itemIds: [made.itemId], why: `The tracking system refused ${made.label}` });
  const { Tag, Quantity } = PackageWrite.parse(body);
  const ours = `${Quantity} ${made.unitOfMeasure} of ${whole.label}`;
  await tellRefused(tx, write, { label: Tag, ours, theirs: why });
}

/** An adjustment changes nothing here, so there is nothing to undo. */
async function tellAdjustmentRefused(tx: Db, write: Write, why: string): Promise<void> {
  const { orgId, packageId, body } = write;
  const { Label, target } = AdjustmentWrite.parse(body);
  const [own] = await tx
    .select({ unit: packages.unitOfMeasure })
    .from(packages)
    .where(and(eq(packages.orgId, orgId), eq(packages.id, packageId)));
  await tellRefused(tx, write, { label: Label, ours: `Adjust to ${target} ${own?.unit ?? ''}`.trim(), theirs: why });
}

const asked: Partial<Record<WriteKind, string>> = { FINISH: 'Finish', REOPEN: 'Reopen' };

/** A package goes back to what it was, unless it was changed again meanwhile. */
async function undoChange(tx: Db, write: Write, why: string): Promise<void> {
  const { orgId, packageId, kind, body } = write;
  const { Label, before, ...rest } = body as z.infer<typeof MoveWrite>;
  const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, packageId));
  const [own] = await tx.select().from(packages).where(ofPackage);
  if (own === undefined) return;
  await lockItems(tx, orgId, [own.itemId]);
  if (kind === 'MOVE') {
    const { locationId, locationName } = before;
    await tx
      .update(packages)
      .set({ locationId, locationName })
      .where(and(ofPackage, eq(packages.locationName, rest.Location)));
  } else {
    const since = kind === 'FINISH' ? 'INACTIVE' : 'ACTIVE';
    const [undone] = await tx
      .update(packages)
      .set({ status: before.status, finishedOn: before.finishedOn })
      .where(and(ofPackage, eq(packages.status, since)))
      .returning();
    await syncStockOfItems(platformCtx(tx), {
      orgId,
      itemIds: [own.itemId],
      why: `The tracking system refused ${Label}`,
      left: undone ? packageLeft(own, undone, new Date()) : [],
    });
  }
  await tellRefused(tx, write, { label: Label, ours: asked[kind] ?? `Move to ${rest.Location}`, theirs: why });
}

/** How each kind of write is sent, and what becomes of it when it is refused. */
const SENDS: Record<
  WriteKind,
  {
    send: (tracking: TrackingPackages, at: LicenseAccess, write: Write) => Promise<Outcome>;
    refused: (tx: Db, write: Write, why: string) => Promise<void>;
  }
> = {
  SPLIT: { send: sendSplit, refused: undo },
  ADJUST: { send: sendAdjustment, refused: tellAdjustmentRefused },
  MOVE: { send: sendMove, refused: undoChange },
  FINISH: { send: sendFinish, refused: undoChange },
  REOPEN: { send: sendReopening, refused: undoChange },
};

type Refused = { label: string; ours: string; theirs: string };

/** Has the inbox say what was asked, and why it was refused. */
async function tellRefused(tx: Db, { orgId, licenseId, packageId }: Write, refused: Refused): Promise<void> {
  await tx
    .insert(trackingDifferences)
    .values({ orgId, licenseId, packageId, ...refused, kind: 'REFUSED', cause: 'REFUSED' })
    .onConflictDoNothing();
}
