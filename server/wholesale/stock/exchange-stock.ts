import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { add, compare, greater, lesser, subtract } from '../../../domain/money';
import { available } from '../../../domain/orders/stock';
import { lagOf, offered, safetyOf, shareThere } from '../../../domain/wholesale/safety';
import { figureToSend, readUntil, sending } from '../../../domain/wholesale/set-aside';
import type { StockExchange } from '../../../domain/wholesale/stock-contract';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { wholesaleLags, wholesaleRecords, wholesaleSyncs } from '../../db/schema';
import { KeyRefused } from '../../integrations/answers';
import { MoveRefused, WriteRefused } from '../../integrations/wholesale/wholesale-marketplace';
import { lockStock } from '../../inventory/stock/lock-stock';
import { setSetAside } from '../../inventory/stock/set-aside';
import type { StockCtx } from '../../inventory/stock/write-stock';
import { findSync, type OpenShop } from '../shop';
import { type Healing, noteHealings } from './healings';
import { findOffered, givenBackSoon, lagsOf, NEVER_SOLD, type Offered, salesOf, untakenOf } from './offered-products';

/** A transaction of its own: a call's step, or a job's. */
export type Unit = <T>(name: string, work: (ctx: StockCtx & { now: Date }) => Promise<T>) => Promise<T>;
type Tools = Pick<Services, 'integrations'>;

type Sending = Pick<Offered, 'productId' | 'externalId' | 'mark' | 'unitOfMeasure' | 'name'> & {
  figure: string;
  dueAt: string | null;
};
type Reading = Pick<Offered, 'productId' | 'externalId' | 'mark' | 'name'>;
type Plan = { sends: Sending[]; reads: Reading[]; told: StockExchange[] };

/** Clocks of two processes are less apart than this. */
const CLOCKS_MS = 2_000;
/** Stocks that orders here take from, and that never run out. */
const PUSHED = ['MANUAL', 'METRC'];

/**
 * Sends the available stock of matched products, recomputed now, and sets aside what is sent; answers what became of each.
 * What they can still sell of an earlier figure is known once their orders were read; until then nothing more is sent.
 * Raises UNAVAILABLE once what was answered is saved.
 */
export async function pushStock(
  tools: Tools,
  shop: OpenShop,
  unit: Unit,
  { productIds, isAsked }: { productIds: readonly number[]; isAsked: boolean },
): Promise<StockExchange[]> {
  const plan = await unit('plan', (ctx) => planStock(ctx, shop, productIds, isAsked));
  const told = [...plan.told];
  for (const one of plan.sends) told.push(await sendFigure(tools, shop, unit, one));
  for (const one of plan.reads) await readFigure(tools, shop, unit, one);
  return told;
}

/** Decides what to send, sets it aside and notes it as sent, before anything is: whoever comes later waits for the answer. */
async function planStock(
  ctx: StockCtx & { now: Date },
  { sync: { orgId, id: syncId, usState } }: OpenShop,
  productIds: readonly number[],
  isAsked: boolean,
): Promise<Plan> {
  const { db, now } = ctx;
  const stock = await lockStock(db, orgId, productIds);
  const sync = await findSync(db, orgId, syncId);
  const ofSync = sql`record.sync_id = ${syncId} and ${isOneOf(sql`product.id`, productIds)}`;
  const all = await findOffered(db, orgId, sql`${ofSync} and ${isOneOf(sql`product.inventory_management`, PUSHED)}`);
  const plan: Plan = { sends: [], reads: [], told: [] };
  if (all.length === 0 || sync === undefined) return plan;

  const sales = await salesOf(db, orgId, productIds, now);
  const lagMs = lagOf(await lagsOf(db, orgId, syncId));
  const untaken = await untakenOf(db, orgId, syncId);
  const givenBack = await givenBackSoon(db, orgId, usState);
  const next = new Map<number, string>();
  const changes: Change[] = [];
  const healings: Healing[] = [];

  for (const row of all) {
    const before = stock.get(row.productId);
    if (before === undefined) continue;
    const { productId, externalId, step, name, unitOfMeasure } = row;
    const isFirst = (before.setAside ?? null) === null;
    let held = before.setAside ?? '0';
    let { isUnsure, shown, shownAt, mark } = row;
    if (shown !== null && shownAt !== null && sync.ordersKnownUntil !== null && shownAt <= sync.ordersKnownUntil) {
      const most = add(shown, untaken.get(externalId) ?? '0');
      if (!isUnsure && compare(held, most) > 0)
        healings.push({
          orgId,
          syncId,
          externalId,
          was: held,
          became: most,
          reason: `They show ${shown}, less than the ${held} we set aside for them. What is set aside follows.`,
        });
      const seen = { held, isUnsure, sent: null, shown: { figure: most, at: shownAt.getTime() } };
      ({ held, isUnsure } = readUntil(seen, sync.ordersKnownUntil.getTime()));
      [shown, shownAt] = [null, null];
    }
    const free = add(available(before), before.setAside ?? '0');
    const sold = sales.get(productId) ?? NEVER_SOLD;
    const safety = safetyOf({ free, lagMs, sales: sold });
    const wanted = offered({ free, safety, share: shareThere(sold), step });
    const state = { held, free, wanted, safety, step, isAsked };
    const isBlocked = isUnsure || givenBack.has(productId);
    const figure = isBlocked ? null : isFirst ? wanted : figureToSend(state);
    if (figure !== null) {
      const before = isFirst ? greater(lesser(row.theirs ?? '0', subtract(free, figure)), 0) : held;
      ({ held, isUnsure } = sending({ held: before, isUnsure, sent: null, shown: null }, figure));
      mark += 1;
      [shown, shownAt] = [null, null];
      const dueAt = row.dueAt?.toISOString() ?? null;
      plan.sends.push({ productId, externalId, mark, figure, name, unitOfMeasure, dueAt });
    } else {
      if (isUnsure && shown === null && !givenBack.has(productId))
        plan.reads.push({ productId, externalId, mark, name });
      const outcome = isBlocked ? 'WAITING' : 'UNCHANGED';
      const message = isBlocked
        ? 'A figure we sent is on its way. We send the next one once orders made before it were read.'
        : 'The figure there still fits.';
      plan.told.push({ productId, name, outcome, figure: row.published, message });
    }
    next.set(productId, held);
    changes.push({ externalId, isUnsure, shown, shownAt, mark });
  }
  await setSetAside(ctx, orgId, stock, next);
  await saveChanges(db, orgId, syncId, changes);
  await noteHealings(db, healings);
  return plan;
}

