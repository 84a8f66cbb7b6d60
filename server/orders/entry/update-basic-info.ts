import { and, eq, or } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { Membership } from '../../../domain/access/roles';
import { assertCurrent, badInput } from '../../../domain/errors';
import type { orders as contract } from '../../../domain/orders/contract';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { orderSalesReps, orders, orgUsers } from '../../db/schema';
import type { Verb } from '../../implement';
import { enqueueMarketplaceEdit } from '../../integrations/wholesale/marketplace-moves';
import { lockEditableOrder, publishOrder } from '../find-order';
import { noteChanges } from '../news/note-news';
import { loadOrder } from '../read-orders';
import { possibleReps } from '../sales-reps';
import { tellBooks } from '../tell-books';

/**
 * Changes dates, notes, shipping details and sales reps of a sales order in any status. STALE if the order changed
 * since it was read; BAD_INPUT for a sales rep outside the organization, or one who wouldn't see the order.
 */
export const updateBasicInfo: Verb<typeof contract.updateBasicInfo> = async (ctx, { params, body }) => {
  const { db, membership, now } = ctx;
  const before = await lockEditableOrder(ctx, params.id);
  assertCurrent('This order', before, body.version);
  const isOrder = and(eq(orders.orgId, before.orgId), eq(orders.id, before.id));
  const { salesRepOrgUserIds, version, ...info } = body;
  const reps = withSelf(membership, salesRepOrgUserIds);
  const was = await replaceSalesReps(ctx, before, reps);
  await db
    .update(orders)
    .set({ ...info, version: version + 1, updatedAt: now })
    .where(isOrder);
  await noteChanges(ctx, before.orgId, [before]);
  await enqueueMarketplaceEdit(ctx, before);
  await ctx.audit({
    id: before.id,
    before: {
      shipDate: before.shipDate,
      paymentDueDate: before.paymentDueDate,
      shippingDetails: before.shippingDetails,
      notes: before.notes,
      salesRepOrgUserIds: was,
    },
    after: { ...info, salesRepOrgUserIds: reps },
  });
  await publishOrder(ctx, before, 'order.updated');
  await tellBooks(ctx, before.orgId, [before]);
  return loadOrder(db, membership, isOrder);
};

/** The refusal of a sales rep outside the organization. */
export const notOnTeam = () => badInput({ salesRepOrgUserIds: 'Choose people in your organization' });

/** The refusal of one who doesn't see the order's company, or no orders. */
export const seesNoOrder = () =>
  badInput({
    salesRepOrgUserIds: 'Choose people who see this company’s orders. Their role or companies leave them out.',
  });

/** Whoever sees only their own orders is and stays a sales rep of those they enter or change, or they would lose them. */
export function withSelf(membership: Membership, repIds: readonly number[]): number[] {
  const self = isAllowed(membership, 'write', 'BROWSE_ORDERS') ? [] : [membership.orgUserId];
  return [...new Set([...repIds, ...self])];
}

/**
 * Returns the previous reps. Current reps may stay whatever their status on the team. BAD_INPUT for others outside it, and
 * for those who wouldn't see the order.
 */
export async function replaceSalesReps(
  ctx: Ctx,
  { id: orderId, companyId }: { id: number; companyId: number },
  orgUserIds: number[],
): Promise<number[]> {
  const { db, membership } = ctx;
  const present = await db
    .delete(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, membership.orgId), eq(orderSalesReps.orderId, orderId)))
    .returning({ id: orderSalesReps.orgUserId });
  const was = present.map(({ id }) => id);
  if (orgUserIds.length === 0) return was;
  const known = await db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(
      and(
        eq(orgUsers.orgId, membership.orgId),
        isOneOf(orgUsers.id, orgUserIds),
        or(eq(orgUsers.status, 'ACTIVE'), isOneOf(orgUsers.id, was)),
      ),
    );
  if (known.length !== orgUserIds.length) {
    throw notOnTeam();
  }
  const added = orgUserIds.filter((id) => !was.includes(id));
  if ((await possibleReps(ctx, companyId, added)).length < added.length) throw seesNoOrder();
  const { orgId } = membership;
  await db.insert(orderSalesReps).values(orgUserIds.map((orgUserId) => ({ orgId, orderId, orgUserId })));
  return was;
}
