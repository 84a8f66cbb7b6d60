import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type DenialReason, explain, isAllowed } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import { DomainError, notFound } from '../../domain/errors';
import type { EventType } from '../../domain/events/catalogue';
import type { Told } from '../../domain/events/event';
import { type OrderStatus, OrderStatusSchema, SELLERS_OWN_STATUSES } from '../../domain/orders/status';
import type { AuditEntry, Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { type LockStrength, lockRow } from '../db/rows';
import { orders } from '../db/schema';
import { visibleOrders } from '../db/visibility';
import { tell } from '../events/tell-events';

export type OrderRecord = Omit<typeof orders.$inferSelect, 'status'> & { status: OrderStatus };

type Asked = Pick<Ctx, 'db' | 'membership'>;

/** A sales order's id and company. NOT_FOUND unless the caller may see it. */
export async function findVisibleOrder({ db, membership }: Asked, orderId: number) {
  const [found] = await db
    .select({ id: orders.id, companyId: orders.companyId })
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)));
  if (found === undefined) throw notFound('Order');
  return found;
}

/** The sales order, locked until the transaction ends. NOT_FOUND unless the caller may see it. */
export async function lockVisibleOrder({ db, membership }: Asked, orderId: number): Promise<OrderRecord> {
  return withStatus(await lockRow(db, orders, and(eq(orders.id, orderId), visibleOrders(membership)), 'Order'));
}

/**
 * Sales orders, each as the caller may change it or with the refusal: NOT_FOUND if they don't see it, FORBIDDEN if they
 * only see it. Locked by id, so that callers wait for one another in one order.
 */
export async function lockEach(
  asked: Asked,
  orderIds: readonly number[],
  strength: LockStrength = 'no key update',
): Promise<Map<number, OrderRecord | DomainError>> {
  return judgeEach(asked, orderIds, await selectSeen(asked, orderIds).for(strength));
}

/** The same all or none, by id: raises what is refused. */
export async function lockEditableOrders(asked: Asked, orderIds: readonly number[]): Promise<OrderRecord[]> {
  return allOf(await lockEach(asked, orderIds));
}

/** The same of one. */
export async function lockEditableOrder(asked: Asked, orderId: number, strength?: LockStrength): Promise<OrderRecord> {
  const [found] = allOf(await lockEach(asked, [orderId], strength));
  if (found === undefined) throw notFound('Order');
  return found;
}

/** Like `lockEditableOrders`, without locking them: to look ahead, or to change what isn't the order's own. */
export async function findEditableOrders(asked: Asked, orderIds: readonly number[]): Promise<OrderRecord[]> {
  return allOf(judgeEach(asked, orderIds, await selectSeen(asked, orderIds)));
}

const selectSeen = ({ db, membership }: Asked, orderIds: readonly number[]) =>
  db
    .select({ order: getTableColumns(orders), canEdit: sql<boolean>`${visibleOrders(membership, 'write')}` })
    .from(orders)
    .where(and(visibleOrders(membership), isOneOf(orders.id, [...new Set(orderIds)])))
    .orderBy(asc(orders.id));

function judgeEach(
  { membership }: Asked,
  orderIds: readonly number[],
  seen: Awaited<ReturnType<typeof selectSeen>>,
): Map<number, OrderRecord | DomainError> {
  const known = new Map(
    seen.map(({ order, canEdit }) => [order.id, canEdit ? withStatus(order) : seenOnly(membership)]),
  );
  return new Map(orderIds.map((id) => [id, known.get(id) ?? notFound('Order')]));
}

/** Refused as not found if any isn't, whatever else they are refused for. */
function allOf(judged: ReadonlyMap<number, OrderRecord | DomainError>): OrderRecord[] {
  const found: OrderRecord[] = [];
  const refusals: DomainError[] = [];
  for (const one of judged.values()) {
    if (one instanceof DomainError) refusals.push(one);
    else found.push(one);
  }
  const refusal = refusals.find(({ code }) => code === 'NOT_FOUND') ?? refusals[0];
  if (refusal !== undefined) throw refusal;
  return found.sort((a, b) => a.id - b.id);
}

