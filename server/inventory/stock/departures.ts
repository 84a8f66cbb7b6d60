import { and, eq, isNull, sql } from 'drizzle-orm';
import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { claimsOf, type Departure, stillHere, takeBack } from '../../../domain/inventory/departures';
import { add, compare, isEqual, multiply, type Quantity, subtract } from '../../../domain/money';
import { HOLDING_STATUSES, type StockChange, TAKEN_STATUSES } from '../../../domain/orders/stock';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { packageDepartures, packages } from '../../db/schema';
import { findRecipients, nameRecipients } from './departure-recipients';
import { lockStock } from './lock-stock';
import { heldRows, writeClaims } from './order-ledger';
import { type DepartureRow, departedProducts, departuresOf, productsOfItems, unitsOf } from './read-departures';
import { type LockedStock, type Moved, type StockCtx, writeOrderMovements } from './write-stock';

/** What left with a package, in its unit; negative when it came back. */
export type PackageLeft = {
  label: string;
  itemId: number;
  unit: TrackingUnit;
  left: Quantity;
  isTransfer: boolean;
  /** By the tracking system's clock. */
  at: Date;
};

type Pair = { orderId: number; productId: number };

/**
 * Has orders follow what left with packages and what came back with them, of products that are the sum of their packages.
 * The packages are written and their items locked; the products' stock is locked here.
 */
export async function followPackages(ctx: StockCtx, orgId: number, all: readonly PackageLeft[]): Promise<void> {
  const moved = all.filter(({ left }) => !isEqual(left, 0));
  if (moved.length === 0) return;
  const { db } = ctx;
  const idOf = await packageIds(
    db,
    orgId,
    moved.map(({ label }) => label),
  );
  const changed = moved.flatMap((one) => {
    const packageId = idOf.get(one.label);
    return packageId === undefined ? [] : [{ ...one, packageId }];
  });
  const returned = changed.filter(({ left }) => compare(left, 0) < 0);
  const departed = await departedProducts(
    db,
    orgId,
    returned.map(({ packageId }) => packageId),
  );
  const ofItem = await productsOfItems(
    db,
    orgId,
    changed.map(({ itemId }) => itemId),
  );
  const productIds = [...new Set([...ofItem.values()].map(({ id }) => id).concat(departed))];
  if (productIds.length === 0) return;
  const stock = await lockStock(db, orgId, productIds);
  // Whose they are is only known for sure once the stock is locked.
  const known = await departuresOf(db, orgId, returned);
  const units = await unitsOf(db, orgId, productIds);
  const pairs: Pair[] = [];
  const added: (typeof packageDepartures.$inferInsert)[] = [];
  for (const { packageId, itemId, unit, left, isTransfer, at } of changed) {
    if (compare(left, 0) < 0) {
      const rows = known.filter((row) => row.packageId === packageId);
      pairs.push(...(await returnRows(db, orgId, rows, multiply(left, -1), (id) => [unit, units.get(id)])));
      continue;
    }
    const product = ofItem.get(itemId);
    const quantity = product && convertUnits(left, unit, product.unit);
    // Also what nobody keeps anything of: it may come back, and then it isn't what left for orders before.
    if (!product || !quantity || compare(quantity, 0) <= 0) continue;
    added.push({ orgId, productId: product.id, packageId, quantity, isTransfer, leftAt: at });
  }
  const made = added.length === 0 ? [] : await db.insert(packageDepartures).values(added).returning();
  const ids = made.map(({ id }) => id);
  if (ids.length > 0) await nameRecipients(db, orgId, await findRecipients(db, orgId, ids));
  pairs.push(...(await claimOpen(ctx, orgId, ids)));
  await settleOrders(ctx, orgId, stock, pairs);
}

/** The products whose stock `followPackages` may change when these packages' figures do. */
export async function followedProducts(db: Db, orgId: number, left: readonly PackageLeft[]): Promise<number[]> {
  const moved = left.filter((one) => !isEqual(one.left, 0));
  if (moved.length === 0) return [];
  const ids = await packageIds(
    db,
    orgId,
    moved.map(({ label }) => label),
  );
  const ofItem = await productsOfItems(
    db,
    orgId,
    moved.map(({ itemId }) => itemId),
  );
  return [...ofItem.values()].map(({ id }) => id).concat(await departedProducts(db, orgId, [...ids.values()]));
}

/** Forgets which packages things left with, so that what is read of them another time takes nothing back; their stock is locked. */
export async function forgetDepartures(db: Db, orgId: number, packageIds: readonly number[]): Promise<void> {
  if (packageIds.length === 0) return;
  await db
    .update(packageDepartures)
    .set({ packageId: null })
    .where(and(eq(packageDepartures.orgId, orgId), isOneOf(packageDepartures.packageId, packageIds)));
}

