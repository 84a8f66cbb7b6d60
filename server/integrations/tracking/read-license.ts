import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import {
  changesWindow,
  HISTORY_BEGINS,
  isTooLong,
  type ReadWindow,
  roundWindow,
  spanAfter,
} from '../../../domain/integrations/tracking-reads';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { licenseSyncs, trackingReads } from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { KeyRefused } from '../answers';
import { holdSynced, whileSynced } from './license-access';
import type { SyncedLicense } from './list-license-syncs';
import { finishHistory, saveProblem } from './sync-license';
import type { LicenseAccess } from './tracking-calls';

/** A list of the tracking system, and what becomes of its records; `keep` runs in a transaction and may run twice. */
export type TrackedList = {
  /** Its own name, for our notes of how far it was read. */
  name: string;
  path: string;
  /** A short list without times, read whole with each round. */
  isWhole?: true;
  /** Not every kind of license has it: being refused it says nothing of the key. */
  isForSome?: true;
  keep(tools: StoreTools, from: { orgId: number; licenseId: number; seenAt: Date }, records: unknown[]): Promise<void>;
};

export type StoreTools = { db: Db; publish: (event: Parameters<typeof publish>[1]) => Promise<void> };

/** What is read of a license, and what follows once all of it was compared. */
export type Tracked = {
  lists: readonly TrackedList[];
  finishRound(tools: StoreTools, round: { orgId: number; licenseId: number; roundBeganAt: Date }): Promise<void>;
  /** What follows once what changed was read. */
  follow(tools: Services, license: { orgId: number; licenseId: number }): Promise<void>;
};

/** How long one job of a round reads before it lets others have their turn. */
const PORTION_MS = 20_000;
/** Pages read at once; the rate limit decides how fast. */
const AT_ONCE = 20;
const MOST_PASSES = 5;

type Ids = { orgId: number; licenseId: number };
type Position = typeof trackingReads.$inferSelect;
/** `theirNow`: what their clock said when the job began, which every window ends by. */
type Reading = { tools: Services; ids: Ids; at: LicenseAccess; list: TrackedList; theirNow: number };

type Prepared = { found: SyncedLicense; at: LicenseAccess; before: Position[]; theirNow: number };

/**
 * A job about a license that is synced: does nothing otherwise, says when the tracking system doesn't respond, and has a
 * refused key checked. Raises UNAVAILABLE for a retry.
 */
const ofSynced =
  (work: (tools: Services, ids: Ids, prepared: Prepared) => Promise<void>) =>
  (tools: Services, ids: Ids): Promise<void> =>
    whileSynced(tools, ids, async (found, at) => {
      try {
        const before = await positions(tools.database.db, ids);
        await work(tools, ids, { found, at, before, theirNow: await clockOf(tools, at) });
      } catch (error) {
        if (error instanceof DomainError) await saveProblem(tools, found);
        throw error;
      }
    });

/**
 * A job that reads what changed at the tracking system since, of every list whose history was read. A license whose lists
 * are to be read from their beginning is left to `read-history`, which never holds this up.
 */
export const changesReader = ({ lists, follow }: Tracked) =>
  ofSynced(async (tools, ids, { found, at, before, theirNow }) => {
    await readNews(lists, { tools, ids, at, theirNow }, before);
    if (found.sync?.roundBeganAt) await tools.jobs.enqueue(tools.database.db, { name: 'read-history', data: ids });
    else await follow(tools, ids);
  });

/**
 * A job that reads as much of a license's lists from their beginning on as a portion's time allows, and enqueues itself
 * for the rest. How far it came is saved with the records, so a killed job goes on where it was, and two at once do no
 * harm. Once all is read, and what changed meanwhile too, everything is compared.
 */
export const historyReader = ({ lists, finishRound, follow }: Tracked) =>
  ofSynced(async (tools, ids, { found, at, before, theirNow }) => {
    if (!found.sync?.roundBeganAt) return;
    const deadline = Date.now() + PORTION_MS;
    const rest = lists.filter(({ name }) => !isRead(before, name));
    if (rest.length === 0) {
      await readNews(lists, { tools, ids, at, theirNow }, before);
      await finish(tools, found, finishRound);
      return follow(tools, ids);
    }
    for (const list of rest) {
      const reading = { tools, ids, at, list, theirNow };
      await readIfAny(reading, () => (list.isWhole ? readWhole(reading) : readRound(reading, deadline)));
      if (Date.now() > deadline) break;
    }
    await transact(tools.database.db, async (tx) => {
      await publish(tx, { topic: 'integrations', kind: 'changed', id: ids.licenseId, orgIds: [ids.orgId] });
      await tools.jobs.enqueue(tx, { name: 'read-history', data: ids });
    });
  });

