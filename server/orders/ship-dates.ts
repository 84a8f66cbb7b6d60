import { sql } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import type { orderEntry as contract } from '../../domain/orders/entry/contract';
import { type Dates, type DatesChange, dueWhenShipped, undoShipDate } from '../../domain/orders/ship-dates';
import { eachOf, type Outcomes, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import type { Verb } from '../implement';
import { enqueueMarketplaceEdit } from '../integrations/wholesale/marketplace-moves';
import { findSeenCompany } from '../organization/find-company';
import { lockEach, lockEditableOrders, type OrderRecord, publishOrder } from './find-order';
import { noteChanges } from './news/note-news';
import { tellBooks } from './tell-books';

type ShipDate = { shipDate: string | null; updatePaymentDueDates: boolean };

/**
 * Sets the ship date of a company's orders, and moves when payment is due with it if asked. All or none: NOT_FOUND if
 * the caller doesn't see one, FORBIDDEN if they may not change one.
 */
export const setShipDates: Verb<typeof contract.shipDates> = async (ctx, { body }) => {
  const { companyId, orderIds, ...change } = body;
  await findSeenCompany(ctx, companyId);
  const found = await lockEditableOrders(ctx, orderIds);
  if (found.some((order) => order.companyId !== companyId)) throw notFound('Order');
  const changes = found.map((order) => ({ order, dates: datesWith(order, change) }));
  const updated = (await writeDates(ctx, changes)).size;
  return { updated, unchanged: found.length - updated };
};

/** Sets the ship date of those of these orders that the caller may change; keeps what they had. */
export async function setEachShipDate(ctx: Ctx, subjects: readonly Subject[], change: ShipDate): Promise<Outcomes> {
  const changes: Dated[] = [];
  const outcomes = await eachOf(await lockEach(ctx, idsOf(subjects)), (order) => {
    if (order instanceof DomainError) return order;
    changes.push({ order, dates: datesWith(order, change) });
  });
  for (const [id, kept] of await writeDates(ctx, changes)) outcomes.set(id, { kept });
  return outcomes;
}

/** Gives orders back the dates they had; one whose ship date was changed since keeps it. */
export async function undoEachShipDate(ctx: Ctx, subjects: readonly Subject[]): Promise<Outcomes> {
  const kept = new Map(subjects.map((subject) => [subject.id, subject.kept as DatesChange]));
  const changes: Dated[] = [];
  const outcomes = await eachOf(await lockEach(ctx, idsOf(subjects)), (order, id) => {
    if (order instanceof DomainError) return order;
    const change = kept.get(id);
    const dates = change ? undoShipDate(order, change) : null;
    if (dates === null) return new DomainError('CONFLICT', 'Its ship date was changed since, so it keeps it.');
    changes.push({ order, dates });
    return dates.keepsDueDate ? { message: 'Its payment due date was changed since, so it keeps it.' } : {};
  });
  await writeDates(ctx, changes);
  return outcomes;
}

type Dated = { order: OrderRecord; dates: Dates };

const idsOf = (subjects: readonly Subject[]) => subjects.map(({ id }) => id);

function datesWith(order: Dates, { shipDate, updatePaymentDueDates }: ShipDate): Dates {
  return { shipDate, paymentDueDate: updatePaymentDueDates ? dueWhenShipped(order, shipDate) : order.paymentDueDate };
}

/** Writes the dates of locked orders of the caller's organization that change; answers those, with both sides. */
async function writeDates(ctx: Ctx, dated: readonly Dated[]): Promise<Map<number, DatesChange>> {
  const of = ({ shipDate, paymentDueDate }: Dates): Dates => ({ shipDate, paymentDueDate });
  const changed = dated.filter(
    ({ order, dates }) => order.shipDate !== dates.shipDate || order.paymentDueDate !== dates.paymentDueDate,
  );
  if (changed.length === 0) return new Map();
  const column = <T>(pick: (one: Dated) => T) => sql.param(changed.map(pick));
  await ctx.db.execute(sql`
    update orders set ship_date = next.ship_date, payment_due_date = next.payment_due_date,
                      version = orders.version + 1, updated_at = ${ctx.now}
      from unnest(${column(({ order }) => order.id)}::bigint[], ${column(({ dates }) => dates.shipDate)}::date[],
                  ${column(({ dates }) => dates.paymentDueDate)}::date[]) as next (id, ship_date, payment_due_date)
     where orders.org_id = ${ctx.membership.orgId} and orders.id = next.id`);
  await noteChanges(
    ctx,
    ctx.membership.orgId,
    changed.map(({ order }) => order),
  );
  const changes = new Map<number, DatesChange>();
  for (const { order, dates } of changed) {
    const change = { before: of(order), after: of(dates) };
    await ctx.audit({ id: order.id, ...change });
    await publishOrder(ctx, order, 'order.updated');
    await enqueueMarketplaceEdit(ctx, order);
    changes.set(order.id, change);
  }
  await tellBooks(
    ctx,
    ctx.membership.orgId,
    changed.map(({ order }) => order),
  );
  return changes;
}
