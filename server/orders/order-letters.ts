import { and, asc, eq } from 'drizzle-orm';
import { formatUsd } from '../../domain/money';
import type { FeedType } from '../../domain/organization/company';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { companies, orderLineItems, orderSalesReps, orders, orgUsers, roles } from '../db/schema';
import { canBeSalesRep } from '../db/visibility';
import { compose, type Details } from '../mail/compose';
import { MOST_LINES, orderLines } from '../mail/order-lines';
import { peopleToEmail } from '../organization/company-notifications';
import { activeMembers } from '../team/members';

type Placed = { orgId: number; orderId: number };
type About = 'ORDER_CANCELLED' | undefined;

/**
 * Emails the seller about a new order: its sales reps and those its company's settings name, or the owner if there is
 * nobody. One job per recipient, so a failed email is retried alone. `orderId` may no longer exist.
 */
export async function mailPlacedOrder({ database: { db }, jobs }: Services, placed: Placed): Promise<void> {
  for (const orgUserId of await peopleOfOrder(db, placed)) {
    await jobs.enqueue(db, { name: 'order-letter', data: { ...placed, orgUserId } });
  }
}

/** Emails the seller that the buyer cancelled an order: its sales reps and those its company's settings name. */
export async function mailCancelledOrder({ database: { db }, jobs }: Services, cancelled: Placed): Promise<void> {
  for (const orgUserId of await peopleOfCancelled(db, cancelled)) {
    await jobs.enqueue(db, { name: 'order-letter', data: { ...cancelled, orgUserId, about: 'ORDER_CANCELLED' } });
  }
}

/** Sends one of those emails, if the person is still on the team. */
export async function mailOrderTo(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, orderId, orgUserId, about }: Placed & { orgUserId: number; about?: About },
): Promise<void> {
  const [order] = await db
    .select({
      id: orders.id,
      to: orgUsers.email,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      totalUsd: orders.totalUsd,
      companyName: companies.name,
      lineItemCount: orders.lineItemCount,
      buyerOrgId: orders.buyerOrgId,
      createdByUserId: orders.createdByUserId,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(orgUsers, eq(orgUsers.orgId, orders.orgId))
    .where(
      and(eq(orders.orgId, orgId), eq(orders.id, orderId), eq(orgUsers.id, orgUserId), eq(orgUsers.status, 'ACTIVE')),
    );
  if (!order) return;
  const link = `${publicUrl}/orders/${order.id}`;
  const { subject, text } = saidOf(order, about);
  await mail.send(
    compose(
      { email: order.to, firstName: '' },
      {
        kind: 'notice',
        sender: order.customerName,
        replyTo: await findBuyer(db, order),
        subject,
        lead: text,
        details: await linesOf(db, orgId, order),
        action: 'Open the order',
        link,
        close: `You get this email because you get order emails for ${order.companyName}.`,
      },
    ),
  );
}

/** Who placed the order, if it is still somebody of the buyer's; a seller's own entry has nobody to answer. */
async function findBuyer(
  db: Db,
  { buyerOrgId, createdByUserId }: Pick<typeof orders.$inferSelect, 'buyerOrgId' | 'createdByUserId'>,
): Promise<string | undefined> {
  if (buyerOrgId === null || createdByUserId === null) return undefined;
  return (await activeMembers(db, buyerOrgId)).find(({ userId }) => userId === createdByUserId)?.email;
}

type Totals = Pick<typeof orders.$inferSelect, 'id' | 'lineItemCount' | 'totalUsd'>;

/** An order's lines as letters show them. */
export async function linesOf(db: Db, orgId: number, { id, lineItemCount, totalUsd }: Totals): Promise<Details> {
  const lines = await db
    .select({
      productName: orderLineItems.productName,
      quantity: orderLineItems.quantity,
      unitOfMeasure: orderLineItems.unitOfMeasure,
      unitPrice: orderLineItems.orderedUnitPrice,
      total: orderLineItems.totalUsd,
      isSample: orderLineItems.isSample,
      isBackorder: orderLineItems.isBackorder,
    })
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), eq(orderLineItems.orderId, id)))
    .orderBy(asc(orderLineItems.position))
    .limit(MOST_LINES);
  const marked = lines.map(({ isSample, isBackorder, ...line }) => ({
    ...line,
    marks: [isSample && 'sample', isBackorder && 'backorder'].filter(Boolean).join(', '),
  }));
  return orderLines(marked, { count: lineItemCount, total: totalUsd });
}

type Told = { orderNumber: string; customerName: string; companyName: string; totalUsd: string };

function saidOf({ orderNumber, customerName, companyName, totalUsd }: Told, about: About) {
  if (about === 'ORDER_CANCELLED') {
    return {
      subject: `${customerName} cancelled order ${orderNumber}`,
      text: `${customerName} cancelled order ${orderNumber} with ${companyName}: ${formatUsd(totalUsd)}.`,
    };
  }
  return {
    subject: `New order ${orderNumber} from ${customerName}`,
    text: `${customerName} placed order ${orderNumber} with ${companyName}: ${formatUsd(totalUsd)}.`,
  };
}

/** Who hears of a new order: its sales reps and those its company's settings name, or the owner if there is nobody. */
export async function peopleOfOrder(db: Db, placed: Placed): Promise<number[]> {
  const told = await recipients(db, placed, 'NEW_ORDER');
  return told.length > 0 ? told : owners(db, placed.orgId);
}

/** Who hears that the buyer cancelled an order: its sales reps and those its company's settings name. */
export const peopleOfCancelled = (db: Db, cancelled: Placed): Promise<number[]> =>
  recipients(db, cancelled, 'ORDER_CANCELLED');

/** An order's sales reps who see it, and those its company's settings name, each once. */
async function recipients(db: Db, { orgId, orderId }: Placed, feedType: FeedType): Promise<number[]> {
  const [order] = await db
    .select({ companyId: orders.companyId })
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  if (order === undefined) return [];
  const named = await db
    .select({ orgUserId: orderSalesReps.orgUserId })
    .from(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, orgId), eq(orderSalesReps.orderId, orderId)));
  const ids = new Set(named.map(({ orgUserId }) => orgUserId));
  const team = ids.size > 0 ? await activeMembers(db, orgId) : [];
  // The letter names the customer and the total: a rep who doesn't see the order gets none.
  const reps = team.filter(({ id, membership }) => ids.has(id) && canBeSalesRep(membership, order.companyId));
  const chosen = await peopleToEmail(db, { orgId, companyId: order.companyId }, feedType);
  return [...new Set([...reps.map(({ id }) => id), ...chosen])];
}

async function owners(db: Db, orgId: number): Promise<number[]> {
  const found = await db
    .select({ orgUserId: orgUsers.id })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'ACTIVE'), eq(roles.defaultRoleId, 'OWNER')));
  return found.map(({ orgUserId }) => orgUserId);
}
