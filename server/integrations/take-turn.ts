import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { callTurns } from '../db/schema';
import { Silence } from '../outside';

/** The longest wait for a turn. */
const PATIENCE_MS = 10_000;

/**
 * Waits until a third party may be called: once per `gapMs` across all server processes. Raises Silence when too many
 * are waiting. Call it outside transactions, which would block the others.
 */
export async function takeTurn(db: Db, name: string, gapMs: number): Promise<void> {
  const gap = sql`${gapMs} * interval '1 millisecond'`;
  const [turn] = await db
    .insert(callTurns)
    .values({ name, nextAt: sql`clock_timestamp() + ${gap}` })
    .onConflictDoUpdate({
      target: callTurns.name,
      set: { nextAt: sql`greatest(${callTurns.nextAt}, clock_timestamp()) + ${gap}` },
      setWhere: sql`${callTurns.nextAt} < clock_timestamp() + ${PATIENCE_MS} * interval '1 millisecond'`,
    })
    .returning({
      waitMs: sql<number>`(extract(epoch from ${callTurns.nextAt} - ${gap} - clock_timestamp()) * 1000)::float8`,
    });
  if (turn === undefined) throw new Silence('too many calls are waiting', false);
  if (turn.waitMs > 0) await pause(turn.waitMs);
}
