import type { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../db/schema';
import { differencesOf, packagesOf } from '../catalogue/items';
import type { SeededProduct } from '../catalogue/products';
import { type Copied, encodeRows, type Row } from '../copy';
import { daysBefore, type World } from '../world';
import { type Ledger, openLedger } from './ledger';
import { generateOrders, type SeededOrder } from './orders';

/** How much was made so far. */
export type OrderCounts = { orders: number; lines: number; payments: number };

/** Some orders' rows of each table, encoded. */
export type EncodedPortion = { copied: Copied[]; written: OrderCounts };

const BATCH = 2000;
const OPENED_DAYS_AGO = 736;
/** Stock deliveries grow with the number of orders, so one covers some days. */
const ORDERS_PER_BATCH = 4000;

/** Everything orders add to the database: their rows and those of stock, in portions to be copied in their order. */
export function* encodedPortions(
  world: World,
  products: readonly SeededProduct[],
  orders: number,
): Generator<EncodedPortion> {
  const ledger = ledgerOf(world, products, orders);
  const written: OrderCounts = { orders: 0, lines: 0, payments: 0 };
  for (const batch of batches(generateOrders(world, products, orders), BATCH)) {
    for (const { movements } of batch) for (const movement of movements) ledger.add(movement);
    const until = batch.at(-1)?.order.createdAt ?? world.now;
    written.orders += batch.length;
    written.lines += batch.reduce((sum, { lines }) => sum + lines.length, 0);
    written.payments += batch.reduce((sum, { payments }) => sum + payments.length, 0);
    const settled = encoded(schema.stockMovements, ledger.settle(until.getTime()));
    yield { copied: [...rowsOf(batch), ...settled], written: { ...written } };
  }
  const { movements, stock } = ledger.close(world.now.getTime());
  const unsold = world.rows.products.filter(({ isParent }) => isParent);
  const shelves = [
    ...stock,
    ...unsold.map(({ id, orgId }) => ({ orgId, productId: id, quantity: '0', reserved: '0' })),
  ];
  const packages = packagesOf(world, stock);
  const copied = [
    ...encoded(schema.stockMovements, movements),
    ...encoded(schema.productStock, shelves),
    ...encoded(schema.packages, packages),
    ...encoded(schema.trackingDifferences, differencesOf(packages)),
  ];
  yield { copied, written };
}

/** The stock ledger of this many orders. */
export const ledgerOf = ({ now, rows }: World, products: readonly SeededProduct[], orders: number): Ledger =>
  openLedger(products, {
    opensAt: daysBefore(now, OPENED_DAYS_AGO).getTime(),
    scale: Math.max(1, Math.ceil(orders / ORDERS_PER_BATCH)),
    offers: rows.offers,
  });

const rowsOf = (batch: readonly SeededOrder[]): Copied[] => [
  ...encoded(
    schema.orders,
    batch.map(({ order }) => order),
  ),
  ...encoded(
    schema.orderLineItems,
    batch.flatMap(({ lines }) => lines),
  ),
  ...encoded(
    schema.orderSalesReps,
    batch.flatMap(({ salesReps }) => salesReps),
  ),
  ...encoded(
    schema.orderTransitions,
    batch.flatMap(({ transitions }) => transitions),
  ),
  ...encoded(
    schema.orderPayments,
    batch.flatMap(({ payments }) => payments),
  ),
  ...encoded(
    schema.orderComments,
    batch.flatMap(({ comments }) => comments),
  ),
];

function encoded<T extends PgTable>(table: T, rows: readonly Row<T>[]): Copied[] {
  const copied = encodeRows(table, rows);
  return copied ? [copied] : [];
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
