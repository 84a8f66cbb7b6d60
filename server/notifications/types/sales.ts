import { and, eq, isNull, sql } from 'drizzle-orm';
import { formatUsd } from '../../../domain/money';
import { commentText, mentionedIds } from '../../../domain/orders/comments/mentions';
import { PROBLEM_LABELS } from '../../../domain/orders/problems/problems';
import { namesOfMentioned } from '../../db/mentioned';
import { isOneOf } from '../../db/page';
import { orderComments, orderProblems, orders, users } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import { peopleSeeing } from '../../orders/comments/mentions';
import { peopleOfCancelled, peopleOfOrder } from '../../orders/order-letters';
import { byId, type CustomShown, type CustomTold, inOneLine, nothing, said } from './type';

type OfSales = 'MENTION' | 'PROBLEM_REPORTED' | 'ORDER_CANCELLED';

export const salesTold: CustomTold<OfSales> = {
  MENTION: {
    async people(db, { commentId, orgUserIds }, orgId) {
      const [found] = await db
        .select({ orderId: orderComments.orderId, comment: orderComments.comment })
        .from(orderComments)
        .where(and(eq(orderComments.orgId, orgId), eq(orderComments.id, commentId)));
      if (found === undefined) return [];
      const mentioned = mentionedIds(found.comment).filter((id) => orgUserIds.includes(id));
      return (await peopleSeeing(db, { orgId, orderId: found.orderId }))
        .filter(({ id }) => mentioned.includes(id))
        .map(({ userId }) => userId);
    },
  },
  PROBLEM_REPORTED: {
    async people(db, { orderId }, orgId) {
      const ids = await peopleOfOrder(db, { orgId, orderId });
      return (await peopleSeeing(db, { orgId, orderId }))
        .filter(({ id }) => ids.includes(id))
        .map(({ userId }) => userId);
    },
    isOpen: async (db, { problemId }, orgId) =>
      (await db.$count(
        orderProblems,
        and(eq(orderProblems.orgId, orgId), eq(orderProblems.id, problemId), isNull(orderProblems.answeredAt)),
      )) > 0,
  },
  ORDER_CANCELLED: {
    async people(db, { orderId }, orgId) {
      const of = { orgId, orderId };
      const ids = [...(await peopleOfOrder(db, of)), ...(await peopleOfCancelled(db, of))];
      return (await peopleSeeing(db, of)).filter(({ id }) => ids.includes(id)).map(({ userId }) => userId);
    },
  },
};

export const salesShown: CustomShown<OfSales> = {
  async MENTION({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const rows = await db
      .select({
        id: orderComments.id,
        orderId: orders.id,
        orderNumber: orders.orderNumber,
        customer: orders.customerName,
        comment: orderComments.comment,
        author: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      })
      .from(orderComments)
      .innerJoin(orders, and(eq(orders.orgId, orderComments.orgId), eq(orders.id, orderComments.orderId)))
      .innerJoin(users, eq(users.id, orderComments.authorUserId))
      .where(
        and(
          eq(orderComments.orgId, orgId),
          isOneOf(
            orderComments.id,
            payloads.map(({ commentId }) => commentId),
          ),
          visibleOrders(membership),
        ),
      );
    const names = await namesOfMentioned(
      db,
      orgId,
      rows.map(({ comment }) => comment),
    );
    const found = byId(rows);
    return ({ commentId }) => {
      const one = found.get(commentId);
      if (one === undefined || !mentionedIds(one.comment).includes(membership.orgUserId)) return null;
      return said(
        `${one.author} mentioned you on order ${one.orderNumber}`,
        one.customer,
        inOneLine(commentText(one.comment, names)),
        `/orders/${one.orderId}`,
      );
    };
  },

  async PROBLEM_REPORTED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const found = byId(
      await db
        .select({
          id: orderProblems.id,
          kind: orderProblems.kind,
          lines: orderProblems.lines,
          message: orderProblems.message,
          orderId: orders.id,
          orderNumber: orders.orderNumber,
          customer: orders.customerName,
        })
        .from(orderProblems)
        .innerJoin(orders, and(eq(orders.orgId, orderProblems.orgId), eq(orders.id, orderProblems.orderId)))
        .where(
          and(
            eq(orderProblems.orgId, orgId),
            isOneOf(
              orderProblems.id,
              payloads.map(({ problemId }) => problemId),
            ),
            visibleOrders(membership),
          ),
        ),
    );
    return ({ problemId }) => {
      const one = found.get(problemId);
      if (one === undefined) return null;
      return said(
        `${one.customer} reported a problem with order ${one.orderNumber}`,
        inOneLine([PROBLEM_LABELS[one.kind], ...one.lines].join(', ')),
        inOneLine(one.message),
        `/orders/${one.orderId}`,
      );
    };
  },

  async ORDER_CANCELLED({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const found = byId(
      await db
        .select({ id: orders.id, number: orders.orderNumber, customer: orders.customerName, total: orders.totalUsd })
        .from(orders)
        .where(
          and(
            isOneOf(
              orders.id,
              payloads.map(({ orderId }) => orderId),
            ),
            visibleOrders(membership),
          ),
        ),
    );
    return ({ orderId }) => {
      const one = found.get(orderId);
      return one
        ? said(`${one.customer} cancelled order ${one.number}`, formatUsd(one.total), '', `/orders/${orderId}`)
        : null;
    };
  },
};
