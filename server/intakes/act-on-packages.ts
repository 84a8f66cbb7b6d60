import { and, eq, sql } from 'drizzle-orm';
import { assertCurrent, DomainError, notFound } from '../../domain/errors';
import type { intakes as contract } from '../../domain/intakes/contract';
import { countDiffers, type IntakePackage, whyLabStops, whyNotConfirmed } from '../../domain/intakes/intake';
import type { Ctx } from '../context';
import { intakePackages } from '../db/schema';
import type { Verb } from '../implement';
import { findTransfer, publishIntake, readIntake, readPackages, type Transfer } from './read-intakes';

type Acted = Partial<typeof intakePackages.$inferInsert>;

/** Writes what somebody did with packages of an intake whose transfer is locked. */
async function write({ db, now }: Ctx, { orgId, id }: Transfer, labels: readonly string[], set: Acted): Promise<void> {
  await db
    .insert(intakePackages)
    .values(
      labels.map((label) => ({ ...set, orgId, transferId: id, label, version: 1, createdAt: now, updatedAt: now })),
    )
    .onConflictDoUpdate({
      target: [intakePackages.orgId, intakePackages.transferId, intakePackages.label],
      set: { ...set, version: sql`${intakePackages.version} + 1`, updatedAt: now },
    });
}

const tellIntake = (ctx: Ctx, { orgId, id }: Transfer, type: 'intake.confirmed' | 'intake.discrepancy') =>
  ctx.tell({ type, orgId, subject: { kind: 'intake', id } });

const onPackage = (ctx: Ctx, transfer: Transfer, entry: { before: object; after: object }) =>
  ctx.audit({
    id: transfer.id,
    before: { manifestNumber: transfer.manifestNumber, ...entry.before },
    after: { manifestNumber: transfer.manifestNumber, ...entry.after },
  });

/**
 * Confirms packages, all or none: the transfer’s row is locked, so that of two who confirm one package only the first does.
 * Returns how many can be confirmed; if that is fewer than were sent, nothing was. NOT_FOUND.
 */
export const confirmPackages: Verb<typeof contract.confirm> = async (ctx, { params, body }) => {
  const transfer = await findTransfer(ctx, params, true);
  const labels = [...new Set(body.labels)];
  const found = await readPackages(ctx, transfer, labels);
  const confirmable = found.filter((one) => whyNotConfirmed(one, transfer) === null);
  if (confirmable.length < body.labels.length) return confirmable.length;
  await write(ctx, transfer, labels, { confirmedAt: ctx.now, confirmedBy: ctx.person.userId, notFound: false });
  await onPackage(ctx, transfer, { before: {}, after: { confirmed: labels } });
  await tellIntake(ctx, transfer, 'intake.confirmed');
  await publishIntake(ctx, transfer.id);
  return confirmable.length;
};

/** One package of an intake, with its transfer locked; null if the intake lacks it. NOT_FOUND for the intake. */
async function lockPackage(ctx: Ctx, params: { licenseId: number; intakeId: number; label: string }, version?: number) {
  const transfer = await findTransfer(ctx, params, true);
  const [found] = await readPackages(ctx, transfer, [params.label]);
  if (version !== undefined) assertCurrent('This package', { version: found?.version ?? 0 }, version);
  return { transfer, found: found ?? null };
}

/** The same of a package the intake has. NOT_FOUND. */
async function lockFound(ctx: Ctx, params: Parameters<typeof lockPackage>[1], version?: number) {
  const { transfer, found } = await lockPackage(ctx, params, version);
  if (found === null) throw notFound('Package');
  return { transfer, found };
}

async function written(
  ctx: Ctx,
  transfer: Awaited<ReturnType<typeof findTransfer>>,
  label: string,
): Promise<IntakePackage> {
  await publishIntake(ctx, transfer.id);
  const [after] = await readPackages(ctx, transfer, [label]);
  if (after === undefined) throw notFound('Package');
  return after;
}

const stateOf = ({ label, confirmed, notFound: missing, notes }: IntakePackage) => ({
  label,
  confirmed,
  notFound: missing,
  notes,
});

/**
 * Confirms a package or takes that back, marks it not found or notes something; a tag that the manifest lacks joins the intake
 * as unknown. CONFLICT when it can’t be confirmed, STALE, NOT_FOUND for the intake.
 */
