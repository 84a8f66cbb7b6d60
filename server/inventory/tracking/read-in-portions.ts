import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import { holdSynced, whileSynced } from '../../integrations/tracking/license-access';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import { publish } from '../../live/publish';

export type License = { orgId: number; licenseId: number };

type Portions<One, Found> = {
  queue: 'read-lab-results' | 'read-deliveries';
  /** The next that lack something, at most so many. */
  lacking(db: Db, license: License, limit: number): Promise<One[]>;
  /** Asks the tracking system about one. */
  ask(tools: Services, at: LicenseAccess, one: One): Promise<Found>;
  /** Keeps the answer; one that was kept no longer lacks it. */
  keep(db: Db, license: License, answer: { one: One; found: Found; askedAt: Date }): Promise<void>;
  /** What follows from some that were kept together. */
  kept?(db: Db, license: License): Promise<void>;
};

/** How long one job reads before it lets others have their turn, and how many at once. */
const PORTION_MS = 20_000;
const AT_ONCE = 8;

/**
 * A job that asks the tracking system about whatever of a license lacks an answer, as far as a portion's time allows, and
 * enqueues itself for the rest. Raises UNAVAILABLE for a retry.
 */
export const inPortions =
  <One, Found>({ queue, lacking, ask, keep, kept }: Portions<One, Found>) =>
  (tools: Services, license: License): Promise<void> =>
    whileSynced(tools, license, async (_found, at) => {
      const { database, jobs } = tools;
      const deadline = Date.now() + PORTION_MS;
      while (Date.now() < deadline) {
        const some = await lacking(database.db, license, AT_ONCE);
        if (some.length === 0) return;
        const askedAt = new Date();
        const answers = await Promise.all(
          some.map(async (one) => ({ one, found: await ask(tools, at, one), askedAt })),
        );
        const isKept = await transact(database.db, async (tx) => {
          if (!(await holdSynced(tx, license))) return false;
          for (const answer of answers) await keep(tx, license, answer);
          await kept?.(tx, license);
          await publish(tx, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [license.orgId] });
          return true;
        });
        if (!isKept) return;
      }
      await jobs.enqueue(database.db, { name: queue, data: license });
    });
