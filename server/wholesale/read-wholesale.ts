import { and, isNotNull, isNull, or } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { TheirProduct } from '../../domain/wholesale/theirs';
import type { WholesaleKind } from '../../domain/wholesale/vocabulary';
import type { Services } from '../context';
import { wholesaleSyncs } from '../db/schema';
import { isConnectionLost, isUnable } from '../db/transact';
import { KeyRefused } from '../integrations/answers';
import { type Listed, PAGE_SIZE, type Paging, type ShopAccess } from '../integrations/wholesale/wholesale-marketplace';
import type { JobData } from '../queues';
import { takeOrder } from './orders/take-order';
import { takeProduct } from './products/take-product';
import { customerRecord, dueRecords, orderRecord, productRecord, settleRecord, storeRecords } from './records';
import { noteRefusedKey, noteSync } from './sync-status';
import { findActiveSync, openShop, type Sync } from './syncs';

/** How long one job reads before it lets others have their turn. */
const PORTION_MS = 30_000;
/** Read again each time: what was changed while the last reading looked elsewhere, or by a clock behind ours. */
const OVERLAP_MS = 10 * 60_000;
/** Orders taken over at a time. */
const SIDE_BY_SIDE = 3;
const PORTION = 100;

/**
 * Enqueues a reading of every connection that syncs, so what a lost hint would have told is known within minutes, and of
 * those never read: they are of a time before anything was.
 */
export async function sweepWholesale({ database: { db }, jobs }: Services): Promise<void> {
  const syncs = await db
    .select({ orgId: wholesaleSyncs.orgId, syncId: wholesaleSyncs.id })
    .from(wholesaleSyncs)
    .where(
      and(isNotNull(wholesaleSyncs.sealedKey), or(isNotNull(wholesaleSyncs.startedAt), isNull(wholesaleSyncs.sweptAt))),
    );
  for (const data of syncs) await jobs.enqueue(db, { name: 'read-wholesale', data });
}

/**
 * Reads what changed in a connection's shop: brands, products and customers, then orders. Before a person began to sync they
 * are kept for the match desk and nothing comes of them; afterwards each is taken over in a transaction of its own. A long
 * list goes on in further jobs, where it was.
 */
export async function readWholesale(services: Services, { from, ...ids }: JobData<'read-wholesale'>): Promise<void> {
  const { db } = services.database;
  const sync = await findActiveSync(db, ids);
  if (!sync) return;
  const began = new Date();
  const deadline = began.getTime() + PORTION_MS;
  try {
    const at = openShop(services, sync);
    if (!from) await readCatalogue(services, sync, at);
    const begin = from ?? { since: overlapped(sync.ordersReadUntil), offset: 0 };
    const rest = await readOrders(services, sync, at, begin, deadline);
    const isDone = rest === null && (await takeOrders(services, sync, deadline));
    if (!isDone) {
      const data = rest === null ? { ...ids, from: NOTHING_MORE } : { ...ids, from: rest };
      await services.jobs.enqueue(db, { name: 'read-wholesale', data });
      return;
    }
    // One that goes on from another began before: the next whole one says until when all is known.
    await noteSync(db, sync, { sweptAt: new Date(), problem: null, ...(!from && { ordersKnownUntil: began }) });
    await services.jobs.enqueue(db, { name: 'push-wholesale-stock', data: ids });
  } catch (error) {
    if (error instanceof KeyRefused) return noteRefusedKey(db, sync);
    if (error instanceof DomainError && error.code === 'UNAVAILABLE')
      await noteSync(db, sync, { problem: 'It isn’t responding.' });
    throw error;
  }
}

type From = NonNullable<JobData<'read-wholesale'>['from']>;
/** Everything was read; some of it is yet to be taken over. */
const NOTHING_MORE: From = { since: '9999-12-31T00:00:00.000Z', offset: 0 };

const overlapped = (until: Date | null): string | null =>
  until === null ? null : new Date(until.getTime() - OVERLAP_MS).toISOString();

type Store<T> = (records: T[]) => Promise<void>;
type Read<T> = (at: ShopAccess, paging: Paging) => Promise<Listed<T>>;

/**
 * Reads a list from where it was, page by page. Each goes on from the last change read, not from a place in the list, which
 * moves while others change it. Where it stopped at the deadline; null at the end.
 */
