import { and, eq, sql } from 'drizzle-orm';
import type { ReadProblem } from '../../../domain/integrations/tracking-lists';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { trackingReads } from '../../db/schema';
import { transact } from '../../db/transact';
import { holdSynced } from './hold-synced';
import { storeTools, type TrackedList } from './tracked';

export type Ids = { orgId: number; licenseId: number };
export type Position = typeof trackingReads.$inferSelect;

/** Another job read on meanwhile where this one was reading, or the license isn't synced anymore (`isEnded`). */
export class Overtaken extends Error {
  override name = 'Overtaken';
  constructor(readonly isEnded: boolean) {
    super('another job read on');
  }
}

const ofLicense = ({ orgId, licenseId }: Ids) =>
  and(eq(trackingReads.orgId, orgId), eq(trackingReads.licenseId, licenseId));
const ofList = (ids: Ids, list: string) => and(ofLicense(ids), eq(trackingReads.list, list));

/** How far each list of a license was read. */
export const readPositions = (db: Db, ids: Ids): Promise<Position[]> =>
  db.select().from(trackingReads).where(ofLicense(ids)).orderBy(trackingReads.list);

const MOST_TOGETHER = 500;

type Saved = {
  ids: Ids;
  list: TrackedList;
  records: unknown[];
  reached: Partial<Position>;
  /** Whether the position is where this job read on from. */
  expects: (position: Position) => boolean;
};

/**
 * Saves records, a few hundred a transaction, and with the last of them how far the list was read; a list that could be
 * read has no problem. Raises Overtaken, so that of two jobs that read a list the slower never sets it back.
 */
export async function saveRead(
  { database, jobs }: Services,
  { ids, list, records, reached, expects }: Saved,
): Promise<void> {
  for (let from = 0; from === 0 || from < records.length; from += MOST_TOGETHER) {
    const some = records.slice(from, from + MOST_TOGETHER);
    const isLast = from + MOST_TOGETHER >= records.length;
    await transact(database.db, async (tx) => {
      if (!(await holdSynced(tx, ids))) throw new Overtaken(true);
      await tx
        .insert(trackingReads)
        .values({ ...ids, list: list.name })
        .onConflictDoNothing();
      const [position] = await tx.select().from(trackingReads).where(ofList(ids, list.name)).for('no key update');
      if (position === undefined || !expects(position)) throw new Overtaken(false);
      if (some.length > 0) await list.keep(storeTools(tx, jobs), ids, some);
      await tx
        .update(trackingReads)
        .set({
          ...(isLast ? { ...reachedFrom(position, reached), problem: null } : {}),
          records: sql`${trackingReads.records} + ${some.length}`,
        })
        .where(ofList(ids, list.name));
    });
  }
}

/** Where a round ends another job may have read what changed, and further. */
function reachedFrom(position: Position, { readUntil, readAt, ...rest }: Partial<Position>): Partial<Position> {
  const isBehind = rest.roundUntil === null && position.readUntil && readUntil && position.readUntil > readUntil;
  return isBehind || !readUntil || !readAt ? rest : { ...rest, readUntil, readAt };
}

/** Notes why a list can't be read, or that it can be again. Does nothing for a license that isn't synced anymore. */
export function saveReadProblem(
  { database }: Pick<Services, 'database'>,
  ids: Ids,
  list: string,
  problem: ReadProblem | null,
): Promise<void> {
  return transact(database.db, async (tx) => {
    if (!(await holdSynced(tx, ids))) return;
    await tx
      .insert(trackingReads)
      .values({ ...ids, list, problem })
      .onConflictDoUpdate({
        target: [trackingReads.orgId, trackingReads.licenseId, trackingReads.list],
        set: { problem },
      });
  });
}
