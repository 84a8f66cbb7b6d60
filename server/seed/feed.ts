import { sql } from 'drizzle-orm';
import type { Todo } from '../../domain/intakes/todo';
import type { Notice } from '../../domain/notifications/notice';
import { subjectOf } from '../../domain/notifications/subjects';
import { ORDER_STATUSES, type OrderStatus, WAITING_STATUSES } from '../../domain/orders/status';
import type { Db } from '../db/client';
import { followInvitesOf } from '../notifications/follow-invites';
import { addToFeeds } from '../notifications/notify';
import { isStillOpen, peopleOf } from '../notifications/recipients';
import { settle } from '../notifications/settle';
import { DAY_MS, daysBefore } from './world';

const DAYS = 7;
/** Of each kind; a large demo has thousands of orders a week. */
const MOST = 40;

type Happened = { notice: Notice; at: Date; by: string | null; outcome?: string };

/**
 * Fills the feeds of the demo's people with the last week of what is there, told to those it would have been told to: all
 * but the last day's was read, all but the last hours' seen.
 */
export async function fillFeeds(db: Db, now: Date): Promise<void> {
  const happened = await lastWeek(db, now);
  for (const { notice, at, by, outcome } of happened.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (outcome === undefined && !(await isStillOpen(db, notice))) continue;
    const people = (await peopleOf(db, notice)).filter((userId) => userId !== by);
    if (people.length === 0) continue;
    await addToFeeds(db, notice, { people, eventId: eventOf(notice, at), at: at.toISOString() });
    if (outcome !== undefined) {
      await settle(db, { orgId: notice.orgId, subjects: [notice.subject], outcome });
    }
  }
  const { rows: users } = await db.execute<{ id: string }>(
    sql`select id from users where email_verified_at is not null`,
  );
  for (const { id } of users) await followInvitesOf(db, id, now);
  await db.execute(sql`update notification_groups set is_seen = true, is_read = is_read or updated_at < ${before(now, 1)}
    where updated_at < ${before(now, 0.25)}`);
}

