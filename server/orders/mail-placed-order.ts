import { and, eq } from 'drizzle-orm';
import { formatUsd } from '../../domain/money';
import type { Services } from '../context';
import { companies, orderSalesReps, orders, orgUsers, roles } from '../db/schema';
import { html } from '../mail/html';
import { peopleToEmail } from '../organization/company-notifications';

/**
 * Emails the seller about a new order: its sales reps and those its company's settings name, or the owner if there is
 * nobody. One job per recipient, so a failed email is retried alone. `orderId` may no longer exist.
 */
export async function mailPlacedOrder(
  { database: { db }, jobs }: Services,
  placed: { orgId: number; orderId: number },
): Promise<void> {
  for (const { orgUserId } of await recipients(db, placed)) {
    await jobs.enqueue(db, { name: 'order-letter', data: { ...placed, orgUserId } });
  }
}

/** Sends one of those emails, if the person is still on the team. */
export async function mailPlacedOrderTo(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, orderId, orgUserId }: { orgId: number; orderId: number; orgUserId: number },
): Promise<void> {
  const [order] = await db
    .select({
      id: orders.id,
      to: orgUsers.email,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      totalUsd: orders.totalUsd,
      companyName: companies.name,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(orgUsers, eq(orgUsers.orgId, orders.orgId))
    .where(
      and(eq(orders.orgId, orgId), eq(orders.id, orderId), eq(orgUsers.id, orgUserId), eq(orgUsers.status, 'ACTIVE')),
    );
  if (!order) return;
  const link = `${publicUrl}/orders/${order.id}`;
  const subject = `New order ${order.orderNumber} from ${order.customerName}`;
  const text = `${order.customerName} placed order ${order.orderNumber} with ${order.companyName}: ${formatUsd(order.totalUsd)}.`;
  await mail.send({
    to: order.to,
    subject,
    text: `${text}\n\n${link}\n`,
    html: html`<p>${text}</p><p><a href="${link}">Open the order</a></p>`.toString(),
  });
}

async function recipients(db: Services['database']['db'], { orgId, orderId }: { orgId: number; orderId: number }) {
  const reps = await db
    .select({ orgUserId: orgUsers.id })
    .from(orderSalesReps)
    .innerJoin(orgUsers, eq(orgUsers.id, orderSalesReps.orgUserId))
    .where(and(eq(orderSalesReps.orgId, orgId), eq(orderSalesReps.orderId, orderId), eq(orgUsers.status, 'ACTIVE')));
  const [order] = await db
    .select({ companyId: orders.companyId })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  const chosen = order ? await peopleToEmail(db, { orgId, companyId: order.companyId }, 'NEW_ORDER') : [];
  const all = [...new Set([...reps.map(({ orgUserId }) => orgUserId), ...chosen])];
  return all.length > 0 ? all.map((orgUserId) => ({ orgUserId })) : owners(db, orgId);
}

function owners(db: Services['database']['db'], orgId: number) {
  return db
    .select({ orgUserId: orgUsers.id })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'ACTIVE'), eq(roles.defaultRoleId, 'OWNER')));
}
