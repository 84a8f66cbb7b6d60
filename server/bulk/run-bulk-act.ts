import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Actor, decide, explain } from '../../domain/access/ability';
import type { Ctx, Person, Services } from '../context';
import type { Db } from '../db/client';
import { bulkActRows, bulkActs, users } from '../db/schema';
import { isConnectionLost, isUnable, sqlState, transact } from '../db/transact';
import { publish } from '../live/publish';
import { toRefusal } from '../refusals';
import { findActor } from '../session/find-actor';
import { contextOf } from '../verb-context';
import type { Bulk } from './bulk';

/** After this long, a bulk action lets others run first. */
const TURN_MS = 4_000;
/** Progress is published every so many rows, and at the end. */
const PUBLISH_EVERY = 20;
const NEVER_GONE = new AbortController().signal;
/** PostgreSQL aborted a transaction for another one: retry. */
const GAVE_WAY = ['40001', '40P01'];

type Act = typeof bulkActs.$inferSelect;
type Job = { orgId: number; bulkActId: number };
type Beginner = { actor: Actor; person: Person };

/**
 * The job that runs a bulk action: row by row, each in its own transaction together with its result, so a crash repeats
 * and skips nothing. Runs as the person who started it, with their current permissions.
 */
export function bulkActRunner(bulks: readonly Bulk[]) {
  const byPath = new Map(bulks.map((bulk) => [bulk.path, bulk]));
  return async (services: Services, job: Job): Promise<void> => {
    const { db } = services.database;
    const until = Date.now() + TURN_MS;
    let more = true;
    while (more && Date.now() < until) {
      const act = await findRunning(db, job);
      const bulk = act && byPath.get(act.path);
      more = act !== undefined && bulk !== undefined && (await advance(services, bulk, act));
    }
    if (more) await services.jobs.enqueue(db, { name: 'bulk-act', data: job });
  };
}

/** Requeues every running bulk action, as after a crash. */
export async function resumeBulkActs({ database: { db }, jobs }: Services): Promise<void> {
  const running = await db
    .select({ orgId: bulkActs.orgId, bulkActId: bulkActs.id })
    .from(bulkActs)
    .where(eq(bulkActs.state, 'RUNNING'));
  for (const data of running) await jobs.enqueue(db, { name: 'bulk-act', data });
}

const ofAct = ({ orgId, bulkActId }: Job) =>
  and(eq(bulkActs.orgId, orgId), eq(bulkActs.id, bulkActId), eq(bulkActs.state, 'RUNNING'));

async function findRunning(db: Db, job: Job): Promise<Act | undefined> {
  const [act] = await db.select().from(bulkActs).where(ofAct(job));
  return act;
}

/** Runs one row. False when none is left, the action was stopped, or another process runs it. */
async function advance(services: Services, bulk: Bulk, { orgId, id, ...begun }: Act): Promise<boolean> {
  const beginner = await findStarter(services, { orgId, ...begun });
  const refusal = refusalOf(beginner, bulk, begun.act);
  return transact(services.database.db, async (tx) => {
    const [act] = await tx
      .select()
      .from(bulkActs)
      .where(ofAct({ orgId, bulkActId: id }))
      .for('update', { skipLocked: true });
    if (!act) return false;
    const waiting = and(eq(bulkActRows.orgId, orgId), eq(bulkActRows.actId, id), isNull(bulkActRows.ok));
    if (refusal !== null || !beginner) {
      const refused = await tx
        .update(bulkActRows)
        .set({ ok: false, message: refusal })
        .where(waiting)
        .returning({ position: bulkActRows.position });
      await saveProgress(tx, bulk, act, { failed: refused.length, isLast: true });
      return false;
    }
    const [row, next] = await tx.select().from(bulkActRows).where(waiting).orderBy(asc(bulkActRows.position)).limit(2);
    if (row) {
      const message = await attempt(services, tx, bulk, act, row.subjectId, beginner);
      const ok = message === null;
      await tx
        .update(bulkActRows)
        .set({ ok, message })
        .where(and(eq(bulkActRows.orgId, orgId), eq(bulkActRows.actId, id), eq(bulkActRows.position, row.position)));
      await saveProgress(tx, bulk, act, { [ok ? 'succeeded' : 'failed']: 1, isLast: !next });
    } else await saveProgress(tx, bulk, act, { isLast: true });
    return next !== undefined;
  });
}

