import { eq } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { licenses } from '../db/schema';
import { transact } from '../db/transact';
import { KeyRefused } from '../integrations/answers';
import { findLicense, keyInUse } from '../integrations/license-syncs';
import type { LicenseAccess } from '../integrations/tracking-calls';
import { publish } from '../live/publish';

export type License = { orgId: number; licenseId: number };

type Portions<One, Found> = {
  queue: 'read-lab-results' | 'read-deliveries';
  /** The next that lack something, at most so many. */
  lacking(db: Db, license: License, limit: number): Promise<One[]>;
  /** Asks the tracking system about one. */
  ask(tools: Services, at: LicenseAccess, one: One): Promise<Found>;
  /** Keeps the answer; one that was kept no longer lacks it. */
  keep(db: Db, license: License, answer: { one: One; found: Found; askedAt: Date }): Promise<void>;
};

/** How long one job reads before it lets others have their turn, and how many at once. */
const PORTION_MS = 20_000;
const AT_ONCE = 8;

/**
 * A job that asks the tracking system about whatever of a license lacks an answer, as far as a portion's time allows, and
 * enqueues itself for the rest. Without a key it does nothing; a refused one is checked by the license's sync. Raises
 * UNAVAILABLE for a retry.
 */
export const inPortions =
  <One, Found>({ queue, lacking, ask, keep }: Portions<One, Found>) =>
  async (tools: Services, license: License): Promise<void> => {
    const { database, integrations, jobs } = tools;
    const synced = await findLicense(database.db, license.orgId, eq(licenses.id, license.licenseId));
    if (!synced?.sync || synced.status === 'OFFLINE' || synced.status === 'SYNC_PENDING') return;
    const userKey = keyInUse(synced, integrations.vault);
    if (userKey === undefined) return;
    const { usState, licenseNumber } = synced.license;
    const at = { usState, licenseNumber, userKey };
    const deadline = Date.now() + PORTION_MS;
    try {
      while (Date.now() < deadline) {
        const some = await lacking(database.db, license, AT_ONCE);
        if (some.length === 0) return;
        const askedAt = new Date();
        const answers = await Promise.all(
          some.map(async (one) => ({ one, found: await ask(tools, at, one), askedAt })),
        );
        await transact(database.db, async (tx) => {
          for (const answer of answers) await keep(tx, license, answer);
          await publish(tx, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [license.orgId] });
        });
      }
    } catch (error) {
      if (!(error instanceof KeyRefused)) throw error;
      return jobs.enqueue(database.db, { name: 'sync-license', data: license });
    }
    await jobs.enqueue(database.db, { name: queue, data: license });
  };
