import type { Db } from '../../../server/db/client';
import { orderProblems } from '../../../server/db/schema';
import { makeChannel, makeOrder, only, type ProductFixture, type SellerFixture } from '../factories';

/** What the seller bought of itself, with a problem its owner reported. */
export interface CardsWorld {
  reported: { orderId: number; problemId: number };
  /** A message of its owner that nothing else is done with. */
  talk: { cid: string; messageId: string };
}

export async function makeCardsWorld(db: Db, seller: SellerFixture, product: ProductFixture): Promise<CardsWorld> {
  const { order } = await makeOrder(db, seller, { lines: [{ product }], buyerOrgId: seller.org.id });
  const problem = { kind: 'LATE' as const, lines: [], message: 'It should be here' };
  const { id } = only(
    await db
      .insert(orderProblems)
      .values({ ...problem, orgId: seller.org.id, orderId: order.id, reportedByUserId: seller.owner.user.id })
      .returning(),
  );
  const talk = await makeChannel(db, { org: seller.org, people: [seller.owner.user] });
  return { reported: { orderId: order.id, problemId: id }, talk };
}
