import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DomainError } from '../../domain/errors';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { changeRows, changes } from '../db/schema';
import { savepoint, transact } from '../db/transact';
import { publish } from '../live/publish';
import { toRefusal } from '../refusals';
import type { Changing, Outcomes, Subject } from './bulk';
import { type Act, type Beginner, bulkContext, findStarter, gathering, isRetried, refusalOf } from './bulk-context';
import { makeFile, omitUnfiled } from './bulk-files';
import { SUBJECT, saveOutcomes } from './ledger';

/** After this long, a bulk action lets others run first. */
const TURN_MS = 4_000;
/** Progress is published every so many rows, and at the end. */
const PUBLISH_EVERY = 20;

type Job = { orgId: number; bulkActId: number };
type Row = Subject & { position: number };

/**
 * The job that runs a bulk action: a row in a transaction, or many where its work takes many, each transaction together
 * with its results, so a crash repeats and skips nothing. Runs as the person who started it, with their current
 * permissions.
 */
export function bulkActRunner(bulks: readonly Changing[]) {
  const byPath = new Map(bulks.map((bulk) => [bulk.path, bulk]));
  return async (services: Services, job: Job): Promise<void> => {
    const { db } = services.database;
    const until = Date.now() + TURN_MS;
    const pace = openPace();
    let more = true;
    while (more && Date.now() < until) {
      const act = await findRunning(db, job);
      const bulk = act && byPath.get(act.path);
      more = act !== undefined && bulk !== undefined && (await advance(services, bulk, act, pace));
    }
    if (more) await services.jobs.enqueue(db, { name: 'bulk-act', data: job });
  };
}

/** Requeues every running bulk action, as after a crash. */
export async function resumeBulkActs({ database: { db }, jobs }: Services): Promise<void> {
  const running = await db
    .select({ orgId: changes.orgId, bulkActId: changes.id })
    .from(changes)
    .where(eq(changes.state, 'RUNNING'));
  for (const data of running) await jobs.enqueue(db, { name: 'bulk-act', data });
}

const ofAct = ({ orgId, bulkActId }: Job) =>
  and(eq(changes.orgId, orgId), eq(changes.id, bulkActId), eq(changes.state, 'RUNNING'));

async function findRunning(db: Db, job: Job): Promise<Act | undefined> {
  const [act] = await db.select().from(changes).where(ofAct(job));
  return act;
}

/** Runs the next rows. False when none is left, the action was stopped, or another process runs it. */
async function advance(services: Services, bulk: Changing, { orgId, id, ...begun }: Act, pace: Pace): Promise<boolean> {
  const beginner = await findStarter(services, { orgId, ...begun });
  const refusal = refusalOf(beginner, bulk, begun.act);
  const work = bulk.work(begun.act, begun.undoesId !== null);
  const size = work.isMany ? pace.size() : 1;
  const start = performance.now();
  const step = await transact(services.database.db, async (tx) => {
    const [act] = await tx
      .select()
      .from(changes)
      .where(ofAct({ orgId, bulkActId: id }))
      .for('no key update', { skipLocked: true });
    if (!act) return { isLast: true };
    if (refusal !== null || !beginner) {
      const refused = { ok: false, reasons: refusal === null ? [] : [refusal] } as const;
      const failed = await tx
        .update(changeRows)
        .set(refused)
        .where(waiting(act))
        .returning({ position: changeRows.position });
      const left = work.files ? await omitUnfiled(tx, act, refused) : 0;
      await saveProgress(tx, bulk, act, { succeeded: -left, failed: failed.length + left, isLast: true });
      return { isLast: true };
    }
    const rows = await nextRows(tx, act, size + 1);
    if (work.files) {
      const made = await makeFile(services, tx, { bulk, act, beginner, files: work.files, isWhole: rows.length === 0 });
      if (made) {
        const { failed, isLast } = made;
        await saveProgress(tx, bulk, act, { succeeded: -failed, failed, isLast });
        return { isLast };
      }
    }
    const isLast = rows.length <= size && !(work.files && rows.length > 0);
    const taken = rows.slice(0, size);
    const outcomes = taken.length === 0 ? new Map() : await attempt(services, tx, bulk, act, taken, beginner);
    // Nothing was written; they are done one by one, so that only those that can't be are refused.
    if (outcomes === null) return { isLast: false, apart: taken.length };
    await saveOutcomes(tx, act, taken, outcomes, work.files === undefined);
    const failed = taken.filter((row) => outcomes.get(row.id) instanceof DomainError).length;
    await saveProgress(tx, bulk, act, { succeeded: taken.length - failed, failed, isLast });
    return { isLast, done: taken.length };
  });
  if (step.apart) pace.takeApart(step.apart);
  else pace.took(step.done ?? 0, performance.now() - start);
  return !step.isLast;
}

