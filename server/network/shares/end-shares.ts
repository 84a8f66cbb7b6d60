import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { sharedBrands } from '../../db/schema';
import { auditShare, publishShare, setShare, takeBackShare, tellShare } from './change-share';
import { holdShares } from './share';

/** Ends what stands at a license that is removed. */
export async function endSharesAt(ctx: Ctx, { orgId, licenseId }: { orgId: number; licenseId: number }): Promise<void> {
  await holdShares(ctx.db, orgId);
  await endAll(ctx, and(eq(sharedBrands.orgId, orgId), eq(sharedBrands.licenseId, licenseId)));
}

/** Ends what stands of a brand its organization no longer has. */
export async function endSharesOf(ctx: Ctx, { orgId, brandId }: { orgId: number; brandId: number }): Promise<void> {
  await endAll(ctx, and(eq(sharedBrands.ownerOrgId, orgId), eq(sharedBrands.brandId, brandId)));
}

async function endAll(ctx: Ctx, which: SQL | undefined): Promise<void> {
  const { db, membership, now, person } = ctx;
  const standing = and(which, inArray(sharedBrands.status, ['REQUESTED', 'SHARED']));
  for (const before of await db.select().from(sharedBrands).where(standing).orderBy(sharedBrands.id)) {
    const after = await setShare(db, before, {
      status: before.status === 'SHARED' ? 'ENDED' : 'RESCINDED',
      enabled: false,
      endedAt: now,
      endedByUserId: person.userId,
      endedByOrgId: membership.orgId,
    });
    await takeBackShare(ctx, after);
    await auditShare(ctx, before, after);
    if (after.status === 'ENDED') await tellShare(ctx, after, 'share.ended');
    await publishShare(ctx, after);
  }
}