/** Has orders follow transfers whose deliveries are known by now. */
export async function followDeliveries(ctx: StockCtx, orgId: number): Promise<void> {
  const named = await findRecipients(ctx.db, orgId);
  if (named.length === 0) return;
  const stock = await lockStock(ctx.db, orgId, [...new Set(named.map(({ productId }) => productId))]);
  await nameRecipients(ctx.db, orgId, named);
  const pairs = await claimOpen(
    ctx,
    orgId,
    named.map(({ id }) => id),
  );
  await settleOrders(ctx, orgId, stock, pairs);
}

/** What left for orders that gave it up before they were fulfilled goes to others it can be for. Their stock is locked. */
export async function reassign(ctx: StockCtx, orgId: number, freed: readonly Pair[]): Promise<void> {
  if (freed.length === 0) return;
  const { db } = ctx;
  const ids: number[] = [];
  for (const { orderId, productId } of freed) {
    const rows = await db
      .update(packageDepartures)
      .set({ orderId: null })
      .where(
        and(
          eq(packageDepartures.orgId, orgId),
          eq(packageDepartures.orderId, orderId),
          eq(packageDepartures.productId, productId),
        ),
      )
      .returning({ id: packageDepartures.id });
    ids.push(...rows.map(({ id }) => id));
  }
  if (ids.length === 0) return;
  const stock = await lockStock(db, orgId, [...new Set(freed.map(({ productId }) => productId))]);
  const others = await claimOpen(ctx, orgId, ids, freed);
  await settleOrders(ctx, orgId, stock, others);
}

/** What left for orders is another's by now, as when they are merged; nothing moves. */
export async function handOver(db: Db, orgId: number, orderIds: readonly number[], to: number): Promise<void> {
  await db
    .update(packageDepartures)
    .set({ orderId: to })
    .where(and(eq(packageDepartures.orgId, orgId), isOneOf(packageDepartures.orderId, orderIds)));
}

/**
 * What left for a merged order is that of the orders it was made of again, up to what each of them needs; nothing moves.
 * Their stock is locked.
 */
export async function handBack(
  db: Db,
  orgId: number,
  from: number,
  needs: readonly (Pair & { quantity: Quantity; placedAt: Date })[],
): Promise<void> {
  const left = await db
    .select()
    .from(packageDepartures)
    .where(and(eq(packageDepartures.orgId, orgId), eq(packageDepartures.orderId, from)))
    .orderBy(packageDepartures.id);
  if (left.length === 0) return;
  const ids = [from, ...new Set(needs.map(({ orderId }) => orderId))];
  const held = await heldRows(db, orgId, isOneOf(sql`kept.order_id`, ids));
  const heldOf = (order: number, product: number) =>
    held.find(({ orderId, productId }) => orderId === order && productId === product);
  const keepers = needs.map(({ placedAt, ...need }) => ({
    ...need,
    // All are the merged order's buyer's, and it was right that these left for it.
    license: heldOf(from, need.productId)?.license ?? null,
    isTaken: true,
    since: heldOf(need.orderId, need.productId)?.since ?? placedAt,
  }));
  await writeClaims(db, orgId, claimsOf(left satisfies Departure[], keepers));
}

/**
 * A person says that what an order still keeps of a product, though it is fulfilled, has left. Returns how much that was;
 * '0' when nothing was kept. The product's stock is locked here.
 */
export async function markLeft(
  ctx: StockCtx,
  orgId: number,
  { orderId, productId }: Pair,
  at: Date,
): Promise<Quantity> {
  const { db, person } = ctx;
  const stock = await lockStock(db, orgId, [productId]);
  const [own] = await heldRows(db, orgId, sql`kept.order_id = ${orderId} and kept.product_id = ${productId}`);
  if (own === undefined || compare(own.reserved, 0) <= 0) return '0';
  const { reserved: quantity } = own;
  const by = { orgId, productId, orderId, quantity, isTransfer: false, leftAt: at, actorUserId: person.userId };
  await db.insert(packageDepartures).values(by);
  await settleOrders(ctx, orgId, stock, [{ orderId, productId }], 'Marked as left');
  return quantity;
}

async function packageIds(db: Db, orgId: number, labels: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: packages.id, label: packages.label })
    .from(packages)
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.label, labels)));
  return new Map(rows.map(({ id, label }) => [label, id]));
}