export const setPackage: Verb<typeof contract.setPackage> = async (ctx, { params, body }) => {
  const { transfer, found } = await lockPackage(ctx, params, body.version);
  const { confirmed, markNotFound, notes } = body;
  if (confirmed && markNotFound) throw new DomainError('CONFLICT', 'A package that wasn’t found can’t be confirmed.');
  const isUnknown = found === null || found.unknown;
  if (isUnknown && (confirmed || markNotFound)) throw new DomainError('CONFLICT', 'It isn’t on this manifest.');
  const why = confirmed && found !== null && !found.confirmed ? whyNotConfirmed(found, transfer) : null;
  if (why !== null) throw new DomainError('CONFLICT', why);
  const isNew = confirmed && found?.confirmed !== true;
  const confirmation = isNew ? { confirmedAt: ctx.now, confirmedBy: ctx.person.userId } : {};
  const none = confirmed ? {} : { confirmedAt: null, confirmedBy: null };
  await write(ctx, transfer, [params.label], { ...confirmation, ...none, notFound: markNotFound, notes });
  const after = await written(ctx, transfer, params.label);
  await onPackage(ctx, transfer, {
    before: found === null ? { label: params.label } : stateOf(found),
    after: stateOf(after),
  });
  if (isNew) await tellIntake(ctx, transfer, 'intake.confirmed');
  const isMissing = markNotFound && found?.notFound !== true;
  if (isMissing || found === null) await tellIntake(ctx, transfer, 'intake.discrepancy');
  return after;
};

/** Deletes a package that the manifest lacks. CONFLICT for one that is on it, NOT_FOUND. */
export const removePackage: Verb<typeof contract.removePackage> = async (ctx, { params }) => {
  const { transfer, found } = await lockFound(ctx, params);
  if (!found.unknown) throw new DomainError('CONFLICT', 'Only packages that the manifest lacks can be deleted.');
  const ofIntake = and(eq(intakePackages.orgId, transfer.orgId), eq(intakePackages.transferId, transfer.id));
  await ctx.db.delete(intakePackages).where(and(ofIntake, eq(intakePackages.label, params.label)));
  await onPackage(ctx, transfer, { before: { unknown: params.label }, after: { unknown: null } });
  await publishIntake(ctx, transfer.id);
  return { ok: true };
};

/** Enters what was counted of a package; a former settlement ends. CONFLICT for an unknown one, STALE, NOT_FOUND. */
export const countPackage: Verb<typeof contract.count> = async (ctx, { params, body }) => {
  const { transfer, found } = await lockFound(ctx, params, body.version);
  if (found.unknown) throw new DomainError('CONFLICT', 'It isn’t on this manifest.');
  const settled = { settledQuantity: null, settledAt: null, settledBy: null, settledWhy: null };
  const { userId } = ctx.person;
  const counted = { countedQuantity: body.quantity, countedAt: ctx.now, countedBy: userId };
  await write(ctx, transfer, [params.label], { ...counted, ...settled });
  const { label, countedQuantity } = found;
  await onPackage(ctx, transfer, {
    before: { label, countedQuantity },
    after: { label, countedQuantity: body.quantity },
  });
  const after = await written(ctx, transfer, label);
  if (countDiffers(after)) await tellIntake(ctx, transfer, 'intake.discrepancy');
  return after;
};

/**
 * Settles a count that differs from what was shipped. CONFLICT when it doesn’t differ, or by whoever counted; STALE,
 * NOT_FOUND.
 */
export const settlePackage: Verb<typeof contract.settle> = async (ctx, { params, body }) => {
  const { transfer, found } = await lockFound(ctx, params, body.version);
  if (!countDiffers(found)) throw new DomainError('CONFLICT', 'Its count doesn’t differ from what was shipped.');
  if (found.countedByReader) throw new DomainError('CONFLICT', 'You counted it. Somebody else has to settle this.');
  const { quantity, why } = body;
  const settled = { settledQuantity: quantity, settledAt: ctx.now, settledBy: ctx.person.userId, settledWhy: why };
  await write(ctx, transfer, [params.label], settled);
  const { label, settledQuantity } = found;
  await onPackage(ctx, transfer, {
    before: { label, settledQuantity },
    after: { label, settledQuantity: quantity, why },
  });
  return written(ctx, transfer, label);
};

/** Lets packages in although their lab tests failed, are missing or expired, all or none. CONFLICT, NOT_FOUND. */
export const overruleLab: Verb<typeof contract.overrule> = async (ctx, { params, body }) => {
  const transfer = await findTransfer(ctx, params, true);
  const labels = [...new Set(body.labels)];
  const found = await readPackages(ctx, transfer, labels);
  const missing = labels.find((label) => !found.some((one) => one.label === label && !one.unknown));
  if (missing !== undefined) throw new DomainError('CONFLICT', `${missing} isn’t on this manifest.`);
  const idle = found.find((one) => whyLabStops(one) === null);
  if (idle !== undefined) throw new DomainError('CONFLICT', `Nothing of its lab test stops ${idle.label}.`);
  const overruled = { overruledAt: ctx.now, overruledBy: ctx.person.userId, overruledWhy: body.why };
  await write(ctx, transfer, labels, overruled);
  await onPackage(ctx, transfer, { before: {}, after: { overruled: labels, why: body.why } });
  await publishIntake(ctx, transfer.id);
  return readIntake(ctx, transfer);
};