const before = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`;

/** The same for the same event, so that a day's demo is always the same. */
function eventOf({ type, subject }: Notice, at: Date): string {
  const digits = [...`${type} ${subject} ${at.getTime()}`].reduce(
    (sum, letter) => (sum * 31n + BigInt(letter.charCodeAt(0))) % 2n ** 120n,
    7n,
  );
  const hex = digits.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8}).(.{3}).(.{3}).(.{3})(.{12}).*$/, '$1-0$2-4$3-8$4-$5');
}

async function lastWeek(db: Db, now: Date): Promise<Happened[]> {
  const since = sql`> ${daysBefore(now, DAYS).toISOString()}::timestamptz`;
  return [
    ...(await placed(db, since)),
    ...(await reached(db, since)),
    ...(await connected(db, since)),
    ...(await bidsWaiting(db, since)),
    ...(await suggested(db)),
    ...(await leftToDo(db)),
    ...(await refused(db)),
    ...(await organizations(db, now)),
  ];
}

type Since = ReturnType<typeof sql>;

async function placed(db: Db, since: Since): Promise<Happened[]> {
  const { rows } = await db.execute<{
    id: number;
    orgId: number;
    companyId: number;
    status: OrderStatus;
    at: string;
  }>(sql`select id, org_id as "orgId", company_id as "companyId", status, created_at as at from orders
    where order_source = 'MARKETPLACE' and created_at ${since} order by created_at desc limit ${MOST}`);
  return rows.map(({ id, orgId, companyId, status, at }) => {
    const payload = { orderId: Number(id), companyId: Number(companyId) };
    const notice = { type: 'NEW_BUYER_ORDER' as const, orgId: Number(orgId), subject: subjectOf.order(id), payload };
    const isOpen = (WAITING_STATUSES as readonly OrderStatus[]).includes(status);
    return { notice, at: new Date(at), by: null, ...(isOpen ? {} : { outcome: ORDER_STATUSES[status].label }) };
  });
}

const NEWS = { ACCEPTED: 'ACCEPTED', REJECTED: 'REJECTED', SHIPPED: 'SHIPPED' } as const;

/** What sellers did with the orders of buyers. */
async function reached(db: Db, since: Since): Promise<Happened[]> {
  const { rows } = await db.execute<{
    id: number;
    orgId: number;
    buyerOrgId: number;
    to: keyof typeof NEWS;
    by: string | null;
    at: string;
  }>(sql`select orders.id, orders.org_id as "orgId", orders.buyer_org_id as "buyerOrgId", step.to_status as to,
      step.actor_user_id as by, step.created_at as at
    from order_transitions step join orders on orders.org_id = step.org_id and orders.id = step.order_id
    where orders.buyer_org_id is not null and step.created_at ${since}
      and step.to_status = any (${sql.param(Object.keys(NEWS))}::text[])
    order by step.created_at desc limit ${MOST}`);
  return rows.map(({ id, orgId, buyerOrgId, to, by, at }) => {
    const payload = { about: 'ORDER_NEWS' as const, sellerOrgId: Number(orgId), orderId: Number(id), news: NEWS[to] };
    const subject = subjectOf.orderNews(orgId, id);
    return { notice: { type: 'CUSTOM', orgId: Number(buyerOrgId), subject, payload }, at: new Date(at), by };
  });
}

async function connected(db: Db, since: Since): Promise<Happened[]> {
  const { rows } = await db.execute<{ id: number; inviting: string; at: string }>(
    sql`select id, inviting_user_id as inviting, invited_at as at from connections
        where status = 'INVITED' and invited_at ${since}`,
  );
  return rows.map(({ id, inviting, at }) => {
    const payload = { connectionId: Number(id), invitingUserId: inviting };
    const subject = subjectOf.connection(id);
    return {
      notice: { type: 'CONNECTION_INVITE_RECEIVED', orgId: null, subject, payload },
      at: new Date(at),
      by: null,
    };
  });
}

/** What is left to do for deliveries. */
async function leftToDo(db: Db): Promise<Happened[]> {
  const { rows } = await db.execute<{ id: number; orgId: number; todo: Todo; at: string }>(sql`
    select came.id, came.org_id as "orgId", left_over.told as todo,
           coalesce(came.received_at, came.modified_at + interval '36 hours') as at
      from intake_todos left_over
      join transfers came on came.org_id = left_over.org_id and came.id = left_over.transfer_id
     where left_over.told is not null order by came.id`);
  return rows.map(({ id, orgId, todo, at }) => {
    const payload = { about: 'INTAKE_TODO' as const, transferId: Number(id), todo };
    const subject = subjectOf.intakeTodo(orgId, id, todo);
    return { notice: { type: 'CUSTOM', orgId: Number(orgId), subject, payload }, at: new Date(at), by: null };
  });
}

/** Harvests of which the tracking system refused something. */
async function refused(db: Db): Promise<Happened[]> {
  const { rows } = await db.execute<{ id: number; orgId: number; at: string }>(sql`
    select harvest.id, harvest.org_id as "orgId", harvest.submitted_at + interval '2 minutes' as at
      from harvests harvest
     where exists (select from harvest_waste refused where refused.org_id = harvest.org_id
       and refused.harvest_id = harvest.id and refused.state = 'REFUSED') order by harvest.id`);
  return rows.map(({ id, orgId, at }) => {
    const payload = { about: 'HARVEST_REFUSED' as const, harvestId: Number(id) };
    const subject = subjectOf.harvestRefused(id);
    return { notice: { type: 'CUSTOM', orgId: Number(orgId), subject, payload }, at: new Date(at), by: null };
  });
}

async function bidsWaiting(db: Db, since: Since): Promise<Happened[]> {
  const { rows } = await db.execute<{
    id: number;
    orgId: number;
    buyerOrgId: number;
    turn: 'BUYER' | 'SELLER';
    version: number;
    at: string;
  }>(sql`select id, org_id as "orgId", buyer_org_id as "buyerOrgId", turn, version, updated_at as at from deal_bids
    where status = 'OPEN' and updated_at ${since} order by updated_at desc limit ${MOST}`);
  return rows.map(({ id, orgId, buyerOrgId, turn, version, at }) => {
    const payload = {
      about: 'BID_WAITS' as const,
      sellerOrgId: Number(orgId),
      bidId: Number(id),
      version: Number(version),
      to: turn,
    };
    const told = turn === 'SELLER' ? orgId : buyerOrgId;
    return {
      notice: { type: 'CUSTOM', orgId: Number(told), subject: subjectOf.bid(orgId, id, version), payload },
      at: new Date(at),
      by: null,
    };
  });
}

/** What support staff has to review, however long. */
async function suggested(db: Db): Promise<Happened[]> {
  const { rows } = await db.execute<{ id: number; at: string }>(
    sql`select id, created_at as at from brand_suggestions where status = 'IN_REVIEW' order by id`,
  );
  return rows.map(({ id, at }) => {
    const notice = { type: 'NEW_BRAND_IN_REVIEW' as const, orgId: null, payload: { suggestionId: Number(id) } };
    return { notice: { ...notice, subject: subjectOf.brandSuggestion(id) }, at: new Date(at), by: null };
  });
}

/** What the people who run an organization, or work in its stock, are told of. */
async function organizations(db: Db, now: Date): Promise<Happened[]> {
  const { rows: branded } = await db.execute<{ orgId: number; brandId: number; items: number }>(
    sql`select org_id as "orgId", brand_id as "brandId", count(*)::int as items from tracking_items
        where brand_id is not null group by org_id, brand_id order by org_id, brand_id`,
  );
  const { rows: read } = await db.execute<{ orgId: number; licenseId: number }>(
    sql`select org_id as "orgId", min(license_id) as "licenseId" from license_syncs where problem is null group by org_id`,
  );
  return [
    ...branded.map(({ orgId, brandId, items }, at): Happened => {
      const payload = { brandId: Number(brandId), items: Math.min(items, 3 + (at % 4)) };
      const notice = {
        type: 'ITEM_ASSIGNED' as const,
        orgId: Number(orgId),
        subject: subjectOf.brandItems(brandId),
        payload,
      };
      return { notice, at: daysBefore(now, 1 + (at % 5)), by: null };
    }),
    ...read.map(({ orgId, licenseId }): Happened => {
      const payload = { licenseId: Number(licenseId) };
      const notice = {
        type: 'HISTORICAL_SYNC_COMPLETE' as const,
        orgId: Number(orgId),
        subject: subjectOf.license(licenseId),
        payload,
      };
      return { notice, at: daysBefore(now, 5), by: null };
    }),
  ];
}
