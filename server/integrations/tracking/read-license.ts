import { and, eq } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import type { Services } from '../../context';
import { licenseSyncs } from '../../db/schema';
import { transact } from '../../db/transact';
import { publish } from '../../live/publish';
import { KeyRefused } from '../answers';
import { holdSynced } from './hold-synced';
import { assertKeyOpens, whileSynced } from './license-access';
import type { SyncedLicense } from './list-license-syncs';
import { type Reading, readChanges, readRound, readWhole, tryList } from './read-list';
import { type Ids, Overtaken, type Position, readPositions, saveReadProblem } from './save-read';
import { finishHistory, saveListProblems, saveProblem } from './save-sync-status';
import { storeTools, type Tracked, type TrackedList } from './tracked';

export type { StoreTools, Tracked, TrackedList } from './tracked';

/** How long one job reads before it lets others have their turn. */
const PORTION_MS = 20_000;

type Work = Omit<Reading, 'list'> & { found: SyncedLicense; before: Position[] };

/**
 * A job about a license that is synced: does nothing otherwise, and stops when another job is ahead of it. Their clock is
 * asked first, which tells as well whether the key is good and whether anything answers; after that, a list's refusal or
 * failure is its own. Says when the tracking system doesn't respond, and which lists can't be read. Raises UNAVAILABLE for
 * a retry.
 */
const ofSynced =
  (work: (of: Work) => Promise<void>) =>
  (tools: Services, ids: Ids): Promise<void> =>
    whileSynced(tools, ids, async (found, at) => {
      try {
        const before = await readPositions(tools.database.db, ids);
        const theirNow = await assertKeyOpens(tools, at);
        await work({ tools, ids, at, found, before, theirNow, deadline: Date.now() + PORTION_MS });
        await saveListProblems(tools, found);
      } catch (error) {
        if (error instanceof Overtaken) return;
        if (error instanceof DomainError) await saveProblem(tools, found);
        throw error;
      }
    });

/**
 * A job that reads what changed at the tracking system since, of every list whose history was read, and tries those that
 * couldn't be read the last time. A list that is to be read from its beginning is left to `read-history`, which never
 * holds this up.
 */
export const changesReader = ({ lists, follow }: Tracked) =>
  ofSynced(async ({ found, before, ...of }) => {
    const { tools, ids } = of;
    const { jobs, database } = tools;
    const isWhole = await readNews(lists, of, before);
    const after = await readPositions(database.db, ids);
    // Each of them read on, or else it would be whole.
    if (!isWhole) await jobs.enqueue(database.db, { name: 'read-license', data: ids });
    else if (found.sync?.roundBeganAt || lists.some(({ name }) => !isSettled(after, name)))
      await jobs.enqueue(database.db, { name: 'read-history', data: ids });
    else await follow(tools, ids);
  });

/**
 * A job that reads as much of a license's lists from their beginning on as a portion's time allows, and enqueues itself
 * for the rest, but never where nothing came of it. How far it came is saved with the records, so a killed job goes on
 * where it was, and of two at once the slower stops. Once all is read that can be, and what changed meanwhile too,
 * everything is compared.
 */
export const historyReader = ({ lists, finishRound, follow }: Tracked) =>
  ofSynced(async ({ found, before, ...of }) => {
    const { tools, ids, deadline } = of;
    const { db } = tools.database;
    const isIn = (rows: readonly Position[]) => lists.filter(({ name }) => !isSettled(rows, name));
    const rest = isIn(before);
    if (rest.length === 0) {
      if (!found.sync?.roundBeganAt) return;
      const readable = lists.filter(({ name }) => !positionOf(before, name)?.problem);
      if (await readNews(readable, of, before)) {
        await finish(tools, found, { lists, finishRound });
        return follow(tools, ids);
      }
    }
    for (const list of rest) {
      const position = positionOf(before, list.name);
      const reading = { ...of, list };
      await unlessProblem(reading, () => (list.isWhole ? readWhole(reading, position) : readRound(reading, position)));
      if (Date.now() > deadline) break;
    }
    if (JSON.stringify(await readPositions(db, ids)) === JSON.stringify(before)) return;
    await transact(db, async (tx) => {
      await publish(tx, { topic: 'integrations', kind: 'changed', id: ids.licenseId, orgIds: [ids.orgId] });
      await tools.jobs.enqueue(tx, { name: 'read-history', data: ids });
    });
  });

