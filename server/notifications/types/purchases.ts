import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { shortDay } from '../../../domain/dates';
import { formatUsd } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { companies, orderProblems, orders, orderTransitions } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import { newsReaders } from '../../orders/news/news-letters';
import { activeMembers } from '../../team/members';
import { type CustomOf, type CustomShown, type CustomTold, inOneLine, nothing, said } from './type';

type OfPurchases = 'PROBLEM_ANSWERED' | 'ORDER_NEWS';
type Ordered = CustomOf<OfPurchases>;

export const purchasesTold: CustomTold<OfPurchases> = {
  PROBLEM_ANSWERED: {
    async people(db, { sellerOrgId, orderId, problemId }, orgId) {
      const [found] = await db
        .select({ userId: orderProblems.reportedByUserId, answer: orderProblems.answer })
        .from(orderProblems)
        .where(and(eq(orderProblems.orgId, sellerOrgId), eq(orderProblems.id, problemId)));
      const reporter = (await activeMembers(db, orgId)).find(({ userId }) => userId === found?.userId);
      if (!found?.answer || reporter === undefined) return [];
      const isIt = and(eq(orders.orgId, sellerOrgId), eq(orders.id, orderId));
      const isSeen = and(isIt, visiblePurchaseOrders(reporter.membership));
      return (await db.$count(orders, isSeen)) > 0 ? [reporter.userId] : [];
    },
  },
  ORDER_NEWS: {
    people: async (db, { sellerOrgId, orderId, news }, orgId) =>
      (await newsReaders(db, { orgId: sellerOrgId, orderId, about: news }, orgId)).map(({ userId }) => userId),
  },
};

type Bought = Awaited<ReturnType<typeof loadBought>>[number];
const ofSeller = sql<string>`(select seller.name from ${companies} seller where seller.id = ${orders.companyId})`;

const loadBought = (db: Db, sellerOrgId: number, where: SQL | undefined) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      total: orders.totalUsd,
      shipDate: orders.shipDate,
      seller: ofSeller,
    })
    .from(orders)
    .where(and(eq(orders.orgId, sellerOrgId), where));

/** The orders these are about as far as the buyer's member sees them, asked of one seller after the other. */
async function findBought(
  db: Db,
  payloads: readonly Ordered[],
  where: SQL,
): Promise<(one: Ordered) => Bought | undefined> {
  const found = new Map<string, Bought>();
  for (const [sellerOrgId, of] of Map.groupBy(payloads, (one) => one.sellerOrgId)) {
    const ids = [...new Set(of.map(({ orderId }) => orderId))];
    for (const order of await loadBought(db, sellerOrgId, and(isOneOf(orders.id, ids), where)))
      found.set(`${sellerOrgId} ${order.id}`, order);
  }
  return ({ sellerOrgId, orderId }) => found.get(`${sellerOrgId} ${orderId}`);
}

/** Rows of each seller that has any of these. */
async function ofSellers<P extends Ordered, Row>(
  payloads: readonly P[],
  read: (orgId: number, of: P[]) => Promise<Row[]>,
) {
  const rows: Row[] = [];
  for (const [orgId, of] of Map.groupBy(payloads, ({ sellerOrgId }) => sellerOrgId))
    rows.push(...(await read(orgId, of)));
  return rows;
}

const VERBS = { ACCEPTED: 'accepted', REJECTED: 'rejected', SHIPPED: 'shipped' } as const;

export const purchasesShown: CustomShown<OfPurchases> = {
  async PROBLEM_ANSWERED({ db, memberOf, userId }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const orderOf = await findBought(db, payloads, visiblePurchaseOrders(membership));
    const answers = await ofSellers(payloads, (sellerOrgId, of) =>
      db
        .select({ sellerOrgId: orderProblems.orgId, id: orderProblems.id, text: orderProblems.answer })
        .from(orderProblems)
        .where(
          and(
            eq(orderProblems.orgId, sellerOrgId),
            isOneOf(
              orderProblems.id,
              of.map(({ problemId }) => problemId),
            ),
            eq(orderProblems.reportedByUserId, userId),
          ),
        ),
    );
    return (payload) => {
      const order = orderOf(payload);
      const answer = answers.find((one) => one.sellerOrgId === payload.sellerOrgId && one.id === payload.problemId);
      if (order === undefined || !answer?.text) return null;
      return said(
        `${order.seller} answered your report about order ${order.orderNumber}`,
        inOneLine(answer.text),
        '',
        `/orders/purchases/${order.id}`,
      );
    };
  },

  async ORDER_NEWS({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const orderOf = await findBought(db, payloads, visiblePurchaseOrders(membership));
    const rejected = payloads.filter(({ news }) => news === 'REJECTED');
    const reasons = await ofSellers(rejected, (sellerOrgId, of) =>
      db
        .select({ orderId: orderTransitions.orderId, text: orderTransitions.reason })
        .from(orderTransitions)
        .where(
          and(
            eq(orderTransitions.orgId, sellerOrgId),
            isOneOf(
              orderTransitions.orderId,
              of.map(({ orderId }) => orderId),
            ),
            eq(orderTransitions.toStatus, 'REJECTED'),
          ),
        )
        .orderBy(desc(orderTransitions.id)),
    );
    return (payload) => {
      const order = orderOf(payload);
      if (order === undefined) return null;
      const { news, orderId } = payload;
      const reason = reasons.find((one) => one.orderId === orderId)?.text;
      const ships = order.shipDate === null ? '' : `Ship date: ${shortDay(order.shipDate)}`;
      const more = news === 'REJECTED' ? (reason ? inOneLine(`They wrote: ${reason}`) : '') : ships;
      return said(
        `${order.seller} ${VERBS[news]} order ${order.orderNumber}`,
        formatUsd(order.total),
        more,
        `/orders/purchases/${orderId}`,
      );
    };
  },
};
