import { and, eq, inArray, sql } from 'drizzle-orm';
import { BADGE_CAP } from '../../../domain/badges/badges';
import { WAITING_STATUSES } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';

/** The number of submitted orders the caller may see, up to the cap. */
export async function countWaiting({ db, membership }: Ctx, companyId: number | undefined): Promise<number> {
  const waiting = and(
    visibleOrders(membership),
    inArray(orders.status, [...WAITING_STATUSES]),
    companyId === undefined ? undefined : eq(orders.companyId, companyId),
  );
  const few = db.select({ one: sql`1` }).from(orders).where(waiting).limit(BADGE_CAP).as('few');
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(few);
  return row?.count ?? 0;
}
