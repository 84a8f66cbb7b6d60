import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client';
import { removeOld } from '../db/remove-old';
import { callCounts } from '../db/schema';

const TELL_MS = 1_000;
const MOST_AT_ONCE = 500;

/**
 * One caller's calls on a route in the current window: here (`own`) and, as last read, at the other processes too. One
 * report is under way at a time (`isTelling`): its answer doesn't include the calls of another.
 */
type Count = {
  total: number;
  own: number;
  untold: number;
  isTelling: boolean;
  endsAt: number;
  known: Promise<void>;
};

/**
 * Counts calls for the rate limit, shared by all server processes through PostgreSQL at low cost: a caller's first call
 * in a window reads what others counted; later calls are reported once a second in one statement.
 */
export function sharedCounts(app: FastifyInstance, db: Db): FastifyRateLimitStoreCtor {
  const counts = new Map<string, Count>();

  async function syncCounts(told: readonly (readonly [string, Count])[]): Promise<void> {
    const sent = told.map(([key, count]) => ({ key, count, calls: count.untold }));
    for (const { count } of sent) Object.assign(count, { untold: 0, isTelling: true });
    // Same order in every process, to avoid deadlocks.
    sent.sort((a, b) => (a.key < b.key ? -1 : 1));
    const now = Date.now();
    const rows = sent.map(({ key, count, calls }) => ({ key, calls, ms: Math.max(0, count.endsAt - now) }));
    const { rows: known } = await db.execute<{ key: string; calls: number; ms: number }>(sql`
      insert into call_counts (key, calls, ends_at)
      select key, calls, now() + ms * interval '1 millisecond'
        from json_to_recordset(${JSON.stringify(rows)}::json) as t(key text, calls int, ms float8)
      on conflict (key) do update set
        calls = case when call_counts.ends_at <= now() then 0 else call_counts.calls end + excluded.calls,
        ends_at = case when call_counts.ends_at <= now() then excluded.ends_at else call_counts.ends_at end
      returning key, calls, extract(epoch from ends_at - now())::float8 * 1000 as ms`);
    const byKey = new Map(sent.map(({ key, count }) => [key, count]));
    for (const { key, calls, ms } of known) {
      const count = byKey.get(key);
      if (count) Object.assign(count, { total: calls + count.untold, endsAt: Date.now() + ms });
    }
  }

  // An unreachable database is no reason to refuse anyone; until it is back, each process counts alone.
  const trySyncCounts = (told: readonly (readonly [string, Count])[]) =>
    syncCounts(told)
      .catch(() => {})
      .finally(() => {
        for (const [, count] of told) count.isTelling = false;
      });

  const timer = setInterval(() => {
    const now = Date.now();
    for (const [key, { endsAt, untold }] of counts) if (endsAt <= now && untold === 0) counts.delete(key);
    const untold = [...counts].filter(([, count]) => count.untold > 0 && !count.isTelling);
    for (let at = 0; at < untold.length; at += MOST_AT_ONCE) trySyncCounts(untold.slice(at, at + MOST_AT_ONCE));
  }, TELL_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function add(key: string, windowMs: number): Count {
    const found = counts.get(key);
    if (found && found.endsAt > Date.now()) {
      found.total += 1;
      found.own += 1;
      found.untold += 1;
      return found;
    }
    const endsAt = Date.now() + windowMs;
    const begun: Count = { total: 1, own: 1, untold: 1, isTelling: false, endsAt, known: Promise.resolve() };
    counts.set(key, begun);
    begun.known = trySyncCounts([[key, begun]]);
    return begun;
  }

  return class implements FastifyRateLimitStore {
    constructor(private readonly options: { timeWindow?: unknown; routeInfo?: { method?: unknown; url?: string } }) {}

    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const { timeWindow, routeInfo } = this.options;
      const count = add(nameOf(key, routeInfo), Number(timeWindow));
      const place = count.own;
      count.known.then(() => {
        // Calls that arrived while this one waited come after it.
        const current = count.total - (count.own - place);
        done(null, { current, ttl: Math.max(0, count.endsAt - Date.now()) });
      });
    }

    child(options: object): FastifyRateLimitStore {
      return new (this.constructor as new (options: object) => FastifyRateLimitStore)(options);
    }
  };
}

/** Callers are identified by part of their token, which isn't stored. */
function nameOf(key: string, route: { method?: unknown; url?: string } | undefined): string {
  return createHash('sha256').update(`${route?.method} ${route?.url} ${key}`).digest('base64url');
}

/** Deletes past windows. */
export async function purgeCounts(db: Db): Promise<void> {
  await removeOld(db, callCounts, sql`ends_at < now() - interval '1 hour'`);
}
