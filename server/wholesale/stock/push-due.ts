import { sql } from 'drizzle-orm';
import type { Services } from '../../context';
import { isOneOf } from '../../db/page';
import { transact } from '../../db/transact';
import { KeyRefused } from '../../integrations/answers';
import { publish } from '../../live/publish';
import { findSync, type OpenShop, openShop } from '../shop';
import { noteRefusedKey } from '../sync-status';
import { endOffering } from './end-offering';
import { compareStock, pushStock, type Unit } from './exchange-stock';
import { findOffered } from './offered-products';
import { takeStock } from './take-stock';

/** Products planned in one transaction. */
const BATCH = 50;
const COMPARED_EVERY_MS = 10 * 60_000;

const unitOf =
  ({ database: { db } }: Services): Unit =>
  (_name, work) =>
    transact(db, (tx) =>
      work({
        db: tx,
        now: new Date(),
        membershipOrNull: null,
        person: { userId: null },
        publish: (event) => publish(tx, event),
      }),
    );

/** Finds connections whose stock changed, or whose orders were read since a figure was sent. */
export async function findDueStock({ database: { db }, jobs }: Services): Promise<void> {
  const { rows } = await db.execute<{ orgId: number; syncId: number }>(sql`
    select sync.org_id as "orgId", sync.id as "syncId" from wholesale_syncs sync
     where sync.sealed_key is not null and sync.started_at is not null and exists (
       select from wholesale_records record
        where record.org_id = sync.org_id and record.sync_id = sync.id and record.kind = 'PRODUCT' and record.state = 'MATCHED'
          and ((record.stock_due_at is not null and exists (select from products product where product.org_id = sync.org_id
                  and product.id = record.own_id and product.listing_state <> 'ARCHIVED'
                  and (product.inventory_management = 'INHERITED'
                       or (sync.access = 'WRITE' and product.inventory_management in ('MANUAL', 'METRC')))))
               or (sync.access = 'WRITE' and ((record.is_unsure and record.shown is null)
               or record.shown_at <= sync.orders_known_until
               or (record.published is not null and coalesce(sync.stock_compared_at, '-infinity') < now() - make_interval(secs => ${COMPARED_EVERY_MS / 1000}))))))`);
  for (const { orgId, syncId } of rows)
    await jobs.enqueue(db, { name: 'push-wholesale-stock', data: { orgId: Number(orgId), syncId: Number(syncId) } });
}

/** Exchanges a connection's stock that is due: inherited figures are taken over, the others sent; both compared now and then. */
export async function pushWholesaleStock(
  services: Services,
  { orgId, syncId }: { orgId: number; syncId: number },
): Promise<void> {
  const { db } = services.database;
  const sync = await findSync(db, orgId, syncId);
  const shop = sync && openShop(services, sync, true);
  const unit = unitOf(services);
  await endOffering(unit, orgId, syncId);
  if (!shop || sync.startedAt === null) return;
  try {
    await exchangeDue(services, shop, unit);
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    await noteRefusedKey(db, sync);
  }
}

async function exchangeDue(services: Services, shop: OpenShop, unit: Unit): Promise<void> {
  const { db } = services.database;
  const { sync } = shop;
  const { orgId, id: syncId } = sync;
  await takeDue(services, shop, unit);
  if (sync.access !== 'WRITE') return;
  const compared = sync.stockComparedAt?.getTime() ?? 0;
  if (Date.now() - compared > COMPARED_EVERY_MS) await compareStock(services, shop, unit);
  const due = await findOffered(
    db,
    orgId,
    sql`record.sync_id = ${syncId} and product.inventory_management in ('MANUAL', 'METRC') and
        (record.stock_due_at is not null or record.is_unsure or record.shown is not null)`,
  );
  for (let from = 0; from < due.length; from += BATCH) {
    const productIds = due.slice(from, from + BATCH).map(({ productId }) => productId);
    await pushStock(services, shop, unit, { productIds, isAsked: false });
  }
}

/** Takes over the inherited figures that are due, as read now. */
async function takeDue(
  { integrations, database: { db } }: Services,
  { sync, at }: OpenShop,
  unit: Unit,
): Promise<void> {
  const due = await findOffered(
    db,
    sync.orgId,
    sql`record.sync_id = ${sync.id} and product.inventory_management = 'INHERITED' and record.stock_due_at is not null`,
  );
  for (const { productId, name, externalId } of due) {
    const product = await integrations.wholesale.product(at, externalId);
    await unit(`take ${externalId}`, async (ctx) => {
      if (product?.available == null) {
        await ctx.db.execute(sql`
          update wholesale_records record set stock_due_at = null
           where record.org_id = ${sync.orgId} and record.kind = 'PRODUCT' and ${isOneOf(sql`record.own_id`, [productId])}`);
        return null;
      }
      await takeStock(ctx, sync.orgId, [{ productId, name, available: product.available }]);
      await ctx.publish({ topic: 'products', kind: 'changed', id: productId, orgIds: [sync.orgId] });
      return null;
    });
  }
}
