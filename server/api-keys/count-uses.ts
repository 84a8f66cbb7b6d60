import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import type { Log } from '../log';

/** How often a process writes down what it counted. */
const WRITE_MS = 2_000;

/** One call by a key. */
type KeyUse = { orgId: number; apiKeyId: number; call: string; address: string; isRefused: boolean };

export interface UseCounter {
  /** Counts a call; never fails, and waits for nothing. */
  count(use: KeyUse): void;
  /** Writes what is left, and counts no more. */
  close(): Promise<void>;
}

type Counted = Omit<KeyUse, 'isRefused'> & { day: string; calls: number; refused: number; lastAt: string };

/**
 * Counts what API keys call, in memory, and adds it to the database every few seconds in one statement. What can't be written
 * is tried again with the next; a process that is killed loses what it counted since.
 */
export function openUseCounter(db: Db, log: Pick<Log, 'warn'>): UseCounter {
  let counted = new Map<string, Counted>();
  let writing: Promise<void> | null = null;

  function add(row: Counted): void {
    const key = `${row.apiKeyId} ${row.call} ${row.day}`;
    const before = counted.get(key);
    if (!before) return void counted.set(key, row);
    const latest = row.lastAt > before.lastAt ? row : before;
    counted.set(key, {
      ...latest,
      calls: before.calls + row.calls,
      refused: before.refused + row.refused,
    });
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const rows = [...counted.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    counted = new Map();
    try {
      await db.execute(addUses(rows));
    } catch (error) {
      for (const row of rows) add(row);
      log.warn({ err: error }, 'uses of API keys were not counted');
    }
  }

  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = null;
    });
  }, WRITE_MS);
  timer.unref();

  return {
    count({ isRefused, ...use }) {
      const lastAt = new Date().toISOString();
      add({ ...use, day: lastAt.slice(0, 10), calls: 1, refused: isRefused ? 1 : 0, lastAt });
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

const addUses = (rows: readonly Counted[]) => sql`
  insert into api_key_uses (org_id, api_key_id, call, day, calls, refused, last_at, last_address)
  select "orgId", "apiKeyId", call, day, calls, refused, "lastAt", address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as used ("orgId" bigint, "apiKeyId" bigint, call text, day date,
      calls int, refused int, "lastAt" timestamptz, address text)
  on conflict (org_id, api_key_id, call, day) do update set
    calls = api_key_uses.calls + excluded.calls,
    refused = api_key_uses.refused + excluded.refused,
    last_at = greatest(api_key_uses.last_at, excluded.last_at),
    last_address = case when excluded.last_at >= api_key_uses.last_at then excluded.last_address
      else api_key_uses.last_address end`;
