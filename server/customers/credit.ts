import { and, eq, sql } from 'drizzle-orm';
import { explain } from '../../domain/access/ability';
import {
  CREDIT_FEATURE,
  type CreditStop,
  checksCredit,
  explainCreditStop,
  findCreditStop,
  mayChangeCredit,
  unpaidUsd,
} from '../../domain/customers/credit';
import { DomainError } from '../../domain/errors';
import type { OrderStatus } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { customers } from '../db/schema';
import { exposureOf } from './customer-rows';

type Order = { orgId: number; customerId: number; status: OrderStatus; totalUsd: string; paidUsd: string };
type Asked = { status: OrderStatus; overrideReason?: string | undefined };

/** What was overridden, and why; kept in the audit log. */
export type CreditOverride = { stop: CreditStop; reason: string };

/**
 * Checks an order's status change against its customer's credit, keeping the customer locked so that two accepted at
 * once are checked one after the other. Returns what was overridden, or null. CREDIT_STOP with the reason and whether
 * the caller may override it; FORBIDDEN for an override without the permission.
 */
export async function passCredit(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  order: Order,
  { status: to, overrideReason }: Asked,
): Promise<CreditOverride | null> {
  if (!checksCredit(order.status, to)) return null;
  const { orgId, customerId } = order;
  const own = and(eq(customers.orgId, orgId), eq(customers.id, customerId));
  await db.select({ id: customers.id }).from(customers).where(own).for('no key update');
  const found = await readCreditStop(db, order, to);
  if (found === null) return null;
  const { stop, customerName } = found;
  const mayOverride = mayChangeCredit(membership);
  if (mayOverride && overrideReason !== undefined) return { stop, reason: overrideReason };
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  if (overrideReason !== undefined) throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
  const way = mayOverride ? 'Enter a reason to continue.' : explain(reason);
  throw new DomainError('CREDIT_STOP', `${explainCreditStop(stop, customerName)} ${way}`, {
    object: { ...stop, customerId, mayOverride },
  });
}

/** What blocks an order's status change now, without keeping the customer locked; null if nothing does. */
export async function readCreditStop(
  db: Db,
  order: Order,
  to: OrderStatus,
): Promise<{ stop: CreditStop; customerName: string } | null> {
  const { orgId, customerId } = order;
  const [customer] = await db
    .select({
      name: customers.name,
      onHold: customers.onHold,
      holdReason: sql<string>`coalesce(${customers.holdReason}, '')`,
      creditLimitUsd: customers.creditLimitUsd,
      owedUsd: sql<string>`${exposureOf(sql`${orgId}`, sql`${customerId}`)}`,
    })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), eq(customers.id, customerId)));
  if (customer === undefined) return null;
  const stop = findCreditStop(customer, customer.owedUsd, { from: order.status, to, orderUsd: unpaidUsd(order) });
  return stop && { stop, customerName: customer.name };
}

/** The customer's payment terms in days from acceptance, or null if the payment option decides. */
export async function termsOf(db: Db, { orgId, customerId }: Pick<Order, 'orgId' | 'customerId'>) {
  const [customer] = await db
    .select({ days: customers.paymentTermsDays })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), eq(customers.id, customerId)));
  return customer?.days ?? null;
}
