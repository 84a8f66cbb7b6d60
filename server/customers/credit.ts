import { and, eq, sql } from 'drizzle-orm';
import { explain } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import { CREDIT_FEATURE, type CreditTerms, mayChangeCredit } from '../../domain/customers/credit';
import { DomainError } from '../../domain/errors';
import {
  type CreditStop,
  checksCredit,
  explainCreditStop,
  findCreditStop,
  findEditStop,
  type raisesCredit,
  unpaidUsd,
} from '../../domain/orders/payments/credit';
import type { OrderStatus } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { lockRows } from '../db/rows';
import { customers } from '../db/schema';
import { exposureOf } from './read-customers';

type Order = { orgId: number; customerId: number; status: OrderStatus; invoicedUsd: string; paidUsd: string };
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
  const customer = (await lockCredits(db, orgId, [customerId])).get(customerId);
  return customer ? judgeCredit(membership, customer, order, { status: to, overrideReason }) : null;
}

/** What blocks an order's status change now, without keeping the customer locked; null if nothing does. */
export async function readCreditStop(
  db: Db,
  order: Order,
  to: OrderStatus,
): Promise<{ stop: CreditStop; customerName: string } | null> {
  const { orgId, customerId } = order;
  const customer = (await readCredits(db, orgId, [customerId])).get(customerId);
  if (customer === undefined) return null;
  const stop = findCreditStop(customer, customer.owedUsd, { from: order.status, to, orderUsd: unpaidUsd(order) });
  return stop && { stop, customerName: customer.name };
}

/** A customer's credit, and what it owes in dollars: less than 0 by what it paid too much. */
export type Credit = CreditTerms & { name: string; owedUsd: string };

/** Judges a status change by its customer's credit; answers and raises as `passCredit` does. */
export function judgeCredit(
  membership: Membership,
  customer: Credit,
  order: Order,
  { status: to, overrideReason }: Asked,
): CreditOverride | null {
  const orderUsd = unpaidUsd(order);
  const stop = findCreditStop(customer, customer.owedUsd, { from: order.status, to, orderUsd });
  return passStop(membership, { ...customer, id: order.customerId }, stop, overrideReason);
}

type Edit = Parameters<typeof raisesCredit>[0];

/**
 * Judges a change of an order that uses credit by the credit of the customer it has then, locked before its lines were
 * judged; answers and raises as `passCredit` does.
 */
export function judgeEdit(
  membership: Membership,
  customer: Credit & { id: number },
  edit: Edit,
  overrideReason: string | undefined,
): CreditOverride | null {
  return passStop(membership, customer, findEditStop(customer, customer.owedUsd, edit), overrideReason);
}

function passStop(
  membership: Membership,
  customer: Credit & { id: number },
  stop: CreditStop | null,
  overrideReason: string | undefined,
): CreditOverride | null {
  if (stop === null) return null;
  const mayOverride = mayChangeCredit(membership);
  if (mayOverride && overrideReason !== undefined) return { stop, reason: overrideReason };
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  if (overrideReason !== undefined) throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
  const way = mayOverride ? 'Enter a reason to continue.' : explain(reason);
  throw new DomainError('CREDIT_STOP', `${explainCreditStop(stop, customer.name)} ${way}`, {
    object: { ...stop, customerId: customer.id, mayOverride },
  });
}

/** The credit of customers of an organization, locked by id, so that two orders accepted at once wait for each other. */
export async function lockCredits(db: Db, orgId: number, customerIds: readonly number[]): Promise<Map<number, Credit>> {
  if (customerIds.length === 0) return new Map();
  await lockRows(db, customers, areOf(orgId, customerIds));
  return readCredits(db, orgId, customerIds);
}

async function readCredits(db: Db, orgId: number, customerIds: readonly number[]): Promise<Map<number, Credit>> {
  const rows = await db
    .select({
      id: customers.id,
      name: customers.name,
      onHold: customers.onHold,
      holdReason: sql<string>`coalesce(${customers.holdReason}, '')`,
      creditLimitUsd: customers.creditLimitUsd,
      owedUsd: sql<string>`${exposureOf(sql`${orgId}`, sql`"customers"."id"`)}`,
    })
    .from(customers)
    .where(areOf(orgId, customerIds));
  return new Map(rows.map(({ id, ...credit }) => [id, credit]));
}

const areOf = (orgId: number, customerIds: readonly number[]) =>
  and(eq(customers.orgId, orgId), isOneOf(customers.id, customerIds));

/** Customers' payment terms in days from acceptance; null where the payment option decides. */
export async function termsOf(
  db: Db,
  orgId: number,
  customerIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await db
    .select({ id: customers.id, days: customers.paymentTermsDays })
    .from(customers)
    .where(areOf(orgId, customerIds));
  return new Map(rows.map(({ id, days }) => [id, days]));
}
