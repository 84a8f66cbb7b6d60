import { and, eq } from 'drizzle-orm';
import { customerOrgIds } from '../catalogue/publish-products';
import type { Ctx } from '../context';
import { dealBids } from '../db/schema';
import type { OfferRecord } from './find-offer';

type Publishing = Pick<Ctx, 'db' | 'publish'>;
const MOST_NAMED = 500;

/** Has both sides' screens read an offer again: its seller's, its bidders' and, with `toBuyers`, its seller's customers'. */
export async function publishDeal(
  { db, publish }: Publishing,
  offer: Pick<OfferRecord, 'orgId' | 'id' | 'uuid'>,
  { toBuyers = false } = {},
): Promise<void> {
  const { orgId, id, uuid } = offer;
  const bidders = await db
    .selectDistinct({ orgId: dealBids.buyerOrgId })
    .from(dealBids)
    .where(and(eq(dealBids.orgId, orgId), eq(dealBids.offerId, id)));
  const others = toBuyers ? await customerOrgIds(db, orgId, 'all') : [];
  const orgIds = [...new Set([orgId, ...bidders.map((bidder) => bidder.orgId), ...others])];
  for (let at = 0; at < orgIds.length; at += MOST_NAMED) {
    await publish({ topic: 'deals', kind: 'changed', id: uuid, orgIds: orgIds.slice(at, at + MOST_NAMED) });
  }
}
