import { and, asc, eq, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { assertMayMove, type MarketplaceLink } from '../../domain/integrations/marketplace';
import { add } from '../../domain/money';
import { checksCredit, unpaidUsd, usesCredit } from '../../domain/orders/payments/credit';
import type { OrderStatus, TransitionActor } from '../../domain/orders/status';
import { eachOf, type Outcomes, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import { allTermsOf, judgeCredit, lockCredits } from '../customers/credit';
import { isOneOf } from '../db/page';
import { orderLineItems } from '../db/schema';
import { enqueueMarketplaceMove, marketplaceLink } from '../integrations/wholesale/marketplace-moves';
import { openStock } from '../inventory/stock/stock';
import type { LineRow } from './entry/judge-order';
import { type OrderRecord, publishOrder } from './find-order';
import { allowedActor, dueDaysOf, dueFrom, lockAt, setsDueDate } from './transition-order';
import { stockChanges } from './write-status';

type Allowed = { order: OrderRecord; actor: TransitionActor; link: MarketplaceLink };
type Moving = Allowed & { paymentDueDate: string | null };

/**
 * Changes the status of many sales orders as `transitionOrder` changes each, in the given order: with the same refusals,
 * stock, history, log and messages, but read, locked and written together. Orders are locked by id, then customers, then
 * stock, as every caller does.
 */
export async function transitionEach(
  ctx: Ctx,
  subjects: readonly Subject[],
  { status }: { status: OrderStatus },
): Promise<Outcomes> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const ids = subjects.map(({ id }) => id);
  const locked = new Map((await lockAt(ctx, orgId, ids)).map((one) => [one.order.id, one]));
  const allowed = new Map<number, Allowed>();
  const refused = await eachOf(
    subjects.map(({ id }) => [id, id] as const),
    async (id) => {
      const found = locked.get(id);
      if (found === undefined) throw notFound('Order');
      const actor = allowedActor(membership, found.order, status, found.actors);
      const link = await marketplaceLink(db, found.order);
      assertMayMove(actor.side, link);
      allowed.set(id, { order: found.order, actor, link });
    },
  );
  if (allowed.size === 0) return refused;
  const found = [...allowed.values()].map(({ order }) => order);
  const credits = await lockCredits(
    db,
    orgId,
    customersOf(found.filter((order) => checksCredit(order.status, status))),
  );
  const dueDates = await findDueDates(ctx, found, status);
  const lines = await linesOf(ctx, found);
  const stock = await openStock(
    ctx,
    orgId,
    found.map((order) => ({ orderId: order.id, changes: stockChanges(order, lines.get(order.id) ?? [], status) })),
  );
  const moving: Moving[] = [];
  const outcomes = await eachOf(allowed, (one, id) => {
    const { order } = one;
    const credit = checksCredit(order.status, status) ? credits.get(order.customerId) : undefined;
    if (credit) judgeCredit(membership, credit, order, { status });
    stock.move(id);
    if (credit && usesCredit(status)) credit.owedUsd = add(credit.owedUsd, unpaidUsd(order));
    moving.push({ ...one, paymentDueDate: dueDates.get(id) ?? order.paymentDueDate });
  });
  if (moving.length > 0) {
    await stock.write();
    await writeStatuses(ctx, moving, status);
  }
  return new Map([...refused, ...outcomes]);
}

const customersOf = (found: readonly OrderRecord[]) => [...new Set(found.map(({ customerId }) => customerId))];

/** The day payment is due, of the orders that get one. */
async function findDueDates(
  ctx: Ctx,
  found: readonly OrderRecord[],
  to: OrderStatus,
): Promise<Map<number, string | null>> {
  const dated = found.filter((order) => setsDueDate(order, to));
  if (dated.length === 0) return new Map();
  const terms = await allTermsOf(ctx.db, ctx.membership.orgId, customersOf(dated));
  const options = await dueDaysOf(ctx.db, dated);
  return new Map(
    dated.map((order) => {
      const days = terms.get(order.customerId) ?? options.get(order.paymentOptionId ?? 0);
      return [order.id, dueFrom(ctx, days)];
    }),
  );
}

async function linesOf({ db, membership }: Ctx, found: readonly OrderRecord[]): Promise<Map<number, LineRow[]>> {
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, membership.orgId), isOneOf(orderLineItems.orderId, ids)))
    .orderBy(asc(orderLineItems.orderId), asc(orderLineItems.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** Writes what `writeStatus` writes of each, beside the stock. */
async function writeStatuses(ctx: Ctx, moving: readonly Moving[], status: OrderStatus): Promise<void> {
  const { db, membership, now, person } = ctx;
  const { orgId } = membership;
  const column = <T>(pick: (one: Moving) => T) => sql.param(moving.map(pick));
  const ids = column(({ order }) => order.id);
  await db.execute(sql`
    update orders set status = ${status}, payment_due_date = next.due, version = orders.version + 1, updated_at = ${now}
      from unnest(${ids}::bigint[], ${column(({ paymentDueDate }) => paymentDueDate)}::date[]) as next (id, due)
     where orders.org_id = ${orgId} and orders.id = next.id`);
  await db.execute(sql`
    update sold_lines set status = ${status}
      from orders placed
     where sold_lines.org_id = ${orgId} and placed.org_id = ${orgId} and placed.id = any(${ids}::bigint[])
       and sold_lines.created_at = placed.created_at and sold_lines.order_id = placed.id`);
  await db.execute(sql`
    insert into order_transitions (org_id, order_id, from_status, to_status, actor_user_id, created_at)
    select ${orgId}::bigint, moved.id, moved.was, ${status}, ${person.userId}::uuid, ${now}::timestamptz
      from unnest(${ids}::bigint[], ${column(({ order }) => order.status)}::text[]) with ordinality as moved (id, was, place)
     order by moved.place`);
  for (const { order, actor, link, paymentDueDate } of moving) {
    await ctx.audit({
      id: order.id,
      before: { status: order.status, paymentDueDate: order.paymentDueDate },
      after: { status, paymentDueDate, as: actor.side },
    });
    await publishOrder(ctx, order);
    await enqueueMarketplaceMove(ctx, { order, to: status, link });
    if (actor.side === 'buyer' && status === 'CANCELLED')
      await ctx.enqueue({ name: 'order-cancelled', data: { orgId, orderId: order.id } });
  }
}
