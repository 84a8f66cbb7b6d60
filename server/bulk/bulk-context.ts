import { eq } from 'drizzle-orm';
import { decide, explain } from '../../domain/access/ability';
import type { LiveEvent } from '../../domain/live/events';
import { type FoundActor, findActor } from '../access/find-actor';
import type { Ctx, Person, Services } from '../context';
import type { Db } from '../db/client';
import { type changes, users } from '../db/schema';
import { isConnectionLost, isUnable, savepoint, sqlState } from '../db/transact';
import { type HandlerContext, handlerContextOf } from '../handler-context';
import type { Changing } from './bulk';

const NEVER_GONE = new AbortController().signal;
/** PostgreSQL aborted a transaction for another one. */
const GAVE_WAY = ['40001', '40P01'];

/** Whether a transaction failed for a reason that is no record's own, so that the job tries again. */
export const isRetried = (error: unknown): boolean =>
  isConnectionLost(error) || isUnable(error) || GAVE_WAY.includes(sqlState(error) ?? '');

export type Act = typeof changes.$inferSelect;
export type Beginner = { actor: FoundActor; person: Person };

/** What some records of a bulk action run as: the person who started it, in this transaction. */
export function bulkContext(
  services: Services,
  tx: Db,
  { entity }: Pick<Changing, 'entity'>,
  { id, path, timeZone }: Act,
  { actor, person }: Beginner,
): HandlerContext {
  return handlerContextOf(
    {
      services,
      person,
      membership: actor.membership,
      timeZone,
      zones: { companies: actor.companyZones, reader: timeZone },
      log: services.log,
      gone: NEVER_GONE,
      endpoint: `POST ${path}`,
      entity,
      requestId: `bulk-act ${id}`,
      step: (on, _name, work) =>
        savepoint(on, async (nested) => {
          const { result, outbox } = await work(nested);
          await outbox.send();
          return result;
        }),
    },
    tx,
  );
}

/**
 * The person who started a bulk action, with their current membership; null if they, or the support person acting for
 * them, are gone.
 */
export async function findStarter(
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
  return {
    actor,
    person: { userId, subject, displayName, isSupport, impersonator, application: null, sessionId: null },
  };
}

/** Why that person may not go on with it; null when they may. */
export function refusalOf(beginner: Beginner | null, bulk: Changing, act: string): string | null {
  if (!beginner) return 'The person who started this can no longer do it.';
  const decision = decide(beginner.actor, bulk.requires(act));
  return decision.allowed ? null : explain(decision.reason);
}

/** More records of a topic than this are published as one change of many, which readers ask for at once. */
const MOST_NAMED = 10;
/** Organizations named in one event, which must stay below the 8,000 bytes of a notification. */
const MOST_ORGANIZATIONS = 500;

/** The context, whose events wait for `publishHeard`; those of the topic are left to the progress. */
export function gathering(ctx: Ctx, topic: Changing['topic']): { quiet: Ctx; publishHeard: () => Promise<void> } {
  const heard = new Map<string, LiveEvent[]>();
  const publish: Ctx['publish'] = async (event) => {
    if (event.topic === topic) return;
    const key = `${event.topic} ${event.kind}`;
    heard.set(key, [...(heard.get(key) ?? []), event]);
  };
  const publishHeard = async () => {
    for (const events of heard.values()) {
      const isMany = events.length > MOST_NAMED && events.every(({ id }) => typeof id === 'number');
      for (const event of isMany ? ofMany(events) : events) await ctx.publish(event);
    }
  };
  return { quiet: Object.create(ctx, { publish: { value: publish } }), publishHeard };
}

function ofMany(events: readonly LiveEvent[]): LiveEvent[] {
  const orgIds = [...new Set(events.flatMap((event) => event.orgIds))];
  const [first] = events;
  const together: LiveEvent[] = [];
  for (let at = 0; first && at < orgIds.length; at += MOST_ORGANIZATIONS) {
    const { topic, kind } = first;
    together.push({ topic, kind, id: 'many', orgIds: orgIds.slice(at, at + MOST_ORGANIZATIONS) });
  }
  return together;
}
