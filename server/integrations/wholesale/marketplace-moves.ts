import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { WholesaleSync } from '../../../domain/integrations/integrations';
import { MarketplaceAccess } from '../../../domain/integrations/integrations';
import { isFromMarketplace, type MarketplaceLink, marketplaceMove } from '../../../domain/integrations/marketplace';
import type { OrderStatus } from '../../../domain/orders/status';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { companies, marketplaceMoves, orders, wholesaleSyncs } from '../../db/schema';

type MarketplaceOrder = Pick<typeof orders.$inferSelect, 'id' | 'orgId' | 'companyId' | 'orderSource' | 'externalId'>;

const MOST_SHOWN = 5;

/**
 * The wholesale marketplace connection of an order from there; null for other orders and without an active connection.
 */
export async function marketplaceLink(db: Db, order: MarketplaceOrder): Promise<MarketplaceLink> {
  if (!isFromMarketplace(order)) return null;
  const found = await connectionOf(db, order);
  return found ? { stateAbbv: found.usState, access: MarketplaceAccess.parse(found.access) } : null;
}

/** The connection with a key of the state an order's company sells in. */
async function connectionOf(db: Db, order: MarketplaceOrder): Promise<typeof wholesaleSyncs.$inferSelect | undefined> {
  const [found] = await db
    .select({ sync: wholesaleSyncs })
    .from(companies)
    .innerJoin(
      wholesaleSyncs,
      and(eq(wholesaleSyncs.orgId, companies.orgId), eq(wholesaleSyncs.usState, companies.usState)),
    )
    .where(
      and(
        eq(wholesaleSyncs.orgId, order.orgId),
        eq(companies.id, order.companyId),
        isNotNull(wholesaleSyncs.sealedKey),
      ),
    );
  return found?.sync;
}

/** Enqueues an order's new status for the wholesale marketplace, sent after this transaction commits. */
export async function enqueueMarketplaceMove(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  { order, to, link }: { order: MarketplaceOrder; to: OrderStatus; link: MarketplaceLink },
): Promise<void> {
  const move = marketplaceMove(to);
  if (link?.access !== 'WRITE' || move === null || order.externalId === null) return;
  await db.insert(marketplaceMoves).values({
    orgId: order.orgId,
    usState: link.stateAbbv,
    orderId: order.id,
    externalId: order.externalId,
    ...move,
  });
  await enqueue({ name: 'send-marketplace-moves', data: { orgId: order.orgId, orderId: order.id } });
}

/** Has what was changed of an order from there sent after this transaction commits, where its connection syncs. */
export async function enqueueMarketplaceEdit(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  order: MarketplaceOrder,
): Promise<void> {
  if (!isFromMarketplace(order) || order.externalId === null) return;
  const sync = await connectionOf(db, order);
  if (!sync?.startedAt) return;
  const data = { orgId: sync.orgId, syncId: sync.id, number: order.externalId };
  await enqueue({ name: 'send-wholesale-order', data });
}

const ofLink = (orgId: number, usState: string) =>
  and(eq(marketplaceMoves.orgId, orgId), eq(marketplaceMoves.usState, usState));

/** Enqueues every order of a connection with unsent changes. */
export async function resumeMoves({ db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>, orgId: number, usState: string) {
  const open = await db
    .selectDistinct({ orgId: marketplaceMoves.orgId, orderId: marketplaceMoves.orderId })
    .from(marketplaceMoves)
    .where(and(ofLink(orgId, usState), eq(marketplaceMoves.state, 'PENDING')));
  for (const data of open) await enqueue({ name: 'send-marketplace-moves', data });
}

export async function dropMoves(db: Db, orgId: number, usState: string): Promise<void> {
  await db
    .update(marketplaceMoves)
    .set({ state: 'DROPPED', updatedAt: sql`now()` })
    .where(and(ofLink(orgId, usState), inArray(marketplaceMoves.state, ['PENDING', 'REFUSED'])));
}

/** Each order's latest failed change, unless a later one was sent. */
export async function undeliveredOf(db: Db, orgId: number, usState: string): Promise<WholesaleSync['undelivered']> {
  const later = sql`select from marketplace_moves later where later.org_id = ${marketplaceMoves.orgId} and later.order_id = ${marketplaceMoves.orderId} and later.id > ${marketplaceMoves.id} and later.state = 'SENT'`;
  const rows = await db
    .select({ move: marketplaceMoves, orderNumber: orders.orderNumber })
    .from(marketplaceMoves)
    .innerJoin(orders, and(eq(orders.orgId, marketplaceMoves.orgId), eq(orders.id, marketplaceMoves.orderId)))
    .where(
      and(
        ofLink(orgId, usState),
        inArray(marketplaceMoves.state, ['PENDING', 'REFUSED']),
        isNotNull(marketplaceMoves.problem),
        sql`not exists (${later})`,
      ),
    )
    .orderBy(desc(marketplaceMoves.updatedAt), desc(marketplaceMoves.id))
    .limit(MOST_SHOWN);
  return rows.map(({ move, orderNumber }) => ({
    orderId: move.orderId,
    orderNumber,
    action: move.action,
    problem: move.problem ?? '',
    isWaiting: move.state === 'PENDING',
    updated: move.updatedAt.toISOString(),
  }));
}
