import { and, eq, sql } from 'drizzle-orm';
import { subjectOf } from '../../../domain/notifications/subjects';
import { newsOfStatus, tellsChanges } from '../../../domain/orders/news/news';
import type { OrderStatus } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orders, orderTransitions } from '../../db/schema';
import { noticeOf } from '../../notices/notices';
import type { OrderRecord } from '../find-order';

/**
 * Has the buyers of locked orders of one seller emailed that they reach a status for the first time, with what was changed
 * and not told. Before the status is written.
 */
export async function noteStatus(
  ctx: Ctx,
  orgId: number,
  found: readonly OrderRecord[],
  to: OrderStatus,
): Promise<void> {
  const { db, enqueue, person } = ctx;
  const about = newsOfStatus(to);
  const bought = found.filter(({ buyerOrgId }) => buyerOrgId !== null);
  if (about === null || bought.length === 0) return;
  const ofOrders = (of: readonly OrderRecord[]) => of.map(({ id }) => id);
  const before = await db
    .selectDistinct({ id: orderTransitions.orderId })
    .from(orderTransitions)
    .where(
      and(
        eq(orderTransitions.orgId, orgId),
        isOneOf(orderTransitions.orderId, ofOrders(bought)),
        eq(orderTransitions.toStatus, to),
      ),
    );
  const again = new Set(before.map(({ id }) => id));
  const reached = bought.filter(({ id }) => !again.has(id));
  const changed = reached.filter(({ untoldSince }) => untoldSince !== null);
  if (changed.length > 0) {
    await db
      .update(orders)
      .set({ untoldSince: null })
      .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, ofOrders(changed))));
  }
  for (const { id: orderId, untoldSince, buyerOrgId } of reached) {
    const since = untoldSince?.toISOString();
    await enqueue({
      name: 'order-news',
      data: { orgId, orderId, about, ...(since && { since }), userId: person.userId },
    });
    await enqueue(
      noticeOf(ctx, {
        type: 'CUSTOM',
        orgId: buyerOrgId,
        subject: subjectOf.orderNews(orgId, orderId),
        payload: { about: 'ORDER_NEWS', sellerOrgId: orgId, orderId, news: about },
      }),
    );
  }
}

/** Has the buyers of locked orders of one seller emailed, after a while, what the caller changes in them. */
export async function noteChanges({ db, enqueue }: Ctx, orgId: number, found: readonly OrderRecord[]): Promise<void> {
  const told = found.filter(({ buyerOrgId, status }) => buyerOrgId !== null && tellsChanges(status));
  if (told.length === 0) return;
  const ids = told.map(({ id }) => id);
  // The database's clock, by which the log has the changes of this transaction; one that began before another's and
  // waited for it has the earlier time.
  await db
    .update(orders)
    .set({ untoldSince: sql`least(${orders.untoldSince}, now())` })
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, ids)));
  for (const orderId of ids) await enqueue({ name: 'order-changed', data: { orgId, orderId } });
}
