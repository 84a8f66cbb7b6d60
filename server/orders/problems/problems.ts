import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { orderProblems as contract, OrderProblem } from '../../../domain/orders/problems/contract';
import { lineInWords, MOST_OPEN_PROBLEMS, takesProblems } from '../../../domain/orders/problems/problems';
import type { Ctx } from '../../context';
import { lockRow, returnedRow } from '../../db/rows';
import { orderProblems, orders, users } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { noticeOf, settledAs } from '../../notices/notices';
import {
  auditOrder,
  findVisibleOrder,
  lockEditableOrder,
  needsWrite,
  type OrderRecord,
  publishOrder,
  withStatus,
} from '../find-order';
import { loadLineRows } from '../write-lines';

type Found = Pick<OrderRecord, 'id' | 'orgId'>;

export const listReportedProblems: Verb<typeof contract.reported> = async (ctx, { params: { orderId } }) =>
  findProblems(ctx, await findPurchase(ctx, orderId));

export const listProblems: Verb<typeof contract.list> = async (ctx, { params: { id } }) => {
  await findVisibleOrder(ctx, id);
  return findProblems(ctx, { id, orgId: ctx.membership.orgId });
};

/**
 * Keeps a buyer's report and emails the seller. BAD_INPUT for lines of another order; CONFLICT for an order that was
 * merged, or that has several reports the seller hasn't answered.
 */
export const reportProblem: Verb<typeof contract.report> = async (ctx, { params: { orderId }, body }) => {
  const order = await lockPurchase(ctx, orderId);
  if (!takesProblems(order.status)) {
    throw new DomainError(
      'CONFLICT',
      `Order ${order.orderNumber} was merged. Report it with the order it is part of now.`,
    );
  }
  const open = await ctx.db.$count(orderProblems, and(ofOrder(order), isNull(orderProblems.answeredAt)));
  if (open >= MOST_OPEN_PROBLEMS) {
    throw new DomainError(
      'CONFLICT',
      `The seller hasn’t answered ${open} reports of order ${order.orderNumber} yet. Wait for an answer, or call them.`,
    );
  }
  const row = returnedRow(
    await ctx.db
      .insert(orderProblems)
      .values({
        orgId: order.orgId,
        orderId: order.id,
        kind: body.kind,
        lines: await linesInWords(ctx, order, body.lineItemIds),
        message: body.message,
        reportedByUserId: ctx.person.userId,
        createdAt: ctx.now,
      })
      .returning({ id: orderProblems.id }),
  );
  await ctx.enqueue({ name: 'order-problem', data: { orgId: order.orgId, orderId: order.id, problemId: row.id } });
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'CUSTOM',
      orgId: order.orgId,
      subject: subjectOf.problem(row.id),
      payload: { about: 'PROBLEM_REPORTED', orderId: order.id, problemId: row.id },
    }),
  );
  return saved(ctx, order, { id: row.id });
};

/** Answers a problem and emails the person who reported it. CONFLICT if a colleague has answered it. */
export const answerProblem: Verb<typeof contract.answer> = async (ctx, { params: { id, problemId }, body }) => {
  const order = await lockEditableOrder(ctx, id);
  const isIt = and(ofOrder(order), eq(orderProblems.id, problemId));
  const [found] = await ctx.db.select({ answeredAt: orderProblems.answeredAt }).from(orderProblems).where(isIt);
  if (!found) throw notFound('Problem');
  if (found.answeredAt) throw new DomainError('CONFLICT', 'A colleague has answered this problem already.');
  await ctx.db
    .update(orderProblems)
    .set({ answer: body.answer, answeredByUserId: ctx.person.userId, answeredAt: ctx.now })
    .where(isIt);
  await ctx.enqueue(settledAs({ orgId: order.orgId, subjects: [subjectOf.problem(problemId)] }, 'Answered'));
  if (order.buyerOrgId !== null) {
    const data = { orgId: order.orgId, problemId, toOrgId: order.buyerOrgId };
    await ctx.enqueue({ name: 'problem-answer', data });
    await ctx.enqueue(
      noticeOf(ctx, {
        type: 'CUSTOM',
        orgId: order.buyerOrgId,
        subject: subjectOf.problemAnswer(order.orgId, problemId),
        payload: { about: 'PROBLEM_ANSWERED', sellerOrgId: order.orgId, orderId: order.id, problemId },
      }),
    );
  }
  return saved(ctx, order, { id: problemId });
};

