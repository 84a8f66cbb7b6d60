import { and, asc, desc, eq, gte } from 'drizzle-orm';
import { shortDay } from '../../../domain/dates';
import { formatUsd } from '../../../domain/money';
import { undoChanges } from '../../../domain/orders/history/history';
import { changesRead, isStillNews, mayBeEmailed, type OrderNews, recipientsOf } from '../../../domain/orders/news/news';
import { OrderStatusSchema } from '../../../domain/orders/status';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { auditLog, companies, orderSalesReps, orders, orderTransitions, users } from '../../db/schema';
import { transact } from '../../db/transact';
import { visiblePurchaseOrders } from '../../db/visibility';
import { compose, type Details } from '../../mail/compose';
import { html } from '../../mail/html';
import type { JobData } from '../../queues';
import { activeMembers, type TeamMember } from '../../team/members';
import { logOrder } from '../history/order-log';
import { linesOf } from '../order-letters';
import { newsSettingsOf } from './news-settings';

type Key = { orgId: number; orderId: number };

/** Emails an order's buyer that it reached a status: one job for each who wants to know. */
export async function announceNews({ database: { db }, jobs }: Services, data: JobData<'order-news'>): Promise<void> {
  await enqueueLetters(db, jobs, data);
}

/** The same of what was changed and not told yet, together with noting it as told. */
export async function announceChange({ database, jobs }: Services, key: JobData<'order-changed'>): Promise<void> {
  await transact(database.db, async (tx) => {
    const [order] = await tx.select({ since: orders.untoldSince }).from(orders).where(isOf(key)).for('no key update');
    if (!order?.since) return;
    await tx.update(orders).set({ untoldSince: null }).where(isOf(key));
    await enqueueLetters(tx, jobs, { ...key, about: 'CHANGED', since: order.since.toISOString() });
  });
}

async function enqueueLetters(
  db: Db,
  jobs: Services['jobs'],
  { userId: actor = null, ...about }: Omit<JobData<'order-news'>, 'userId'> & { userId?: string | null | undefined },
): Promise<void> {
  const order = await findOrder(db, about);
  if (!order?.buyerOrgId || !isStillNews(about.about, order.status)) return;
  const { buyerOrgId: toOrgId, createdByUserId: placedBy } = order;
  for (const { id: orgUserId } of await findRecipients(db, toOrgId, about, { placedBy, actor })) {
    await jobs.enqueue(db, { name: 'order-news-letter', data: { ...about, orgUserId, toOrgId } });
  }
}

/**
 * Who of the buyer's organization is told that its order reached a status, if it still is so: who placed it, and those who
 * are emailed.
 */
export async function newsReaders(
  db: Db,
  about: Key & { about: OrderNews },
  buyerOrgId: number,
): Promise<Pick<TeamMember, 'userId'>[]> {
  const order = await findOrder(db, about);
  if (order?.buyerOrgId !== buyerOrgId || !isStillNews(about.about, order.status)) return [];
  const placedBy = order.createdByUserId;
  const emailed = await findRecipients(db, buyerOrgId, about, { placedBy, actor: null });
  const placer = (await activeMembers(db, buyerOrgId)).find(({ userId }) => userId === placedBy);
  return placer && (await sees(db, placer, about)) ? [placer, ...emailed] : emailed;
}

type Whose = { placedBy: string | null; actor: string | null };

async function findRecipients(db: Db, buyerOrgId: number, key: Key & { about: OrderNews }, whose: Whose) {
  const settingsOf = await newsSettingsOf(db, buyerOrgId);
  const people = [];
  for (const member of await activeMembers(db, buyerOrgId)) {
    const person = { ...member, settings: settingsOf(member.id), isOwner: member.membership.role.isOwner };
    if (mayBeEmailed(person, whose.placedBy) && (await sees(db, member, key))) people.push(person);
  }
  return recipientsOf(people, { news: key.about, ...whose });
}

async function sees(db: Db, { membership }: TeamMember, key: Key): Promise<boolean> {
  return (await db.$count(orders, and(isOf(key), visiblePurchaseOrders(membership)))) > 0;
}

const isOf = ({ orgId, orderId }: Key) => and(eq(orders.orgId, orgId), eq(orders.id, orderId));

async function findOrder(db: Db, key: Key) {
  const [found] = await db
    .select({ order: orders, companyName: companies.name })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(isOf(key));
  return (
    found && { ...found.order, companyName: found.companyName, status: OrderStatusSchema.parse(found.order.status) }
  );
}

/**
 * Sends one of those emails, if its reader is still on the team, sees the order and wants it, and it still says how things
 * are. What was changed and changed back isn't told.
 */
