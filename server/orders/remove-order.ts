import { and, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DomainError } from '../../domain/errors';
import type { orders as contract } from '../../domain/orders/contract';
import { ORDER_STATUSES } from '../../domain/orders/status';
import {
  orderComments,
  orderLineItems,
  orderMails,
  orderSalesReps,
  orders,
  orderTransitions,
  soldLines,
} from '../db/schema';
import type { Verb } from '../implement';
import { lockEditableOrder, publishOrder } from './find-order';
import { logOrder } from './order-log';

const PARTS: readonly (PgTable & { orgId: PgColumn; orderId: PgColumn })[] = [
  soldLines,
  orderLineItems,
  orderSalesReps,
  orderTransitions,
  orderComments,
  orderMails,
];

/** Deletes a draft; its number isn't given again, and the audit log keeps what it was. CONFLICT for any other order. */
export const removeOrder: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const order = await lockEditableOrder(ctx, params.id);
  if (order.status !== 'DRAFT') {
    const { label } = ORDER_STATUSES[order.status];
    throw new DomainError(
      'CONFLICT',
      `Order ${order.orderNumber} is ${label.toLowerCase()}. Only drafts can be deleted.`,
    );
  }
  const before = await logOrder.before(ctx, order.id);
  for (const part of PARTS)
    await ctx.db.delete(part).where(and(eq(part.orgId, order.orgId), eq(part.orderId, order.id)));
  await ctx.db.delete(orders).where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
  await ctx.audit({ id: order.id, before, after: null });
  await publishOrder(ctx, order);
  return { ok: true };
};