/** Whether a round has come to the end of a list. */
const isRead = (rows: readonly Position[], name: string) =>
  rows.some(({ list, readUntil, roundUntil }) => list === name && readUntil !== null && roundUntil === null);

const ofLicense = ({ orgId, licenseId }: Ids) =>
  and(eq(trackingReads.orgId, orgId), eq(trackingReads.licenseId, licenseId));

const positions = (db: Db, ids: Ids): Promise<Position[]> => db.select().from(trackingReads).where(ofLicense(ids));

/** Reads what changed of every list whose history was read. */
async function readNews(lists: readonly TrackedList[], of: Omit<Reading, 'list'>, before: readonly Position[]) {
  for (const list of lists) {
    const position = before.find((one) => one.list === list.name);
    const reading = { ...of, list };
    if (position?.readUntil) await readIfAny(reading, () => readChanges(reading, position));
  }
}

/** Reads what changed since the last time, whole. */
async function readChanges(reading: Reading, { readUntil, readAt }: Position): Promise<void> {
  if (reading.list.isWhole) return;
  const ourNow = Date.now();
  const until = readUntil?.getTime() ?? 0;
  const window = changesWindow({ until, at: readAt?.getTime() ?? ourNow }, { theirNow: reading.theirNow, ourNow });
  const records = await readWindow(reading, window, await firstPage(reading, window));
  await save(reading, records, { readUntil: new Date(reading.theirNow), readAt: new Date(ourNow) });
}

/** Reads a short list again. */
async function readWhole(reading: Reading): Promise<void> {
  const { tools, at, list, theirNow } = reading;
  const records: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await tools.integrations.tracking.readPage(at, page, { what: list.name, path: list.path });
    records.push(...answer.records);
    ({ pages } = answer);
  }
  await save(reading, records, ended(theirNow, Date.now()));
}

/**
 * Reads a list, unless the license has no such list, which its being refused tells while the key is good for others. Then
 * nothing is noted as read, so that all of it is once the license has it.
 */
async function readIfAny(reading: Reading, read: () => Promise<void>): Promise<void> {
  const { tools, at, list } = reading;
  try {
    await read();
  } catch (error) {
    if (!list.isForSome || !(error instanceof KeyRefused)) throw error;
    await clockOf(tools, at);
    await save(reading, [], ended(HISTORY_BEGINS, Date.now()));
  }
}

/**
 * Reads a round's next windows until the deadline or the list's end. While one is saved the next is read already, so that
 * no turn is lost; their ends are saved in order.
 */
async function readRound(reading: Reading, deadline: number): Promise<void> {
  const { tools, ids, list, theirNow } = reading;
  const [position] = await tools.database.db
    .select()
    .from(trackingReads)
    .where(and(ofLicense(ids), eq(trackingReads.list, list.name)));
  let [roundUntil, spanSeconds] = [position?.roundUntil?.getTime() ?? null, position?.spanSeconds ?? null];
  let saving = Promise.resolve();
  try {
    for (;;) {
      const ourNow = Date.now();
      const window = roundWindow({ roundUntil, spanSeconds }, theirNow);
      if (window === null) {
        await saving;
        return await save(reading, [], ended(roundUntil ?? theirNow, ourNow));
      }
      const first = await firstPage(reading, window);
      spanSeconds = spanAfter(window, first.pages);
      if (isTooLong(window, first.pages)) continue;
      const records = await readWindow(reading, window, first);
      const isEnd = window.until >= theirNow;
      roundUntil = window.until;
      const reached = isEnd ? ended(window.until, ourNow) : { roundUntil: new Date(window.until) };
      await saving;
      saving = save(reading, records, { ...reached, spanSeconds });
      // Its failure is raised where it is awaited.
      saving.catch(() => {});
      if (isEnd || Date.now() > deadline) return await saving;
    }
  } finally {
    await saving.catch(() => {});
  }
}

/** A list read to its end: from now on only what changes is read, beginning a little before. */
const ended = (until: number, at: number) => ({ readUntil: new Date(until), readAt: new Date(at), roundUntil: null });

