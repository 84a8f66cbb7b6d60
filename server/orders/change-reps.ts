import { and, eq, sql } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import { DomainError } from '../../domain/errors';
import { type Done, eachOf, type Outcomes, type Subject } from '../bulk/bulk';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { orderSalesReps, orders } from '../db/schema';
import { canBeSalesRep } from '../db/visibility';
import { activeMembers } from '../team/members';
import { notOnTeam, seesNoOrder } from './entry/update-basic-info';
import { lockEach, type OrderRecord, publishOrder } from './find-order';

type Rep = { salesRepId: number };
type Change = { adds: boolean; whenSo: () => Done | DomainError };

/** Adds a sales rep to orders, each with a refusal of its own. BAD_INPUT for somebody outside the organization. */
export const addRep = (ctx: Ctx, subjects: readonly Subject[], rep: Rep) =>
  changeReps(ctx, subjects, rep, { adds: true, whenSo: () => ({}) });

/** Removes a sales rep from orders. */
export const removeRep = (ctx: Ctx, subjects: readonly Subject[], rep: Rep) =>
  changeReps(ctx, subjects, rep, { adds: false, whenSo: () => ({}) });

/** Undoes `addRep` where the sales rep is still there. */
export const undoAddRep = (ctx: Ctx, subjects: readonly Subject[], rep: Rep) =>
  changeReps(ctx, subjects, rep, { adds: false, whenSo: changedSince });

/** Undoes `removeRep` where nobody has added the sales rep again. */
export const undoRemoveRep = (ctx: Ctx, subjects: readonly Subject[], rep: Rep) =>
  changeReps(ctx, subjects, rep, { adds: true, whenSo: changedSince });

const changedSince = () => new DomainError('CONFLICT', 'Its sales reps were changed since, so it keeps them.');

const staysOwn = () =>
  new DomainError(
    'CONFLICT',
    'You see only orders you’re the sales rep of, so you’d lose it. Someone who sees all orders can take you off.',
  );

/** `whenSo` answers for orders that are so already. */
async function changeReps(
  ctx: Ctx,
  subjects: readonly Subject[],
  { salesRepId }: Rep,
  { adds, whenSo }: Change,
): Promise<Outcomes> {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const ids = subjects.map(({ id }) => id);
  const locked = await lockEach(ctx, ids);
  const reps = await repsOf(ctx, ids);
  const rep = adds ? (await activeMembers(db, orgId)).find(({ id }) => id === salesRepId) : undefined;
  const losesIt = !adds && salesRepId === membership.orgUserId && !isAllowed(membership, 'write', 'BROWSE_ORDERS');
  const changed: OrderRecord[] = [];
  const outcomes = await eachOf(locked, (order, id) => {
    if (order instanceof DomainError) return order;
    if ((reps.get(id) ?? []).includes(salesRepId) === adds) return whenSo();
    if (losesIt) return staysOwn();
    if (adds && rep === undefined) return notOnTeam();
    if (rep && !canBeSalesRep(rep.membership, order.companyId)) return seesNoOrder();
    changed.push(order);
    return { kept: { adds } };
  });
  if (changed.length === 0) return outcomes;
  const changedIds = changed.map(({ id }) => id);
  if (adds) {
    await db.execute(sql`
      insert into ${orderSalesReps} (org_id, order_id, org_user_id)
      select ${orgId}::bigint, changed.id, ${salesRepId}::bigint from unnest(${sql.param(changedIds)}::bigint[]) as changed (id)`);
  } else {
    await db
      .delete(orderSalesReps)
      .where(
        and(
          eq(orderSalesReps.orgId, orgId),
          isOneOf(orderSalesReps.orderId, changedIds),
          eq(orderSalesReps.orgUserId, salesRepId),
        ),
      );
  }
  await db
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, updatedAt: now })
    .where(and(eq(orders.orgId, orgId), isOneOf(orders.id, changedIds)));
  for (const order of changed) {
    const was = reps.get(order.id) ?? [];
    const is = adds ? [...was, salesRepId] : was.filter((id) => id !== salesRepId);
    await ctx.audit({ id: order.id, before: { salesRepOrgUserIds: was }, after: { salesRepOrgUserIds: is } });
    await publishOrder(ctx, order, 'order.updated');
  }
  return outcomes;
}

async function repsOf({ db, membership }: Ctx, orderIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ orderId: orderSalesReps.orderId, id: orderSalesReps.orgUserId })
    .from(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, membership.orgId), isOneOf(orderSalesReps.orderId, orderIds)))
    .orderBy(orderSalesReps.orderId, orderSalesReps.orgUserId);
  const reps = new Map<number, number[]>();
  for (const { orderId, id } of rows) reps.set(orderId, [...(reps.get(orderId) ?? []), id]);
  return reps;
}