export async function mailOrderNews(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { about, since, orgUserId, toOrgId, ...key }: JobData<'order-news-letter'>,
): Promise<void> {
  const order = await findOrder(db, key);
  const reader = (await activeMembers(db, toOrgId)).find(({ id }) => id === orgUserId);
  if (!order || order.buyerOrgId !== toOrgId || !isStillNews(about, order.status)) return;
  if (!reader || !(await sees(db, reader, key))) return;
  const { about: wanted } = (await newsSettingsOf(db, toOrgId, orgUserId))(orgUserId);
  const changes = since === undefined ? [] : await changesSince(db, key, new Date(since));
  if (!wanted.includes(about) || (about === 'CHANGED' && changes.length === 0)) return;
  const { orderNumber, companyName } = order;
  const [person] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, reader.userId));
  const said = `${companyName} ${VERBS[about]} order ${orderNumber}`;
  const reason = about === 'REJECTED' ? await reasonOf(db, key) : null;
  const isPlacer = reader.userId === order.createdByUserId;
  await mail.send(
    compose(
      { email: reader.email, firstName: person?.firstName ?? '' },
      {
        kind: 'notice',
        sender: companyName,
        replyTo: await findRep(db, key),
        stopAt: `${publicUrl}/profile/settings`,
        subject: said,
        lead: `${said}: ${formatUsd(order.totalUsd)}.`,
        words: reason === null ? undefined : `They wrote: ${reason}`,
        details: both(changesOf(changes), await linesOf(db, key.orgId, order)),
        more: about === 'REJECTED' ? [] : datesOf(order),
        action: 'Open the order',
        link: `${publicUrl}/orders/purchases/${order.id}`,
        close: `You get this email because ${isPlacer ? 'you placed the order' : 'you get emails about your organization’s orders'}. Choose which emails you get in your profile settings.`,
      },
    ),
  );
}

const VERBS: Record<OrderNews, string> = {
  ACCEPTED: 'accepted',
  CHANGED: 'changed',
  REJECTED: 'rejected',
  SHIPPED: 'shipped',
};

function datesOf({ shipDate, paymentDueDate }: { shipDate: string | null; paymentDueDate: string | null }): string[] {
  return [
    ...(shipDate === null ? [] : [`Ship date: ${shortDay(shipDate)}`]),
    ...(paymentDueDate === null ? [] : [`Payment due: ${shortDay(paymentDueDate)}`]),
  ];
}

function changesOf(changes: readonly string[]): Details | null {
  if (changes.length === 0) return null;
  return {
    text: ['What changed:', ...changes.map((change) => `- ${change}`)].join('\n'),
    html: html`<p class="ink" style="margin:16px 0 4px;font-weight:600">What changed</p><ul class="ink" style="margin:0 0 16px;padding-left:20px">${changes.map((change) => html`<li>${change}</li>`)}</ul>`,
  };
}

const both = (first: Details | null, second: Details): Details =>
  first === null ? second : { text: `${first.text}\n\n${second.text}`, html: html`${first.html}${second.html}` };

/** What its seller's log has of an order since a moment, as its buyer reads it. */
async function changesSince(db: Db, { orgId, orderId }: Key, since: Date): Promise<string[]> {
  const entries = await db
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.orgId, orgId),
        eq(auditLog.entity, 'order'),
        eq(auditLog.entityId, String(orderId)),
        gte(auditLog.createdAt, since),
      ),
    )
    .orderBy(desc(auditLog.id));
  const now = await logOrder.before({ db, membership: { orgId } }, orderId);
  return changesRead(
    undoChanges(
      now,
      entries.filter(({ before }) => before !== null),
    ),
    now,
  );
}

/** Why the order was rejected, in the seller's words. */
async function reasonOf(db: Db, { orgId, orderId }: Key): Promise<string | null> {
  const [last] = await db
    .select({ reason: orderTransitions.reason })
    .from(orderTransitions)
    .where(
      and(
        eq(orderTransitions.orgId, orgId),
        eq(orderTransitions.orderId, orderId),
        eq(orderTransitions.toStatus, 'REJECTED'),
      ),
    )
    .orderBy(desc(orderTransitions.id))
    .limit(1);
  return last?.reason ?? null;
}

/** Whom an answer goes to: the order's first sales rep still on the team. */
async function findRep(db: Db, { orgId, orderId }: Key): Promise<string | undefined> {
  const named = await db
    .select({ id: orderSalesReps.orgUserId })
    .from(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, orgId), eq(orderSalesReps.orderId, orderId)))
    .orderBy(asc(orderSalesReps.orgUserId));
  if (named.length === 0) return undefined;
  const ids = new Set(named.map(({ id }) => id));
  return (await activeMembers(db, orgId)).find(({ id }) => ids.has(id))?.email;
}
