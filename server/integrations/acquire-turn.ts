import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { Overcrowded } from '../http-client';

/** The longest wait for a turn. */
const PATIENCE_MS = 10_000;

/** A limit: its name across all processes, and the least time between two calls. */
export type Limit = { name: string; gapMs: number };

/**
 * Waits until a third party may be called: once per gap of each limit across all server processes. Raises Overcrowded when
 * too many are waiting. Call it outside transactions, which would block the others.
 */
export async function acquireTurns(db: Db, limits: readonly Limit[]): Promise<void> {
  const names = limits.map(({ name }) => name);
  const gaps = limits.map(({ gapMs }) => gapMs);
  const { rows } = await db.execute<{ name: string; aheadMs: number }>(sql`
    insert into call_turns as turn (name, next_at)
    select asked.name, statement_timestamp() + asked.gap * interval '1 millisecond'
      from unnest(${sql.param(names)}::text[], ${sql.param(gaps)}::float8[]) as asked(name, gap) order by asked.name
    on conflict (name) do update
       set next_at = greatest(turn.next_at, clock_timestamp()) + (excluded.next_at - statement_timestamp())
     where turn.next_at < clock_timestamp() + ${PATIENCE_MS} * interval '1 millisecond'
    returning name, (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as "aheadMs"`);
  if (rows.length < limits.length) throw new Overcrowded('too many calls are waiting');
  const waits = limits.map(({ name, gapMs }) => (rows.find((row) => row.name === name)?.aheadMs ?? 0) - gapMs);
  const waitMs = Math.max(...waits);
  if (waitMs > 0) await pause(waitMs);
}

/** Has nobody’s turn of a limit come before so many milliseconds are over, in any process. */
export async function postponeTurns(db: Db, name: string, ms: number): Promise<void> {
  await db.execute(sql`
    update call_turns set next_at = greatest(next_at, clock_timestamp() + ${ms} * interval '1 millisecond')
     where name = ${name}`);
}

/** Waits for a turn of one limit. */
export const acquireTurn = (db: Db, name: string, gapMs: number): Promise<void> => acquireTurns(db, [{ name, gapMs }]);
