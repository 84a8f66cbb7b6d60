import { and, desc, eq, sql } from 'drizzle-orm';
import { type MarketplaceLink, marketplaceMove } from '../../../domain/integrations/marketplace';
import { isClosed, isFrozen, type OrderStatus, OrderStatusSchema } from '../../../domain/orders/status';
import { holdOf } from '../../../domain/orders/stock';
import { linesOfTheirs } from '../../../domain/wholesale/lines';
import { ownersOf } from '../../../domain/wholesale/owners';
import { type Fields, type Reconciled, reconcile } from '../../../domain/wholesale/reconcile';
import { settleStatus } from '../../../domain/wholesale/status';
import type { TheirOrder } from '../../../domain/wholesale/theirs';
import type { WholesaleKind } from '../../../domain/wholesale/vocabulary';
import type { Db } from '../../db/client';
import { marketplaceMoves, orders } from '../../db/schema';
import { enqueueMarketplaceMove, marketplaceLink } from '../../integrations/wholesale/marketplace-moves';
import { type OrderRecord, publishOrder } from '../../orders/find-order';
import { logOrder } from '../../orders/history/order-log';
import { tellBooks } from '../../orders/tell-books';
import { loadLineRows, writeLines } from '../../orders/write-lines';
import { writeStatus } from '../../orders/write-status';
import { readRules } from '../desk/read-rules';
import { recordConflicts } from '../desk/record-conflicts';
import type { PlatformCtx } from '../platform';
import type { Outcome, WholesaleRecord } from '../records';
import { companyOf, type Sync } from '../syncs';
import { findTheirProducts } from './find-products';
import { fitLines } from './fit-lines';
import { statusOf, unknownText } from './make-order';
import { keptFields, linesDigest, moneyOf, SENT_FIELDS, sharedFields, theirShared } from './own-fields';

type Coming = { sync: Sync; record: WholesaleRecord; theirs: TheirOrder; order: OrderRecord; sends: boolean };
type Agreed = Fields & { status?: string; lines?: string };

/**
 * Follows what they changed of an order that is here: its lines, what both sides may edit, and its status. What only we
 * changed is sent; what both did differently is a conflict to settle. An order that came from there before the sync did is
 * agreed on as it is.
 */
export async function updateOrder(ctx: PlatformCtx, { sync, record, theirs, order, sends }: Coming): Promise<Outcome> {
  const agreed = record.agreed as Agreed;
  const link = await marketplaceLink(ctx.db, order);
  const log = await logOrder.before(ctx, order.id);
  const problems: string[] = [];
  const fields = await settleFields(ctx.db, { sync, record, ours: sharedFields(order), theirs: theirShared(theirs) });
  const isNews = agreed.lines !== linesDigest(theirs);
  const lines = isNews && agreed.lines !== undefined ? await takeLines(ctx, { sync, theirs, order }) : null;
  if (lines) problems.push(lines);
  await write(ctx, order, keptFields(fields.take));
  const moved = await settleMoves(ctx, { theirs, order, agreed: agreed.status, link });
  if (moved.problem) problems.push(moved.problem);
  if (Object.keys(fields.take).length > 0 || (isNews && lines === null && agreed.lines !== undefined)) {
    await logOrder(ctx, order.id, log);
    const types =
      isNews && lines === null ? (['order.updated', 'order.line_changed'] as const) : (['order.updated'] as const);
    await publishOrder(ctx, order, ...types);
    await tellBooks(ctx, order.orgId, [order]);
  }
  const hasNews = Object.keys(fields.send).some((field) => SENT_FIELDS.includes(field));
  if (sends && hasNews && link?.access === 'WRITE')
    await ctx.enqueue({
      name: 'send-wholesale-order',
      data: { orgId: sync.orgId, syncId: sync.id, number: record.externalId },
    });
  const kept = keepUnsent(fields, agreed);
  const problem = problems.join(' ') || null;
  return {
    state: 'MATCHED',
    ownId: order.id,
    problem,
    agreed: { ...kept, status: moved.agreed, lines: lines === null ? linesDigest(theirs) : agreed.lines },
  };
}

/** A field that is yet to be sent is agreed on once they have it. */
export function keepUnsent({ agreed, send }: Reconciled, before: Fields): Fields {
  const waiting = Object.keys(send).flatMap((field) => {
    const was = before[field];
    return was === undefined ? [] : [[field, was] as const];
  });
  const rest = Object.entries(agreed).filter(([field]) => !(field in send));
  return Object.fromEntries([...rest, ...waiting]);
}

type Compared = { sync: Sync; record: WholesaleRecord; ours: Fields; theirs: Fields };

