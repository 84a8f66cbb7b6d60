import { and, eq, inArray, sql } from 'drizzle-orm';
import type { orders as contract } from '../../../domain/orders/contract';
import { WAITING_STATUSES } from '../../../domain/orders/status';
import { WAITING_CAP } from '../../../domain/orders/waiting-contract';
import { orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Verb } from '../../implement';

/** The number of submitted orders the caller may see, up to the cap. */
export const countWaiting: Verb<typeof contract.waiting> = async ({ db, membership }, { query: { companyId } }) => {
  const waiting = and(
    visibleOrders(membership),
    inArray(orders.status, [...WAITING_STATUSES]),
    companyId === undefined ? undefined : eq(orders.companyId, companyId),
  );
  const few = db.select({ one: sql`1` }).from(orders).where(waiting).limit(WAITING_CAP).as('few');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(few);
  return { count: row?.count ?? 0 };
};
