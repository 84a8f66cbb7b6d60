import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Claim, canClaim, stillHere } from '../../../domain/inventory/departures';
import { add, compare, isEqual, type Quantity, subtract } from '../../../domain/money';
import { changeOfPackages, limitToLedger, type StockChange } from '../../../domain/orders/stock';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { packageDepartures } from '../../db/schema';
import { licenseOfOrder } from './order-license';
import type { LockedStock } from './write-stock';

/**
 * An order's change of a product; `needs` and `isTaken` as in an `OrderStockChange`, unknown for what isn't an order's.
 * An order that `handsOver` what left for it does so itself, as to the one it is merged into.
 */
export type ProductChange = StockChange & { needs?: Quantity; isTaken?: boolean; handsOver?: boolean };

/** An order's changes as the ledger has them, what it takes over of what left, and what it gives up. */
type Fitted = { changes: Map<number, ProductChange>; claims: Claim[]; freed: { orderId: number; productId: number }[] };

/** Orders' changes as their ledgers have them; `use` what one claims once it moved, for no other to claim it. */
type OrderLedgers = { fit: (orderId: number) => Fitted; use: (claims: readonly Claim[]) => void };

const NOTHING: StockChange = { quantity: '0', reserved: '0' };
export const isNothing = ({ quantity, reserved }: StockChange) => isEqual(quantity, 0) && isEqual(reserved, 0);
const givesBack = ({ quantity, reserved }: StockChange) => compare(quantity, 0) > 0 || compare(reserved, 0) < 0;

type Held = StockChange & { orderId: number; productId: number; left: Quantity; since: Date; license: string | null };

/**
 * Limits what each of these orders returns to what its own movements say it has, and drops changes of zero. Of a product
 * that is the sum of its packages an order keeps what it needs and hasn't left: that is what its change comes to.
 */
export async function ledgersOf(
  db: Db,
  orgId: number,
  stock: ReadonlyMap<number, LockedStock>,
  wanted: ReadonlyMap<number, ReadonlyMap<number, ProductChange>>,
): Promise<OrderLedgers> {
  const isSummed = (productId: number) => stock.get(productId)?.mode === 'METRC';
  const asked = [...wanted].filter(([, changes]) =>
    [...changes].some(([productId, change]) => isSummed(productId) || givesBack(change)),
  );
  const held = await heldByOrders(
    db,
    orgId,
    asked.map(([id]) => id),
  );
  const fulfilled = asked.flatMap(([, changes]) =>
    [...changes].flatMap(([productId, { isTaken }]) => (isTaken && isSummed(productId) ? productId : [])),
  );
  const open = await unclaimed(db, orgId, [...new Set(fulfilled)]);
  const fit = (orderId: number): Fitted => {
    const fitted: Fitted = { changes: new Map(), claims: [], freed: [] };
    const keep = (productId: number, change: StockChange) => {
      if (!isNothing(change)) fitted.changes.set(productId, change);
    };
    for (const [productId, change] of wanted.get(orderId) ?? []) {
      const own = held.get(`${orderId} ${productId}`);
      const { needs } = change;
      if (!isSummed(productId)) {
        keep(productId, givesBack(change) ? limitToLedger(change, own ?? NOTHING) : change);
      } else if (needs === undefined) {
        keep(productId, changeOfPackages(change));
      } else {
        const left = own?.left ?? '0';
        const claims = change.isTaken && own ? claimsFor(open, own, subtract(needs, left)) : [];
        fitted.claims.push(...claims);
        const isDropped = !change.handsOver && isEqual(needs, 0) && compare(change.quantity, 0) <= 0;
        if (isDropped && compare(left, 0) > 0) fitted.freed.push({ orderId, productId });
        const gone = claims.reduce<Quantity>((sum, { quantity }) => add(sum, quantity), left);
        keep(productId, { quantity: '0', reserved: subtract(stillHere(needs, gone), own?.reserved ?? '0') });
      }
    }
    return fitted;
  };
  const use = (claims: readonly Claim[]) => {
    for (const { id, quantity } of claims) {
      const departure = open.find((one) => one.id === id);
      if (departure) departure.quantity = subtract(departure.quantity, quantity);
    }
  };
  return { fit, use };
}

type Open = Awaited<ReturnType<typeof unclaimed>>[number];

/** What an order takes over of what left before it was fulfilled, at most so much. */
function claimsFor(open: readonly Open[], order: Held, most: Quantity): Claim[] {
  let rest = most;
  return open.flatMap((departure) => {
    if (departure.productId !== order.productId || !canClaim(departure, order)) return [];
    const quantity = compare(departure.quantity, rest) < 0 ? departure.quantity : rest;
    if (compare(quantity, 0) <= 0) return [];
    rest = subtract(rest, quantity);
    return [{ id: departure.id, orderId: order.orderId, productId: order.productId, quantity }];
  });
}