/** Why a row was refused, as text; null on success. A refusal rolls back the row. */
async function attempt(
  services: Services,
  tx: Db,
  bulk: Bulk,
  { act, id, input, path, timeZone }: Act,
  subjectId: number,
  { actor, person }: Beginner,
): Promise<string | null> {
  try {
    await tx.transaction(async (inner) => {
      const ctx = contextOf(
        {
          services,
          person,
          membership: actor.membership,
          timeZone,
          log: services.log,
          gone: NEVER_GONE,
          endpoint: `POST ${path}`,
          entity: bulk.entity,
          requestId: `bulk-act ${id}`,
          step: (on, _name, work) =>
            on.transaction(async (nested) => {
              const { result, outbox } = await work(nested);
              await outbox.send();
              return result;
            }),
        },
        inner,
      );
      await bulk.run(withoutTopic(ctx, bulk.topic), act, subjectId, input);
      if (!ctx.isAudited) await ctx.audit({ id: subjectId, after: { act, input } });
      await ctx.outbox.send();
    });
    return null;
  } catch (error) {
    if (isConnectionLost(error) || isUnable(error) || GAVE_WAY.includes(sqlState(error) ?? '')) throw error;
    return toRefusal(error, services.log).message;
  }
}

/** The context, whose events of this topic are left to the progress. */
function withoutTopic(ctx: Ctx, topic: Bulk['topic']): Ctx {
  if (topic === undefined) return ctx;
  const publish: Ctx['publish'] = async (event) => (event.topic === topic ? undefined : ctx.publish(event));
  return Object.create(ctx, { publish: { value: publish } });
}

async function saveProgress(
  tx: Db,
  { topic }: Pick<Bulk, 'topic'>,
  { orgId, id, succeeded, failed }: Act,
  more: { succeeded?: number; failed?: number; isLast: boolean },
): Promise<void> {
  const now = { succeeded: succeeded + (more.succeeded ?? 0), failed: failed + (more.failed ?? 0) };
  await tx
    .update(bulkActs)
    .set({ ...now, ...(more.isLast ? { state: 'DONE', finishedAt: sql`now()` } : {}) })
    .where(and(eq(bulkActs.orgId, orgId), eq(bulkActs.id, id)));
  if (more.isLast || (now.succeeded + now.failed) % PUBLISH_EVERY === 0) {
    await publish(tx, { topic: 'bulk-acts', kind: 'changed', id, orgIds: [orgId] });
    if (topic) await publish(tx, { topic, kind: 'changed', id, orgIds: [orgId] });
  }
}

/**
 * The person who started a bulk action, with their current membership; null if they, or the support person acting for
 * them, are gone.
 */
async function findStarter(
  { database: { db, pool } }: Services,
  { orgId, userId, impersonatorUserId }: Omit<Act, 'id'>,
): Promise<Beginner | null> {
  const subjectOf = async (id: string) =>
    (await db.select({ subject: users.subject }).from(users).where(eq(users.id, id)))[0]?.subject;
  const subject = await subjectOf(userId);
  const actor = subject === undefined ? null : await findActor(pool, subject, orgId);
  if (!actor || subject === undefined) return null;
  const behind = impersonatorUserId && (await subjectOf(impersonatorUserId));
  const supporter = behind ? await findActor(pool, behind, null) : null;
  if (impersonatorUserId && !supporter?.isSupport) return null;
  const impersonator = supporter && { id: supporter.userId, name: supporter.displayName };
  const { displayName, isSupport } = actor;
  return { actor, person: { userId, subject, displayName, isSupport, impersonator, sessionId: null } };
}

function refusalOf(beginner: Beginner | null, bulk: Bulk, act: string): string | null {
  if (!beginner) return 'The person who started this can no longer do it.';
  const decision = decide(beginner.actor, bulk.requires(act));
  return decision.allowed ? null : explain(decision.reason);
}
