import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../context';
import { partnerBrands, sharedBrands } from '../db/schema';

const MOST_NAMED = 500;

/** Has the screens of a brand’s owner, its partners and the holders who share it read again: it was switched off, or on again. */
export async function tellOfBrand(
  { db, publish }: Pick<Ctx, 'db' | 'publish'>,
  { id, orgId }: { id: number; orgId: number },
): Promise<void> {
  const partners = await db
    .selectDistinct({ orgId: partnerBrands.orgId })
    .from(partnerBrands)
    .where(
      and(
        eq(partnerBrands.ownerOrgId, orgId),
        eq(partnerBrands.brandId, id),
        inArray(partnerBrands.status, ['REQUESTED', 'ACCEPTED']),
      ),
    );
  const holders = await db
    .selectDistinct({ orgId: sharedBrands.orgId })
    .from(sharedBrands)
    .where(
      and(
        eq(sharedBrands.ownerOrgId, orgId),
        eq(sharedBrands.brandId, id),
        inArray(sharedBrands.status, ['REQUESTED', 'SHARED']),
      ),
    );
  const workingWith = partners.map((partner) => partner.orgId);
  const everybody = [...new Set([orgId, ...workingWith, ...holders.map((holder) => holder.orgId)])];
  const tell = async (topic: 'network' | 'organization', orgIds: readonly number[]) => {
    for (let at = 0; at < orgIds.length; at += MOST_NAMED)
      await publish({ topic, kind: 'changed', id, orgIds: orgIds.slice(at, at + MOST_NAMED) });
  };
  await tell('network', everybody);
  // What their organization may work with is part of it.
  await tell('organization', workingWith);
}