type Change = Pick<Offered, 'externalId' | 'isUnsure' | 'shown' | 'shownAt' | 'mark'>;

async function saveChanges(db: Db, orgId: number, syncId: number, changes: readonly Change[]): Promise<void> {
  const list = <T>(pick: (change: Change) => T) => sql.param(changes.map(pick));
  await db.execute(sql`
    update wholesale_records record
       set is_unsure = next.unsure, shown = next.shown, shown_at = next.shown_at, stock_mark = next.mark, stock_due_at = null
      from unnest(${list(({ externalId }) => externalId)}::text[], ${list(({ isUnsure }) => isUnsure)}::boolean[],
                  ${list(({ shown }) => shown)}::numeric[], ${list(({ shownAt }) => shownAt?.toISOString() ?? null)}::timestamptz[],
                  ${list(({ mark }) => mark)}::int[]) as next(external_id, unsure, shown, shown_at, mark)
     where record.org_id = ${orgId} and record.sync_id = ${syncId} and record.kind = 'PRODUCT'
       and record.external_id = next.external_id`);
}

const ofRecord = (sync: { orgId: number; id: number }, externalId: string) =>
  and(
    eq(wholesaleRecords.orgId, sync.orgId),
    eq(wholesaleRecords.syncId, sync.id),
    eq(wholesaleRecords.kind, 'PRODUCT'),
    eq(wholesaleRecords.externalId, externalId),
  );

/** Sends a figure that is set aside. Its answer counts unless something was given back there meanwhile. */
async function sendFigure({ integrations }: Tools, shop: OpenShop, unit: Unit, one: Sending): Promise<StockExchange> {
  const { sync, at } = shop;
  const { productId, externalId, figure, name, mark } = one;
  const answer = { productId, name, figure };
  try {
    await integrations.wholesale.changeProduct(at, externalId, { available: figure });
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    const problem = await noteFailure(unit, shop, externalId, error);
    return { ...answer, outcome: 'FAILED', message: problem };
  }
  const answered = new Date(Date.now() + CLOCKS_MS);
  await unit(`answered ${externalId}`, async ({ db, now, publish }) => {
    await db
      .update(wholesaleRecords)
      .set({ published: figure, publishedAt: now, problem: null })
      .where(ofRecord(sync, externalId));
    await db
      .update(wholesaleRecords)
      .set({ shown: figure, shownAt: answered })
      .where(and(ofRecord(sync, externalId), eq(wholesaleRecords.stockMark, mark)));
    if (one.dueAt !== null)
      await db.insert(wholesaleLags).values({
        orgId: sync.orgId,
        syncId: sync.id,
        kind: 'STOCK',
        lagMs: Math.max(0, now.getTime() - Date.parse(one.dueAt)),
        at: now,
      });
    await publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
    await publish({ topic: 'products', kind: 'changed', id: productId, orgIds: [sync.orgId] });
    return null;
  });
  return { ...answer, outcome: 'SENT', message: `The wholesale marketplace now offers ${figure}.` };
}