const waiting = ({ orgId, id }: Pick<Act, 'orgId' | 'id'>) =>
  and(eq(changeRows.orgId, orgId), eq(changeRows.changeId, id), isNull(changeRows.ok));

/** The first rows that wait, each with what the action this one undoes kept of it. */
async function nextRows(tx: Db, act: Act, count: number): Promise<Row[]> {
  const undone = alias(changeRows, 'undone');
  const rows = await tx
    .select({ position: changeRows.position, id: SUBJECT, kept: undone.kept })
    .from(changeRows)
    .leftJoin(
      undone,
      and(
        eq(undone.orgId, act.orgId),
        eq(undone.changeId, act.undoesId ?? 0),
        eq(undone.position, changeRows.position),
        isNotNull(undone.kept),
      ),
    )
    .where(waiting(act))
    .orderBy(asc(changeRows.position))
    .limit(count);
  return rows;
}

/** What became of each row; a single refused one is rolled back, several that can't be done together answer null. */
async function attempt(
  services: Services,
  tx: Db,
  bulk: Changing,
  act: Act,
  rows: readonly Row[],
  beginner: Beginner,
): Promise<Outcomes | null> {
  const { act: name, input, undoesId } = act;
  const isUndo = undoesId !== null;
  const work = bulk.work(name, isUndo);
  try {
    return await savepoint(tx, async (inner) => {
      const ctx = bulkContext(services, inner, bulk, act, beginner);
      const { quiet, publishHeard } = gathering(ctx, bulk.topic);
      const [gone, there] = split(rows, ({ kept }) => isUndo && kept === null);
      const outcomes = there.length === 0 ? new Map() : await work.run(quiet, there, input);
      for (const row of gone) outcomes.set(row.id, new DomainError('CONFLICT', 'This can no longer be undone.'));
      const [only] = rows;
      if (
        rows.length === 1 &&
        only &&
        !work.files &&
        !ctx.isAudited &&
        !(outcomes.get(only.id) instanceof DomainError)
      ) {
        await ctx.audit({ id: only.id, after: { act: name, input, ...(isUndo && { undone: true }) } });
      }
      await publishHeard();
      await ctx.outbox.send();
      return outcomes;
    });
  } catch (error) {
    if (isRetried(error)) throw error;
    const [only] = rows;
    if (rows.length === 1 && only) return new Map([[only.id, toRefusal(error, services.log)]]);
    services.log.warn({ err: error, act: name, rows: rows.length }, 'a bulk action goes on row by row');
    return null;
  }
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

async function saveProgress(
  tx: Db,
  { topic }: Pick<Changing, 'topic'>,
  { orgId, id, succeeded, failed }: Act,
  more: { succeeded?: number; failed?: number; isLast: boolean },
): Promise<void> {
  const now = { succeeded: succeeded + (more.succeeded ?? 0), failed: failed + (more.failed ?? 0) };
  await tx
    .update(changes)
    .set({ ...now, ...(more.isLast ? { state: 'DONE', finishedAt: sql`now()` } : {}) })
    .where(and(eq(changes.orgId, orgId), eq(changes.id, id)));
  const turns = (done: number) => Math.floor(done / PUBLISH_EVERY);
  if (more.isLast || turns(now.succeeded + now.failed) > turns(succeeded + failed)) {
    await publish(tx, { topic: 'bulk-acts', kind: 'changed', id, orgIds: [orgId] });
    if (topic) await publish(tx, { topic, kind: 'changed', id, orgIds: [orgId] });
  }
}

/** Most rows in one transaction. */
const MOST = 250;
/** A transaction shorter than this may take more rows; one longer than that takes fewer, so that stopping is prompt. */
const SHORT_MS = 150;
const LONG_MS = 500;
const GROWTH = 4;

/** How many rows the next transaction takes, by how long the last ones took. */
interface Pace {
  size: () => number;
  took: (rows: number, ms: number) => void;
  /** Does the next rows one by one, after they couldn’t be done together. */
  takeApart: (rows: number) => void;
}

/** Begins with one row, so that the first result is there at once. */
function openPace(): Pace {
  let together = 1;
  let apart = 0;
  return {
    size: () => (apart > 0 ? 1 : together),
    took: (rows, ms) => {
      if (apart > 0) apart -= rows;
      else if (ms > LONG_MS) together = Math.max(1, Math.floor(together / 2));
      else if (ms < SHORT_MS) together = Math.min(MOST, together * GROWTH);
    },
    takeApart: (rows) => {
      apart = rows;
    },
  };
}