async function readList<T extends { modified: string }>(
  read: Read<T>,
  at: ShopAccess,
  { since, offset }: From,
  store: Store<T>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<From | null> {
  let from: From = { since, offset };
  for (;;) {
    const { records, unread } = await read(at, {
      since: from.since === null ? null : new Date(from.since),
      offset: from.offset,
    });
    await store(records);
    if (records.length + unread < PAGE_SIZE) return null;
    const last = records.at(-1)?.modified ?? from.since;
    const isStuck = last === from.since || last === null || records.length === 0;
    from = isStuck ? { since: from.since, offset: from.offset + PAGE_SIZE } : { since: last, offset: 0 };
    if (Date.now() > deadline) return from;
  }
}

/** Reads brands, products and customers; of those of an organization that began to sync, products are taken over. */
async function readCatalogue(services: Services, sync: Sync, at: ShopAccess): Promise<void> {
  const { wholesale } = services.integrations;
  const { db } = services.database;
  const begin = { since: overlapped(sync.productsReadUntil), offset: 0 };
  const brands = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { records, unread } = await wholesale.brands(at, { since: null, offset });
    for (const { id, name } of records) brands.set(id, name);
    if (records.length + unread < PAGE_SIZE) break;
  }
  let until = sync.productsReadUntil;
  const see = (records: readonly { modified: string }[]) => {
    for (const { modified } of records) if (until === null || new Date(modified) > until) until = new Date(modified);
  };
  await readList<TheirProduct>(wholesale.products, at, begin, async (records) => {
    const named = records.map((one) => ({ ...one, brandName: brands.get(one.brandId) ?? '' }));
    await storeRecords(db, sync, 'PRODUCT', named.map(productRecord));
    see(records);
  });
  const productsUntil = until;
  await readList(wholesale.customers, at, begin, (records) =>
    storeRecords(db, sync, 'CUSTOMER', records.map(customerRecord)),
  );
  await noteSync(db, sync, { productsReadUntil: productsUntil });
  if (sync.startedAt !== null) await takeAll(services, sync, 'PRODUCT', Number.POSITIVE_INFINITY);
}

/** Reads orders and takes over those of the page before meanwhile. Where it stopped; null at the end. */
async function readOrders(
  services: Services,
  sync: Sync,
  at: ShopAccess,
  begin: From,
  deadline: number,
): Promise<From | null> {
  if (begin.since === NOTHING_MORE.since) return null;
  const { db } = services.database;
  let taking: Promise<unknown> = Promise.resolve();
  const rest = await readList(
    services.integrations.wholesale.orders,
    at,
    begin,
    async (records) => {
      await storeRecords(db, sync, 'ORDER', records.map(orderRecord));
      await taking;
      const until = records.at(-1)?.modified;
      if (until) await noteSync(db, sync, { ordersReadUntil: new Date(until) });
      if (sync.startedAt !== null) {
        taking = takeAll(services, sync, 'ORDER', deadline);
        taking.catch(() => undefined);
      }
    },
    deadline,
  );
  await taking;
  return rest;
}

/** Takes over the orders that wait; whether none is left. */
const takeOrders = async (services: Services, sync: Sync, deadline: number): Promise<boolean> =>
  sync.startedAt === null || takeAll(services, sync, 'ORDER', deadline);

const TAKE: Partial<Record<WholesaleKind, typeof takeOrder>> = { ORDER: takeOrder, PRODUCT: takeProduct };

/** Takes over what waits of a kind, a few at a time; whether none is left. One that fails stays with its reason. */
async function takeAll(services: Services, sync: Sync, kind: WholesaleKind, deadline: number): Promise<boolean> {
  const { db } = services.database;
  const take = TAKE[kind];
  if (!take) return true;
  for (;;) {
    const due = (await dueRecords(db, sync, kind, PORTION)).map(({ externalId }) => externalId);
    if (due.length === 0) return true;
    const next = due.values();
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (const externalId of next) {
          if (Date.now() > deadline) return;
          await take(services, sync, externalId).catch(async (error: unknown) => {
            if (isConnectionLost(error) || isUnable(error)) throw error;
            services.log.error({ err: error, orgId: sync.orgId, kind, externalId }, 'a record could not be taken over');
            await settleRecord(db, sync, { kind, externalId }, { problem: 'Something went wrong. Try again.' });
          });
        }
      }),
    );
    if (Date.now() > deadline) return false;
  }
}
