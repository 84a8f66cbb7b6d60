import { and, eq, inArray, sql } from 'drizzle-orm';
import { decide } from '../../../domain/access/ability';
import { accountingAudits as contract } from '../../../domain/accounting/audit-contract';
import {
  compareInvoice,
  comparePayment,
  type Found,
  missingHere,
  pairInvoices,
} from '../../../domain/accounting/compare';
import type { Day } from '../../../domain/dates';
import { findActor } from '../../access/find-actor';
import type { Services } from '../../context';
import { recordset } from '../../db/recordset';
import {
  accountingAudits as audits,
  accountingConnections as connections,
  accountingFindings as findings,
  users,
} from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { type BooksInvoice, type BooksPayment, type BooksPreferences, BooksRefused } from '../books';
import type { ConnectionRecord } from '../find-connection';
import type { AskedAudit } from './read-audits';
import {
  type AuditedOrder,
  auditedOrders,
  type Books,
  findOwned,
  type Reached,
  readCustomers,
  readOrders,
  readPayments,
} from './read-orders';

/** Orders compared in one transaction, about a page of the books. */
const TOGETHER = 1_000;
/** Records looked up by id or number in one call. */
const LOOKED_UP = 200;
/** After this long, others run first. */
const TURN_MS = 60_000;

type Job = { orgId: number; auditId: number };
type AuditRecord = typeof audits.$inferSelect;

/**
 * The job that compares an audit's orders with the books, a portion at a time: each is saved with how far it is, so that a
 * kill repeats a portion and skips none. It sees what the person who started it sees now.
 */
export async function auditBooks(services: Services, job: Job): Promise<void> {
  const { db } = services.database;
  const until = Date.now() + TURN_MS;
  let more = true;
  while (more && Date.now() < until) {
    const running = await findRunning(services, job);
    if (running === null) return;
    try {
      more = await comparePortion(services, running);
    } catch (error) {
      if (!(error instanceof BooksRefused) || (error.fault !== 'AUTH' && error.fault !== 'ENDED')) throw error;
      await fail(services, job, 'The books no longer let us in. Connect them again.');
      return;
    }
  }
  if (more) await services.jobs.enqueue(db, { name: 'audit-books', data: job });
}

type Running = { audit: AuditRecord; connection: ConnectionRecord };

async function findRunning({ database: { db } }: Services, { orgId, auditId }: Job): Promise<Running | null> {
  const [found] = await db
    .select({ audit: audits, connection: connections })
    .from(audits)
    .innerJoin(connections, and(eq(connections.orgId, orgId), eq(connections.id, audits.connectionId)))
    .where(and(eq(audits.orgId, orgId), eq(audits.id, auditId), inArray(audits.state, ['QUEUED', 'RUNNING'])));
  return found ?? null;
}

/** Compares the next orders; false once there are none. */
async function comparePortion(services: Services, { audit, connection }: Running): Promise<boolean> {
  const { db, pool } = services.database;
  const { orgId } = audit;
  const job = { orgId, auditId: audit.id };
  const asked = audit.asked as AskedAudit;
  const actor = await findStarter(services, audit);
  if (actor === null) {
    await fail(services, job, 'The person who started it can no longer see these orders.');
    return false;
  }
  if (connection.state !== 'ACTIVE') {
    await fail(services, job, 'The books are no longer connected.');
    return false;
  }
  void pool;
  const asker = { membership: actor, now: audit.createdAt, timeZone: asked.timeZone };
  const preferences = connection.preferences as Partial<BooksPreferences>;
  const of: Books = {
    orgId,
    connectionId: connection.id,
    companyId: connection.companyId,
    takesOurNumbers: preferences.takesOurNumbers === true,
    pushesFrom: connection.pushesFrom,
  };
  const matching = auditedOrders(asker, connection.companyId, asked.filters as never);
  const reached = audit.reached as Reached | null;
  const orders = await readOrders(db, asker, of, { matching, reached, most: TOGETHER });
  const found = await compareAll(services, of, orders, { reached, asked });
  const last = orders.at(-1);
  const isLast = orders.length < TOGETHER;
  await transact(db, async (tx) => {
    const [own] = await tx
      .select()
      .from(audits)
      .where(and(eq(audits.orgId, orgId), eq(audits.id, audit.id)))
      .for('no key update');
    // Another process went on with it.
    if (own === undefined || own.comparedCount !== audit.comparedCount || own.finishedAt !== null) return;
    if (found.length > 0) {
      const rows = found.map((one) => ({ orgId, auditId: audit.id, ...one }));
      const { source, columns, values } = recordset('found', findings, rows);
      await tx.execute(
        sql`insert into ${findings} (${columns}) select ${values} from ${source} on conflict do nothing`,
      );
    }
    const { createdAt, orderId } = last ?? {};
    await tx
      .update(audits)
      .set({
        state: isLast ? 'DONE' : 'RUNNING',
        comparedCount: audit.comparedCount + orders.length,
        startedAt: audit.startedAt ?? new Date(),
        ...(createdAt !== undefined &&
          orderId !== undefined && { reached: { createdAt, orderId, day: lastDay(orders) } }),
        ...(isLast && { finishedAt: new Date(), orderCount: audit.comparedCount + orders.length }),
      })
      .where(and(eq(audits.orgId, orgId), eq(audits.id, audit.id)));
    await publish(tx, { topic: 'integrations', kind: 'changed', id: audit.id, orgIds: [orgId] });
  });
  return !isLast;
}

