import { DomainError } from '../../../domain/errors';
import type { ReadProblem } from '../../../domain/integrations/tracking-lists';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import { KeyRefused } from '../../integrations/answers';
import { holdSynced } from '../../integrations/tracking/hold-synced';
import { assertKeyOpens, whileSynced } from '../../integrations/tracking/license-access';
import { saveReadProblem } from '../../integrations/tracking/save-read';
import { saveListProblems } from '../../integrations/tracking/save-sync-status';
import { type LicenseAccess, NotTold } from '../../integrations/tracking/tracking-calls';
import { publish } from '../../live/publish';
import type { JobRequest } from '../../queues';

export type License = { orgId: number; licenseId: number };

type KeepTools = { db: Db; enqueue: (job: JobRequest) => Promise<void> };

type Portions<One extends { id: number }, Found> = {
  queue: 'read-lab-results' | 'read-deliveries';
  /** The next that lack something after one with this id, at most so many. */
  lacking(db: Db, license: License, limit: number, after?: number): Promise<One[]>;
  /** Asks the tracking system about one. Raises NotTold where it tells nothing of it. */
  ask(tools: Services, at: LicenseAccess, one: One): Promise<Found>;
  /** Keeps the answer, null if nothing is told; one that was kept no longer lacks it. */
  keep(tools: KeepTools, license: License, answer: { one: One; found: Found | null; askedAt: Date }): Promise<void>;
  /** What follows from some that were kept together. */
  kept?(db: Db, license: License): Promise<void>;
};

/** How long one job reads before it lets others have their turn, and how many at once. */
const PORTION_MS = 20_000;
const AT_ONCE = 8;
/** After so many attempts in a row without an answer, the rest is left to the next check. */
const MOST_UNANSWERED = 10;

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
      const note = async (problem: ReadProblem | null) => {
        await saveReadProblem(tools, license, LISTS[queue], problem);
        await saveListProblems(tools, found);
      };
      let [after, isBegun, unanswered] = [0, false, 0];
      let failure: unknown;
      while (Date.now() < deadline && unanswered < MOST_UNANSWERED) {
        // Until one is answered they are asked one by one: many that fail at once would look like a service that is silent.
        const isAnswering = isBegun && unanswered === 0;
        const some = await lacking(database.db, license, isAnswering ? AT_ONCE : 1, after);
        const last = some.at(-1);
        if (last === undefined) return isBegun || failure === undefined ? undefined : note(problemOf(failure));
        after = last.id;
        const askedAt = new Date();
        const asked = await Promise.allSettled(some.map((one) => ask(tools, at, one).catch(nullIfNotTold)));
        const answers = asked.flatMap((result, n) =>
          result.status === 'fulfilled' ? [{ one: some[n] as One, found: result.value, askedAt }] : [],
        );
        const failed = asked.find((result) => result.status === 'rejected');
        if (failed !== undefined) {
          failure = failed.reason;
          if (!(failure instanceof KeyRefused || failure instanceof DomainError)) throw failure;
          // Raises if the key itself is refused, or nothing answers.
          await assertKeyOpens(tools, at);
        }
        unanswered = answers.length > 0 ? 0 : unanswered + 1;
        if (answers.length === 0) continue;
        const isKept = await transact(database.db, async (tx) => {
          if (!(await holdSynced(tx, license))) return false;
          for (const answer of answers)
            await keep({ db: tx, enqueue: (job) => jobs.enqueue(tx, job) }, license, answer);
          await kept?.(tx, license);
          await publish(tx, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [license.orgId] });
          return true;
        });
        if (!isKept) return;
        if (!isBegun) await note(null);
        isBegun = true;
      }
      if (unanswered > 0 && (!isBegun || unanswered === MOST_UNANSWERED)) await note(problemOf(failure));
      else if (isBegun) await jobs.enqueue(database.db, { name: queue, data: license });
    });

/** How a license's problem names what is asked. */
const LISTS = { 'read-lab-results': 'lab results', 'read-deliveries': 'deliveries' } as const;

const problemOf = (failure: unknown): ReadProblem => (failure instanceof KeyRefused ? 'REFUSED' : 'FAILED');

function nullIfNotTold(error: unknown): null {
  if (error instanceof NotTold) return null;
  throw error;
}