const positionOf = (rows: readonly Position[], name: string) => rows.find(({ list }) => list === name);

/** Whether nothing is left to read of a list from its beginning on. */
const isRead = (position: Position | undefined): boolean =>
  position !== undefined && position.readUntil !== null && position.roundUntil === null;

/** The same, or it can't be read for now. */
function isSettled(rows: readonly Position[], name: string): boolean {
  const position = positionOf(rows, name);
  return isRead(position) || (position?.problem ?? null) !== null;
}

/** Whether a round read all of a list. One whose problem another job ended a moment ago wasn't read yet. */
const isReadWhole = (position: Position | undefined): boolean =>
  isRead(position) && position?.problem === null && position.incompleteAt === null;

/**
 * Reads what changed of every list whose history was read; last come those that couldn't be read before, which shall hold
 * up none of the others. False if the deadline came before the end.
 */
async function readNews(
  lists: readonly TrackedList[],
  of: Omit<Reading, 'list'>,
  before: readonly Position[],
): Promise<boolean> {
  const hasProblem = ({ name }: TrackedList) => (positionOf(before, name)?.problem ? 1 : 0);
  let isWhole = true;
  for (const list of lists.toSorted((a, b) => hasProblem(a) - hasProblem(b))) {
    const position = positionOf(before, list.name);
    const reading = { ...of, list };
    const isKnown = position?.readUntil && !list.isWhole;
    if (isKnown) {
      await unlessProblem(reading, async () => {
        if (!(await readChanges(reading, position).catch(unlessEnded))) isWhole = false;
      });
    } else if (position?.problem) {
      await unlessProblem(reading, async () => {
        await tryList(reading);
        await saveReadProblem(of.tools, of.ids, list.name, null);
      });
    }
  }
  return isWhole;
}

/** A job that read further of a list has done this one's work there. */
function unlessEnded(error: unknown): true {
  if (error instanceof Overtaken && !error.isEnded) return true;
  throw error;
}

/**
 * Reads a list, unless it is refused or fails while the key is good and others answer: that is noted of it alone, and the
 * others are read. Raises KeyRefused for the key itself, UNAVAILABLE when nothing answers, and Overtaken.
 */
async function unlessProblem({ tools, ids, at, list }: Reading, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (error instanceof Overtaken) throw error;
    if (error instanceof KeyRefused) {
      await assertKeyOpens(tools, at);
      return saveReadProblem(tools, ids, list.name, 'REFUSED');
    }
    if (!(error instanceof DomainError)) tools.log.error({ err: error, list: list.name }, 'a list can’t be read');
    // Noted first: if it is this list that silences all the others, they are read before it the next time.
    await saveReadProblem(tools, ids, list.name, 'FAILED');
    await assertKeyOpens(tools, at);
  }
}

/** All lists that can be read were, from their beginning on, and what changed meanwhile too. */
function finish(
  tools: Services,
  { license, sync }: SyncedLicense,
  { lists, finishRound }: Pick<Tracked, 'lists' | 'finishRound'>,
): Promise<void> {
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
    const positions = await readPositions(tx, { orgId, licenseId });
    const unread = lists.map(({ name }) => name).filter((name) => !isReadWhole(positionOf(positions, name)));
    await finishRound(storeTools(tx, tools.jobs), { orgId, licenseId, roundBeganAt: sync.roundBeganAt, unread });
    await finishHistory(tools.jobs, tx, license);
  });
}