/** Reads the figure they show of a product whose answer was lost. */
async function readFigure({ integrations }: Tools, shop: OpenShop, unit: Unit, one: Reading): Promise<void> {
  const { sync, at } = shop;
  const product = await integrations.wholesale.product(at, one.externalId);
  const read = new Date(Date.now() + CLOCKS_MS);
  const unlimited =
    'Its stock is unlimited in the wholesale marketplace. Let them count it there, so that none is sold twice.';
  await unit(`read ${one.externalId}`, async ({ db }) => {
    const figure = product === null ? '0' : product.available;
    await db
      .update(wholesaleRecords)
      .set(
        figure === null ? { problem: unlimited, isUnsure: false, stockDueAt: null } : { shown: figure, shownAt: read },
      )
      .where(and(ofRecord(sync, one.externalId), eq(wholesaleRecords.stockMark, one.mark)));
    return null;
  });
}

/** What they refused for good is said of the product or the connection; anything else is raised, and tried again. */
async function noteFailure(unit: Unit, { sync }: OpenShop, externalId: string, error: unknown): Promise<string> {
  if (error instanceof DomainError || !(error instanceof Error)) throw error;
  if (error instanceof MoveRefused) {
    const problem = `The wholesale marketplace refused its stock: ${error.message}`;
    await unit(`refused ${externalId}`, async ({ db }) => {
      await db.update(wholesaleRecords).set({ problem }).where(ofRecord(sync, externalId));
      return null;
    });
    return problem;
  }
  const isRead = error instanceof WriteRefused;
  if (!isRead && !(error instanceof KeyRefused)) throw error;
  const problem = isRead
    ? 'The key can’t change products anymore. Connect one that can.'
    : 'The wholesale marketplace no longer accepts the key. Replace it.';
  await unit(`key ${externalId}`, async ({ db, publish }) => {
    await db
      .update(wholesaleSyncs)
      .set({ problem, ...(isRead && { access: 'READ' }) })
      .where(and(eq(wholesaleSyncs.orgId, sync.orgId), eq(wholesaleSyncs.id, sync.id)));
    await publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
    return null;
  });
  return problem;
}

/** Compares what they show of every product with what is set aside for it, and puts right what somebody changed there. */
export async function compareStock({ integrations }: Tools, shop: OpenShop, unit: Unit): Promise<void> {
  const { sync, at } = shop;
  for (let offset = 0; ; ) {
    const asked = await unit(`marks ${offset}`, ({ db }) =>
      findOffered(db, sync.orgId, sql`record.sync_id = ${sync.id} and not record.is_unsure`),
    );
    const { records, unread, total } = await integrations.wholesale.products(at, { since: null, offset });
    const read = new Date(Date.now() + CLOCKS_MS);
    const byId = new Map(records.map((record) => [record.id, record.available]));
    const seen = asked.filter(({ externalId, mode }) => byId.has(externalId) && PUSHED.includes(mode));
    await unit(`compare ${offset}`, async (ctx) => {
      const stock = await lockStock(
        ctx.db,
        sync.orgId,
        seen.map(({ productId }) => productId),
      );
      const now = await findOffered(ctx.db, sync.orgId, sql`record.sync_id = ${sync.id}`);
      const untaken = await untakenOf(ctx.db, sync.orgId, sync.id);
      const next = new Map<number, string>();
      const changes: Change[] = [];
      const healings: Healing[] = [];
      for (const { productId, externalId, mark } of seen) {
        const row = now.find((one) => one.externalId === externalId);
        const held = stock.get(productId)?.setAside ?? null;
        const figure = byId.get(externalId) ?? null;
        if (row === undefined || row.mark !== mark || held === null || figure === null) continue;
        const most = add(figure, untaken.get(externalId) ?? '0');
        if (compare(most, held) === 0) continue;
        if (compare(most, held) > 0) {
          next.set(productId, most);
          healings.push({
            orgId: sync.orgId,
            syncId: sync.id,
            externalId,
            was: figure,
            became: held,
            reason: `They offer ${figure}, more than the ${held} we set aside for them: somebody changed it there. We set aside more and send our figure again.`,
          });
        }
        changes.push({ externalId, mark, isUnsure: compare(most, held) > 0, shown: figure, shownAt: read });
      }
      await setSetAside(ctx, sync.orgId, stock, next);
      if (changes.length > 0) await saveChanges(ctx.db, sync.orgId, sync.id, changes);
      await noteHealings(ctx.db, healings);
      return null;
    });
    offset += records.length + unread;
    if (records.length + unread === 0 || offset >= total) break;
  }
  await unit('compared', async ({ db, now }) => {
    await db
      .update(wholesaleSyncs)
      .set({ stockComparedAt: now })
      .where(and(eq(wholesaleSyncs.orgId, sync.orgId), eq(wholesaleSyncs.id, sync.id)));
    return null;
  });
}