/** What has left of products and is no order's. */
const unclaimed = (db: Db, orgId: number, productIds: readonly number[]) =>
  productIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(packageDepartures)
        .where(
          and(
            eq(packageDepartures.orgId, orgId),
            isOneOf(packageDepartures.productId, productIds),
            sql`${packageDepartures.orderId} is null`,
          ),
        )
        .orderBy(packageDepartures.id);

/**
 * What orders hold of each product by their own movements, and what left for them: with packages, or taken while the
 * product wasn't the sum of its packages yet. By "order product".
 */
async function heldByOrders(db: Db, orgId: number, orderIds: readonly number[]): Promise<Map<string, Held>> {
  if (orderIds.length === 0) return new Map();
  const rows = await heldRows(db, orgId, isOneOf(sql`kept.order_id`, orderIds));
  return new Map(rows.map((row) => [`${row.orderId} ${row.productId}`, row]));
}

/** When the orders that an order was merged from, and those they were, first kept some of a product. */
const sinceOfSources = (orgId: number, orderId: SQL, productId: SQL) => sql`(
  with recursive source as (
    select unnest(merged.original_order_ids) as id from orders merged where merged.org_id = ${orgId} and merged.id = ${orderId}
    union
    select unnest(merged.original_order_ids) from source
      join orders merged on merged.org_id = ${orgId} and merged.id = source.id
  )
  select min(moved.created_at) from source
    join stock_movements moved on moved.org_id = ${orgId} and moved.order_id = source.id and moved.product_id = ${productId})`;

/** The same as rows; `passing` says which, by `kept.order_id` and `kept.product_id`; `having` which of the sums. */
export async function heldRows(db: Db, orgId: number, passing: SQL, having = sql``): Promise<Held[]> {
  const { rows } = await db.execute<Omit<Held, 'since'> & { since: Date | string | null }>(sql`
    select kept.order_id as "orderId", kept.product_id as "productId", sum(kept.quantity) as quantity,
           sum(kept.reserved) as reserved, sum(kept.gone) + greatest(-sum(kept.quantity), 0) as "left",
           least(min(kept.since), ${sinceOfSources(orgId, sql`kept.order_id`, sql`kept.product_id`)}) as since,
           ${licenseOfOrder(orgId, sql`kept.order_id`)} as license
      from (select order_id, product_id, quantity_delta as quantity, reserved_delta as reserved, 0 as gone, created_at as since
              from stock_movements where org_id = ${orgId} and order_id is not null
            union all
            select order_id, product_id, 0, 0, quantity, null from package_departures
             where org_id = ${orgId} and order_id is not null) as kept
     where ${passing} group by kept.order_id, kept.product_id ${having}`);
  return rows.map((row) => ({
    ...row,
    orderId: Number(row.orderId),
    productId: Number(row.productId),
    since: row.since === null ? new Date() : new Date(row.since),
  }));
}

/** Writes whose the claimed departures are now; what of them is nobody's stays. */
export async function writeClaims(db: Db, orgId: number, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const column = (pick: (one: Claim) => number | string) => sql.param(claims.map(pick));
  await db.execute(sql`
    with claimed as (
      select * from unnest(${column(({ id }) => id)}::bigint[], ${column(({ orderId }) => orderId)}::bigint[],
                           ${column(({ quantity }) => quantity)}::numeric[]) as claim (id, order_id, quantity)
    ), whole as (
      select gone.*, (select sum(claimed.quantity) from claimed where claimed.id = gone.id) as claimed_quantity
        from package_departures gone where gone.org_id = ${orgId} and gone.id in (select id from claimed)
    ), kept as (
      update package_departures gone set quantity = gone.quantity - whole.claimed_quantity
        from whole where gone.org_id = ${orgId} and gone.id = whole.id and gone.quantity > whole.claimed_quantity
    ), used as (
      delete from package_departures gone using whole
       where gone.org_id = ${orgId} and gone.id = whole.id and gone.quantity <= whole.claimed_quantity
    )
    insert into package_departures (org_id, product_id, package_id, order_id, quantity, is_transfer, recipient_license, left_at)
    select whole.org_id, whole.product_id, whole.package_id, claimed.order_id, claimed.quantity, whole.is_transfer,
           whole.recipient_license, whole.left_at
      from claimed join whole on whole.id = claimed.id`);
}