/** The membership of whoever started it, as far as they still may; null otherwise. */
async function findStarter({ database: { db, pool } }: Services, { orgId, startedByUserId }: AuditRecord) {
  if (startedByUserId === null) return null;
  const [person] = await db.select({ subject: users.subject }).from(users).where(eq(users.id, startedByUserId));
  const actor = person === undefined ? null : await findActor(pool, person.subject, orgId);
  if (actor === null || !decide(actor, contract.start.requires).allowed) return null;
  return actor.membership;
}

async function fail({ database: { db } }: Services, { orgId, auditId }: Job, problem: string): Promise<void> {
  await db
    .update(audits)
    .set({ state: 'FAILED', problem, finishedAt: new Date() })
    .where(and(eq(audits.orgId, orgId), eq(audits.id, auditId)));
  await publish(db, { topic: 'integrations', kind: 'changed', id: auditId, orgIds: [orgId] });
}

const sortedDays = (days: readonly (Day | null)[]): Day[] => days.flatMap((day) => day ?? []).sort();
const lastDay = (orders: readonly AuditedOrder[]): Day => sortedDays(orders.map(({ day }) => day)).at(-1) ?? '';

/** Where these orders and the books differ, in both directions. */
async function compareAll(
  services: Services,
  of: Books,
  orders: readonly AuditedOrder[],
  { reached, asked }: { reached: Reached | null; asked: AskedAudit },
): Promise<Found[]> {
  if (orders.length === 0) return [];
  const { db } = services.database;
  const { books } = services;
  const customers = await readCustomers(db, of);
  const days = sortedDays(orders.map(({ day }) => day));
  // From where the portion before ended, so that no day between is left out.
  const [fromDay, toDay] = [sortedDays([reached?.day ?? null, days[0] ?? null])[0] ?? null, days.at(-1) ?? null];
  const read = await readPages((after) => books.listInvoices(of, { fromDay, toDay }, after));
  const known = new Map(read.map((one) => [one.id, one]));
  const first = pairInvoices(orders, read);
  // What has another day there than here is looked up.
  const unpaired = first.pairs.filter(({ theirs }) => theirs === null).map(({ ours }) => ours);
  const more = await lookUp(services, of, unpaired);
  for (const one of more) known.set(one.id, one);
  const { pairs } = more.length === 0 ? first : pairInvoices(orders, [...known.values()]);
  const found = pairs.flatMap(({ ours, theirs }) => compareInvoice(ours, theirs, customers));

  const paired = new Set(pairs.flatMap(({ theirs }) => theirs?.id ?? []));
  const left = read.filter(({ id, customerId }) => !paired.has(id) && customers.mapped.has(customerId));
  const owned = await findOwned(db, of, left);
  const wanted = await customersAsked(db, of, asked);
  for (const invoice of left) {
    if (owned.has(invoice.id) || (wanted !== null && !wanted.has(invoice.customerId))) continue;
    const missing = missingHere(invoice, customers);
    if (missing) found.push(missing);
  }
  found.push(...(await comparePayments(services, of, orders)));
  return found;
}

async function readPages<T>(read: (after: number) => Promise<{ records: T[]; isLast: boolean }>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { records, isLast } = await read(all.length);
    all.push(...records);
    if (isLast || records.length === 0) return all;
  }
}

/** Invoices of orders by what they were pushed as, else by their numbers. */
async function lookUp(services: Services, of: Books, orders: readonly AuditedOrder[]): Promise<BooksInvoice[]> {
  const { books } = services;
  const ids = orders.flatMap(({ externalId }) => externalId ?? []);
  const numbers = orders.flatMap((one) =>
    one.externalId === null && one.isDue ? (one.number ?? one.orderNumber) : [],
  );
  const found: BooksInvoice[] = [];
  for (const some of inParts(ids)) found.push(...(await books.findInvoices(of, { ids: some })));
  for (const some of inParts(numbers)) found.push(...(await books.findInvoices(of, { numbers: some })));
  return found;
}

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += LOOKED_UP) parts.push(all.slice(at, at + LOOKED_UP));
  return parts;
}

/** The books' customers that an audit's filters name; null when they name none. */
async function customersAsked(
  db: Services['database']['db'],
  { orgId, connectionId }: Books,
  { filters }: AskedAudit,
): Promise<ReadonlySet<string> | null> {
  const ids = filters.customerIds;
  if (!Array.isArray(ids) || ids.length === 0) return null;
  const { rows } = await db.execute<{ id: string }>(sql`
    select mapped.external_id as id from accounting_customers mapped
     where mapped.org_id = ${orgId} and mapped.connection_id = ${connectionId}
       and mapped.customer_id = any (${sql.param(ids)}::bigint[])`);
  return new Set(rows.map(({ id }) => id));
}

async function comparePayments(services: Services, of: Books, orders: readonly AuditedOrder[]): Promise<Found[]> {
  const { books } = services;
  const orderIds = orders.map(({ orderId }) => orderId);
  const ours = await readPayments(services.database.db, of, orderIds);
  if (ours.length === 0) return [];
  const days = sortedDays(ours.map(({ day }) => day));
  const filter = { fromDay: days[0] ?? null, toDay: days.at(-1) ?? null };
  const known = new Map<string, BooksPayment>();
  const keep = (records: readonly BooksPayment[]) => {
    for (const record of records) known.set(record.id, record);
  };
  keep(await readPages((after) => books.listPayments(of, filter, after)));
  const missing = ours.filter(({ externalId }) => !known.has(externalId)).map(({ externalId }) => externalId);
  for (const some of inParts(missing)) keep(await books.findPayments(of, { ids: some }));
  return ours.flatMap((payment) => comparePayment(payment, known.get(payment.externalId) ?? null) ?? []);
}
