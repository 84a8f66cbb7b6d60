import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { TrackingUnit } from '../../domain/catalogue/tracking-units';
import { DomainError } from '../../domain/errors';
import { convertUnits } from '../../domain/inventory/units';
import { add, isEqual, subtract } from '../../domain/money';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { packages, trackingDifferences, trackingWrites } from '../db/schema';
import { transact } from '../db/transact';
import { KeyRefused } from '../integrations/answers';
import { accessOf } from '../integrations/license-access';
import type { LicenseAccess } from '../integrations/tracking-calls';
import { PackagesRefused, PackageWrite, type TrackingPackages } from '../integrations/tracking-packages';
import { publish } from '../live/publish';
import { AdjustmentWrite } from './adjust-theirs';
import { lockItems, syncStockOfItems } from './sync-mapped-stock';

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
    return write.kind === 'ADJUST' ? await sendAdjustment(tracking, at, write) : await sendSplit(tracking, at, write);
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

function save(db: Db, write: Write, { state, problem }: Outcome): Promise<void> {
  return transact(db, async (tx) => {
    const [kept] = await tx
      .update(trackingWrites)
      .set({ state, problem: problem ?? null, heldUntil: null, updatedAt: sql`now()` })
      .where(and(own(write), eq(trackingWrites.state, 'PENDING')))
      .returning({ id: trackingWrites.id });
    if (kept === undefined) return;
    if (state === 'REFUSED') {
      const settle = write.kind === 'ADJUST' ? tellAdjustmentRefused : undo;
      await settle(tx, write, problem ?? '');
    }
    await publish(tx, { topic: 'packages', kind: 'changed', id: write.madeId, orgIds: [write.orgId] });
  });
}

/** Gives a package back what was to go into one that the tracking system refused, which becomes empty and inactive. */
async function undo(tx: Db, write: Write, why: string): Promise<void> {
  const { orgId, packageId, madeId, body } = write;
  const ctx = {
    db: tx,
    person: { userId: null },
    membershipOrNull: null,
    publish: (event: Parameters<typeof publish>[1]) => publish(tx, event),
  };
  const ofPackages = (id: number) => and(eq(packages.orgId, orgId), eq(packages.id, id));
  const [made] = await tx.select().from(packages).where(ofPackages(madeId));
  if (made === undefined) return;
  await lockItems(tx, orgId, [made.itemId]);
  const [whole] = await tx.select().from(packages).where(ofPackages(packageId)).for('update');
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

type Refused = { label: string; ours: string; theirs: string };

/** Has the inbox say what was asked, and why it was refused. */
async function tellRefused(tx: Db, { orgId, licenseId, packageId }: Write, refused: Refused): Promise<void> {
  await tx
    .insert(trackingDifferences)
    .values({ orgId, licenseId, packageId, ...refused, kind: 'REFUSED', cause: 'REFUSED' })
    .onConflictDoNothing();
}