async function saved(ctx: Ctx, order: OrderRecord, { id }: { id: number }): Promise<OrderProblem> {
  const [problem] = await findProblems(ctx, order, id);
  if (!problem) throw new Error('The saved problem is gone');
  await auditOrder(ctx, order.orgId, { id, before: null, after: { orderNumber: order.orderNumber, ...problem } });
  await publishOrder(ctx, order, 'order.updated');
  return problem;
}

/** The lines as they are in the order now. */
async function linesInWords({ db }: Ctx, order: OrderRecord, lineItemIds: readonly number[]): Promise<string[]> {
  if (lineItemIds.length === 0) return [];
  const lines = new Map((await loadLineRows(db, order)).map((line) => [line.id, line]));
  return [...new Set(lineItemIds)].map((id) => {
    const line = lines.get(id);
    if (!line) throw badInput({ lineItemIds: 'The order’s lines have changed. Close this and open it again.' });
    return lineInWords(line);
  });
}

const ofOrder = ({ orgId, id }: Found) => and(eq(orderProblems.orgId, orgId), eq(orderProblems.orderId, id));

/** NOT_FOUND unless the caller may see this purchase order. */
async function findPurchase({ db, membership }: Ctx, orderId: number): Promise<Found & { canWrite: boolean | null }> {
  const [found] = await db
    .select({
      id: orders.id,
      orgId: orders.orgId,
      canWrite: sql<boolean | null>`${visiblePurchaseOrders(membership, 'write')}`,
    })
    .from(orders)
    .where(and(eq(orders.id, orderId), visiblePurchaseOrders(membership)));
  if (!found) throw notFound('Order');
  return found;
}

/** The purchase order, locked; FORBIDDEN if the caller may only read it. */
async function lockPurchase(ctx: Ctx, orderId: number): Promise<OrderRecord> {
  const { id, orgId, canWrite } = await findPurchase(ctx, orderId);
  if (!canWrite) throw needsWrite({ kind: 'feature', feature: 'PURCHASE_ORDERS', level: 'write' });
  return withStatus(await lockRow(ctx.db, orders, and(eq(orders.orgId, orgId), eq(orders.id, id)), 'Order'));
}

const answerers = alias(users, 'answerers');
const nameOf = (person: typeof users | typeof answerers) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;

async function findProblems({ db }: Ctx, order: Found, problemId?: number): Promise<OrderProblem[]> {
  const rows = await db
    .select({
      id: orderProblems.id,
      kind: orderProblems.kind,
      lines: orderProblems.lines,
      message: orderProblems.message,
      by: nameOf(users),
      created: orderProblems.createdAt,
      text: orderProblems.answer,
      answeredBy: nameOf(answerers),
      answeredAt: orderProblems.answeredAt,
    })
    .from(orderProblems)
    .innerJoin(users, eq(users.id, orderProblems.reportedByUserId))
    .leftJoin(answerers, eq(answerers.id, orderProblems.answeredByUserId))
    .where(and(ofOrder(order), problemId === undefined ? undefined : eq(orderProblems.id, problemId)))
    .orderBy(desc(orderProblems.id));
  return rows.map(({ created, text, answeredBy, answeredAt, ...problem }) => ({
    ...problem,
    created: created.toISOString(),
    answer: text !== null && answeredAt ? { text, by: answeredBy, at: answeredAt.toISOString() } : null,
  }));
}