/** Takes off departures what came back; returns whose they were. */
async function returnRows(
  db: Db,
  orgId: number,
  rows: readonly DepartureRow[],
  quantity: Quantity,
  unitsFor: (productId: number) => [TrackingUnit, TrackingUnit | undefined],
): Promise<Pair[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const [from, to] = unitsFor(first.productId);
  const back = to && convertUnits(quantity, from, to);
  if (!back) return [];
  const pairs: Pair[] = [];
  for (const { id, orderId, productId, rest } of takeBack(rows, back)) {
    const own = and(eq(packageDepartures.orgId, orgId), eq(packageDepartures.id, id));
    if (compare(rest, 0) > 0) await db.update(packageDepartures).set({ quantity: rest }).where(own);
    else await db.delete(packageDepartures).where(own);
    if (orderId !== null) pairs.push({ orderId, productId });
  }
  return pairs;
}

/** Gives departures that are nobody's to orders they can be for; returns the orders. */
async function claimOpen(
  { db }: StockCtx,
  orgId: number,
  ids: readonly number[],
  but: readonly Pair[] = [],
): Promise<Pair[]> {
  if (ids.length === 0) return [];
  const open = await db
    .select()
    .from(packageDepartures)
    .where(
      and(eq(packageDepartures.orgId, orgId), isOneOf(packageDepartures.id, ids), isNull(packageDepartures.orderId)),
    )
    .orderBy(packageDepartures.id);
  if (open.length === 0) return [];
  const productIds = [...new Set(open.map(({ productId }) => productId))];
  const held = await heldRows(db, orgId, isOneOf(sql`kept.product_id`, productIds), sql`having sum(kept.reserved) > 0`);
  const keeping = held.filter(
    ({ orderId, productId }) => !but.some((pair) => pair.orderId === orderId && pair.productId === productId),
  );
  const taken = await takenAmong(
    db,
    orgId,
    keeping.map(({ orderId }) => orderId),
  );
  const claims = claimsOf(
    open satisfies Departure[],
    keeping.map((one) => ({ ...one, quantity: one.reserved, isTaken: taken.has(one.orderId) })),
  );
  await writeClaims(db, orgId, claims);
  return claims.map(({ orderId, productId }) => ({ orderId, productId }));
}

async function takenAmong(db: Db, orgId: number, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select placed.id from orders placed
     where placed.org_id = ${orgId} and ${isOneOf(sql`placed.id`, orderIds)}
       and placed.status = any (${sql.param([...TAKEN_STATUSES])}::text[])`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Makes what these orders keep what they need and hasn't left for them. */
async function settleOrders(
  ctx: StockCtx,
  orgId: number,
  stock: Map<number, LockedStock>,
  pairs: readonly Pair[],
  note = '',
): Promise<void> {
  if (pairs.length === 0) return;
  const { db } = ctx;
  const orderIds = [...new Set(pairs.map(({ orderId }) => orderId))];
  const held = await heldRows(db, orgId, isOneOf(sql`kept.order_id`, orderIds));
  const needs = await needsOf(db, orgId, orderIds);
  const first = new Map(stock);
  const movements: (Moved & { orderId: number })[] = [];
  for (const key of new Set(pairs.map(({ orderId, productId }) => `${orderId} ${productId}`))) {
    const own = held.find(({ orderId, productId }) => `${orderId} ${productId}` === key);
    const before = own && stock.get(own.productId);
    if (own === undefined || before === undefined || before.mode !== 'METRC') continue;
    const reserved = subtract(stillHere(needs.get(key) ?? '0', own.left), own.reserved);
    if (isEqual(reserved, 0)) continue;
    const change: StockChange = { quantity: '0', reserved };
    const after = { ...before, reserved: add(before.reserved, reserved) };
    const by = { kind: compare(reserved, 0) < 0 ? ('leave' as const) : ('back' as const), note };
    movements.push({ before, after, change, by, orderId: own.orderId });
    stock.set(own.productId, after);
  }
  await writeOrderMovements(ctx, orgId, movements, first);
}

/** What the lines of orders that keep stock need of each product, by "order product". */
async function needsOf(db: Db, orgId: number, orderIds: readonly number[]): Promise<Map<string, Quantity>> {
  const { rows } = await db.execute<Pair & { quantity: string }>(sql`
    select line.order_id as "orderId", line.product_id as "productId", sum(line.base_quantity) as quantity
      from order_line_items line join orders placed on placed.org_id = ${orgId} and placed.id = line.order_id
     where line.org_id = ${orgId} and ${isOneOf(sql`line.order_id`, orderIds)} and not line.is_backorder
       and placed.status = any (${sql.param([...HOLDING_STATUSES])}::text[])
     group by line.order_id, line.product_id`);
  return new Map(rows.map(({ orderId, productId, quantity }) => [`${orderId} ${productId}`, quantity]));
}
