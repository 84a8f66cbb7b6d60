import { orders } from '../../../domain/orders/contract';
import type { TestApp, TestCaller } from '../app';
import { type BuyerFixture, makeBuyer, type SellerFixture } from '../factories';
import { openSellerApp } from '../seller-app';

export type CommentStage = { app: TestApp; seller: SellerFixture; buyer: BuyerFixture; owner: TestCaller };

/** A test app with a seller, who comments on orders, and a buyer, who doesn't see it. */
export async function openCommentStage(): Promise<CommentStage> {
  const opened = await openSellerApp();
  return { ...opened, buyer: await makeBuyer(opened.app.database.db) };
}

/** Tries to comment on an order. */
export const say = (caller: TestCaller, orderId: number, comment: string) =>
  caller.call(orders.addComment, { params: { id: orderId }, body: { comment } });
