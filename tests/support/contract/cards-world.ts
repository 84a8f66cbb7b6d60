import type { Db } from '../../../server/db/client';
import { orderProblems } from '../../../server/db/schema';
import { makeOrder, only, type ProductFixture, type SellerFixture } from '../factories';

/** What the seller bought of itself, with a problem its owner reported. */
export interface CardsWorld {
  reported: { orderId: number; problemId: number };
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
  return { reported: { orderId: order.id, problemId: id } };
}
