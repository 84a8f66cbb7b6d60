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

/** How long a job lets people go before it in all; then it stands in line as they do. */
const YIELDS_MS = 20_000;

/**
 * The same for a job: it takes a turn of a limit only while nobody waits for one, so that whoever acts waits for one call at
 * most, however much is read. Jobs that wait try again at odd moments, so that each organization's comes about equally.
 */
export async function acquireTurnBehind(db: Db, { name, gapMs }: Limit): Promise<void> {
  for (const until = Date.now() + YIELDS_MS; Date.now() < until; ) {
    const { rows } = await db.execute<{ aheadMs: number }>(sql`
      insert into call_turns as turn (name, next_at)
      values (${name}, clock_timestamp() + ${gapMs} * interval '1 millisecond')
      on conflict (name) do update
         set next_at = greatest(turn.next_at, clock_timestamp()) + ${gapMs} * interval '1 millisecond'
       where turn.next_at < clock_timestamp() + ${gapMs} * interval '1 millisecond'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as "aheadMs"`);
    const [turn] = rows;
    if (turn !== undefined) {
      if (turn.aheadMs > gapMs) await pause(turn.aheadMs - gapMs);
      return;
    }
    await pause(gapMs * (0.3 + Math.random() * 0.5));
  }
  await acquireTurn(db, name, gapMs);
}

/** Has nobody’s turn of a limit come before so many milliseconds are over, in any process. */
export async function postponeTurns(db: Db, name: string, ms: number): Promise<void> {
  await db.execute(sql`
    update call_turns set next_at = greatest(next_at, clock_timestamp() + ${ms} * interval '1 millisecond')
     where name = ${name}`);
}

/** Waits for a turn of one limit. */
export const acquireTurn = (db: Db, name: string, gapMs: number): Promise<void> => acquireTurns(db, [{ name, gapMs }]);
