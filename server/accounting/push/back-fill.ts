import { and, asc, eq, sql } from 'drizzle-orm';
import type { bookPushes as contract } from '../../../domain/accounting/push/contract';
import { badInput } from '../../../domain/errors';
import { roundCents, sum } from '../../../domain/money';
import { isOneOf } from '../../db/page';
import { accountingDocuments, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSeenCompany } from '../../organization/find-company';
import { findConnection, ofConnection } from './documents';
import { judgeOrders } from './judge-orders';

/** Orders judged at once, and failing ones that are named. */
const [AT_ONCE, MOST_NAMED] = [500, 50];
/** As many as a bulk action takes. */
const MOST_FILLED = 10_000;

/** What pushing the orders placed in a range of days would do; nothing is pushed. */
export const previewRange: Verb<typeof contract.previewRange> = async (ctx, { params: { companyId }, body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const { from, to, statuses } = body;
  if (from > to) throw badInput({ to: 'Must not be before the first day' });
  await findSeenCompany(ctx, companyId);
  const zone = ctx.zoneOf(companyId);
  const day = sql`(${orders.createdAt} at time zone ${zone})::date`;
  const found = await db
    .select({ id: orders.id, invoicedUsd: orders.invoicedUsd })
    .from(orders)
    .where(
      and(
        visibleOrders(membership),
        eq(orders.companyId, companyId),
        isOneOf(orders.status, statuses),
        sql`${day} between ${from}::date and ${to}::date`,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(MOST_FILLED);
  const connection = await findConnection(db, orgId, companyId);
  const ids = found.map(({ id }) => id);
  const pushed = connection
    ? await db.$count(
        accountingDocuments,
        and(
          ofConnection(connection),
          eq(accountingDocuments.kind, 'INVOICE'),
          isOneOf(accountingDocuments.orderId, ids),
          sql`${accountingDocuments.undoneAt} is null`,
        ),
      )
    : 0;
  const examples: {
    orderId: number;
    orderNumber: string;
    errors: Awaited<ReturnType<typeof judgeOrders>>[number]['errors'];
  }[] = [];
  let failing = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const { order, errors } of await judgeOrders(db, orgId, connection, ids.slice(at, at + AT_ONCE))) {
      if (errors.length === 0) continue;
      failing += 1;
      if (examples.length < MOST_NAMED) examples.push({ orderId: order.id, orderNumber: order.orderNumber, errors });
    }
  return {
    orders: found.length,
    totalUsd: roundCents(sum(found.map(({ invoicedUsd }) => invoicedUsd))),
    pushed,
    failing,
    examples,
    from,
    to,
  };
};