/** The refusal of an action that takes write access to a feature the caller may only read. */
export function needsWrite(reason: Extract<DenialReason, { kind: 'feature' }>): DomainError {
  return new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
}

/** The smallest feature that shows a member sales orders: their own, unless they see all. */
export function ordersSeenBy(membership: Membership): 'BROWSE_ORDERS' | 'BROWSE_MY_ORDERS' {
  return isAllowed(membership, 'read', 'BROWSE_ORDERS') ? 'BROWSE_ORDERS' : 'BROWSE_MY_ORDERS';
}

function seenOnly(membership: Membership): DomainError {
  return needsWrite({ kind: 'feature', feature: ordersSeenBy(membership), level: 'write' });
}

export function withStatus<R extends { status: string }>(row: R): Omit<R, 'status'> & { status: OrderStatus } {
  return { ...row, status: OrderStatusSchema.parse(row.status) };
}

type Both = Pick<OrderRecord, 'id' | 'orgId' | 'buyerOrgId'>;

/** Publishes an order's change to both organizations, and tells their programs what it is; nothing of what no event says. */
export async function publishOrder(
  ctx: Pick<Ctx, 'publish' | 'db'>,
  order: Both & { status: string },
  ...types: readonly OrderEvent[]
): Promise<void> {
  const orgIds = [...new Set([order.orgId, ...(order.buyerOrgId === null ? [] : [order.buyerOrgId])])];
  await ctx.publish({ topic: 'orders', kind: 'changed', id: order.id, orgIds });
  await tellOrder(ctx.db, order, order.status, ...types);
}

type OrderEvent = Extract<EventType, `order.${string}` | `payment.${string}`>;

/** What the buyer is told of the same. */
const AS_PURCHASE: Record<OrderEvent, EventType> = {
  'order.created': 'purchase.created',
  'order.status_changed': 'purchase.status_changed',
  'order.updated': 'purchase.updated',
  'order.line_changed': 'purchase.updated',
  'payment.recorded': 'purchase.updated',
  'payment.voided': 'purchase.updated',
};

/** Whether an order of this status is hidden from its buyer. */
export const isSellersOwn = (status: string): boolean => (SELLERS_OWN_STATUSES as readonly string[]).includes(status);

/** Tells the buyer's programs of an order that was the seller's own until now. */
export async function tellPurchase(db: Db, { id, buyerOrgId }: Both): Promise<void> {
  if (buyerOrgId !== null)
    await tell(db, { type: 'purchase.created', orgId: buyerOrgId, subject: { kind: 'purchase', id } });
}

/** Tells programs of both organizations of an order; of one that is the seller's own, such as a draft, the seller's alone. */
export async function tellOrder(
  db: Db,
  { id, orgId, buyerOrgId }: Both,
  status: string,
  ...types: readonly OrderEvent[]
): Promise<void> {
  const isOwn = isSellersOwn(status);
  await tell(
    db,
    ...types.flatMap((type): Told[] => [
      { type, orgId, subject: { kind: 'order', id } },
      ...(buyerOrgId === null || isOwn
        ? []
        : [{ type: AS_PURCHASE[type], orgId: buyerOrgId, subject: { kind: 'purchase' as const, id } }]),
    ]),
  );
}

/**
 * Records what was done with an order, in the log of its seller and, if another organization did it, in theirs: a buyer's
 * checkout or cancellation is in both.
 */
export async function auditOrder(
  ctx: Pick<Ctx, 'audit'> & { readonly membership: Pick<Membership, 'orgId'> },
  orgId: number,
  entry: Omit<AuditEntry, 'orgId'>,
): Promise<void> {
  for (const logged of new Set([orgId, ctx.membership.orgId])) await ctx.audit({ ...entry, orgId: logged });
}
