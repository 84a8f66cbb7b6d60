import { DomainError } from '../../../domain/errors';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import { KeyRefused } from '../../integrations/answers';
import { holdSynced } from '../../integrations/tracking/hold-synced';
import { assertKeyOpens, whileSynced } from '../../integrations/tracking/license-access';
import { endReadProblem, saveReadProblem } from '../../integrations/tracking/save-read';
import { saveListProblems } from '../../integrations/tracking/save-sync-status';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import { publish } from '../../live/publish';

export type License = { orgId: number; licenseId: number };

type Portions<One extends { id: number }, Found> = {
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
/** After so many attempts in a row of which none was answered, the rest is left to the next check. */
const MOST_UNANSWERED = 3;

/**
 * A job that asks the tracking system about whatever of a license lacks an answer, as far as a portion's time allows, and
 * enqueues itself for the rest if it got on. One that isn't answered holds up none of the others; if none is, that is
 * noted of what was asked, and the next check of the license asks again. Raises UNAVAILABLE for a retry.
 */
export const inPortions =
  <One extends { id: number }, Found>({ queue, lacking, ask, keep, kept }: Portions<One, Found>) =>
  (tools: Services, license: License): Promise<void> =>
    whileSynced(tools, license, async (found, at) => {
      const { database, jobs } = tools;
      const deadline = Date.now() + PORTION_MS;
      const skipped = new Set<number>();
      let [isBegun, unanswered] = [false, 0];
      while (Date.now() < deadline) {
        const all = await lacking(database.db, license, AT_ONCE + skipped.size);
        const some = all.filter(({ id }) => !skipped.has(id));
        if (some.length === 0) return;
        const askedAt = new Date();
        const asked = await Promise.allSettled(some.map((one) => ask(tools, at, one)));
        const answers = asked.flatMap((result, n) =>
          result.status === 'fulfilled' ? [{ one: some[n] as One, found: result.value, askedAt }] : [],
        );
        for (const [n, { status }] of asked.entries()) if (status === 'rejected') skipped.add((some[n] as One).id);
        const failure = asked.find((result) => result.status === 'rejected')?.reason as unknown;
        if (failure !== undefined) {
          if (!(failure instanceof KeyRefused || failure instanceof DomainError)) throw failure;
          // Raises if the key itself is refused, or nothing answers.
          await assertKeyOpens(tools, at);
        }
        unanswered = answers.length > 0 ? 0 : unanswered + 1;
        const isRefused = answers.length === 0 && failure instanceof KeyRefused;
        if (isRefused || unanswered === MOST_UNANSWERED) {
          await saveReadProblem(tools, license, LISTS[queue], isRefused ? 'REFUSED' : 'FAILED');
          return saveListProblems(tools, found);
        }
        if (answers.length === 0) continue;
        const isKept = await transact(database.db, async (tx) => {
          if (!(await holdSynced(tx, license))) return false;
          for (const answer of answers) await keep(tx, license, answer);
          await kept?.(tx, license);
          await publish(tx, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [license.orgId] });
          return true;
        });
        if (!isKept) return;
        if (!isBegun) await endReadProblem(tools, license, LISTS[queue]);
        isBegun = true;
      }
      if (isBegun) await jobs.enqueue(database.db, { name: queue, data: license });
    });

/** How a license's problem names what is asked. */
const LISTS = { 'read-lab-results': 'lab results', 'read-deliveries': 'deliveries' } as const;
