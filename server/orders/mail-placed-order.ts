import { and, eq } from 'drizzle-orm';
import { formatUsd } from '../../domain/money';
import type { Services } from '../context';
import { companies, orderSalesReps, orders, orgUsers, roles } from '../db/schema';
import { html } from '../mail/html';

/** Tells the seller of a new order: its sales reps, or the owner where there are none. `orderId` may be gone by now. */
export async function mailPlacedOrder(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orderId }: { orderId: number },
): Promise<void> {
  const [order] = await db
    .select({
      id: orders.id,
      orgId: orders.orgId,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      totalUsd: orders.totalUsd,
      companyName: companies.name,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(eq(orders.id, orderId));
  if (!order) return;
  const link = `${publicUrl}/orders/${order.id}`;
  const subject = `New order ${order.orderNumber} from ${order.customerName}`;
  const text = `${order.customerName} placed order ${order.orderNumber} with ${order.companyName}: ${formatUsd(order.totalUsd)}.`;
  for (const to of await recipients(db, order)) {
    await mail.send({
      to,
      subject,
      text: `${text}\n\n${link}\n`,
      html: html`<p>${text}</p><p><a href="${link}">Open the order</a></p>`.toString(),
    });
  }
}

async function recipients(db: Services['database']['db'], order: { id: number; orgId: number }): Promise<string[]> {
  const reps = await db
    .select({ email: orgUsers.email })
    .from(orderSalesReps)
    .innerJoin(orgUsers, eq(orgUsers.id, orderSalesReps.orgUserId))
    .where(and(eq(orderSalesReps.orderId, order.id), eq(orgUsers.status, 'ACTIVE')));
  const found = reps.length > 0 ? reps : await owners(db, order.orgId);
  return found.map(({ email }) => email);
}

function owners(db: Services['database']['db'], orgId: number) {
  return db
    .select({ email: orgUsers.email })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'ACTIVE'), eq(roles.defaultRoleId, 'OWNER')));
}
