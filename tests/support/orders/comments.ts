import { orders } from '../../../domain/orders/contract';
import { startTestApp, type TestApp, type TestCaller } from '../app';
import { type BuyerFixture, makeBuyer, makeSeller, type SellerFixture } from '../factories';

export type CommentStage = { app: TestApp; seller: SellerFixture; buyer: BuyerFixture; owner: TestCaller };

/** A test app with a seller, who comments on orders, and a buyer, who doesn't see it. */
export async function openCommentStage(): Promise<CommentStage> {
  const app = await startTestApp();
  const { db } = app.database;
  const seller = await makeSeller(db);
  const buyer = await makeBuyer(db);
  return { app, seller, buyer, owner: await app.as(seller.owner.user, seller.org) };
}

/** Tries to comment on an order. */
export const say = (caller: TestCaller, orderId: number, comment: string) =>
  caller.call(orders.addComment, { params: { id: orderId }, body: { comment } });
