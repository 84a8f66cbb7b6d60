import { and, asc, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAllowed } from '../../../domain/access/ability';
import { byKey } from '../../../domain/api-keys/api-key';
import { shortMoment } from '../../../domain/dates';
import { badInput } from '../../../domain/errors';
import { formatUsd, sum } from '../../../domain/money';
import type { orderHistory as contract, OrderChange } from '../../../domain/orders/history/contract';
import {
  type HistoryNames,
  type LoggedChange,
  orderChanges,
  orderText,
  undoChanges,
} from '../../../domain/orders/history/history';
import { PAYMENT_TYPE_LABELS, PaymentType } from '../../../domain/orders/order';
import { type OrderStatus, OrderStatusSchema } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import {
  auditLog,
  companies,
  companyPaymentOptions,
  orderPayments,
  orderTransitions,
  orgUsers,
  users,
} from '../../db/schema';
import type { Verb } from '../../implement';
import { findVisibleOrder } from '../find-order';
import { logOrder } from './order-log';

const supporters = alias(users, 'supporters');
const nameOf = (person: typeof users | typeof supporters) =>
  sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`;

/** No order has changed as often; what is older isn’t shown. */
const MOST = 5000;
/** A status and its entry are written together, by clocks a moment apart. */
const TOGETHER_MS = 5000;

type Entry = LoggedChange & {
  id: number;
  entity: string;
  at: Date;
  by: string | null;
  keyName: string | null;
  bySupport: string | null;
};

/** Every change of an order the caller sees, newest first: its statuses, fields, lines and payments. */
export const listChanges: Verb<typeof contract.changes> = async (ctx, { params: { id }, query }) => {
  await findVisibleOrder(ctx, id);
  const [entries, statuses] = [await findEntries(ctx, id), await findStatuses(ctx, id)];
  const names = await findNames(ctx, entries);
  const changes = together(
    statuses,
    entries.flatMap((entry) => describe(entry, names, statuses.at(-1)?.status ?? null) ?? []),
  );
  const { page, itemsPerPage } = query;
  const results = changes.slice(page * itemsPerPage, (page + 1) * itemsPerPage);
  return { results, resultCount: changes.length, page };
};

/** An order the caller sees as it was at some time, beside what it is now. BAD_INPUT before it was entered. */
export const readOrderAsOf: Verb<typeof contract.asOf> = async (ctx, { params: { id }, query }) => {
  const { companyId } = await findVisibleOrder(ctx, id);
  const at = new Date(query.at);
  const statuses = await findStatuses(ctx, id);
  const first = statuses.at(-1);
  const then = statuses.find((one) => Date.parse(one.at) <= at.getTime());
  if (!then && first)
    throw badInput({ at: `The order was entered on ${shortMoment(first.at, ctx.zoneOf(companyId))}` });
  const entries = await findEntries(ctx, id, gt(auditLog.createdAt, at));
  const now = await logOrder.before(ctx, id);
  const changed = entries.filter(({ entity, before }) => entity === 'order' && before !== null);
  const was = { ...undoChanges(now, changed), status: then?.status ?? now.status };
  const names = await findNames(ctx, [...entries, { before: was, after: now }]);
  const [old, current] = [orderText(was, names), orderText(now, names)];
  const ids = [...new Set([...Object.keys(old.lines), ...Object.keys(current.lines)])];
  const positionOf = (line: string) => Number((was.lines[line] ?? now.lines[line])?.position ?? 0);
  return {
    at: query.at,
    status: { was: old.status, is: current.status },
    paid: { was: await paidAt(ctx, id, at), is: await paidAt(ctx, id, ctx.now) },
    fields: Object.keys(current.fields).map((field) => ({
      field,
      was: old.fields[field] ?? null,
      is: current.fields[field] ?? null,
    })),
    lines: ids
      .sort((a, b) => positionOf(a) - positionOf(b))
      .map((line) => ({ id: line, was: old.lines[line] ?? null, is: current.lines[line] ?? null })),
  };
};

/** Payments recorded by an instant and not void then. */
async function paidAt({ db, membership }: Ctx, orderId: number, at: Date): Promise<string> {
  const rows = await db
    .select({ amount: orderPayments.amount })
    .from(orderPayments)
    .where(
      and(
        eq(orderPayments.orgId, membership.orgId),
        eq(orderPayments.orderId, orderId),
        lte(orderPayments.createdAt, at),
        or(sql`${orderPayments.voidedAt} is null`, gt(orderPayments.voidedAt, at)),
      ),
    );
  return formatUsd(sum(rows.map(({ amount }) => amount)));
}

/** What the log has of an order; its payments for those who may see them. */
async function findEntries({ db, membership }: Ctx, orderId: number, where?: SQL): Promise<Entry[]> {
  const { orgId } = membership;
  const payments = sql`(select payment.id::text from ${orderPayments} payment where payment.org_id = ${orgId} and payment.order_id = ${orderId})`;
  const ofOrder = or(
    and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(orderId))),
    isAllowed(membership, 'read', 'ORDER_PAYMENTS')
      ? and(eq(auditLog.entity, 'payment'), sql`${auditLog.entityId} in ${payments}`)
      : undefined,
  );
  return db
    .select({
      id: auditLog.id,
      entity: auditLog.entity,
      before: auditLog.before,
      after: auditLog.after,
      at: auditLog.createdAt,
      by: nameOf(users),
      keyName: auditLog.apiKeyName,
      bySupport: nameOf(supporters),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .leftJoin(supporters, eq(supporters.id, auditLog.impersonatorUserId))
    .where(and(eq(auditLog.orgId, orgId), ofOrder, where))
    .orderBy(desc(auditLog.id))
    .limit(MOST);
}

/** The statuses an order had, newest first. */
async function findStatuses({ db, membership: { orgId } }: Ctx, orderId: number): Promise<OrderChange[]> {
  const rows = await db
    .select({
      id: orderTransitions.id,
      to: orderTransitions.toStatus,
      at: orderTransitions.createdAt,
      reason: orderTransitions.reason,
      by: nameOf(users),
    })
    .from(orderTransitions)
    .leftJoin(users, eq(users.id, orderTransitions.actorUserId))
    .where(and(eq(orderTransitions.orgId, orgId), eq(orderTransitions.orderId, orderId)))
    .orderBy(desc(orderTransitions.id))
    .limit(MOST);
  return rows.map(({ id, to, at, reason, by }) => ({
    key: `status-${id}`,
    at: at.toISOString(),
    by: by ?? 'Verdant',
    bySupport: null,
    status: OrderStatusSchema.parse(to),
    reason,
    changes: [],
  }));
}

/** An entry as people read it; what came with the order belongs to its first status. Null if it says nothing. */
function describe(entry: Entry, names: HistoryNames, first: OrderStatus | null): OrderChange | null {
  const changes = entry.entity === 'payment' ? paymentChanges(entry) : orderChanges(changeOf(entry), names);
  const after = entry.after as { status?: unknown } | null;
  const given = isNew(entry) ? first : OrderStatusSchema.safeParse(after?.status).data;
  const status = given ?? null;
  if (changes.length === 0 && status === null) return null;
  return {
    key: `entry-${entry.id}`,
    at: entry.at.toISOString(),
    by: entry.by === null ? 'Verdant' : byKey(entry.by, entry.keyName),
    bySupport: entry.bySupport,
    status,
    reason: null,
    changes,
  };
}

const isNew = ({ entity, before, after }: Entry) =>
  entity === 'order' && before === null && typeof after === 'object' && after !== null && 'orderNumber' in after;

/** The entry of a draft's deletion, which was undone since. */
const isDeletion = ({ entity, before, after }: Entry) => entity === 'order' && before !== null && after === null;

/** What is new with an order isn't a change of it, but for what it was merged from; nor is all of a deleted one. */
function changeOf(entry: Entry): LoggedChange {
  if (isDeletion(entry)) return { before: { deleted: false }, after: { deleted: true } };
  if (!isNew(entry)) return entry;
  const { mergedFrom, owed } = entry.after as { mergedFrom?: unknown; owed?: unknown };
  return { before: null, after: mergedFrom ? { mergedFrom, ...(owed !== undefined && { owed }) } : {} };
}

type LoggedPayment = { amount?: string; paymentType?: string; voidedAt?: string | null } | null;

function paymentChanges({ before, after }: LoggedChange): OrderChange['changes'] {
  const [was, is] = [before as LoggedPayment, after as LoggedPayment];
  if (!is?.amount) return [];
  const type = PaymentType.safeParse(is.paymentType);
  const field = `Payment${type.success ? ` by ${PAYMENT_TYPE_LABELS[type.data].toLowerCase()}` : ''}`;
  if (was === null) return [{ field, before: '', after: formatUsd(is.amount) }];
  return is.voidedAt && !was.voidedAt ? [{ field, before: formatUsd(is.amount), after: 'Void' }] : [];
}

/** A status with what its entry says besides, and the other entries, newest first. */
function together(statuses: readonly OrderChange[], entries: readonly OrderChange[]): OrderChange[] {
  const left = [...entries];
  const merged = statuses.map((status) => {
    const near = (entry: OrderChange) => Math.abs(Date.parse(entry.at) - Date.parse(status.at)) < TOGETHER_MS;
    const at = left.findIndex((entry) => near(entry) && entry.status === status.status);
    const [entry] = at < 0 ? [] : left.splice(at, 1);
    return entry ? { ...status, by: entry.by, bySupport: entry.bySupport, changes: entry.changes } : status;
  });
  const others = left.filter(({ changes }) => changes.length > 0).map((entry) => ({ ...entry, status: null }));
  return [...merged, ...others].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

async function findNames({ db, membership: { orgId } }: Ctx, entries: readonly LoggedChange[]): Promise<HistoryNames> {
  const sides = entries.flatMap(({ before, after }) => [before, after]) as (Record<string, unknown> | null)[];
  const idsOf = (name: string) => [
    ...new Set(sides.flatMap((side) => side?.[name] ?? []).filter((id): id is number => typeof id === 'number')),
  ];
  const [memberIds, companyIds, optionIds] = ['salesRepOrgUserIds', 'distributorId', 'paymentOptionId'].map(idsOf);
  const members = await db
    .select({ id: orgUsers.id, name: sql<string>`coalesce(${nameOf(users)}, ${orgUsers.email})` })
    .from(orgUsers)
    .leftJoin(users, eq(users.id, orgUsers.userId))
    .where(and(eq(orgUsers.orgId, orgId), isOneOf(orgUsers.id, memberIds ?? [])))
    .orderBy(asc(orgUsers.id));
  const carriers = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(isOneOf(companies.id, companyIds ?? []));
  const options = await db
    .select({ id: companyPaymentOptions.id, name: companyPaymentOptions.name })
    .from(companyPaymentOptions)
    .where(isOneOf(companyPaymentOptions.id, optionIds ?? []));
  const byId = (rows: readonly { id: number; name: string }[]) =>
    Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  return { members: byId(members), companies: byId(carriers), paymentOptions: byId(options) };
}
