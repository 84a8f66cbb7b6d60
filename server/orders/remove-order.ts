import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { orders as contract } from '../../domain/orders/contract';
import { statusPhrase } from '../../domain/orders/status';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import {
  customers,
  orderComments,
  orderLineItems,
  orderMails,
  orderPortions,
  orderProblems,
  orderSalesReps,
  orders,
  orderTransitions,
  products,
  soldLines,
} from '../db/schema';
import type { Verb } from '../implement';
import { lockEditableOrder, publishOrder } from './find-order';
import { logOrder } from './history/order-log';

const PARTS: readonly (PgTable & { orgId: PgColumn; orderId: PgColumn })[] = [
  soldLines,
  orderPortions,
  orderLineItems,
  orderSalesReps,
  orderTransitions,
  orderComments,
  orderMails,
  orderProblems,
];

/** Deletes a draft; its number isn't given again, and the audit log keeps what it was. CONFLICT for any other order. */
export const removeOrder: Verb<typeof contract.remove> = async (ctx, { params }) => {
  await deleteDraft(ctx, params.id);
  return { ok: true };
};

/** What a deleted draft was: the rows of each table as JSON text, which keeps decimals and times as they are. */
export type DeletedDraft = Record<string, string>;

/** Deletes a draft and answers all it was, for `restoreDraft`. */
export async function deleteDraft(ctx: Ctx, orderId: number): Promise<DeletedDraft> {
  const order = await lockEditableOrder(ctx, orderId, 'update');
  if (order.status !== 'DRAFT') {
    throw new DomainError(
      'CONFLICT',
      `Order ${order.orderNumber} is ${statusPhrase(order.status)}. Only drafts can be deleted.`,
    );
  }
  const { db } = ctx;
  const { orgId, id } = order;
  const before = await logOrder.before(ctx, id);
  const kept: DeletedDraft = { orders: await textOf(db, orders, and(eq(orders.orgId, orgId), eq(orders.id, id))) };
  for (const part of PARTS) {
    const own = and(eq(part.orgId, orgId), eq(part.orderId, id));
    kept[getTableName(part)] = await textOf(db, part, own);
    await db.delete(part).where(own);
  }
  await db.delete(orders).where(and(eq(orders.orgId, orgId), eq(orders.id, id)));
  await ctx.audit({ id, before, after: null });
  await publishOrder(ctx, order);
  return kept;
}

/** A table's rows as JSON text. */
async function textOf(db: Db, table: PgTable, where: SQL | undefined): Promise<string> {
  const name = sql.identifier(getTableName(table));
  const { rows } = await db.execute<{ text: string }>(
    sql`select coalesce(json_agg(to_json(${name}.*)), '[]')::text as text from ${table} where ${where}`,
  );
  return rows[0]?.text ?? '[]';
}

/**
 * Gives a deleted draft back as it was: its number, lines, sales reps, notes, comments, history and ids. CONFLICT if its
 * customer or a product was deleted since; NOT_FOUND or FORBIDDEN if the caller may not see or change it.
 */
export async function restoreDraft(ctx: Ctx, orderId: number, kept: DeletedDraft): Promise<void> {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  await assertThere(ctx, kept);
  for (const table of [orders, ...PARTS.toReversed()]) {
    const name = sql.identifier(getTableName(table));
    const columns = Object.values(getTableColumns(table)).map((column) => sql.identifier(column.name));
    const listed = sql.join(columns, sql`, `);
    await db.execute(sql`
      insert into ${table} (${listed}) overriding system value
      select ${listed} from json_populate_recordset(null::${name}, ${kept[getTableName(table)] ?? '[]'}::json) as kept
       where kept.org_id = ${orgId}`);
  }
  const order = await lockEditableOrder(ctx, orderId);
  await db
    .update(orders)
    .set({ version: order.version + 1, updatedAt: now })
    .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId)));
  await ctx.audit({ id: orderId, before: { deleted: true }, after: { deleted: false } });
  await publishOrder(ctx, order, 'order.updated');
}

async function assertThere({ db, membership: { orgId } }: Ctx, kept: DeletedDraft): Promise<void> {
  const [order] = KeptOrder.parse(JSON.parse(kept.orders ?? ''));
  const there = await db.$count(customers, and(eq(customers.orgId, orgId), eq(customers.id, order.customer_id)));
  if (there === 0) throw new DomainError('CONFLICT', 'Its customer was deleted since.');
  const lines = KeptLines.parse(JSON.parse(kept[getTableName(orderLineItems)] ?? ''));
  const ids = lines.map((line) => line.product_id);
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.orgId, orgId), isOneOf(products.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const gone = lines.find((line) => !known.has(line.product_id));
  if (gone) throw new DomainError('CONFLICT', `${gone.product_name} was deleted since.`);
}

const KeptOrder = z.tuple([z.object({ customer_id: z.number() })]);
const KeptLines = z.array(z.object({ product_id: z.number(), product_name: z.string() }));
