import type { Db } from '../../../server/db/client';
import { orderMails, orderProblems } from '../../../server/db/schema';
import { makeCustomer, makeOrder, only, type ProductFixture, type SellerFixture } from '../factories';

/** What a call of entering orders can reference, besides an order that was placed. */
export interface OrderWorld {
  /** Drafts the seller entered: one with a line of its product, and one to delete. */
  draft: { id: number; lineId: number; customerId: number };
  spareDraftId: number;
  /** Two orders of a customer of the seller's that can be merged, and one that was merged from two others. */
  mergeableIds: [number, number];
  mergedId: number;
  /** An order, and its invoice that was mailed. */
  mailedOrderId: number;
  mailId: number;
  /** A problem its buyer reported with that order. */
  problemId: number;
  /** An order that can be paid with what its customer paid too much on another. */
  creditedId: number;
}

export async function makeOrderWorld(db: Db, seller: SellerFixture, product: ProductFixture): Promise<OrderWorld> {
  const customer = await makeCustomer(db, seller);
  const make = (values: Parameters<typeof makeOrder>[2] = {}) =>
    makeOrder(db, seller, { customer, lines: [{ product }], ...values });
  const idOf = async (values: Parameters<typeof makeOrder>[2] = {}) => (await make(values)).order.id;
  const { order, lines } = await make({ status: 'DRAFT' });
  const originalOrderIds = [await idOf({ status: 'COMBINED' }), await idOf({ status: 'COMBINED' })];
  const mailedOrderId = await idOf();
  const mail = {
    orgId: seller.org.id,
    orderId: mailedOrderId,
    recipients: ['shop@example.com'],
    subject: 'Your invoice',
    message: '',
    files: [{ kind: 'INVOICE' as const, name: 'invoice.pdf', content: '' }],
    createdByUserId: seller.owner.user.id,
  };
  const mails = await db.insert(orderMails).values(mail).returning({ id: orderMails.id });
  const problem = { kind: 'DAMAGED' as const, lines: [], message: 'Two jars are cracked' };
  const problems = await db
    .insert(orderProblems)
    .values({ ...problem, orgId: seller.org.id, orderId: mailedOrderId, reportedByUserId: seller.owner.user.id })
    .returning({ id: orderProblems.id });
  const indebted = await makeCustomer(db, seller);
  await makeOrder(db, seller, { customer: indebted, lines: [{ product }], status: 'ACCEPTED', paidUsd: '10000.00' });
  const credited = await makeOrder(db, seller, { customer: indebted, lines: [{ product }], status: 'ACCEPTED' });
  return {
    creditedId: credited.order.id,
    mailedOrderId,
    mailId: only(mails).id,
    problemId: only(problems).id,
    draft: { id: order.id, lineId: only(lines).id, customerId: customer.id },
    spareDraftId: await idOf({ status: 'DRAFT' }),
    mergeableIds: [await idOf(), await idOf()],
    mergedId: await idOf({ originalOrderIds }),
  };
}