const windowQuery = ({ from, until }: ReadWindow) => ({
  lastModifiedStart: new Date(from).toISOString(),
  lastModifiedEnd: new Date(until).toISOString(),
});

const readPage = ({ tools, at, list }: Reading, page: number, window: ReadWindow) =>
  tools.integrations.tracking.readPage(at, page, { what: list.name, path: list.path, query: windowQuery(window) });

const firstPage = (reading: Reading, window: ReadWindow) => readPage(reading, 1, window);

/** A list that every kind of license has. */
const EVERYBODYS = '/packages/v2/active';

/** Now by their clock, as a reply says it. Raises KeyRefused. */
async function clockOf(tools: Services, at: LicenseAccess): Promise<number> {
  const query = windowQuery({ from: Date.now(), until: Date.now() });
  return (await tools.integrations.tracking.readPage(at, 1, { what: 'clock', path: EVERYBODYS, query })).theirNow;
}

/**
 * Every record of a window that has ended by their clock. Records only leave such a window, which moves later ones to
 * earlier pages: so pages are read from the last to the first, and again until there are as many as it says.
 */
async function readWindow(reading: Reading, window: ReadWindow, first: Awaited<ReturnType<typeof firstPage>>) {
  const found = new Map<string, unknown>();
  const add = (records: readonly unknown[]) => {
    for (const record of records) found.set(keyOf(record), record);
  };
  add(first.records);
  let { pages, total } = first;
  for (let pass = 1; pages > 1 || found.size < total; pass += 1) {
    if (pass > MOST_PASSES) {
      const cause = new Error(`${reading.list.name}: ${found.size} of ${total} records after ${MOST_PASSES} passes`);
      throw new DomainError('UNAVAILABLE', 'The tracking system’s lists don’t hold still.', { cause });
    }
    let next = pages;
    const reader = async () => {
      while (next >= 1) {
        const page = next;
        next -= 1;
        const answer = await readPage(reading, page, window);
        add(answer.records);
        if (page === 1) ({ pages, total } = answer);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, pages) }, reader));
    if (found.size >= total) break;
  }
  return [...found.values()];
}

const keyOf = (record: unknown): string =>
  record !== null && typeof record === 'object' && 'Id' in record ? String(record.Id) : JSON.stringify(record);

const MOST_TOGETHER = 500;

/** Saves records, a few hundred a transaction, and with the last of them how far the list was read. */
async function save({ tools, ids, list }: Reading, records: unknown[], reached: Partial<Position>): Promise<void> {
  const seenAt = new Date();
  for (let from = 0; from === 0 || from < records.length; from += MOST_TOGETHER) {
    const some = records.slice(from, from + MOST_TOGETHER);
    const isLast = from + MOST_TOGETHER >= records.length;
    await transact(tools.database.db, async (tx) => {
      if (!(await holdSynced(tx, ids))) return;
      const keeping: StoreTools = { db: tx, publish: (event) => publish(tx, event) };
      if (some.length > 0) await list.keep(keeping, { ...ids, seenAt }, some);
      const position = isLast ? reached : {};
      await tx
        .insert(trackingReads)
        .values({ ...ids, list: list.name, records: some.length, ...position })
        .onConflictDoUpdate({
          target: [trackingReads.orgId, trackingReads.licenseId, trackingReads.list],
          set: { ...position, records: sql`${trackingReads.records} + ${some.length}` },
        });
    });
  }
}

/** All lists were read from their beginning, and what changed meanwhile too. */
function finish(tools: Services, { license, sync }: SyncedLicense, finishRound: Tracked['finishRound']): Promise<void> {
  const { orgId, id: licenseId } = license;
  return transact(tools.database.db, async (tx) => {
    if (!(await holdSynced(tx, { orgId, licenseId }))) return;
    const [ended] = await tx
      .update(licenseSyncs)
      .set({ roundBeganAt: null, comparedAt: new Date() })
      .where(
        and(
          eq(licenseSyncs.orgId, orgId),
          eq(licenseSyncs.licenseId, licenseId),
          eq(licenseSyncs.roundBeganAt, sync?.roundBeganAt ?? new Date(0)),
        ),
      )
      .returning({ id: licenseSyncs.licenseId });
    if (ended === undefined || !sync?.roundBeganAt) return;
    const keeping: StoreTools = { db: tx, publish: (event) => publish(tx, event) };
    await finishRound(keeping, { orgId, licenseId, roundBeganAt: sync.roundBeganAt });
    await finishHistory(tx, license);
  });
}
