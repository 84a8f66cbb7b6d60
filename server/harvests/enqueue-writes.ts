import type { HarvestWriteKind } from '../../domain/inventory/write-kinds';
import type { Ctx } from '../context';
import { trackingWrites } from '../db/schema';
import { withLicenseKey } from '../integrations/tracking/use-license-key';
import type { HarvestRecord } from './find-harvest';

type Wanted = { kind: HarvestWriteKind; recordIds: readonly (number | null)[]; body?: object };

/** Most rows of one insert. */
const TOGETHER = 1_000;

/** TRACKING_KEY_REQUIRED where nothing could be sent; no call is made, so it is asked before anything is written. */
export const assertKey = (ctx: Ctx, { licenseId }: Pick<HarvestRecord, 'licenseId'>): Promise<void> =>
  withLicenseKey(ctx, licenseId, async () => {});

/** Has what happened to a harvest sent to the tracking system, in this order. */
export async function enqueueWrites(ctx: Ctx, harvest: HarvestRecord, wanted: readonly Wanted[]): Promise<void> {
  const { orgId, licenseId, id: harvestId } = harvest;
  const { orgUserId } = ctx.membership;
  const rows = wanted.flatMap(({ kind, recordIds, body = {} }) =>
    recordIds.map((recordId) => ({ orgId, licenseId, harvestId, kind, recordId, body, orgUserId })),
  );
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += TOGETHER)
    await ctx.db.insert(trackingWrites).values(rows.slice(from, from + TOGETHER));
  await ctx.enqueue({ name: 'send-tracking-writes', data: { orgId, licenseId } });
}