/** Reconciles the fields both sides have by the connection's rules, and keeps the conflicts for a person to settle. */
export async function settleFields(db: Db, { sync, record, ours, theirs }: Compared): Promise<Reconciled> {
  const kind = record.kind as WholesaleKind;
  const owners = ownersOf(kind, await readRules(db, sync.orgId, sync.id));
  const settled = reconcile({ ours, agreed: record.agreed as Fields, theirs, owners });
  if (record.ownId !== null) {
    const { externalId, ownId } = record;
    await recordConflicts(db, { orgId: sync.orgId, syncId: sync.id, kind, externalId, ownId }, settled.conflicts);
  }
  return settled;
}

/** Gives the order their lines and discount while ours allow; else why not. */
async function takeLines(
  ctx: PlatformCtx,
  { sync, theirs, order }: Omit<Coming, 'record' | 'sends'>,
): Promise<string | null> {
  if (isClosed(order.status)) return null;
  if (isFrozen(order.status))
    return 'Its lines changed there after it was fulfilled here. Reopen it here and try again, or change them back there.';
  const company = await companyOf(ctx.db, sync);
  if (!company) return 'Choose the company in the connection’s settings.';
  const productOf = await findTheirProducts(ctx.db, { sync, company }, theirs.lines);
  const { lines: read, unknown } = linesOfTheirs(theirs.lines, productOf);
  if (unknown.length > 0) return unknownText(unknown);
  const standing = await loadLineRows(ctx.db, order);
  const fitted = await fitLines(ctx, order.orgId, read, { status: order.status, held: standing });
  const free = [...standing];
  const lines = fitted.map((line) => {
    // A line of the same product goes on being that line.
    const place = free.findIndex(({ productId }) => productId === line.productId);
    const [was] = place < 0 ? [] : free.splice(place, 1);
    return { ...line, id: was?.id ?? null };
  });
  await writeLines(ctx, order, standing, lines);
  await write(ctx, order, moneyOf(lines, theirs));
  return null;
}

async function write(ctx: PlatformCtx, order: OrderRecord, values: Partial<typeof orders.$inferInsert>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await ctx.db
    .update(orders)
    .set({ ...values, version: sql`${orders.version} + 1`, updatedAt: ctx.now })
    .where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
}

type Moving = { theirs: TheirOrder; order: OrderRecord; agreed: string | undefined; link: MarketplaceLink };

/** Follows their status, or has ours sent. What is being sent already is left to that. */
async function settleMoves(ctx: PlatformCtx, { theirs, order, agreed: was, link }: Moving) {
  const before = was === undefined ? null : OrderStatusSchema.parse(was);
  const verdict = settleStatus({ ours: order.status, agreed: before, theirs: statusOf(theirs) });
  const kept = { agreed: was, problem: null };
  if (verdict.act === 'none') return { ...kept, agreed: verdict.agreed ?? was };
  if (verdict.act === 'problem') return { ...kept, problem: verdict.problem };
  if (verdict.act === 'send') {
    if (!(await isSent(ctx.db, order, theirs))) await enqueueMarketplaceMove(ctx, { order, to: order.status, link });
    return kept;
  }
  for (const [place, status] of verdict.way.entries()) {
    const from = place === 0 ? order.status : (verdict.way[place - 1] ?? order.status);
    await step(ctx, { ...order, status: from }, status);
  }
  return { ...kept, agreed: statusOf(theirs) };
}

/** One change of status, as they made it. What there isn't enough of any more waits as backorder. */
async function step(ctx: PlatformCtx, order: OrderRecord, status: OrderStatus): Promise<void> {
  let lines = await loadLineRows(ctx.db, order);
  if (holdOf(order.status) === 'none' && holdOf(status) !== 'none') {
    const fitted = await fitLines(ctx, order.orgId, lines, { status });
    if (fitted.some((line, place) => line.isBackorder !== lines[place]?.isBackorder)) {
      await writeLines(ctx, order, lines, fitted);
      lines = await loadLineRows(ctx.db, order);
    }
  }
  await writeStatus(ctx, { order, lines }, { status, handsOver: false, log: { as: 'wholesale marketplace' } });
}

/** Whether our status was sent after they answered this, or is being sent, or was refused for good. */
async function isSent(db: Db, order: OrderRecord, theirs: TheirOrder): Promise<boolean> {
  const [last] = await db
    .select()
    .from(marketplaceMoves)
    .where(and(eq(marketplaceMoves.orgId, order.orgId), eq(marketplaceMoves.orderId, order.id)))
    .orderBy(desc(marketplaceMoves.id))
    .limit(1);
  if (!last || last.leaves !== marketplaceMove(order.status)?.leaves) return last?.state === 'PENDING';
  if (last.state === 'SENT') return last.updatedAt > new Date(theirs.modified);
  return last.state !== 'DROPPED';
}
