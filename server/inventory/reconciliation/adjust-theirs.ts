import { z } from 'zod';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { PackageStatus } from '../../../domain/inventory/packages/package';
import type { reconciliation as contract } from '../../../domain/inventory/reconciliation/contract';
import { whyNotAdjust } from '../../../domain/inventory/reconciliation/difference';
import { trackingWrites } from '../../db/schema';
import type { Verb } from '../../implement';
import { UNIT_NAMES } from '../../integrations/tracking/tracking-units';
import { withLicenseKey } from '../../integrations/tracking/use-license-key';
import { findDifference } from './search-differences';
import { lockDifference, refuse } from './settle-differences';

/** An adjustment as it waits to be sent: to which quantity. */
export const AdjustmentWrite = z.strictObject({
  Label: z.string(),
  target: z.string(),
  UnitOfMeasure: z.string(),
  AdjustmentReason: z.string(),
  AdjustmentDate: z.string(),
  ReasonNote: z.string(),
});

/**
 * Has the tracking system take our figure of a package; the difference closes once it says the same. CONFLICT when it is
 * settled, adjusted already or not about a quantity; NOT_FOUND.
 */
export const adjustTheirs: Verb<typeof contract.adjust> = async (ctx, { params: { id }, body }) => {
  const { found, own } = await lockDifference(ctx, id);
  refuse(whyNotAdjust(found, own.status as PackageStatus));
  const { orgId, orgUserId } = ctx.membership;
  const { reason, date, note } = body;
  await ctx.db.insert(trackingWrites).values({
    orgId,
    orgUserId,
    licenseId: own.licenseId,
    kind: 'ADJUST',
    packageId: own.id,
    madeId: own.id,
    body: {
      Label: own.label,
      target: own.quantity,
      UnitOfMeasure: UNIT_NAMES[own.unitOfMeasure as TrackingUnit],
      AdjustmentReason: reason,
      AdjustmentDate: date,
      ReasonNote: note,
    } satisfies z.input<typeof AdjustmentWrite>,
  });
  await ctx.audit({ id, before: { theirs: found.theirs }, after: { adjustedTo: found.ours, reason, note } });
  await ctx.enqueue({ name: 'send-tracking-writes', data: { orgId, licenseId: own.licenseId } });
  await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  return findDifference(ctx, id);
};

/** The reasons a license may give. NOT_FOUND, TRACKING_KEY_REQUIRED, UNAVAILABLE. */
export const listAdjustmentReasons: Verb<typeof contract.adjustmentReasons> = (ctx, { params: { licenseId } }) =>
  withLicenseKey(ctx, licenseId, (at) => ctx.services.integrations.tracking.adjustmentReasons(at));
